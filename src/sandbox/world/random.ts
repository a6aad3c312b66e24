export type Random = ReturnType<typeof createRandom>;

/**
 * The sfc32 generator, seeded by splitmix32: a label gives the same numbers on any machine.
 * @param label the purpose, so changing one part of the world doesn't change the others
 */
export function createRandom(label: string) {
  const mix = createSplitmix32((1 ^ hashText(label)) >>> 0);
  let a = mix();
  let b = mix();
  let c = mix();
  let counter = 1;
  const word = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return sum >>> 0;
  };
  for (let warmUp = 0; warmUp < 12; warmUp += 1) word();
  /** From 0 (inclusive) to 1 (exclusive), 32 bits. */
  const next = (): number => word() / 4294967296;
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    /** Both inclusive. */
    between: (low: number, high: number): number => low + below(high - low + 1),
    chance: (probability: number): boolean => next() < probability,
    pick: <T>(list: readonly T[]): T => {
      const value = list[below(list.length)];
      if (value === undefined) throw new RangeError('nothing to pick from');
      return value;
    },
  };
}

/** FNV-1a over UTF-16 units, 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

function createSplitmix32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let value = state ^ (state >>> 16);
    value = Math.imul(value, 0x21f0aaad);
    value ^= value >>> 15;
    value = Math.imul(value, 0x735a2d97);
    return (value ^ (value >>> 15)) | 0;
  };
}
