/** What a piece of a line of JSON is; the rest of a line is punctuation and blanks. */
export type JsonToken = { readonly kind: 'key' | 'string' | 'number' | 'word' | 'other'; readonly text: string };

/** A line of formatted JSON; where it opens a list or an object, with the lines in it and the one that closes it. */
export interface FoldableJsonLine {
  readonly line: string;
  /** undefined where nothing can be folded. */
  readonly inside: readonly FoldableJsonLine[] | undefined;
  /** Undefined where the text is cut before it. */
  readonly end: string | undefined;
}

/** Lines of formatted JSON as they lie in each other. The text may be cut anywhere. */
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

/** The pieces of one line, in order: together they are the line. */
export function tokenizeJsonLine(line: string): readonly JsonToken[] {
  const pieces: JsonToken[] = [];
  let end = 0;
  // a string that is cut goes to the end of the line
  for (const { 0: text, 1: colon, index } of line.matchAll(/"(?:[^"\\]|\\.)*"?(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g)) {
    if (index > end) {
      pieces.push({ kind: 'other', text: line.slice(end, index) });
    }
    const kind = !text.startsWith('"') ? (/^[-\d]/.test(text) ? 'number' : 'word') : colon === undefined ? 'string' : 'key';
    pieces.push({ kind, text });
    end = index + text.length;
  }
  return end < line.length ? [...pieces, { kind: 'other', text: line.slice(end) }] : pieces;
}
