import * as z from 'zod/mini';
import { defineContract } from './contract.ts';
import { threadPageCommands } from './pageCommands.ts';
import { failureSchema, pageRequests, stopEvents } from './pageRequests.ts';
import { postSchema } from './post.ts';

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
        format: z.enum(['raw', 'simple']),
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
  activeKey: z.nullable(keyOrCursorSchema),
  query: z.string().check(z.maxLength(maxFindQueryLength)),
  anchor: z.nullable(z.strictObject({ key: keyOrCursorSchema, offset: z.number() })),
  hasPictures: z.boolean(),
});

export type PersistedThreadPage = z.output<typeof persistedThreadPageSchema>;

const commonThreadRowFields = {
  /** Unique in a thread, and the same for the same thing as long as it stands there. */
  key: z.string(),
  /** 0 for the post itself and what it answers, 1 for an answer to it, and so on. */
  depth: z.int().check(z.nonnegative()),
};

/** A line of the thread. They stand in reading order: whatever follows with a greater depth stands under a line. */
const threadRowSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('post'),
    ...commonThreadRowFields,
    id: z.string(),
    role: z.enum(['ancestor', 'focal', 'reply']),
  }),
  /** A post that was here and is gone, or may not be seen. */
  z.strictObject({ kind: z.literal('absent'), ...commonThreadRowFields, text: z.nullable(z.string()) }),
  /** A post that others answer and no page brought. */
  z.strictObject({ kind: z.literal('missing'), ...commonThreadRowFields, id: z.string() }),
  /** Answers that were not fetched: inside a branch, or below the last page. */
  z.strictObject({
    kind: z.literal('more'),
    ...commonThreadRowFields,
    place: z.enum(['branch', 'page']),
    count: z.nullable(z.int()),
  }),
]);

export type ThreadRow = z.output<typeof threadRowSchema>;

export const threadStateSchema = z.strictObject({
  phase: z.enum(['empty', 'loading', 'ready', 'failed', 'gone']),
  failure: z.nullable(failureSchema),
  waiting: z.string(),
  /** What became of a call for the thread that stood here before; empty for nothing. */
  notice: z.string(),
  focalId: z.nullable(z.string()),
  rows: z.array(threadRowSchema),
  busy: z.array(z.string()),
  price: z.string(),
  free: z.array(z.string()),
  /** "104 posts, more available (≈$0.0002) · $0.0004". */
  summary: z.string(),
  isLive: z.boolean(),
  isLoading: z.boolean(),
  /** Set once Stop was pressed while a page is on its way: that it is let come, and until when at most. */
  stopping: z.string(),
  completing: z.nullable(z.strictObject({ done: z.int(), atMost: z.int() })),

  source: z.nullable(restorableThreadSchema),
});

export type ThreadState = z.output<typeof threadStateSchema>;

export const threadContract = defineContract({
  host: {
    requests: {
      /** The page is there: shows what it showed before, or what it was opened for. */
      ready: {
        params: z.strictObject({
          source: z.nullable(restorableThreadSchema),
          /** It shows what came with its document: only the rest is missing. */
          isFilled: z.boolean(),
        }),
      },
      load: { params: z.strictObject({ key: keyOrCursorSchema }) },
      /** Fetches the thread again, or does what else was offered with a failure. */
      recover: { params: z.strictObject({ action: z.string().check(z.maxLength(40)) }) },
      viewThread: { params: z.strictObject({}) },
      ...pageRequests,
    },
    events: {
      ...stopEvents,
      focus: z.boolean(),
      keep: persistedThreadPageSchema,
    },
  },
  webview: {
    events: {
      /** What was kept in an earlier window; comes before the first state. */
      kept: persistedThreadPageSchema,
      /** Posts that the state's lines name; those of earlier messages stay. */
      posts: z.array(postSchema),
      state: threadStateSchema,
      command: z.enum([...threadPageCommands, 'help']),
    },
  },
});
