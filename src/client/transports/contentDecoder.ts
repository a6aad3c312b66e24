import * as zlib from 'node:zlib';
import type { Transform } from 'node:stream';
import { trimHeaderValue } from '../transport.ts';

/** Turns encoded pieces into decoded ones, a little at a time. */
export interface ContentDecoder {
  write(chunk: Uint8Array): void;
  end(): void;
  destroy(): void;
}

export interface ContentDecoderCallbacks {
  readonly onPiece: (piece: Uint8Array) => void;
  readonly onEnd: () => void;
  readonly onError: (error: Error) => void;
  /** True: no more should be written for now. */
  readonly onFull: (isFull: boolean) => void;
}

/** Decoded bytes come in pieces of this size, so that a bomb is noticed this close behind its cap. */
const chunkSize = 32 * 1024;

/** What a `Content-Encoding` names, in lower case; undefined for nothing: `identity` stands for no encoding. */
export function readContentEncoding(values: readonly string[] | undefined): string | undefined {
  if (values === undefined) {
    return undefined;
  }
  const names = values.flatMap((value) => value.split(',')).map((name) => trimHeaderValue(name).toLowerCase());
  const encodings = names.filter((name) => name !== '' && name !== 'identity');
  return encodings.length === 0 ? undefined : encodings.join(', ');
}

/**
 * A decoder for what readContentEncoding gives; what is not known, or encoded more than once, is an error.
 * Nothing is decoded ahead of what is taken: a bomb stops with its receiver.
 */
export function createContentDecoder(
  encoding: string,
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
  const start = (first: Uint8Array): Transform | undefined => {
    const created = createZlibDecoder(encoding, first);
    if (created === undefined) {
      finish(() => onError(new Error(`the content encoding ${encoding} is not known`)));
    }
    return created
      ?.on('data', (piece: Uint8Array) => (isDone ? undefined : onPiece(piece)))
      .on('drain', () => onFull(false))
      .on('end', () => finish(onEnd))
      .on('error', (error) => finish(() => onError(error)));
  };
  return {
    write(chunk) {
      decoder ??= start(chunk);
      if (!isDone && decoder?.write(chunk) === false) {
        onFull(true);
      }
    },
    end() {
      if (decoder === undefined) {
        finish(onEnd); // an empty body needs no decoding
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

function createZlibDecoder(encoding: string, first: Uint8Array): Transform | undefined {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip({ chunkSize });
    case 'deflate':
      // Servers disagree on whether deflate has a zlib header; its first byte tells.
      return ((first[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate({ chunkSize }) : zlib.createInflateRaw({ chunkSize });
    case 'br':
      return zlib.createBrotliDecompress({ chunkSize });
    case 'zstd':
      // Node has it from 22.15 on.
      return 'createZstdDecompress' in zlib ? zlib.createZstdDecompress({ chunkSize }) : undefined;
    default:
      return undefined;
  }
}
