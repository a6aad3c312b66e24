import { mixed } from './numbers.ts';
import { blockLength } from './worldSize.ts';

/** In which order the templates stand in each block: another one per block, computed both ways. */
export interface BlockShuffle {
  readonly templateAt: (block: number, slot: number) => number;
  readonly slotOf: (block: number, template: number) => number;
}

const mask = blockLength - 1;
const halfBits = 6; // of the twelve: a shift by half undoes itself

export function createBlockShuffle(seed: number): BlockShuffle {
  const factors = (block: number) => {
    const draw = mixed(seed, block);
    return { first: (draw & mask) | 1, second: ((draw >>> 12) & mask) | 1, shift: mixed(draw, block) & mask };
  };
  return {
    templateAt: (block, slot) => {
      const { first, second, shift } = factors(block);
      const half = (slot * first + shift) & mask;
      return ((half ^ (half >>> halfBits)) * second) & mask;
    },
    slotOf: (block, template) => {
      const { first, second, shift } = factors(block);
      const half = (template * oddInverse(second)) & mask;
      return (((half ^ (half >>> halfBits)) - shift) * oddInverse(first)) & mask;
    },
  };
}

/** What times an odd number leaves 1, by Newton: each turn doubles the bits that are right, from three. */
function oddInverse(odd: number): number {
  let found = odd;
  found = (found * (2 - odd * found)) & mask;
  found = (found * (2 - odd * found)) & mask;
  return found;
}
