import * as z from 'zod/mini';
import type { threadViewCommands } from '../../core/channel/pageCommands.ts';
import { type PageFailure, pageRequests, type PageResults, stopEvents } from '../../core/channel/pageRequests.ts';
import type { Post } from '../../core/channel/post.ts';

export const rankingModes = ['Relevance', 'Recency', 'Likes'] as const;
export type RankingMode = (typeof rankingModes)[number];

const postIdSchema = z.string().check(z.regex(/^\d{1,30}$/));
const keyOrCursorSchema = z.string().check(z.maxLength(4_000));

/** Identifies the responses that a thread was made from, to restore it from history. */
export const restorableThreadSchema = z.strictObject({
  focalId: postIdSchema,
  ranking: z.enum(rankingModes),
  connection: z.optional(z.string().check(z.maxLength(400))),
  pages: z
    .array(
      z.strictObject({
        /** The id of a response in history, or of a document (see threadDocuments.ts). */
        exchangeId: keyOrCursorSchema,
        postId: postIdSchema,
        cursor: z.nullable(keyOrCursorSchema),
      }),
    )
    .check(z.maxLength(5_000)),
});

export type RestorableThread = z.output<typeof restorableThreadSchema>;

/** How to sort loaded replies; `asGiven` is the service's order. */
export const sortOrders = ['asGiven', 'oldest', 'newest', 'likes'] as const;

export const maxFindQueryLength = 1_000;

/** Saved for when the page is hidden or the window reloads. */
export const persistedThreadUiSchema = z.strictObject({
  source: restorableThreadSchema,
  sort: z.enum(sortOrders),
  onlyAuthor: z.boolean(),
  collapsed: z.array(keyOrCursorSchema).check(z.maxLength(20_000)),
  activeKey: z.optional(keyOrCursorSchema),
  query: z.string().check(z.maxLength(maxFindQueryLength)),
  anchor: z.optional(z.strictObject({ key: keyOrCursorSchema, offset: z.number() })),
  hasPictures: z.boolean(),
});

export type PersistedThreadUi = z.output<typeof persistedThreadUiSchema>;

interface ThreadRowPlace {
  /** Unique in a thread, and stable while pages are loaded. */
  readonly key: string;
  /** 0 for the focal post and its ancestors, 1 for direct replies, and so on. */
  readonly depth: number;
}

/** A row of the thread, in reading order. Rows below a post have a greater depth. */
export type ThreadRow = ThreadRowPlace &
  (
    | { readonly kind: 'post'; readonly id: string; readonly role: 'ancestor' | 'focal' | 'reply' }
    /** A deleted or hidden post. */
    | { readonly kind: 'absent'; readonly text: string | null }
    /** A post that has replies but is on no loaded page. */
    | { readonly kind: 'missing' }
    /** Replies that aren't loaded: inside a branch, or after the last page. */
    | { readonly kind: 'more'; readonly count: number | null }
  );

export interface ThreadState {
  readonly phase: 'empty' | 'loading' | 'ready' | 'failed' | 'gone';
  readonly failure: PageFailure | null;
  readonly waiting: string;
  /** Why a restored thread is incomplete; empty if it isn't. */
  readonly notice: string;
  readonly focalId: string | null;
  readonly rows: readonly ThreadRow[];
  readonly busy: readonly string[];
  readonly price: string;
  readonly free: readonly string[];
  /** "104 posts loaded · 2 branches not loaded · $0.0004" */
  readonly summary: string;
  readonly isLive: boolean;
  readonly isLoading: boolean;
  /** The message after Stop while a request is still in flight; otherwise empty. */
  readonly stopping: string;
  readonly completing: { readonly done: number; readonly atMost: number } | null;
  /** The title of the button that loads the rest; empty if nothing is left. */
  readonly rest: string;
  /** Orders that need a request. */
  readonly rankings: readonly { readonly ranking: RankingMode; readonly price: string }[];
  readonly source: RestorableThread | null;
}

export const threadTables = {
  requests: {
    ready: z.strictObject({
      /** The thread that the page showed before it was hidden or reloaded. */
      source: z.nullable(restorableThreadSchema),
      /** Whether the page already shows the first posts, from messages in its document. */
      isFilled: z.boolean(),
    }),
    load: z.strictObject({ key: keyOrCursorSchema }),
    loadRest: z.strictObject({}),
    rank: z.strictObject({ ranking: z.enum(rankingModes) }),
    /** Runs an action offered with a failure, or `reload`. */
    recover: z.strictObject({ action: z.string().check(z.maxLength(40)) }),
    viewThread: z.strictObject({}),
    ...pageRequests,
  },
  events: {
    ...stopEvents,
    focus: z.boolean(),
    save: persistedThreadUiSchema,
  },
};

export type ThreadViewCommand = (typeof threadViewCommands)[number];

export interface ThreadContract {
  readonly host: typeof threadTables;
  readonly results: PageResults;
  readonly page: {
    /** From an earlier window. Sent before the first state. */
    readonly stored: PersistedThreadUi;
    /** Posts for the next states' rows. Keeps posts sent before. */
    readonly posts: readonly Post[];
    readonly state: ThreadState;
    readonly command: ThreadViewCommand;
  };
}
