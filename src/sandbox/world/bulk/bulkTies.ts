import type { AccountGroups } from './accountGroups.ts';
import { mixed, modulo } from './numbers.ts';
import type { BulkSize } from './worldSize.ts';

/** Account numbers in a row, cut on demand. */
export interface NumberRow {
  readonly length: number;
  readonly at: (index: number) => number;
}

/** Who follows whom among the bulk's accounts: every tie is computed from either end. */
export interface BulkTies {
  readonly following: (account: number) => readonly number[];
  readonly followers: (account: number, kind: 'all' | 'verified') => NumberRow;
}

const mostTies = 24;

/**
 * Everyone follows a few others around them and one star of each class; the first of the crowd also the best known account.
 * The ties of a number of everybody are shifts around a ring, so that the way back is the shift back.
 */
export function createBulkTies(seed: number, size: BulkSize, groups: AccountGroups): BulkTies {
  const total = size.people.public + size.people.protected;
  const first = groups.starCount;
  const ring = createRing(seed, first, total - first, 4);
  const starRing = createRing(seed + 1, 0, first, 1);
  const classes = classesOf(size);
  const following = (account: number): readonly number[] => {
    if (account < first) {
      return starRing.from(account);
    }
    const stars = account - first < size.crowd ? [0] : [];
    return [...stars, ...classes.map(({ start, count }) => start + (account % count)), ...ring.from(account)];
  };
  const crowdOf = (account: number): Steps => {
    if (account === 0) {
      return { start: first, step: 1, length: size.crowd };
    }
    const kind = classes.find(({ start, count }) => account >= start && account < start + count);
    if (kind === undefined) {
      return { start: 0, step: 1, length: 0 };
    }
    const start = first + modulo(account - kind.start - first, kind.count);
    return { start, step: kind.count, length: Math.max(0, Math.ceil((total - start) / kind.count)) };
  };
  return {
    following,
    followers: (account, kind) => {
      if (account >= total) {
        return { length: 0, at: () => 0 };
      }
      const near = account < first ? starRing.to(account) : ring.to(account);
      const crowd = crowdOf(account);
      return kind === 'all' ? joined(near, rowOf(crowd)) : joined(near.filter(groups.isVerified), verifiedOf(crowd, groups));
    },
  };
}

interface Steps {
  readonly start: number;
  readonly step: number;
  readonly length: number;
}

/** The account numbers of each class of stars: behind the best known one, class by class. */
function classesOf(size: BulkSize): readonly { readonly start: number; readonly count: number }[] {
  let start = 1;
  return size.starClasses.map((count) => {
    const found = { start, count };
    start += count;
    return found;
  });
}

function createRing(seed: number, first: number, size: number, fewest: number) {
  const shifts: number[] = [];
  for (let draw = 0; shifts.length < Math.min(mostTies, size - 1); draw += 1) {
    // every second tie is the one before it seen from the other end: they follow each other
    const last = shifts.at(-1);
    const shift = shifts.length % 2 === 1 && last !== undefined ? size - last : 1 + (mixed(seed, draw) % (size - 1));
    const isNew = !shifts.includes(shift);
    if (isNew || shifts.length % 2 === 1) {
      shifts.push(isNew ? shift : freeShift(shifts, size));
    }
  }
  const degree = (account: number): number => Math.min(shifts.length, fewest + (mixed(seed, account) % (mostTies - fewest + 1)));
  const move = (account: number, shift: number): number => first + modulo(account - first + shift, size);
  return {
    from: (account: number): readonly number[] => shifts.slice(0, degree(account)).map((shift) => move(account, shift)),
    to: (account: number): readonly number[] =>
      shifts.map((shift) => move(account, -shift)).filter((follower, tie) => tie < degree(follower)),
  };
}

function freeShift(taken: readonly number[], size: number): number {
  let shift = 1;
  while (taken.includes(shift) && shift < size) {
    shift += 1;
  }
  return shift;
}

function rowOf(steps: Steps): NumberRow {
  return { length: steps.length, at: (index) => steps.start + index * steps.step };
}

/** The verified ones of a row of equal steps: whether one is verified repeats with the groups. */
function verifiedOf(steps: Steps, groups: AccountGroups): NumberRow {
  const period = groups.count;
  const wanted = Array.from({ length: Math.min(period, steps.length) }, (_, index) => index).filter((index) =>
    groups.isVerified(steps.start + index * steps.step),
  );
  const whole = Math.floor(steps.length / period);
  const rest = wanted.filter((index) => index < steps.length % period).length;
  return {
    length: whole * wanted.length + rest,
    at: (index) => {
      const turn = Math.floor(index / wanted.length);
      return steps.start + (turn * period + (wanted[index % wanted.length] ?? 0)) * steps.step;
    },
  };
}

function joined(near: readonly number[], crowd: NumberRow): NumberRow {
  return {
    length: near.length + crowd.length,
    at: (index) => near[index] ?? crowd.at(index - near.length),
  };
}
