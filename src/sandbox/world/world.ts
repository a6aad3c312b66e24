import type { Tweet } from '../../client/records/tweet.ts';
import type { User } from '../../client/records/user.ts';

/** An account as the world knows it: the record of the simple format and what stands beside it. */
export interface Account {
  readonly record: User;
  readonly state: 'active' | 'suspended' | 'protected';
}

/** A post as the world knows it. */
export interface Post {
  readonly id: string;
  readonly authorId: string;
  readonly createdAtMs: number;
  readonly text: string;
  readonly conversationId: string;
  readonly replyToId: string | undefined;
  readonly quotedId: string | undefined;
  readonly retweetOfId: string | undefined;
  /** The record of the simple format, nested records one level deep (decision 4.2). */
  readonly toRecord: () => Tweet;
}

/** A sequence that is known by its length and cut on demand, so that a large world need not be in memory. */
export interface Sequence<T> {
  readonly length: number;
  slice(start: number, end: number): readonly T[];
}

/**
 * The one linked world behind all answers. Everything is reached by id or as a sequence;
 * nothing hands out whole arrays, so that a world may be made lazily.
 * Sequences of posts are newest first unless said otherwise.
 */
export interface World {
  readonly seed: number;
  /** The frozen clock, milliseconds since 1970. */
  readonly nowMs: number;
  account(id: string): Account | undefined;
  /** Case-insensitive, without `@`. */
  accountByHandle(handle: string): Account | undefined;
  post(id: string): Post | undefined;
  postsOf(accountId: string, what: 'posts' | 'postsAndReplies' | 'media' | 'likes' | 'articles'): Sequence<Post>;
  followersOf(accountId: string, kind: 'all' | 'verified'): Sequence<Account>;
  followingOf(accountId: string): Sequence<Account>;
  repliesTo(postId: string): Sequence<Post>;
  quotesOf(postId: string): Sequence<Post>;
  retweetersOf(postId: string): Sequence<Account>;
  likersOf(postId: string): Sequence<Account>;
}
