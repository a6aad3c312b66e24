import * as zlib from 'node:zlib';
import type { Transform } from 'node:stream';

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

const knownCodings: ReadonlySet<string> = new Set([
  'gzip',
  'x-gzip',
  'deflate',
  'br',
  ...('createZstdDecompress' in zlib ? ['zstd'] : []),
]);

/**
 * The codings that a `Content-Encoding` names, in lower case and in the order in which they were applied: those that can be
 * undone, and the others. Services put charsets and words like "none" there, so what is unknown counts as no coding.
 */
export function readContentCodings(values: readonly string[] = []): {
  readonly known: readonly string[];
  readonly unknown: readonly string[];
} {
  const names = values.flatMap((value) => value.split(',')).map((name) => name.trim().toLowerCase());
  const codings = names.filter((name) => name !== '' && name !== 'identity');
  return { known: codings.filter((name) => knownCodings.has(name)), unknown: codings.filter((name) => !knownCodings.has(name)) };
}

/**
 * A decoder that undoes codings, the last one first.
 * Nothing is decoded ahead of what is taken: a bomb stops with its receiver.
 */
export function createContentDecoder(codings: readonly string[], callbacks: ContentDecoderCallbacks): ContentDecoder {
  const [first = '', ...others] = codings;
  const decoder = createSingleDecoder(first, callbacks);
  return others.reduce((inner, coding) => {
    const outer = createSingleDecoder(coding, {
      ...callbacks,
      onPiece: (piece) => inner.write(piece),
      onEnd: () => inner.end(),
    });
    return {
      write: (chunk) => outer.write(chunk),
      end: () => outer.end(),
      destroy: () => {
        outer.destroy();
        inner.destroy();
      },
    };
  }, decoder);
}

function createSingleDecoder(coding: string, { onPiece, onEnd, onError, onFull }: ContentDecoderCallbacks): ContentDecoder {
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

function createZlibDecoder(coding: string, first: Uint8Array): Transform {
  switch (coding) {
    case 'deflate':
      // Servers disagree on whether deflate has a zlib header; its first byte tells.
      return ((first[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate({ chunkSize }) : zlib.createInflateRaw({ chunkSize });
    case 'br':
      return zlib.createBrotliDecompress({ chunkSize });
    case 'zstd':
      return zlib.createZstdDecompress({ chunkSize });
    default:
      return zlib.createGunzip({ chunkSize });
  }
}
