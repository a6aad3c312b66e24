/** `other` is punctuation and spaces. */
export type JsonToken = { readonly kind: 'name' | 'string' | 'number' | 'boolean' | 'value' | 'other'; readonly text: string };

export interface FoldableJsonLine {
  readonly line: string;
  /** The lines in the list or object that this line opens, if any. */
  readonly inside: readonly FoldableJsonLine[] | undefined;
  /** The line that closes it; undefined if the text was cut. */
  readonly end: string | undefined;
}

/** @param text formatted JSON, which may be cut anywhere */
export function toFoldableJsonLines(text: string): readonly FoldableJsonLine[] {
  const lines = text.split('\n');
  let at = 0;
  const readBlock = (): readonly FoldableJsonLine[] => {
    const parts: FoldableJsonLine[] = [];
    for (let line = lines[at]; line !== undefined && !/^\s*[\]}]/.test(line); line = lines[at]) {
      at += 1;
      if (/[[{]$/.test(line)) {
        const inside = readBlock();
        parts.push({ line, inside, end: lines[at] });
        at += 1;
      } else {
        parts.push({ line, inside: undefined, end: undefined });
      }
    }
    return parts;
  };
  const parts = [...readBlock()];
  for (; at < lines.length; at += 1) {
    parts.push({ line: lines[at] ?? '', inside: undefined, end: undefined });
  }
  return parts;
}

/** The joined tokens are the line. */
export function tokenizeJsonLine(line: string): readonly JsonToken[] {
  const pieces: JsonToken[] = [];
  let end = 0;
  // a cut string ends with the line
  for (const { 0: text, 1: colon, index } of line.matchAll(/"(?:[^"\\]|\\.)*"?(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g)) {
    if (index > end) {
      pieces.push({ kind: 'other', text: line.slice(end, index) });
    }
    pieces.push({ kind: text.startsWith('"') ? (colon === undefined ? 'string' : 'name') : toLiteralKind(text), text });
    end = index + text.length;
  }
  return end < line.length ? [...pieces, { kind: 'other', text: line.slice(end) }] : pieces;
}

function toLiteralKind(text: string): JsonToken['kind'] {
  return text === 'null' ? 'value' : text === 'true' || text === 'false' ? 'boolean' : 'number';
}
