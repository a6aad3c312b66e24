import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import { landmarks } from './landmarks.ts';
import { type Lazy, once } from '../../client/once.ts';
import { createPickedSequence } from './lazySequence.ts';
import { createNewestFirstComparator } from './postRegistry.ts';
import type { PostIndex } from './postIndex.ts';
import { accountCountByState, namedAccountNumbers, pickRandomAccountNumbers, type AccountProfile } from './profiles.ts';
import { createRandom } from './random.ts';
import { readSnowflakeTimeMs } from './snowflake.ts';
import type { Account, WorldList, SandboxWorld } from './world.ts';
import words from './texts/words.json' with { type: 'json' };

/** A list and its people as account numbers. */
export interface ListPlan {
  readonly entry: WorldList;
  readonly members: readonly number[];
  readonly followers: readonly number[];
}

/** Plans the lists; the first three belong to the examples' account. */
export function planLists(profiles: readonly AccountProfile[], mediaBase: string): readonly ListPlan[] {
  const random = createRandom('lists');
  return words.lists.map((name, index) => {
    const id = (BigInt(exampleValues.listId) + BigInt(index)).toString();
    const owner = index < 3 ? namedAccountNumbers.hero : random.below(accountCountByState.public);
    const members = pickRandomAccountNumbers(random, index === 0 ? 130 : random.between(5, 90));
    // the account of the examples follows some lists of others
    const followers = pickRandomAccountNumbers(random, index === 0 ? 110 : random.between(2, 60), [
      index % 4 === 3 ? namedAccountNumbers.hero : namedAccountNumbers.partner,
    ]);
    return {
      entry: {
        id,
        name,
        description: index % 5 === 4 ? '' : `People who write about: ${name.toLowerCase()}.`,
        createdAtMs: readSnowflakeTimeMs(id) + index * 3_600_000,
        ownerId: profiles[owner]?.id ?? exampleValues.userId,
        private: id === landmarks.privateListId,
        pinned: index % 6 === 0,
        bannerUrl: `${mediaBase}/list/${index}.svg`,
        memberCount: members.length,
        followerCount: id === landmarks.privateListId ? 0 : followers.length,
        rawHasErrors: id === landmarks.listWithErrorsId,
      },
      members,
      followers: id === landmarks.privateListId ? [] : followers,
    };
  });
}

type ListAccessors = Pick<SandboxWorld, 'list' | 'lists' | 'listMembers' | 'listFollowers' | 'listPosts'>;

/** The lists' part of the world. Timelines are merged on first use and kept. */
export function createListAccessors(
  plans: Lazy<readonly ListPlan[]>,
  index: Lazy<PostIndex>,
  at: (number: number) => Account,
): ListAccessors {
  const byId = once(() => new Map(plans().map((plan) => [plan.entry.id, plan])));
  const timelines = new Map<string, readonly number[]>();
  return {
    list: (id) => byId().get(id)?.entry,
    lists: () => plans().map((plan) => plan.entry),
    listMembers: (id) => createPickedSequence(at, byId().get(id)?.members),
    listFollowers: (id) => createPickedSequence(at, byId().get(id)?.followers),
    listPosts: (id) => {
      const plan = byId().get(id);
      if (plan === undefined) return [];
      const merged = timelines.get(plan.entry.id) ?? mergeMemberPostNumbers(plan.members, index());
      timelines.set(plan.entry.id, merged);
      return createPickedSequence(index().posts.at, merged);
    },
  };
}

function mergeMemberPostNumbers(members: readonly number[], { by, posts }: PostIndex): readonly number[] {
  return members
    .flatMap(by)
    .filter((number) => (posts.replyTo[number] ?? -1) < 0)
    .sort(createNewestFirstComparator(posts));
}
