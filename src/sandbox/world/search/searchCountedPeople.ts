import { sketchCount } from '../bulk/bulkProfiles.ts';
import type { Bulk } from '../bulk/createBulk.ts';
import { mergeRows } from '../bulk/rankedSet.ts';
import type { TemplateSet } from '../bulk/templateSet.ts';
import { handleMark } from '../bulk/templates.ts';
import type { Account, Sequence } from '../world.ts';
import type { Leaf } from './compileQuery.ts';
import { wordsOf } from './textMatch.ts';

/** What a search for people looks at. */
export type PersonTexts = Pick<Account['record'], 'name' | 'username' | 'description'>;

/**
 * The accounts of the small world that were found, and behind them the counted ones: those share their names and bios with
 * every 1,024th, so that one of each is looked at; only where a query names the rest of a handle, that account is.
 */
export function searchCountedPeople(
  bulk: Bulk,
  found: readonly Account[],
  isWanted: (texts: PersonTexts) => boolean,
  leaves: readonly Leaf[],
): Sequence<Account> {
  const { people } = bulk.size;
  const count = people.public + people.protected;
  const wanted = bulk.profiles.sketches.flatMap(({ noun, name, description }, index) =>
    isWanted({ name, username: `${noun}_${handleMark}`, description }) ? [index] : [],
  );
  const shared = new Set(wanted);
  // the handle of the first account is a reserved one
  const named = new Set([0, ...leaves.flatMap((leaf) => namedBy(leaf, bulk))].filter((number) => number >= 0 && number < count));
  const looked = [...named].map((number) => ({
    number,
    isWanted: isWanted(textsOf(number, bulk)),
    isShared: shared.has(number % sketchCount),
  }));
  // rows run from high numbers to low ones, and the best known accounts have the lowest
  const turned = (number: number): number => count - 1 - number;
  const added = looked
    .filter((one) => one.isWanted && !one.isShared)
    .sort((left, right) => left.number - right.number)
    .map(({ number }) => ({ item: bulk.account(number), score: 0, newerFrom: () => turned(number) + 1 }));
  const left = looked.filter((one) => !one.isWanted && one.isShared).map(({ number }) => ({ number: turned(number), score: 0 }));
  const known = found.map((item) => ({ item, score: 0, newerFrom: () => count }));
  const listed = [...known, ...added];
  return mergeRows(
    [{ score: 0, set: everyOne(wanted, count) }],
    { length: listed.length, at: (index) => listed[index] },
    left,
    (number) => bulk.account(turned(number)),
  );
}

/** The accounts whose number has one of some remainders, by what is left to the last number. */
function everyOne(remainders: readonly number[], count: number): TemplateSet {
  const each = remainders.length;
  /** How many of them have a number below a limit. */
  const countBelow = (limit: number): number =>
    Math.floor(limit / sketchCount) * each + remainders.filter((remainder) => remainder < limit % sketchCount).length;
  const length = countBelow(count);
  return {
    length,
    slice: (start, end) => {
      const from = Math.max(start, 0);
      return Array.from({ length: Math.max(0, Math.min(end, length) - from) }, (_, offset) => {
        const index = from + offset;
        return count - 1 - (Math.floor(index / each) * sketchCount + (remainders[index % each] ?? 0));
      });
    },
    countFrom: (number) => countBelow(Math.max(0, count - number)),
  };
}

function namedBy(leaf: Leaf, { profiles }: Bulk): readonly number[] {
  switch (leaf.kind) {
    case 'word':
    case 'phrase':
      return wordsOf(leaf.text).flatMap((word) => [profiles.numberOfHandle(word), profiles.numberOfCode(word)]);
    case 'mention':
      return [profiles.numberOfHandle(leaf.handle)];
    case 'hashtag':
    case 'operator':
      return [];
  }
}

function textsOf(number: number, { profiles }: Bulk): PersonTexts {
  const { handle, sketch } = profiles.profile(number);
  return { name: sketch.name, username: handle, description: sketch.description };
}
