import { inflateRawSync } from 'node:zlib';

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;

/**
 * Reads a ZIP file of less than 4 GB.
 * @returns the bytes of each file by its name, folders left out
 * @throws Error when it is no such file, or packed in another way than stored or deflated
 */
export function readZip(zip: Buffer): ReadonlyMap<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || zip.readUInt32LE(end) !== endSignature) {
    throw new Error('not a ZIP file');
  }
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== entrySignature) {
      throw new Error(`the ZIP directory is broken at ${at}`);
    }
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    if (!name.endsWith('/')) {
      files.set(
        name,
        unpack(zip, {
          name,
          method: zip.readUInt16LE(at + 10),
          length: zip.readUInt32LE(at + 20),
          at: zip.readUInt32LE(at + 42),
        }),
      );
    }
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly length: number;
  readonly at: number;
}

function unpack(zip: Buffer, { name, method, length, at }: ZipEntry): Buffer {
  const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  const packed = zip.subarray(start, start + length);
  switch (method) {
    case 0:
      return packed;
    case 8:
      return inflateRawSync(packed);
    default:
      throw new Error(`${name} is packed by the unknown method ${method}`);
  }
}
