import { hashText } from '../world/random.ts';
import type { PalettePicture } from './encodePng.ts';

const shades = 16;

/** A sign of blocks, the same on its left and right, for people and hashtags. */
export function drawSign(name: string, side: number): PalettePicture {
  const hash = hashText(name);
  const cell = side / 8;
  return {
    width: side,
    height: side,
    palette: paletteOf(hash),
    at: (x, y) => {
      const column = Math.floor(x / cell) - 1;
      const row = Math.floor(y / cell) - 1;
      if (column < 0 || column > 5 || row < 0 || row > 5) return 0;
      const mirrored = Math.min(column, 5 - column);
      return (hash >>> ((row * 3 + mirrored) % 31)) & 1 ? shades - 1 - row : 0;
    },
  };
}

/** Hills under a sky, for banners, photos and previews. */
export function drawHills(name: string, width: number, height: number): PalettePicture {
  const hash = hashText(name);
  const waves = [0, 1, 2].map((index) => ({
    length: (width / (1.5 + index)) * (0.6 + ((hash >>> (index * 5)) & 15) / 20),
    shift: (hash >>> (index * 7)) & 63,
    base: height * (0.45 + index * 0.18),
  }));
  return {
    width,
    height,
    palette: paletteOf(hash),
    at: (x, y) => {
      const hill = waves.findLastIndex(
        ({ length, shift, base }) => y > base + Math.sin((x / length) * Math.PI + shift) * height * 0.12,
      );
      return hill < 0 ? Math.floor((y / height) * 6) : 8 + hill * 3;
    },
  };
}

/** Shades from light to dark of one hue, the dark ones turned towards another. */
function paletteOf(hash: number): Uint8Array {
  const hue = hash % 360;
  return Uint8Array.from(
    Array.from({ length: shades }, (_, shade) => colour((hue + shade * 5) % 360, 0.45, 0.92 - (shade / shades) * 0.7)).flat(),
  );
}

/** Hue in degrees, saturation and lightness from 0 to 1, as three bytes. */
function colour(hue: number, saturation: number, lightness: number): readonly number[] {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((offset) => {
    const at = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1))));
  });
}
