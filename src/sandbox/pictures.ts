import { type SandboxReply, toSandboxReply } from './reply.ts';
import { defaultMediaBaseUrl } from './world/landmarks.ts';
import { hashText } from './world/random.ts';

/** For browsers that do not say which page asks. */
const sameOriginOnlyHeader = ['Cross-Origin-Resource-Policy', 'same-origin'];
/** The longer side of whatever comes in a size of its own: enough to tell the shape, small enough to be drawn at once. */
const maxSide = 200;

/**
 * Serves the pictures of the world: the same path gets the same bytes, anywhere and for ever. Any name is drawn,
 * whether or not the world has it.
 */
export function answerPictureCall(path: string): SandboxReply {
  const picture = drawPictureForPath(path);
  if (picture === undefined) return toSandboxReply(404, { error: describePictureRefusal(path) }, sameOriginOnlyHeader);
  const bytes = encodePng(picture);
  const headers = ['Content-Type', 'image/png', 'Content-Length', String(bytes.length), ...sameOriginOnlyHeader];
  return { status: 200, bytes, headers: [...headers, 'Cache-Control', 'public, max-age=31536000, immutable'] };
}

/** A picture of the world as a data address; undefined for an address that is not one of its pictures. */
export function toPictureDataUrl(address: string): string | undefined {
  const base = `${defaultMediaBaseUrl}/`;
  const picture = address.startsWith(base) ? drawPictureForPath(address.slice(base.length).replace(/\?.*$/, '')) : undefined;
  return picture === undefined ? undefined : `data:image/png;base64,${encodePng(picture).toString('base64')}`;
}

function describePictureRefusal(path: string): string {
  return path.endsWith('.mp4') ? 'The sandbox has no moving pictures: the preview is one that stands' : 'No such picture';
}

/** @param path below `/media/`, without the query: "avatar/ada_writes.png", "photo/1200x675/12-0.png" */
function drawPictureForPath(path: string): PalettePicture | undefined {
  const match = /^(\w{1,20})\/(?:(\d{1,4})x(\d{1,4})\/)?([\w-]{1,64})\.png$/.exec(path);
  if (match === null) return undefined;
  const [, kind = '', width = '', height = '', name = ''] = match;
  const isSized = width !== '';
  switch (kind) {
    case 'avatar':
      return isSized ? undefined : drawIdenticon(name, 64);
    case 'hashflag':
      return isSized ? undefined : drawIdenticon(name, 32);
    case 'banner':
    case 'list':
    case 'community':
      return isSized ? undefined : drawHills(`${kind} ${name}`, 300, 100);
    case 'cover':
      return isSized ? undefined : drawHills(`${kind} ${name}`, 160, 90);
    case 'photo':
    case 'video':
    case 'animated_gif':
      return isSized ? drawScaledHills(`${kind} ${name}`, Number(width), Number(height)) : undefined;
    default:
      return undefined;
  }
}

/** In the ratio of the record's size, but small. */
function drawScaledHills(name: string, width: number, height: number): PalettePicture | undefined {
  if (width === 0 || height === 0) return undefined;
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return drawHills(name, Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
}

const shadeCount = 16;

/** A sign of blocks, the same on its left and right, for people and hashtags. */
function drawIdenticon(name: string, side: number): PalettePicture {
  const hash = hashText(name);
  const cell = side / 8;
  return {
    width: side,
    height: side,
    palette: createPalette(hash),
    at: (x, y) => {
      const column = Math.floor(x / cell) - 1;
      const row = Math.floor(y / cell) - 1;
      if (column < 0 || column > 5 || row < 0 || row > 5) return 0;
      const mirrored = Math.min(column, 5 - column);
      return (hash >>> ((row * 3 + mirrored) % 31)) & 1 ? shadeCount - 1 - row : 0;
    },
  };
}

/** Hills under a sky, for banners, photos and previews. */
function drawHills(name: string, width: number, height: number): PalettePicture {
  const hash = hashText(name);
  const waves = [0, 1, 2].map((index) => ({
    length: (width / (1.5 + index)) * (0.6 + ((hash >>> (index * 5)) & 15) / 20),
    shift: (hash >>> (index * 7)) & 63,
    base: height * (0.45 + index * 0.18),
  }));
  return {
    width,
    height,
    palette: createPalette(hash),
    at: (x, y) => {
      const hill = waves.findLastIndex(
        ({ length, shift, base }) => y > base + Math.sin((x / length) * Math.PI + shift) * height * 0.12,
      );
      return hill < 0 ? Math.floor((y / height) * 6) : 8 + hill * 3;
    },
  };
}

/** Shades from light to dark of one hue, the dark ones turned towards another. */
function createPalette(hash: number): Uint8Array {
  const hue = hash % 360;
  return Uint8Array.from(
    Array.from({ length: shadeCount }, (_, shade) =>
      toRgbBytes((hue + shade * 5) % 360, 0.45, 0.92 - (shade / shadeCount) * 0.7),
    ).flat(),
  );
}

/** Hue in degrees, saturation and lightness from 0 to 1, as three bytes. */
function toRgbBytes(hue: number, saturation: number, lightness: number): readonly number[] {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((offset) => {
    const at = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1))));
  });
}

/** A picture of at most 256 colours. */
interface PalettePicture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue by turns, 0 to 255; three bytes for each colour. */
  readonly palette: Uint8Array;
  /** The number of the colour at a point. */
  readonly at: (x: number, y: number) => number;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Writes a picture as an indexed PNG (PNG specification, 5 and 11). */
function encodePng({ width, height, palette, at }: PalettePicture): Buffer {
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
    pngSignature,
    encodePngChunk('IHDR', header),
    encodePngChunk('PLTE', palette),
    encodePngChunk('IDAT', loadZlib().deflateSync(rows, { level: 9 })),
    encodePngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function encodePngChunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const bytes = Buffer.alloc(named.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  named.copy(bytes, 4);
  bytes.writeUInt32BE(loadZlib().crc32(named), bytes.length - 4);
  return bytes;
}

/** Loaded with the first picture: most starts draw none. */
function loadZlib() {
  return process.getBuiltinModule('node:zlib');
}
