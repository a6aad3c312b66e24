import type { Media } from '../../client/schemas/primary.ts';
import type { Random } from './random.ts';
import words from './texts/words.json' with { type: 'json' };

const sizes = [
  [1200, 675],
  [1080, 1350],
  [2048, 1536],
  [640, 640],
] as const;

const { altTexts } = words.posts;

/** How many of the posts show something. */
export const mediaPostRatio = 0.2;

/** One video, one animated picture or one to four photos. */
export function createRandomMedia(random: Random, serial: number, mediaBase: string): readonly Media[] {
  const draw = random.next();
  if (draw < 0.175) {
    return [createVideo(random, serial, 'video', mediaBase)];
  }
  if (draw < 0.275) {
    return [createVideo(random, serial, 'animated_gif', mediaBase)];
  }
  return Array.from({ length: random.chance(0.25) ? random.between(2, 4) : 1 }, (_, index) =>
    createPhoto(random, serial, index, mediaBase),
  );
}

/** One photo; its address says its size. */
export function createPhoto(random: Random, serial: number, index: number, mediaBase: string): Media {
  const [width, height] = random.pick(sizes);
  const url = `${mediaBase}/photo/${width}x${height}/${serial}-${index}.svg`;
  return { type: 'photo', url, previewUrl: `${url}?size=small`, width, height, altText: random.pick(altTexts), durationMs: null };
}

export function createVideo(random: Random, serial: number, type: 'video' | 'animated_gif', mediaBase: string): Media {
  const [width, height] = random.pick(sizes);
  return {
    type,
    url: `${mediaBase}/${type}/${width}x${height}/${serial}.mp4`,
    previewUrl: `${mediaBase}/${type}/${width}x${height}/${serial}.svg`,
    width,
    height,
    altText: random.pick(altTexts),
    durationMs: type === 'video' ? random.between(2, 180) * 1000 + random.below(1000) : null,
  };
}
