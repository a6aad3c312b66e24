import { type Lazy, once } from './once.ts';
import type { PostSubject } from './search/postSubject.ts';
import { searchPosts } from './search/searchPosts.ts';
import { templateSubjects } from './search/templateSubjects.ts';
import { madeSequence, sequenceOf } from './sequence.ts';
import type { Account, Post, PostsOf, Sequence, World } from './world.ts';
import type { BlockKind } from './bulk/bulkPosts.ts';
import type { Bulk } from './bulk/createBulk.ts';

/**
 * The small world and the bulk as one: an id leads to the part it belongs to.
 * The parts hold no ties between their people; timelines of everything and searches run over both.
 */
export function joinBulk(base: World, bulk: Lazy<Bulk>): World {
  const toAccount = (number: number): Account => bulk().account(number);
  const toPost = (number: number): Post => bulk().posts.post(number);
  const accountNumber = (id: string): number => bulk().profiles.numberOfId(id);
  const postNumber = (id: string): number => bulk().posts.numberOfId(id);
  const postsAt = (numbers: readonly number[]): Sequence<Post> =>
    madeSequence(numbers.length, (index) => toPost(numbers[index] ?? -1));
  const ofPost = (id: string, find: (number: number) => readonly number[]): readonly number[] => {
    const number = postNumber(id);
    return number < 0 ? [] : find(number);
  };
  const world: World = {
    ...base,
    layers: once(() => ({ base, bulk: bulk(), subjectsIn: subjectsOf(bulk()) })),
    account: (id) => base.account(id) ?? ifAny(accountNumber(id), toAccount),
    accountByHandle: (handle) => base.accountByHandle(handle) ?? ifAny(bulk().profiles.numberOfHandle(handle), toAccount),
    accounts: () => {
      const { people } = bulk().size;
      return followedBy(base.accounts(), madeSequence(people.public + people.protected, toAccount));
    },
    post: (id) => base.post(id) ?? ifAny(postNumber(id), toPost) ?? bulk().hiddenPost(id),
    posts: () => searchPosts(world, null, { order: 'latest', reposts: true, note: ignore }),
    postsOf: (id, what) =>
      base.account(id) === undefined ? postsAtTab(bulk(), accountNumber(id), what) : base.postsOf(id, what),
    followersOf: (id, kind) => {
      const number = accountNumber(id);
      if (base.account(id) !== undefined || number < 0) {
        return base.followersOf(id, kind);
      }
      const row = bulk().ties.followers(number, kind);
      return madeSequence(row.length, (index) => toAccount(row.at(index)));
    },
    followingOf: (id) => {
      const following = base.account(id) === undefined ? followedFrom(bulk(), accountNumber(id)) : undefined;
      return following === undefined
        ? base.followingOf(id)
        : madeSequence(following.length, (index) => toAccount(following[index] ?? -1));
    },
    follows: (id, otherId) =>
      base.account(id) === undefined
        ? followedFrom(bulk(), accountNumber(id)).includes(accountNumber(otherId))
        : base.follows(id, otherId),
    repliesTo: (id) => (base.post(id) === undefined ? postsAt(reactions(id, 'reply')) : base.repliesTo(id)),
    quotesOf: (id) => (base.post(id) === undefined ? postsAt(reactions(id, 'quote')) : base.quotesOf(id)),
    retweetersOf: (id) => {
      if (base.post(id) !== undefined) {
        return base.retweetersOf(id);
      }
      const reposts = reactions(id, 'repost');
      return madeSequence(reposts.length, (index) => toAccount(bulk().posts.authorOf(reposts[index] ?? -1)));
    },
    likersOf: (id) => {
      const number = base.post(id) === undefined ? postNumber(id) : -1;
      return number < 0
        ? base.likersOf(id)
        : madeSequence(bulk().posts.templateOf(number).likes, (index) => toAccount(bulk().posts.likerAt(number, index)));
    },
    postsTagged: (hashtag) =>
      searchPosts(world, { kind: 'hashtag', tag: hashtag, from: 0, to: 0 }, { order: 'latest', note: ignore }),
  };
  const reactions = (id: string, kind: 'reply' | 'quote' | 'repost'): readonly number[] =>
    ofPost(id, (number) => bulk().posts.reactionsTo(number, kind));
  const postsAtTab = (from: Bulk, account: number, what: PostsOf): Sequence<Post> => {
    if (account < 0) {
      return sequenceOf([]);
    }
    const { posts } = from;
    const hidden = from.hiddenBy(account);
    if (hidden.length > 0) {
      return sequenceOf(what === 'posts' || what === 'postsAndReplies' ? hidden : []);
    }
    const own = posts.by(account);
    switch (what) {
      case 'likes':
        return postsAt(posts.likedBy(account));
      case 'media':
        return postsAt(own.filter((number) => posts.templateOf(number).media.length > 0));
      case 'articles':
        return sequenceOf([]);
      case 'posts':
      case 'postsAndReplies': {
        const pinned = postNumber(toAccount(account).record.pinnedTweetIds[0] ?? '');
        const isShown = (number: number): boolean =>
          number !== pinned &&
          (what === 'postsAndReplies' || posts.templateOf(number).kind !== 'reply' || posts.targetOf(number) < 0);
        return postsAt([...(pinned < 0 ? [] : [pinned]), ...own.filter(isShown)]);
      }
    }
  };
  return world;
}

function subjectsOf({ groups, posts }: Bulk): (kind: BlockKind) => readonly PostSubject[] {
  const read = (kind: BlockKind) => once(() => templateSubjects(groups, posts.templates, kind));
  const subjects = { first: read('first'), middle: read('middle'), last: read('last') };
  return (kind) => subjects[kind]();
}

function followedFrom(bulk: Bulk, account: number): readonly number[] {
  const { people } = bulk.size;
  return account < 0 || account >= people.public + people.protected ? [] : bulk.ties.following(account);
}

function ifAny<T>(number: number, make: (number: number) => T): T | undefined {
  return number < 0 ? undefined : make(number);
}

function followedBy<T>(first: Sequence<T>, second: Sequence<T>): Sequence<T> {
  return {
    length: first.length + second.length,
    slice: (start, end) => [
      ...first.slice(Math.max(start, 0), Math.max(end, 0)),
      ...second.slice(Math.max(start - first.length, 0), Math.max(end - first.length, 0)),
    ],
  };
}

function ignore(): void {
  // what is asked for here passes over nothing
}
