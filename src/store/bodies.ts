import { hash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Database } from './database.ts';
import { bytesIn, numberIn, oneIn, type Row } from './row.ts';

const encodings = ['zstd', 'none'] as const;

/** What is smaller than this is not worth the trouble. */
const compressedFrom = 128;

/** The quickest level: it leaves 2 % more bytes than the default one. */
const params = { [constants.ZSTD_c_compressionLevel]: 1 };

/**
 * Keeps the bytes of a body once, however many exchanges have it.
 * @returns under which number; the exchange that names it keeps it alive
 */
export function putBody(database: Database, body: Uint8Array): bigint {
  const name = hash('sha256', body, 'buffer');
  const known = database.first('SELECT id FROM bodies WHERE hash = ?', name);
  if (known !== undefined) {
    return BigInt(numberIn(known, 'id'));
  }
  const packed =
    body.byteLength < compressedFrom ? undefined : zstdCompressSync(body, { params, pledgedSrcSize: body.byteLength });
  const [encoding, bytes] = packed !== undefined && packed.byteLength < body.byteLength ? ['zstd', packed] : ['none', body];
  const made = database.first(
    'INSERT INTO bodies (hash, encoding, size, bytes) VALUES (?, ?, ?, ?) RETURNING id',
    name,
    encoding,
    body.byteLength,
    bytes,
  );
  return BigInt(made === undefined ? 0 : numberIn(made, 'id'));
}

/** The exact bytes of a row that has `encoding` and `bytes`. */
export function bodyIn(row: Row): Uint8Array {
  const bytes = bytesIn(row, 'bytes');
  switch (oneIn(row, 'encoding', encodings)) {
    case 'zstd':
      return zstdDecompressSync(bytes);
    case 'none':
      return bytes;
  }
}
