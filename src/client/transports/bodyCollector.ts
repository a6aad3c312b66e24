export interface BodyCollector {
  /** Takes a piece. False: the cap is passed, and the piece was cut at it. */
  add(piece: Uint8Array): boolean;
  /** Everything gathered, in memory of its own. */
  bytes(): Uint8Array;
}

export function createBodyCollector(maxBytes: number): BodyCollector {
  const pieces: Uint8Array[] = [];
  let length = 0;
  return {
    add(piece) {
      const room = maxBytes - length;
      if (piece.byteLength <= room) {
        pieces.push(piece);
        length += piece.byteLength;
        return true;
      }
      if (room > 0) {
        pieces.push(piece.subarray(0, room));
        length += room;
      }
      return false;
    },
    bytes() {
      const [only] = pieces;
      if (only !== undefined && pieces.length === 1) {
        return Uint8Array.prototype.slice.call(only);
      }
      const whole = new Uint8Array(length);
      let offset = 0;
      for (const piece of pieces) {
        whole.set(piece, offset);
        offset += piece.byteLength;
      }
      return whole;
    },
  };
}
