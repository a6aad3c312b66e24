import type { BlockShuffle } from './blockShuffle.ts';
import { blockLength } from './worldSize.ts';

/** The posts of some templates from one number to another, the end not included. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly templates: readonly number[];
}

/** Posts by number, the newest first, counted and cut without walking through them. */
export interface TemplateSet {
  readonly length: number;
  readonly slice: (start: number, end: number) => readonly number[];
  /** How many of them have this number or a higher one. */
  readonly countFrom: (number: number) => number;
}

/** Whole blocks, or a part of one whose numbers stand there. */
interface Piece {
  readonly firstBlock: number;
  readonly lastBlock: number;
  readonly templates: readonly number[];
  readonly numbers: readonly number[] | undefined;
  readonly length: number;
  /** How many are newer, in the pieces before. */
  readonly before: number;
}

/** @param stretches newest first, none over another */
export function createTemplateSet(stretches: readonly Stretch[], shuffle: BlockShuffle): TemplateSet {
  const kept: { key: string; numbers: readonly number[] } = { key: '', numbers: [] };
  const numbersOf = (block: number, piece: Piece): readonly number[] => {
    const key = `${block} ${piece.firstBlock}`;
    if (kept.key !== key) {
      kept.key = key;
      kept.numbers = numbersIn(block, piece.templates, shuffle);
    }
    return kept.numbers;
  };
  const pieces: Piece[] = [];
  let length = 0;
  for (const stretch of stretches) {
    for (const piece of piecesOf(stretch, shuffle, length)) {
      pieces.push(piece);
      length += piece.length;
    }
  }
  return {
    length,
    slice: (start, end) => {
      const cut: number[] = [];
      let index = Math.max(start, 0);
      const last = Math.min(end, length);
      for (const piece of pieces) {
        while (index < last && index < piece.before + piece.length) {
          const inside = index - piece.before;
          if (piece.numbers === undefined) {
            const each = piece.templates.length;
            const numbers = numbersOf(piece.lastBlock - Math.floor(inside / each), piece);
            const offset = inside % each;
            const taken = Math.min(each - offset, last - index);
            cut.push(...numbers.slice(offset, offset + taken));
            index += taken;
          } else {
            const taken = Math.min(piece.length - inside, last - index);
            cut.push(...piece.numbers.slice(inside, inside + taken));
            index += taken;
          }
        }
      }
      return cut;
    },
    countFrom: (number) => {
      const block = Math.floor(number / blockLength);
      let count = 0;
      for (const piece of pieces) {
        if (piece.firstBlock > block) {
          count += piece.length;
        } else if (piece.lastBlock >= block) {
          if (piece.numbers === undefined) {
            count += (piece.lastBlock - block) * piece.templates.length + countAtLeast(numbersOf(block, piece), number);
          } else {
            count += countAtLeast(piece.numbers, number);
          }
        }
      }
      return count;
    },
  };
}

function piecesOf({ from, to, templates }: Stretch, shuffle: BlockShuffle, before: number): readonly Piece[] {
  if (from >= to || templates.length === 0) {
    return [];
  }
  const pieces: Piece[] = [];
  let sum = before;
  const add = (firstBlock: number, lastBlock: number, numbers: readonly number[] | undefined): void => {
    const length = numbers?.length ?? (lastBlock - firstBlock + 1) * templates.length;
    pieces.push({ firstBlock, lastBlock, templates, numbers, length, before: sum });
    sum += length;
  };
  const part = (block: number): readonly number[] =>
    numbersIn(block, templates, shuffle).filter((number) => number >= from && number < to);
  const firstWhole = Math.ceil(from / blockLength);
  const behindWhole = Math.floor(to / blockLength);
  if (firstWhole > behindWhole) {
    add(behindWhole, behindWhole, part(behindWhole));
    return pieces;
  }
  if (to % blockLength !== 0) {
    add(behindWhole, behindWhole, part(behindWhole));
  }
  if (behindWhole > firstWhole) {
    add(firstWhole, behindWhole - 1, undefined);
  }
  if (from % blockLength !== 0) {
    add(firstWhole - 1, firstWhole - 1, part(firstWhole - 1));
  }
  return pieces;
}

function numbersIn(block: number, templates: readonly number[], shuffle: BlockShuffle): readonly number[] {
  const slots = Uint16Array.from(templates, (template) => shuffle.slotOf(block, template))
    .sort()
    .toReversed();
  return Array.from(slots, (slot) => block * blockLength + slot);
}

/** Of descending numbers: how many are at least this one. */
function countAtLeast(numbers: readonly number[], least: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) >= least) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
