const blockBytes = 1024 * 1024;

/**
 * A JSON body of a given size, piece by piece, so that its size costs no memory.
 * @param bytes at least 16
 */
export function* oversizeBody(bytes: number): Generator<Buffer, void> {
  const start = Buffer.from('{"data":"');
  const end = Buffer.from('"}');
  yield start;
  const block = Buffer.alloc(64 * 1024, 'x');
  for (let left = bytes - start.length - end.length; left > 0; left -= block.length) {
    yield left < block.length ? block.subarray(0, left) : block;
  }
  yield end;
}

/**
 * A gzip member that inflates to that many spaces and `{}`. One compressed mebibyte is made and sent again and again:
 * after a full flush a block refers to nothing before it.
 * @param bytes what it inflates to, rounded up to whole mebibytes and two
 */
export function* gzipBomb(bytes: number): Generator<Buffer, void> {
  // loaded with the first bomb: most starts send none
  const { constants, crc32, deflateRawSync } = process.getBuiltinModule('node:zlib');
  const spaces = Buffer.alloc(blockBytes, ' ');
  const block = deflateRawSync(spaces, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const end = Buffer.from('{}');
  let checksum = 0;
  let size = 0;
  yield Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
  while (size < bytes) {
    checksum = crc32(spaces, checksum);
    size += blockBytes;
    yield block;
  }
  yield deflateRawSync(end);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(end, checksum), 0);
  trailer.writeUInt32LE((size + end.length) % 2 ** 32, 4);
  yield trailer;
}
