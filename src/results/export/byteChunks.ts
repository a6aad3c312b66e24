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
