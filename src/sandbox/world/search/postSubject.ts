import type { Account, Post, World } from '../world.ts';

/** A post as a search looks at it. */
export interface PostSubject {
  readonly post: Post;
  readonly author: Account;
  readonly lowerText: string;
  readonly world: World;
}

export type PostTest = (subject: PostSubject) => boolean;

/** What the tests of a query have in common. */
export interface PostSearch {
  readonly world: World;
  /** The distance that `near:` reaches, in kilometres, where `within:` says it. */
  readonly withinKm: number | undefined;
  /** Told of what is passed over. */
  readonly note: (text: string) => void;
}
