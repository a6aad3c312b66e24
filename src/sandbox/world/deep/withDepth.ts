import { landmarks } from '../landmarks.ts';
import { eachOf, madeSequence } from '../lazy.ts';
import { snowflakeTime } from '../snowflake.ts';
import type { Account, ListEntry, Sequence, World } from '../world.ts';
import {
  createDeepPeople,
  createDeepPosts,
  crowdSize,
  listStream,
  replyStream,
  starNumbers,
  verifiedEvery,
} from './deepRecords.ts';

/**
 * A world, and beside it what takes long to page through: an account with a million followers, one with a million posts,
 * a list of a million posts, a thread of 5,000 replies. Each page is computed from its place: nothing of it is stored,
 * nothing before it is looked at. They are reached by id, handle and from each other; searches and the rows of everything
 * do not hold them.
 */
export function withDepth(base: World, mediaBase: string): World {
  const people = createDeepPeople(base.seed, mediaBase);
  const posts = createDeepPosts(base.seed, base.nowMs, people);
  const ifAny = (number: number): Account | undefined => (number < 0 ? undefined : people.at(number));
  const crowd = (length: number, every = 1): Sequence<Account> => madeSequence(length, (place) => people.at(place * every));
  const list: ListEntry = {
    id: landmarks.longListId,
    name: 'The long reel',
    description: 'A thousand people, a thousand posts each.',
    createdAtMs: snowflakeTime(landmarks.longListId),
    ownerId: landmarks.crowdedId,
    private: false,
    pinned: false,
    bannerUrl: `${mediaBase}/list/long.png`,
    memberCount: listStream.authorCount,
    followerCount: 0,
    rawHasErrors: false,
  };
  return {
    ...base,
    account: (id) => base.account(id) ?? ifAny(people.numberOf(id)),
    accountByHandle: (handle) => base.accountByHandle(handle) ?? ifAny(people.numberOfHandle(handle)),
    post: (id) => base.post(id) ?? posts.find(id),
    postsOf: (id, what) => {
      const number = people.numberOf(id);
      return number < 0 ? base.postsOf(id, what) : posts.by(number, what);
    },
    followersOf: (id, kind) => {
      if (people.numberOf(id) !== starNumbers.crowded) {
        return base.followersOf(id, kind);
      }
      return kind === 'all' ? crowd(crowdSize) : crowd(Math.ceil(crowdSize / verifiedEvery), verifiedEvery);
    },
    followingOf: (id) => {
      const number = people.numberOf(id);
      return number >= 0 && number < crowdSize ? [people.at(starNumbers.crowded)] : base.followingOf(id);
    },
    follows: (id, otherId) => {
      const number = people.numberOf(id);
      return number >= 0 && number < crowdSize ? people.numberOf(otherId) === starNumbers.crowded : base.follows(id, otherId);
    },
    repliesTo: (id) => (id === landmarks.hugeThreadId ? posts.all(replyStream) : base.repliesTo(id)),
    list: (id) => (id === list.id ? list : base.list(id)),
    lists: () => [...eachOf(base.lists()), list],
    listMembers: (id) => (id === list.id ? crowd(listStream.authorCount) : base.listMembers(id)),
    listPosts: (id) => (id === list.id ? posts.all(listStream) : base.listPosts(id)),
  };
}
