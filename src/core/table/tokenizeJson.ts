/** `other` is punctuation and spaces. */
export type JsonToken = { readonly kind: 'name' | 'string' | 'number' | 'boolean' | 'value' | 'other'; readonly text: string };

/** @param json formatted, and may be cut anywhere; the joined tokens are the same text */
export function tokenizeJson(json: string): readonly JsonToken[] {
  const pieces: JsonToken[] = [];
  let end = 0;
  // a cut string ends with the text
  for (const { 0: text, 1: colon, index } of json.matchAll(/"(?:[^"\\]|\\.)*"?(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g)) {
    if (index > end) {
      pieces.push({ kind: 'other', text: json.slice(end, index) });
    }
    pieces.push({ kind: text.startsWith('"') ? (colon === undefined ? 'string' : 'name') : toLiteralKind(text), text });
    end = index + text.length;
  }
  return end < json.length ? [...pieces, { kind: 'other', text: json.slice(end) }] : pieces;
}

function toLiteralKind(text: string): JsonToken['kind'] {
  return text === 'null' ? 'value' : text === 'true' || text === 'false' ? 'boolean' : 'number';
}
