import { type ByteCache, createByteCache } from '../byteCache.ts';
import { type Reply, toReply } from '../reply.ts';
import { drawHills, drawSign } from './drawPicture.ts';
import { encodePng, type PalettePicture } from './encodePng.ts';

const cacheBytes = 2 * 1024 * 1024;
/** The longer side of whatever comes in a size of its own: enough to tell the shape, small enough to be drawn at once. */
const longestSide = 200;

/**
 * Serves the pictures of the world: the same path gets the same bytes, anywhere and for ever. Any name is drawn,
 * whether or not the world has it.
 */
export function createPictures(): (path: string) => Reply {
  const cache: ByteCache<Buffer> = createByteCache(cacheBytes);
  return (path) => {
    const known = cache.get(path);
    const picture = known === undefined ? pictureOf(path) : undefined;
    if (known === undefined && picture === undefined) return toReply(404, { error: refusalFor(path) }, []);
    const bytes = known ?? (picture === undefined ? Buffer.alloc(0) : encodePng(picture));
    if (known === undefined) cache.set(path, bytes, bytes.length);
    const headers = ['Content-Type', 'image/png', 'Content-Length', String(bytes.length)];
    return { status: 200, bytes, headers: [...headers, 'Cache-Control', 'public, max-age=31536000, immutable'] };
  };
}

function refusalFor(path: string): string {
  return path.endsWith('.mp4') ? 'The sandbox has no moving pictures: the preview is one that stands' : 'No such picture';
}

/** @param path below `/media/`, without the query: "avatar/ada_writes.png", "photo/1200x675/12-0.png" */
function pictureOf(path: string): PalettePicture | undefined {
  const match = /^(\w{1,20})\/(?:(\d{1,4})x(\d{1,4})\/)?([\w-]{1,64})\.png$/.exec(path);
  if (match === null) return undefined;
  const [, kind = '', width = '', height = '', name = ''] = match;
  const isSized = width !== '';
  switch (kind) {
    case 'avatar':
      return isSized ? undefined : drawSign(name, 64);
    case 'hashflag':
      return isSized ? undefined : drawSign(name, 32);
    case 'banner':
    case 'list':
    case 'community':
      return isSized ? undefined : drawHills(`${kind} ${name}`, 300, 100);
    case 'cover':
      return isSized ? undefined : drawHills(`${kind} ${name}`, 160, 90);
    case 'photo':
    case 'video':
    case 'animated_gif':
      return isSized ? scaled(`${kind} ${name}`, Number(width), Number(height)) : undefined;
    default:
      return undefined;
  }
}

/** In the ratio of the record's size, but small. */
function scaled(name: string, width: number, height: number): PalettePicture | undefined {
  if (width === 0 || height === 0) return undefined;
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return drawHills(name, Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
}
