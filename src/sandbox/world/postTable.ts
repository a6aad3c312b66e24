import { madeSequence } from './sequence.ts';
import { compareIds } from './snowflake.ts';
import type { Post, Sequence } from './world.ts';

/**
 * The posts of a world by number. The columns hold what indexes and counts are made from;
 * all else of a post, its text above all, may be written when the post is first looked at.
 */
export interface PostTable {
  /** The numbers of the accounts that wrote them. */
  readonly authors: readonly number[];
  /** When they were written, milliseconds since 1970. */
  readonly momentsMs: readonly number[];
  readonly likes: readonly number[];
  /** Whether they show media. */
  readonly withMedia: readonly boolean[];
  /** The number of the post that is answered; -1 for none. */
  readonly replyTo: readonly number[];
  /** The same for quotes. */
  readonly quoted: readonly number[];
  /** The same for reposts. */
  readonly retweetOf: readonly number[];
  /** The post itself, the same object each time. */
  readonly at: (number: number) => Post;
  readonly idOf: (number: number) => string;
  /** -1 where there is none. */
  readonly numberOf: (id: string) => number;
}

/** The posts of these numbers, in this order. */
export function postsAt({ at }: PostTable, numbers: readonly number[] = []): Sequence<Post> {
  return madeSequence(numbers.length, (position) => at(numbers[position] ?? -1));
}

/** The newer post first; of the same millisecond, the larger id. */
export function newestNumberFirst({ momentsMs, idOf }: PostTable): (left: number, right: number) => number {
  return (left, right) =>
    (momentsMs[right] ?? 0) - (momentsMs[left] ?? 0) || (left === right ? 0 : compareIds(idOf(right), idOf(left)));
}
