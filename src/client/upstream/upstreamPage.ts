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
import type { TweetAbsence, TrendExtra, TweetExtra, UserExtra } from './extra.ts';

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
