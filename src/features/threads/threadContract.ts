import * as z from 'zod/mini';
import {
  type PageFailure,
  pageRequests,
  type PageResults,
  stopEvents,
  type threadPageCommands,
} from '../../core/channel/pageCommands.ts';
import type { Post } from '../../core/channel/post.ts';

const rankingModes = ['Relevance', 'Recency', 'Likes'] as const;
export type RankingMode = (typeof rankingModes)[number];

const postIdSchema = z.string().check(z.regex(/^\d{1,30}$/));
const keyOrCursorSchema = z.string().check(z.maxLength(4_000));

/** What a thread is made of, enough to have it again from what is kept. */
export const restorableThreadSchema = z.strictObject({
  focalId: postIdSchema,
  ranking: z.enum(rankingModes),
  /** Where its ids say something: the platform or a sandbox. */
  connection: z.optional(z.string().check(z.maxLength(400))),
  pages: z
    .array(
      z.strictObject({
        /** Of an exchange, or the address of a document. */
        exchangeId: keyOrCursorSchema,
        askedId: postIdSchema,
        cursor: z.nullable(keyOrCursorSchema),
      }),
    )
    .check(z.maxLength(5_000)),
});

export type RestorableThread = z.output<typeof restorableThreadSchema>;

/** In which order answers stand: as the service gave them, or by what is loaded. Costs nothing. */
export const sortOrders = ['asGiven', 'oldest', 'newest', 'likes'] as const;

export const maxFindQueryLength = 1_000;

/** What outlives the page: what the thread is made of, and what a person did to it. */
export const persistedThreadPageSchema = z.strictObject({
  source: restorableThreadSchema,
  sort: z.enum(sortOrders),
  onlyAuthor: z.boolean(),
  collapsed: z.array(keyOrCursorSchema).check(z.maxLength(20_000)),
  activeKey: z.optional(keyOrCursorSchema),
  query: z.string().check(z.maxLength(maxFindQueryLength)),
  anchor: z.optional(z.strictObject({ key: keyOrCursorSchema, offset: z.number() })),
  hasPictures: z.boolean(),
});

export type PersistedThreadPage = z.output<typeof persistedThreadPageSchema>;

interface ThreadRowPlace {
  /** Unique in a thread, and the same for the same thing as long as it stands there. */
  readonly key: string;
  /** 0 for the post itself and what it answers, 1 for a response to it, and so on. */
  readonly depth: number;
}

/** A line of the thread. They stand in reading order: whatever follows with a greater depth stands under a line. */
export type ThreadRow = ThreadRowPlace &
  (
    | { readonly kind: 'post'; readonly id: string; readonly role: 'ancestor' | 'focal' | 'reply' }
    /** A post that was here and is gone, or may not be seen. */
    | { readonly kind: 'absent'; readonly text: string | null }
    /** A post that others response and no page brought. */
    | { readonly kind: 'missing'; readonly id: string }
    /** Responses that were not fetched: inside a branch, or below the last page. */
    | { readonly kind: 'more'; readonly count: number | null }
  );

export interface ThreadState {
  readonly phase: 'empty' | 'loading' | 'ready' | 'failed' | 'gone';
  readonly failure: PageFailure | null;
  readonly waiting: string;
  /** What became of a call for the thread that stood here before; empty for nothing. */
  readonly notice: string;
  readonly focalId: string | null;
  readonly rows: readonly ThreadRow[];
  readonly busy: readonly string[];
  readonly price: string;
  readonly free: readonly string[];
  /** "104 posts, more available (≈$0.0002) · $0.0004". */
  readonly summary: string;
  readonly isLive: boolean;
  readonly isLoading: boolean;
  /** Set once Stop was pressed while a page is on its way: that it is let come, and until when at most. */
  readonly stopping: string;
  readonly completing: { readonly done: number; readonly atMost: number } | null;
  readonly source: RestorableThread | null;
}

export const threadTables = {
  requests: {
    /** The page is there: shows what it showed before, or what it was opened for. */
    ready: z.strictObject({
      source: z.nullable(restorableThreadSchema),
      /** It shows what came with its document: only the rest is missing. */
      isFilled: z.boolean(),
    }),
    load: z.strictObject({ key: keyOrCursorSchema }),
    /** Fetches the thread again, or does what else was offered with a failure. */
    recover: z.strictObject({ action: z.string().check(z.maxLength(40)) }),
    viewThread: z.strictObject({}),
    ...pageRequests,
  },
  events: {
    ...stopEvents,
    focus: z.boolean(),
    keep: persistedThreadPageSchema,
  },
};

export type ThreadPageCommand = (typeof threadPageCommands)[number];

export interface ThreadContract {
  readonly host: typeof threadTables;
  readonly results: PageResults;
  readonly page: {
    /** What was kept in an earlier window; comes before the first state. */
    readonly stored: PersistedThreadPage;
    /** Posts that the state's lines name; those of earlier messages stay. */
    readonly posts: readonly Post[];
    readonly state: ThreadState;
    readonly command: ThreadPageCommand;
  };
}
