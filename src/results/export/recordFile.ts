/**
 * A file that is made of records piece by piece: each step of its iterators is short, and between two of them others may have
 * their turn. All steps are to be taken, in order.
 */
export interface RecordFile<T> {
  /** Takes the next records in. A few hundred at a time keep its steps short. */
  add(some: readonly T[]): Iterable<unknown>;
  /** Ends the file; what it returns are its bytes. */
  finish(): Generator<unknown, Uint8Array>;
}

/**
 * A text of a record on each line, as bytes: CSV of `csvLine`, NDJSON of exact records.
 * @param end what stands behind each line, the last one as well
 * @param header what stands above them
 */
export function linesFile(end: string, header?: string): RecordFile<string> {
  const chunks = new ByteChunks();
  if (header !== undefined) {
    chunks.addText(`${header}${end}`);
  }
  return {
    *add(lines) {
      chunks.addText(lines.map((line) => `${line}${end}`).join(''));
      yield;
    },
    finish: () => chunks.gather(),
  };
}

const encoder = new TextEncoder();

/** Bytes that come piece by piece: a hundred thousand records are more than one text can hold. */
export class ByteChunks {
  #chunks: Uint8Array[] = [];
  #size = 0;

  /** Adds a text as UTF-8. It holds whole characters: half of one at its end would be lost. */
  addText(text: string): void {
    this.addBytes(encoder.encode(text));
  }

  addBytes(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
    this.#size += bytes.byteLength;
  }

  /** All of them as one, in steps of a piece each. What is copied is let go, so that not all of it stands there twice. */
  *gather(): Generator<undefined, Uint8Array> {
    const all = new Uint8Array(this.#size);
    const chunks = this.#chunks.toReversed();
    this.#chunks = [];
    this.#size = 0;
    let at = 0;
    for (let chunk = chunks.pop(); chunk !== undefined; chunk = chunks.pop()) {
      all.set(chunk, at);
      at += chunk.byteLength;
      yield;
    }
    return all;
  }
}

/** Records as one JSON text, from the exact JSON of each: one alone, several as a list with one of them on each line. */
export function jsonList(lines: readonly string[]): string {
  return lines.length === 1 ? (lines[0] ?? '') : `[\n${lines.join(',\n')}\n]\n`;
}
