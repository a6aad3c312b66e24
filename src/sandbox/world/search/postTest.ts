import type { PostSubject, World } from '../world.ts';

/** Whether a post is wanted. */
export type PostTest = (subject: PostSubject) => boolean;

/** What the tests of a query have in common. */
export interface PostSearch {
  readonly world: World;
  /** The distance that `near:` reaches, in kilometres, where `within:` says it. */
  readonly withinKm: number | undefined;
  /** Called with what is passed over. */
  readonly note: (text: string) => void;
}
