import type { Media, User, Hashflag } from '../../client/schemas/primary.ts';

/** What an account shows beside its name; `legacy` has the old verification without a subscription. */
export type VerificationBadge = 'none' | 'blue' | 'business' | 'government' | 'legacy';

/** An account as the world knows it: the record of the simple format and what stands beside it. */
export interface Account {
  readonly id: string;
  readonly record: User;
  readonly state: 'active' | 'suspended' | 'protected';
  readonly badge: VerificationBadge;
  readonly lang: string;
  readonly createdAtMs: number;
}

export interface Article {
  readonly id: string;
  readonly title: string;
  readonly previewText: string;
  readonly coverUrl: string;
  readonly url: string;
  readonly paragraphs: readonly string[];
}

export interface GeoPoint {
  readonly placeId: string;
  readonly latitude: number;
  readonly longitude: number;
}

export interface WorldPost {
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
  readonly spaceId: string | undefined;
  readonly media: readonly Media[];
  readonly urls: readonly string[];
  /** Without `#`, as written. */
  readonly hashtags: readonly string[];
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

export type ProfileTab = 'posts' | 'postsAndReplies' | 'media' | 'likes' | 'articles';
export type CommunityRole = 'admin' | 'moderator' | 'member';

export interface CommunityMember {
  readonly account: Account;
  readonly role: CommunityRole;
  readonly joinedAtMs: number;
}

export interface SpacePerson {
  readonly account: Account;
  readonly role: 'host' | 'speaker' | 'listener';
  readonly sinceMs: number;
}

export interface WorldList {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly createdAtMs: number;
  readonly ownerId: string;
  readonly private: boolean;
  readonly pinned: boolean;
  readonly bannerUrl: string;
  readonly memberCount: number;
  readonly followerCount: number;
  /** True for the list whose raw form has an `errors` array beside complete data (assumption 6.3). */
  readonly rawHasErrors: boolean;
}

export interface WorldCommunity {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly purpose: string;
  readonly createdAtMs: number;
  readonly adminId: string;
  readonly rules: readonly string[];
  readonly bannerUrl: string;
  readonly primaryColor: string;
  readonly inviteOnly: boolean;
  readonly isNsfw: boolean;
  readonly memberCount: number;
  readonly moderatorCount: number;
}

export interface WorldPlace {
  readonly woeid: number;
  readonly name: string;
  readonly country: string;
  /** ISO 3166-1 alpha-2; undefined for the whole world. */
  readonly countryCode: string | undefined;
  readonly kind: 'Supername' | 'Country' | 'Town';
  readonly parentWoeid: number;
  readonly latitude: number;
  readonly longitude: number;
  /** The id in the job filter, and of the place on a post; towns only. */
  readonly locationId: string | undefined;
}

export interface WorldTrend {
  readonly name: string;
  readonly volume: number | undefined;
  readonly category: TrendCategory;
  readonly sinceMs: number;
}

/** The categories of the gateway's hashtag trends, without `all`. */
export type TrendCategory = 'technology' | 'sports' | 'entertainment' | 'politics' | 'business';

export interface WorldJob {
  readonly id: string;
  readonly title: string;
  readonly company: string;
  readonly locationId: string;
  readonly location: string;
  readonly description: string;
  readonly salary: { readonly min: number; readonly max: number; readonly currency: string } | undefined;
  readonly url: string;
  readonly createdAtMs: number;
}

export type WorldSpaceState = 'scheduled' | 'live' | 'ended' | 'cancelled';

/** An audio room; its state follows from the clock and the moments here (`getSpaceState`). */
export interface WorldSpace {
  readonly id: string;
  readonly title: string;
  readonly createdAtMs: number;
  readonly scheduledStartMs: number;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  readonly cancelledAtMs: number | undefined;
  readonly creatorId: string;
  readonly hostIds: readonly string[];
  readonly speakerIds: readonly string[];
  readonly listenerCount: number;
  readonly replayWatched: number;
  readonly reminderCount: number;
  readonly isTicketed: boolean;
  readonly topics: readonly SpaceTopic[];
}

export interface SpaceTopic {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/**
 * The linked world behind all answers. Posts are newest first unless said otherwise. Posts of protected and suspended accounts
 * are left out, except from `post` and that account's `postsOf`.
 */
export interface SandboxWorld {
  readonly nowMs: number;
  readonly account: (id: string) => Account | undefined;
  /** Case-insensitive, without `@`. */
  readonly accountByHandle: (handle: string) => Account | undefined;
  /** Every account that is not suspended, best known first. */
  readonly accounts: () => readonly Account[];
  readonly post: (id: string) => WorldPost | undefined;
  readonly posts: () => readonly WorldPost[];
  /** In `posts` and `postsAndReplies` the pinned post stands first, and again in its place. */
  readonly postsOf: (accountId: string, what: ProfileTab) => readonly WorldPost[];
  readonly followersOf: (accountId: string, kind: 'all' | 'verified') => readonly Account[];
  readonly followingOf: (accountId: string) => readonly Account[];
  readonly isFollowing: (accountId: string, otherId: string) => boolean;
  /** Direct replies, newest first. */
  readonly repliesTo: (postId: string) => readonly WorldPost[];
  readonly quotesOf: (postId: string) => readonly WorldPost[];
  readonly retweetersOf: (postId: string) => readonly Account[];
  /** The number of each, counted without writing a post. */
  readonly countReactions: (postId: string) => { readonly replies: number; readonly quotes: number; readonly retweets: number };
  readonly likersOf: (postId: string) => readonly Account[];
  /** Public posts with a hashtag, case-insensitive, without `#`. */
  readonly postsTagged: (hashtag: string) => readonly WorldPost[];
  readonly list: (id: string) => WorldList | undefined;
  readonly lists: () => readonly WorldList[];
  readonly listMembers: (id: string) => readonly Account[];
  readonly listFollowers: (id: string) => readonly Account[];
  readonly listPosts: (id: string) => readonly WorldPost[];
  readonly community: (id: string) => WorldCommunity | undefined;
  readonly communities: () => readonly WorldCommunity[];
  /** Admins first, then moderators, then members. */
  readonly communityMembers: (id: string, role?: CommunityRole) => readonly CommunityMember[];
  readonly communityPosts: (id: string) => readonly WorldPost[];
  readonly job: (id: string) => WorldJob | undefined;
  readonly jobs: () => readonly WorldJob[];
  readonly places: () => readonly WorldPlace[];
  readonly place: (woeid: number) => WorldPlace | undefined;
  readonly trendsAt: (woeid: number) => readonly WorldTrend[];
  readonly hashflags: () => readonly Hashflag[];
  readonly space: (id: string) => WorldSpace | undefined;
  readonly spaces: () => readonly WorldSpace[];
  readonly spacePeople: (id: string, role: SpacePerson['role']) => readonly SpacePerson[];
  readonly spacePosts: (id: string) => readonly WorldPost[];
  /** The public posts as searches look at them: read on first use and kept. */
  readonly getSearchIndex: () => PostSearchIndex;
}

export interface SearchableText {
  readonly lower: string;
  /** Its words with a blank around each, so that whole words are found as part of it. */
  readonly words: string;
}

export interface SearchablePost {
  readonly post: WorldPost;
  readonly author: Account;
  readonly text: SearchableText;
  readonly place: number;
  readonly world: SandboxWorld;
}

export interface PostSearchIndex {
  readonly posts: readonly SearchablePost[];
  readonly scores: () => readonly number[];
}
