import type { Bulk } from '../bulk/createBulk.ts';
import { Unreadable } from './templateSubjects.ts';
import type { Account, World } from '../world.ts';
import type { PostSubject, PostTest } from './postSubject.ts';
import { wordsOf } from './textMatch.ts';

/** What a part of a query asks for, as an index needs to know it. */
export type Asked =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mention'; readonly handle: string }
  | { readonly kind: 'operator'; readonly name: string; readonly value: string }
  | { readonly kind: 'other' };

/**
 * How the posts that pass a test are found among the counted ones:
 * `since` by where they start or end, `listed` by number, `template` by the template; and beside all of these, the numbers
 * where a template does not tell.
 */
export type Reach =
  | { readonly kind: 'since' }
  | { readonly kind: 'template'; readonly numbers: readonly number[] }
  | { readonly kind: 'listed'; readonly numbers: readonly number[] };

const momentOperators = new Set(['since', 'until', 'since_time', 'until_time', 'within_time', 'since_id', 'max_id']);

/** Finds how a part of a query is looked up. */
export function reachOf(asked: Asked, bulk: Bulk): Reach {
  switch (asked.kind) {
    case 'other':
      return { kind: 'template', numbers: [] };
    case 'text':
      // a word may be a handle that a text names, or an id in the address of a quoted post
      return { kind: 'template', numbers: namedBy(wordsOf(asked.text), bulk) };
    case 'mention':
      return { kind: 'listed', numbers: namingHandle(asked.handle, bulk) };
    case 'operator':
      return operatorReach(asked.name, asked.value, bulk);
  }
}

function operatorReach(name: string, value: string, bulk: Bulk): Reach {
  if (momentOperators.has(name)) {
    return { kind: 'since' };
  }
  const numbers = listedBy(name, value, bulk);
  if (numbers !== undefined) {
    return { kind: 'listed', numbers };
  }
  return { kind: 'template', numbers: name === 'url' ? namedBy(wordsOf(value), bulk) : [] };
}

function listedBy(name: string, value: string, { posts, profiles }: Bulk): readonly number[] | undefined {
  const account = (): number => profiles.numberOfHandle(value.replace(/^@/, ''));
  const post = (): number => posts.numberOfId(value);
  switch (name) {
    case 'from':
      return account() < 0 ? [] : posts.by(account());
    case 'to':
      return account() < 0 ? [] : posts.by(account()).flatMap((own) => posts.reactionsTo(own, 'reply'));
    case 'list':
      return []; // the members of lists are of the small world
    case 'conversation_id':
      return post() < 0 ? [] : conversationOf(post(), posts);
    case 'quoted_tweet_id':
    case 'quotes_of_tweet_id':
      return post() < 0 ? [] : posts.reactionsTo(post(), 'quote');
    case 'quoted_user_id': {
      const number = profiles.numberOfId(value);
      return number < 0 ? [] : posts.by(number).flatMap((own) => posts.reactionsTo(own, 'quote'));
    }
    default:
      return undefined;
  }
}

function conversationOf(root: number, posts: Bulk['posts']): readonly number[] {
  return [root, ...posts.reactionsTo(root, 'reply').flatMap((reply) => conversationOf(reply, posts))];
}

function namedBy(words: readonly string[], bulk: Bulk): readonly number[] {
  return words.flatMap((word) => {
    const post = bulk.posts.numberOfId(word);
    return [...namingHandle(word, bulk), ...(post < 0 ? [] : bulk.posts.reactionsTo(post, 'quote'))];
  });
}

function namingHandle(handle: string, { posts, profiles }: Bulk): readonly number[] {
  const account = profiles.numberOfHandle(handle);
  return account < 0 ? [] : posts.naming(account);
}

/** Whether the posts of each template pass a test: 1 for yes, 0 for no, 2 where it differs from post to post. */
export function weighTemplates(test: PostTest, subjects: readonly PostSubject[]): Uint8Array {
  return Uint8Array.from(subjects, (subject) => {
    try {
      return test(subject) ? 1 : isOpenAddress(test, subject) ? 2 : 0;
    } catch (error) {
      if (error instanceof Unreadable) {
        return 2;
      }
      throw error;
    }
  });
}

/** Whether a part of an address may stand in the handle or the id that a quoting post has in its link. */
function isOpenAddress({ asked }: PostTest, { post }: PostSubject): boolean {
  return (
    asked?.name === 'url' &&
    post.quotedId !== undefined &&
    /^[a-z0-9_/]+$|example\/./i.test(asked.value) &&
    asked.value.length < 64
  );
}

/** The post of a number as a search looks at it; of its author, the counts are made only when a test asks. */
export function countedSubject(world: World, bulk: Bulk, number: number, accountAt: (account: number) => Account): PostSubject {
  const post = bulk.posts.post(number);
  const account = bulk.posts.authorOf(number);
  const profile = bulk.profiles.profile(account);
  const { posts } = bulk;
  return {
    post,
    world,
    lowerText: post.text.toLowerCase(),
    figures: {
      replies: () => posts.reactionCount(number, 'reply'),
      reposts: () => posts.reactionCount(number, 'repost'),
      quotes: () => posts.reactionCount(number, 'quote'),
      isSelfThread: () => false, // by the way templates are dealt
    },
    author: {
      id: profile.id,
      state: profile.state,
      badge: profile.badge,
      lang: profile.lang,
      createdAtMs: profile.createdAtMs,
      get record() {
        return accountAt(account).record;
      },
    },
  };
}
