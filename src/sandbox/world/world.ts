import type { Media } from '../../client/records/media.ts';
import type { User } from '../../client/records/user.ts';
import type { Community, CommunityMember, ListEntry } from './groupEntities.ts';
import type { Hashflag, Job, Place, Trend } from './placeEntities.ts';
import type { Space, SpacePerson } from './spaceEntities.ts';

/** What an account shows beside its name; `legacy` has the old verification without a subscription. */
export type Badge = 'none' | 'blue' | 'business' | 'government' | 'legacy';

/** An account as the world knows it: the record of the simple format and what stands beside it. */
export interface Account {
  readonly id: string;
  readonly record: User;
  readonly state: 'active' | 'suspended' | 'protected';
  readonly badge: Badge;
  readonly lang: string;
  readonly createdAtMs: number;
}

/** A long-form article on a post. */
export interface Article {
  readonly id: string;
  readonly title: string;
  readonly previewText: string;
  readonly coverUrl: string;
  readonly url: string;
  /** The paragraphs of the full content. */
  readonly paragraphs: readonly string[];
}

/** Where a post was written. */
export interface GeoPoint {
  readonly placeId: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** A post as the world knows it; `toTweet` makes the record of it. */
export interface Post {
  readonly id: string;
  readonly authorId: string;
  readonly createdAtMs: number;
  readonly text: string;
  readonly lang: string;
  readonly conversationId: string;
  readonly replyToId: string | undefined;
  readonly quotedId: string | undefined;
  readonly retweetOfId: string | undefined;
  readonly communityId: string | undefined;
  /** The audio room that the post shares. */
  readonly spaceId: string | undefined;
  readonly media: readonly Media[];
  /** Whole addresses that stand in the text. */
  readonly urls: readonly string[];
  /** Without `#`, as written. */
  readonly hashtags: readonly string[];
  /** Handles without `@`, as written. */
  readonly mentions: readonly string[];
  readonly source: string;
  readonly article: Article | undefined;
  readonly geo: GeoPoint | undefined;
  /** True for what a careful reader would rather not see; `filter:safe` leaves it out. */
  readonly sensitive: boolean;
  readonly likes: number;
  readonly bookmarks: number;
  readonly views: number;
}

/** A sequence that is known by its length and cut on demand, so that a large world need not be in memory. */
export interface Sequence<T> {
  readonly length: number;
  slice(start: number, end: number): readonly T[];
}

export type PostsOf = 'posts' | 'postsAndReplies' | 'media' | 'likes' | 'articles';
export type CommunityRole = 'admin' | 'moderator' | 'member';

/**
 * The one linked world behind all answers. Everything is reached by id or as a sequence;
 * nothing hands out whole arrays, so that a world may be made lazily.
 * Sequences of posts are newest first unless said otherwise, and hold no post of a protected or suspended account
 * (but `post` and `postsOf` of that account).
 */
export interface World {
  readonly seed: number;
  /** The frozen clock, milliseconds since 1970. */
  readonly nowMs: number;
  account(id: string): Account | undefined;
  /** Case-insensitive, without `@`. */
  accountByHandle(handle: string): Account | undefined;
  /** Every account that is not suspended, best known first. */
  accounts(): Sequence<Account>;
  post(id: string): Post | undefined;
  /** Every public post. */
  posts(): Sequence<Post>;
  /** In `posts` and `postsAndReplies` the pinned post stands first, and not again in its place. */
  postsOf(accountId: string, what: PostsOf): Sequence<Post>;
  followersOf(accountId: string, kind: 'all' | 'verified'): Sequence<Account>;
  followingOf(accountId: string): Sequence<Account>;
  follows(accountId: string, otherId: string): boolean;
  /** Direct replies, newest first. */
  repliesTo(postId: string): Sequence<Post>;
  quotesOf(postId: string): Sequence<Post>;
  /** Most recent first. */
  retweetersOf(postId: string): Sequence<Account>;
  likersOf(postId: string): Sequence<Account>;
  /** Public posts with a hashtag, case-insensitive, without `#`. */
  postsTagged(hashtag: string): Sequence<Post>;
  list(id: string): ListEntry | undefined;
  lists(): Sequence<ListEntry>;
  listMembers(id: string): Sequence<Account>;
  listFollowers(id: string): Sequence<Account>;
  listPosts(id: string): Sequence<Post>;
  community(id: string): Community | undefined;
  communities(): Sequence<Community>;
  /** Admins first, then moderators, then members. */
  communityMembers(id: string, role?: CommunityRole): Sequence<CommunityMember>;
  communityPosts(id: string): Sequence<Post>;
  job(id: string): Job | undefined;
  jobs(): Sequence<Job>;
  places(): Sequence<Place>;
  place(woeid: number): Place | undefined;
  /** Most popular first. */
  trendsAt(woeid: number): readonly Trend[];
  hashflags(): readonly Hashflag[];
  space(id: string): Space | undefined;
  spaces(): Sequence<Space>;
  spacePeople(id: string, role: SpacePerson['role']): Sequence<SpacePerson>;
  spacePosts(id: string): Sequence<Post>;
}
