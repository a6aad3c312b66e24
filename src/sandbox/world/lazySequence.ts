import type { SliceableSequence } from './world.ts';

/** A sequence whose items are made when they are cut out; `make` is never asked for an index outside. */
export function createLazySequence<T>(length: number, make: (index: number) => T): SliceableSequence<T> {
  return {
    length,
    slice: (start, end) => {
      const from = Math.min(Math.max(start, 0), length);
      const to = Math.min(Math.max(end, from), length);
      return Array.from({ length: to - from }, (_, offset) => make(from + offset));
    },
  };
}

/** The items of these numbers, in this order. */
export function createPickedSequence<T>(at: (number: number) => T, numbers: readonly number[] = []): SliceableSequence<T> {
  return createLazySequence(numbers.length, (position) => at(numbers[position] ?? -1));
}

/** Walks a sequence in steps, so that a lazy one never stands in memory whole. */
export function* iterateSequence<T>(sequence: SliceableSequence<T>): Generator<T> {
  const step = 512;
  for (let start = 0; start < sequence.length; start += step) {
    yield* sequence.slice(start, start + step);
  }
}
