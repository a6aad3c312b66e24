import { landmarks } from '../landmarks.ts';
import { iterateSequence, createLazySequence } from '../lazySequence.ts';
import { readSnowflakeTimeMs } from '../snowflake.ts';
import type { Account, WorldList, SliceableSequence, SandboxWorld } from '../world.ts';
import {
  createDeepPeople,
  createDeepPosts,
  crowdedAccountFollowerCount,
  longListSeries,
  hugeThreadReplySeries,
  starAccountNumbers,
  verifiedFollowerInterval,
} from './deepRecords.ts';

/**
 * A world, and beside it what takes long to page through: an account with a million followers, one with a million posts,
 * a list of a million posts, a thread of 5,000 replies. Each page is computed from its place: nothing of it is stored,
 * nothing before it is looked at. They are reached by id, handle and from each other; searches and the rows of everything
 * do not hold them.
 */
export function withDeepRecords(base: SandboxWorld, mediaBase: string): SandboxWorld {
  const people = createDeepPeople(base.seed, mediaBase);
  const posts = createDeepPosts(base.seed, base.nowMs, people);
  const ifAny = (number: number): Account | undefined => (number < 0 ? undefined : people.at(number));
  const crowd = (length: number, every = 1): SliceableSequence<Account> =>
    createLazySequence(length, (place) => people.at(place * every));
  const list: WorldList = {
    id: landmarks.longListId,
    name: 'The long reel',
    description: 'A thousand people, a thousand posts each.',
    createdAtMs: readSnowflakeTimeMs(landmarks.longListId),
    ownerId: landmarks.crowdedId,
    private: false,
    pinned: false,
    bannerUrl: `${mediaBase}/list/long.png`,
    memberCount: longListSeries.authorCount,
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
      if (people.numberOf(id) !== starAccountNumbers.crowded) {
        return base.followersOf(id, kind);
      }
      return kind === 'all'
        ? crowd(crowdedAccountFollowerCount)
        : crowd(Math.ceil(crowdedAccountFollowerCount / verifiedFollowerInterval), verifiedFollowerInterval);
    },
    followingOf: (id) => {
      const number = people.numberOf(id);
      return number >= 0 && number < crowdedAccountFollowerCount ? [people.at(starAccountNumbers.crowded)] : base.followingOf(id);
    },
    isFollowing: (id, otherId) => {
      const number = people.numberOf(id);
      return number >= 0 && number < crowdedAccountFollowerCount
        ? people.numberOf(otherId) === starAccountNumbers.crowded
        : base.isFollowing(id, otherId);
    },
    repliesTo: (id) => (id === landmarks.hugeThreadId ? posts.all(hugeThreadReplySeries) : base.repliesTo(id)),
    list: (id) => (id === list.id ? list : base.list(id)),
    lists: () => [...iterateSequence(base.lists()), list],
    listMembers: (id) => (id === list.id ? crowd(longListSeries.authorCount) : base.listMembers(id)),
    listPosts: (id) => (id === list.id ? posts.all(longListSeries) : base.listPosts(id)),
  };
}
