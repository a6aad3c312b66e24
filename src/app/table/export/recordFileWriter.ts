/**
 * A file that is made of records piece by piece: each step of its iterators is short, and between two of them others may have
 * their turn. All steps are to be taken, in order.
 */
export interface RecordFileWriter<T> {
  /** Takes the next records in. A few hundred at a time keep its steps short. */
  add(some: readonly T[]): Iterable<unknown>;
  /** Ends the file; what it returns are its bytes. */
  finish(): Generator<unknown, Uint8Array>;
}

/**
 * A text of a record on each line, as bytes: CSV of `formatCsvRow`, NDJSON of exact records.
 * @param end what stands behind each line, the last one as well
 * @param header what stands above them
 */
export function createLinesWriter(end: string, header?: string): RecordFileWriter<string> {
  const encoder = new TextEncoder();
  const pieces = header === undefined ? [] : [encoder.encode(`${header}${end}`)];
  return {
    *add(lines) {
      pieces.push(encoder.encode(lines.map((line) => `${line}${end}`).join('')));
      yield;
    },
    finish: () => joinBytePieces(pieces),
  };
}

/** Puts pieces together in steps of one each, and lets go what is copied, so that not all of it stands there twice. */
export function* joinBytePieces(pieces: Uint8Array[]): Generator<undefined, Uint8Array> {
  const all = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  pieces.reverse();
  let at = 0;
  for (let piece = pieces.pop(); piece !== undefined; piece = pieces.pop()) {
    all.set(piece, at);
    at += piece.byteLength;
    yield;
  }
  return all;
}

/** Records as one JSON text, from the exact JSON of each: one alone, several as a list with one of them on each line. */
export function joinJsonRecords(lines: readonly string[]): string {
  return lines.length === 1 ? (lines[0] ?? '') : `[\n${lines.join(',\n')}\n]\n`;
}
