import type { Language } from '../language.ts';
import { badgeFor, languages } from '../profiles.ts';
import { createRandom } from '../random.ts';
import type { Badge } from '../world.ts';
import { modulo, type Walk, walkOver } from './numbers.ts';
import type { BulkSize } from './worldSize.ts';

/** What the accounts of one group have in common; an account's group is its number modulo their count. */
export interface AccountGroup {
  readonly language: Language;
  readonly badge: Badge;
  readonly isAutomated: boolean;
}

/** Accounts that take turns in writing: those of a group, the well-known ones apart. */
export interface Writers {
  readonly group: AccountGroup;
  readonly first: number;
  readonly walk: Walk;
}

/** How the bulk's accounts are grouped. */
export interface AccountGroups {
  readonly count: number;
  /** How many accounts, from number 0, are well known. */
  readonly starCount: number;
  readonly groupOf: (account: number) => AccountGroup;
  readonly isVerified: (account: number) => boolean;
  /** Twice as many as groups: first the stars of each, then the others. */
  readonly writers: readonly Writers[];
  readonly writersOf: (account: number) => number;
}

const groupCount = 64;

export function createAccountGroups(seed: number, size: BulkSize): AccountGroups {
  const random = createRandom(seed, 'bulk groups');
  const bag = languages.flatMap((language) => Array.from({ length: language.share }, () => language));
  const spread = walkOver(groupCount);
  const groups = Array.from({ length: groupCount }, (_, index): AccountGroup => ({
    language: bag[Math.floor((spread.at(index) * bag.length) / groupCount)] ?? random.pick(languages),
    badge: badgeFor(random),
    isAutomated: random.chance(0.05),
  }));
  const groupOf = (account: number): AccountGroup => groups[account % groupCount] ?? random.pick(groups);
  const starCount = 1 + size.starClasses.reduce((sum, count) => sum + count, 0);
  const writersFrom = (from: number, to: number): readonly Writers[] =>
    groups.map((group, index) => {
      const first = from + modulo(index - from, groupCount);
      return { group, first, walk: walkOver(Math.ceil((to - first) / groupCount)) };
    });
  return {
    count: groupCount,
    starCount,
    groupOf,
    isVerified: (account) => groupOf(account).badge !== 'none',
    writers: [...writersFrom(0, starCount), ...writersFrom(starCount, size.people.public)],
    writersOf: (account) => (account % groupCount) + (account < starCount ? 0 : groupCount),
  };
}
