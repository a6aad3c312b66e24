/** A picture of at most 256 colours. */
export interface PalettePicture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue by turns, 0 to 255; three bytes for each colour. */
  readonly palette: Uint8Array;
  /** The number of the colour at a point. */
  readonly at: (x: number, y: number) => number;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Writes a picture as an indexed PNG (PNG specification, 5 and 11). */
export function encodePng({ width, height, palette, at }: PalettePicture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8); // bits for each point
  header.writeUInt8(3, 9); // colours by number
  const rows = Buffer.alloc(height * (width + 1)); // each row starts with 0: unfiltered
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows[y * (width + 1) + 1 + x] = at(x, y);
    }
  }
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', zlib().deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const bytes = Buffer.alloc(named.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  named.copy(bytes, 4);
  bytes.writeUInt32BE(zlib().crc32(named), bytes.length - 4);
  return bytes;
}

/** Loaded with the first picture: most starts draw none. */
function zlib() {
  return process.getBuiltinModule('node:zlib');
}
