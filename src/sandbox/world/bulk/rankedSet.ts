import type { TemplateSet } from './templateSet.ts';

/** Posts of one score; the higher scores come first, and in each the newest. */
export interface ScoredSet {
  readonly score: number;
  readonly set: TemplateSet;
}

/** A post that is listed beside the counted ones. */
export interface ListedPost<T> {
  readonly item: T;
  readonly score: number;
  /** The lowest number of a counted post that is newer. */
  readonly newerFrom: () => number;
}

/** Listed posts in the order of their row, each made when it is looked at. */
export interface ListedRow<T> {
  readonly length: number;
  readonly at: (index: number) => ListedPost<T> | undefined;
}

/** Listed and counted posts as one row. */
export interface MergedRow<T> {
  readonly length: number;
  readonly slice: (start: number, end: number) => readonly T[];
}

/**
 * Merges counted posts with listed ones; any part of the row costs about the same.
 * @param sets the highest score first
 * @param listed in the order of the row
 * @param left which of the counted ones stay away, each once
 */
export function mergeRows<T>(
  sets: readonly ScoredSet[],
  listed: ListedRow<T>,
  left: readonly { readonly number: number; readonly score: number }[],
  toItem: (number: number) => T,
): MergedRow<T> {
  const placed: { readonly score: number; readonly set: TemplateSet; readonly before: number }[] = [];
  let counted = 0;
  for (const { score, set } of sets) {
    placed.push({ score, set, before: counted });
    counted += set.length;
  }
  const countBefore = (score: number, newerFrom: () => number): number => {
    // the sets are few enough to walk through
    const same = placed.find((one) => one.score <= score);
    if (same === undefined) {
      return counted;
    }
    return same.before + (same.score === score ? same.set.countFrom(newerFrom()) : 0);
  };
  const holes = left.map(({ number, score }) => countBefore(score, () => number + 1)).sort((one, other) => one - other);
  /** Where a counted post without the ones left out stands among all counted ones. */
  const withHoles = (index: number): number => {
    let low = 0;
    let high = holes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((holes[middle] ?? 0) - middle <= index) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return index + low;
  };
  const positionOf = (index: number): number => {
    const one = listed.at(index);
    if (one === undefined) {
      return Infinity;
    }
    const before = countBefore(one.score, one.newerFrom);
    return index + before - countBelow(holes, before);
  };
  const cutCounted = (start: number, end: number): readonly number[] => {
    const from = withHoles(start);
    const to = end > start ? withHoles(end - 1) + 1 : from;
    const numbers = placed.flatMap(({ set, before }) =>
      before + set.length <= from || before >= to ? [] : set.slice(from - before, to - before),
    );
    const skipped = new Set(holes.slice(countBelow(holes, from), countBelow(holes, to)));
    return skipped.size === 0 ? numbers : numbers.filter((_, offset) => !skipped.has(from + offset));
  };
  const length = listed.length + counted - holes.length;
  return {
    length,
    slice: (start, end) => {
      const from = Math.min(Math.max(start, 0), length);
      const to = Math.min(Math.max(end, from), length);
      let next = 0;
      let high = listed.length;
      while (next < high) {
        const middle = (next + high) >> 1;
        if (positionOf(middle) < from) {
          next = middle + 1;
        } else {
          high = middle;
        }
      }
      const shown = new Map<number, T>();
      const firstListed = next;
      for (let position = positionOf(next); position < to; position = positionOf(next)) {
        const one = listed.at(next);
        if (one !== undefined) {
          shown.set(position, one.item);
        }
        next += 1;
      }
      const numbers = cutCounted(from - firstListed, to - next);
      let taken = 0;
      return Array.from({ length: to - from }, (_, offset) => {
        const item = shown.get(from + offset);
        if (item !== undefined) {
          return item;
        }
        const number = numbers[taken];
        if (number === undefined) {
          throw new RangeError(`there is nothing at ${from + offset}`);
        }
        taken += 1;
        return toItem(number);
      });
    },
  };
}

/** Of ascending numbers: how many are below a limit. */
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < limit) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
