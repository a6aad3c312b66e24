import type { Account, Post, World } from '../world.ts';

/** A post as a search looks at it. */
export interface PostSubject {
  readonly post: Post;
  readonly author: Account;
  readonly lowerText: string;
  readonly world: World;
  readonly figures: PostFigures;
}

/** What there is of reactions to a post; counted when asked for. */
export interface PostFigures {
  readonly replies: () => number;
  readonly reposts: () => number;
  readonly quotes: () => number;
  /** Whether it answers a post of its own author. */
  readonly isSelfThread: () => boolean;
}

/**
 * Whether a post is wanted.
 * `asked` is there when the test is that of an operator: an index may then know the posts without testing each.
 */
export interface PostTest {
  (subject: PostSubject): boolean;
  readonly asked?: { readonly name: string; readonly value: string };
}

/** Looks at a post as it stands in its world. */
export function toSubject(world: World, post: Post, author: Account): PostSubject {
  return {
    post,
    author,
    world,
    lowerText: post.text.toLowerCase(),
    figures: {
      replies: () => world.repliesTo(post.id).length,
      reposts: () => world.retweetersOf(post.id).length,
      quotes: () => world.quotesOf(post.id).length,
      isSelfThread: () => {
        const parent = post.replyToId === undefined ? undefined : world.post(post.replyToId);
        return parent?.authorId === post.authorId;
      },
    },
  };
}

/** What the tests of a query have in common. */
export interface PostSearch {
  readonly world: World;
  /** The distance that `near:` reaches, in kilometres, where `within:` says it. */
  readonly withinKm: number | undefined;
  /** Told of what is passed over. */
  readonly note: (text: string) => void;
}
