/** A number of 32 bits that looks drawn, the same for the same two. */
export function mixed(seed: number, value: number): number {
  let mix = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(value | 0, 0x27d4eb2d) ^ Math.floor(value / 4294967296);
  mix = Math.imul(mix ^ (mix >>> 16), 0x21f0aaad);
  mix = Math.imul(mix ^ (mix >>> 15), 0x735a2d97);
  return (mix ^ (mix >>> 15)) >>> 0;
}

/** The remainder from 0 to `size` - 1, of negative numbers too. */
export function modulo(value: number, size: number): number {
  const rest = value % size;
  return rest < 0 ? rest + size : rest;
}

/** A one-to-one walk over 0 to `size` - 1 and the way back: neighbours land far from each other. */
export interface Walk {
  readonly size: number;
  /** Where the step of a number leads; any number from 0 to 2^53 / size. */
  readonly at: (step: number) => number;
  /** The first step that leads to a place; the others are `size` apart. */
  readonly stepTo: (place: number) => number;
}

/** Makes the walk of a size from 1 to 2^26. */
export function walkOver(size: number): Walk {
  let stride = Math.max(1, Math.round(size * 0.6180339887));
  while (commonDivisor(stride, size) !== 1) {
    stride += 1;
  }
  const back = inverse(stride, size);
  return { size, at: (step) => ((step % size) * stride) % size, stepTo: (place) => (place * back) % size };
}

function commonDivisor(left: number, right: number): number {
  return right === 0 ? left : commonDivisor(right, left % right);
}

/** What times the value leaves 1, by the extended algorithm of Euclid. */
function inverse(value: number, size: number): number {
  let [rest, next] = [size, value % size];
  let [sum, add] = [0, 1];
  while (next !== 0) {
    const quotient = Math.floor(rest / next);
    [rest, next] = [next, rest - quotient * next];
    [sum, add] = [add, sum - quotient * add];
  }
  return modulo(sum, size);
}
