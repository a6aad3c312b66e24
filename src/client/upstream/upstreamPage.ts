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

/** Why a post that has a place is not there. */
export interface TweetAbsence {
  /** `unreadable`: it is there, and not as known. */
  readonly kind: 'tombstone' | 'unavailable' | 'empty' | 'unreadable';
  /** The platform's own words, in the language of the viewer; shown as they are. */
  readonly text: string | undefined;
  /** The platform's own code ("NoReason", "Protected", "Suspended"), where it gives one. */
  readonly reason: string | undefined;
}

/** What upstream JSON knows of a post beyond the simple format's fields. Beside the record, never in place of it. */
export interface TweetExtra {
  readonly poll?: Poll;
  readonly card?: LinkCard;
  readonly edits?: TweetEditInfo;
  readonly communityNote?: CommunityNote;
  readonly place?: PostPlace;
  readonly community?: { readonly id: string; readonly name: string | undefined };
  /** Every link of the text with the token that stands for it there, in the order of the text. */
  readonly links?: readonly TextLink[];
  readonly article?: ArticleExtra;
  /** The quoted post's id, also where its body is not there; `absence` says why it is not. */
  readonly quotedId?: string;
  readonly quotedAbsence?: TweetAbsence;
  /** What the quoted and the retweeted post know beyond their records. */
  readonly quoted?: TweetExtra;
  readonly retweetOf?: TweetExtra;
  /** Who may answer, where that is limited ("ByInvitation", "Community", "Verified"). */
  readonly replyPolicy?: string;
  /** The same in the platform's own sentence, where it says only that. */
  readonly replyLimit?: string;
  /** False where the platform reported no view count: the record then says 0. */
  readonly hasViewCount: boolean;
  /** Where the visible part of the text begins and ends, in code points of the record's text; leading mentions are outside. */
  readonly displayRange?: readonly [number, number];
  /** What the platform says in front of the post, where its visibility is limited. */
  readonly notice?: string;
  /** The author or the platform marked its media as sensitive. */
  readonly isSensitive?: true;
  /** Whom it answers, where it answers no post: the record has no place for that. */
  readonly replyToUser?: { readonly id: string; readonly username: string | undefined };
}

export interface Poll {
  readonly choices: readonly { readonly label: string; readonly votes: number | undefined }[];
  readonly isFinal: boolean;
  /** ISO, seconds. */
  readonly endsAt: string | undefined;
}

export interface LinkCard {
  readonly name: string;
  readonly url: string | undefined;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly domain: string | undefined;
  readonly imageUrl: string | undefined;
  /** The audio room that the card is about. */
  readonly roomId?: string;
}

export interface TweetEditInfo {
  readonly ids: readonly string[];
  readonly remaining: number | undefined;
}

export interface CommunityNote {
  readonly text: string;
  /** Where the note itself stands. */
  readonly url: string | undefined;
  /** Where the words between two positions of the text lead, in code points. */
  readonly links: readonly { readonly start: number; readonly end: number; readonly url: string }[];
}

export interface PostPlace {
  readonly id: string | undefined;
  readonly fullName: string;
  readonly country: string | undefined;
}

export interface TextLink {
  /** As it stands in the platform's text ("https://t.co/…"). */
  readonly token: string;
  readonly url: string;
  readonly display: string | undefined;
}

export interface ArticleExtra {
  readonly id: string;
  /** The paragraphs, where the body was sent. */
  readonly blocks: readonly { readonly type: string; readonly text: string }[];
}

/** What upstream JSON knows of a trend beyond the simple format's fields. */
export interface TrendExtra {
  /** The platform's own words on what it is and how many posts it has ("Trending now · News · 346 posts"). */
  readonly context?: string;
}

/** What upstream JSON knows of a record beyond the simple format's fields. */
export type RecordExtra = TweetExtra | UserExtra | TrendExtra;

/** What upstream JSON knows of an account beyond the simple format's fields. */
export interface UserExtra {
  /** Who runs an automated account, or whom it belongs to. */
  readonly label?: string;
  readonly links?: readonly TextLink[];
  /** False where the platform no longer sends the listed count: the record then says 0. */
  readonly hasListedCount: boolean;
  /** In a community: "Admin", "Moderator", "Member". */
  readonly communityRole?: string;
}

/** "User layouts" in docs/upstream.md; the sandbox's `--raw-user` has the same names. */
export type UpstreamUserLayout = 'legacy' | 'both' | 'core';

/** The operations of the platform that a body is recognised as, by its shape. */
export type UpstreamOperation =
  | 'tweetDetail'
  | 'userTimeline' // posts, replies, media, likes, articles: their bodies have one shape
  | 'userList' // followers, following, verified followers, subscriptions: users under a user
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
  | 'otherTimeline' // instructions below a name that is not known here
  | 'entry' // one entry of a timeline on its own
  | 'unknown';

/** One record of a page, with what the simple format has no field for. */
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

/** What stands where on a page of a conversation, in page order: what the thread view needs beyond the records. */
export type TimelineSlot =
  | {
      readonly kind: 'tweet';
      readonly tweetId: string;
      /** The post that it answers; undefined when it answers none, or only mentions somebody. */
      readonly parentId: string | undefined;
      /** The entry id of the module it stands in ("conversationthread-1"); undefined for a line of its own. */
      readonly moduleId: string | undefined;
    }
  | {
      readonly kind: 'absent';
      /** The id that its entry names, where it names one. */
      readonly tweetId: string | undefined;
      readonly moduleId: string | undefined;
      readonly absence: TweetAbsence;
    }
  | {
      /** A cursor that leads on: inside a branch (`ShowMore`) or below the page (`ShowMoreThreads`). */
      readonly kind: 'more';
      readonly cursor: string;
      readonly cursorType: string;
      readonly moduleId: string | undefined;
      /** The platform's words on the button ("Show replies"), where it gives them. */
      readonly label: string | undefined;
    };

/**
 * Why there is a warning. `error`: the platform itself reported one, beside data or in its place. `empty` and `unavailable`:
 * the platform sent nothing, or said that it does not show what belongs there. `unreadable`: it is there and not as known.
 * `unknown`: the body as a whole is nothing that is known. `notJson`, `tooDeep`: it was not read at all.
 */
export type UpstreamWarningKind = 'error' | 'empty' | 'unavailable' | 'unreadable' | 'unknown' | 'notJson' | 'tooDeep';

/** Something that could not be read; everything else was. */
export interface UpstreamWarning {
  readonly kind: UpstreamWarningKind;
  /** Keys and indexes joined by dots, from the root of the body. */
  readonly path: string;
  readonly message: string;
}

/** What a body of upstream JSON says, in the simple format's records. */
export interface UpstreamPage {
  readonly operation: UpstreamOperation;
  /** Undefined where no account on the page has a name. */
  readonly era: UpstreamUserLayout | undefined;
  /**
   * In the order of the page, without tombstones and "Entries to skip" (docs/upstream.md). A pinned post that is also in its usual
   * place is here once, pinned; `slots` has both.
   */
  readonly records: readonly UpstreamRecord[];
  readonly cursor: {
    readonly top: string | undefined;
    /** Leads to the next page: the Bottom cursor, or `next_cursor` of a slice. */
    readonly bottom: string | undefined;
    /** `ShowMoreThreads` below a conversation. */
    readonly more: string | undefined;
  };
  /** Every place of the page in its order, absent posts and cursors inside branches included. Empty where there are no posts. */
  readonly slots: readonly TimelineSlot[];
  readonly warnings: readonly UpstreamWarning[];
}
