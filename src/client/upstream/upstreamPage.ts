import type {
  Community,
  Hashflag,
  Job,
  List,
  LocationSuggestion,
  UndocumentedRecord,
  Trend,
  TrendPlace,
  Tweet,
  User,
} from '../schemas/primary.ts';

/** The start of permalinks. */
export const platformSiteUrl = 'https://x.com';

/** Why a post is missing from a page. */
export interface TweetAbsence {
  /** `unreadable`: in an unknown format. */
  readonly kind: 'tombstone' | 'unavailable' | 'empty' | 'unreadable';
  /** The platform's message, in the viewer's language. */
  readonly text: string | undefined;
  /** The platform's code ("NoReason", "Protected", "Suspended"). */
  readonly reason: string | undefined;
}

/** Facts about a post in upstream JSON that the simple format doesn't have fields for. */
export interface TweetExtra {
  readonly poll?: Poll;
  readonly card?: LinkCard;
  readonly edits?: TweetEditInfo;
  readonly communityNote?: CommunityNote;
  readonly place?: PostPlace;
  readonly community?: { readonly id: string; readonly name: string | undefined };
  /** The links and their tokens, in text order. */
  readonly links?: readonly TextLink[];
  readonly article?: ArticleExtra;
  /** Set even if the quoted post is missing; `quotedAbsence` says why. */
  readonly quotedId?: string;
  readonly quotedAbsence?: TweetAbsence;
  /** For the quoted and the reposted post. */
  readonly quoted?: TweetExtra;
  readonly retweetOf?: TweetExtra;
  /** Who can reply, if limited ("ByInvitation", "Community", "Verified"). */
  readonly replyPolicy?: string;
  /** The same as a sentence from the platform. */
  readonly replyLimit?: string;
  /** False if no view count was reported: the record then has 0. */
  readonly hasViewCount: boolean;
  /** The visible part of the text without leading mentions, in code points. */
  readonly displayRange?: readonly [number, number];
  /** The platform's notice on a post with limited visibility. */
  readonly notice?: string;
  /** Marked as sensitive by the author or the platform. */
  readonly isSensitive?: true;
  /** The account that it replies to, if it doesn't reply to a post. */
  readonly replyToUser?: { readonly id: string; readonly username: string | undefined };
}

export interface Poll {
  readonly choices: readonly { readonly label: string; readonly votes: number | undefined }[];
  readonly isFinal: boolean;
  /** ISO 8601, without milliseconds. */
  readonly endsAt: string | undefined;
}

export interface LinkCard {
  readonly name: string;
  readonly url: string | undefined;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly domain: string | undefined;
  readonly imageUrl: string | undefined;
  /** The card's Space. */
  readonly roomId?: string;
}

export interface TweetEditInfo {
  readonly ids: readonly string[];
  readonly remaining: number | undefined;
}

export interface CommunityNote {
  readonly text: string;
  /** The note's address. */
  readonly url: string | undefined;
  /** Links in the text, with positions in code points. */
  readonly links: readonly { readonly start: number; readonly end: number; readonly url: string }[];
}

export interface PostPlace {
  readonly id: string | undefined;
  readonly fullName: string;
  readonly country: string | undefined;
}

export interface TextLink {
  /** As in the platform's text ("https://t.co/…"). */
  readonly token: string;
  readonly url: string;
  readonly display: string | undefined;
}

export interface ArticleExtra {
  readonly id: string;
  /** The paragraphs, if the body was sent. */
  readonly blocks: readonly { readonly type: string; readonly text: string }[];
}

export interface TrendExtra {
  /** The platform's description ("Trending now · News · 346 posts"). */
  readonly context?: string;
}

export type RecordExtra = TweetExtra | UserExtra | TrendExtra;

export interface UserExtra {
  /** An automated account's operator, or an affiliation. */
  readonly label?: string;
  readonly links?: readonly TextLink[];
  /** False if no listed count was reported: the record then has 0. */
  readonly hasListedCount: boolean;
  /** In a community: "Admin", "Moderator", "Member". */
  readonly communityRole?: string;
}

/** "User layouts" in docs/upstream.md; also the values of the sandbox's `--raw-user`. */
export type UpstreamUserLayout = 'legacy' | 'both' | 'core';

/** The operation that a body was recognized as. */
export type UpstreamOperation =
  | 'tweetDetail'
  | 'userTimeline' // posts, replies, media, likes, or articles
  | 'userList' // followers, following, verified followers, or subscriptions
  | 'search'
  | 'listTimeline'
  | 'listMembers'
  | 'listFollowers'
  | 'list'
  | 'communityTimeline'
  | 'communityMembers'
  | 'communityModerators'
  | 'communitySearch'
  | 'community'
  | 'retweeters'
  | 'favoriters'
  | 'bookmarks'
  | 'tweet'
  | 'tweets'
  | 'user'
  | 'users'
  | 'aboutAccount'
  | 'friendship'
  | 'space'
  | 'spaceSearch'
  | 'jobSearch'
  | 'job'
  | 'trends'
  | 'places'
  | 'locations'
  | 'hashflags'
  | 'otherTimeline' // instructions below an unknown name
  | 'entry' // a single timeline entry
  | 'unknown';

/** A page's record, with facts that the simple format doesn't have fields for. */
export type UpstreamRecord =
  | { readonly kind: 'tweet'; readonly record: Tweet; readonly extra: TweetExtra }
  | { readonly kind: 'user'; readonly record: User; readonly extra: UserExtra }
  | { readonly kind: 'list'; readonly record: List }
  | { readonly kind: 'community'; readonly record: Community }
  | { readonly kind: 'job'; readonly record: Job }
  | { readonly kind: 'trend'; readonly record: Trend; readonly extra: TrendExtra }
  | { readonly kind: 'place'; readonly record: TrendPlace }
  | { readonly kind: 'location'; readonly record: LocationSuggestion }
  | { readonly kind: 'hashflag'; readonly record: Hashflag }
  | { readonly kind: 'about'; readonly record: UndocumentedRecord }
  | { readonly kind: 'friendship'; readonly record: UndocumentedRecord }
  | { readonly kind: 'space'; readonly record: UndocumentedRecord };

/** A place on a conversation's page, in page order. */
export type TimelineSlot =
  | {
      readonly kind: 'tweet';
      readonly tweetId: string;
      /** The post that it replies to. */
      readonly parentId: string | undefined;
      /** Its module's entry id ("conversationthread-1"), if any. */
      readonly moduleId: string | undefined;
    }
  | {
      readonly kind: 'absent';
      /** From its entry id. */
      readonly tweetId: string | undefined;
      readonly moduleId: string | undefined;
      readonly absence: TweetAbsence;
    }
  | {
      /** The cursor for more replies in a branch (`ShowMore`) or below the page (`ShowMoreThreads`). */
      readonly kind: 'more';
      readonly cursor: string;
      readonly cursorType: string;
      readonly moduleId: string | undefined;
      /** The button's label ("Show replies"). */
      readonly label: string | undefined;
    };

/**
 * `error`: the platform reported one. `empty`: the platform sent an empty result. `unavailable`: the platform doesn't show it.
 * `unreadable`: in an unknown format. `unknown`: the whole body is in an unknown format. `notJson`, `tooDeep`: the body wasn't
 * read.
 */
export type UpstreamWarningKind = 'error' | 'empty' | 'unavailable' | 'unreadable' | 'unknown' | 'notJson' | 'tooDeep';

export interface UpstreamWarning {
  readonly kind: UpstreamWarningKind;
  /** Keys and indexes from the root, joined by dots. */
  readonly path: string;
  readonly message: string;
}

/** Records from upstream JSON in the simple format. */
export interface UpstreamPage {
  readonly operation: UpstreamOperation;
  /** Undefined if the page doesn't have an account with a name. */
  readonly era: UpstreamUserLayout | undefined;
  /**
   * In page order, without tombstones and "Entries to skip" (docs/upstream.md). A pinned post is listed once, even if it is
   * also in its usual place; `slots` has both.
   */
  readonly records: readonly UpstreamRecord[];
  readonly cursor: {
    readonly top: string | undefined;
    /** The next page: the Bottom cursor, or a slice's `next_cursor`. */
    readonly bottom: string | undefined;
    /** `ShowMoreThreads` below a conversation. */
    readonly more: string | undefined;
  };
  /** All the page's places, including absent posts and cursors inside branches. Empty without posts. */
  readonly slots: readonly TimelineSlot[];
  readonly warnings: readonly UpstreamWarning[];
}
