import * as zlib from 'node:zlib';
import type { Transform } from 'node:stream';

export interface BodyCollector {
  /** Adds a piece. Returns false if it exceeds the limit and was truncated. */
  add(piece: Uint8Array): boolean;
  /** A copy of everything added. */
  bytes(): Uint8Array;
}

export interface ContentDecoder {
  write(chunk: Uint8Array): void;
  end(): void;
  destroy(): void;
}

export interface ContentDecoderCallbacks {
  readonly onPiece: (piece: Uint8Array) => void;
  readonly onEnd: () => void;
  readonly onError: (error: Error) => void;
  /** True while writing should pause. */
  readonly onFull: (isFull: boolean) => void;
}

/** Small pieces, so a decompression bomb is stopped close to the limit. */
const chunkSize = 32 * 1024;

const knownCodings: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'br']);

/**
 * Removes `Content-Encoding` from a response's headers unless the body is still encoded. Some services send charsets or words
 * like "none", which are ignored.
 * @returns the coding to decode
 */
export function takeContentCoding(headers: Map<string, readonly string[]>): string | undefined {
  const name = (headers.get('content-encoding') ?? []).join(', ').trim().toLowerCase();
  const isKnown = knownCodings.has(name);
  if (isKnown || name === '' || name === 'identity') {
    headers.delete('content-encoding');
  } else {
    headers.set('content-encoding', [name]);
  }
  return isKnown ? name : undefined;
}

/** Decodes only as much as is consumed, so a decompression bomb stops with its receiver. */
export function createContentDecoder(
  coding: string,
  { onPiece, onEnd, onError, onFull }: ContentDecoderCallbacks,
): ContentDecoder {
  let decoder: Transform | undefined;
  let isDone = false;
  const finish = (end: () => void) => {
    if (!isDone) {
      isDone = true;
      end();
    }
  };
  const start = (first: Uint8Array): Transform =>
    createZlibDecoder(coding, first)
      .on('data', (piece: Uint8Array) => (isDone ? undefined : onPiece(piece)))
      .on('drain', () => onFull(false))
      .on('end', () => finish(onEnd))
      .on('error', (error) => finish(() => onError(error)));
  return {
    write(chunk) {
      decoder ??= start(chunk);
      if (!isDone && !decoder.write(chunk)) {
        onFull(true);
      }
    },
    end() {
      if (decoder === undefined) {
        finish(onEnd); // the body is empty
      } else {
        decoder.end();
      }
    },
    destroy() {
      isDone = true;
      decoder?.destroy();
    },
  };
}

function createZlibDecoder(coding: string, first: Uint8Array): Transform {
  switch (coding) {
    case 'deflate':
      // servers send deflate with or without a zlib header; the first byte shows which
      return ((first[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate({ chunkSize }) : zlib.createInflateRaw({ chunkSize });
    case 'br':
      return zlib.createBrotliDecompress({ chunkSize });
    default:
      return zlib.createGunzip({ chunkSize });
  }
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
