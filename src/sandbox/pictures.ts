import { type SandboxReply, toSandboxReply } from './reply.ts';
import { defaultMediaBaseUrl } from './world/landmarks.ts';
import { hashText } from './world/random.ts';

const sameOriginOnlyHeader = ['Cross-Origin-Resource-Policy', 'same-origin'];

/** The same path always gets the same bytes. Every name gets an image, even if the world doesn't use it. */
export function handlePictureCall(path: string): SandboxReply {
  const picture = drawPictureForPath(path);
  if (picture === undefined) return toSandboxReply(404, { error: 'No such picture' }, sameOriginOnlyHeader);
  const bytes = Buffer.from(picture);
  const headers = ['Content-Type', 'image/svg+xml', 'Content-Length', String(bytes.length), ...sameOriginOnlyHeader];
  return { status: 200, bytes, headers: [...headers, 'Cache-Control', 'public, max-age=31536000, immutable'] };
}

export function toPictureDataUrl(address: string): string | undefined {
  const base = `${defaultMediaBaseUrl}/`;
  const picture = address.startsWith(base) ? drawPictureForPath(address.slice(base.length).replace(/\?.*$/, '')) : undefined;
  return picture === undefined ? undefined : `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`;
}

const sizeByKind: Readonly<Record<string, readonly [width: number, height: number]>> = {
  ...{ avatar: [64, 64], hashflag: [32, 32], cover: [160, 90] },
  ...{ banner: [300, 100], list: [300, 100], community: [300, 100] },
};

/** @param path below `/media/`, without the query: "avatar/ada_writes.svg", "photo/1200x675/12-0.svg" */
function drawPictureForPath(path: string): string | undefined {
  const match = /^(\w{1,20})\/(?:([1-9]\d{0,3})x([1-9]\d{0,3})\/)?([\w-]{1,64})\.svg$/.exec(path);
  if (match === null) return undefined;
  const [, kind = '', givenWidth, givenHeight, name = ''] = match;
  const isSized = kind === 'photo' || kind === 'video' || kind === 'animated_gif';
  if (isSized !== (givenWidth !== undefined)) return undefined;
  const [width, height] = sizeByKind[kind] ?? [Number(givenWidth), Number(givenHeight)];
  if (Number.isNaN(width)) return undefined;
  const isSign = kind === 'avatar' || kind === 'hashflag';
  const hash = hashText(isSign ? name : `${kind} ${name}`);
  const shapes = isSign ? drawSign(hash) : drawHills(hash);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 8 8" preserveAspectRatio="none"><path fill="${pickColor(hash, 92)}" d="M0 0h8v8H0"/>${shapes}</svg>`;
}

function drawSign(hash: number): string {
  const blocks = Array.from({ length: 36 }, (_, index) => ({ column: index % 6, row: Math.floor(index / 6) }));
  const filled = blocks.filter(({ column, row }) => (hash >>> ((row * 3 + Math.min(column, 5 - column)) % 31)) & 1);
  const path = filled.map(({ column, row }) => `M${column + 1} ${row + 1}h1v1h-1`).join('');
  return `<path fill="${pickColor(hash, 35)}" d="${path}"/>`;
}

function drawHills(hash: number): string {
  const hills = [0, 1, 2].map((index) => {
    const top = 3 + index * 1.5;
    const bend = ((hash >>> (index * 7)) % 64) / 32 - 1;
    return `<path fill="${pickColor(hash + index * 20, 65 - index * 20)}" d="M0 ${top}C3 ${top - bend} 5 ${top + bend} 8 ${top}V8H0"/>`;
  });
  return hills.join('');
}

function pickColor(hash: number, lightness: number): string {
  return `hsl(${hash % 360} 45% ${lightness}%)`;
}
