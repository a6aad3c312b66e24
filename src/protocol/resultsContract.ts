import * as z from 'zod/mini';
import { recordKinds } from '../client/records/recordKind.ts';
import { defineContract } from './contract.ts';
import { resultsCommands } from './pageCommands.ts';
import { failureSchema, pageRequests, stopEvents } from './pageRequests.ts';
import { postSchema } from './post.ts';

export const resultsViewModes = ['cards', 'table', 'json', 'plots'] as const;
export type ResultsViewMode = (typeof resultsViewModes)[number];

export const exportFormats = ['csv', 'ndjson', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const recordActions = ['openInBrowser', 'openThread', 'lookUpUser', 'search'] as const;
export type RecordAction = (typeof recordActions)[number];

export const maxFieldTextLength = 10_000;

const shortNameSchema = z.string().check(z.maxLength(200));
const fieldTextSchema = z.string().check(z.maxLength(maxFieldTextLength));

const fieldTextsByParamSchema = z.record(shortNameSchema, fieldTextSchema);

/** A question and the answers to it: enough to show them again from what is kept. */
export const restorableResultsSchema = z.strictObject({
  endpointId: shortNameSchema,
  texts: fieldTextsByParamSchema,
  /** The answers in the order in which they were loaded; those of a fixture have its address in their ids. */
  exchangeIds: z.array(z.string().check(z.maxLength(5_000))).check(z.maxLength(20_000)),
  connection: z.optional(z.string().check(z.maxLength(400))),
});
export type RestorableResults = z.output<typeof restorableResultsSchema>;

const fieldSchema = z.strictObject({
  name: shortNameSchema,
  title: z.string(),
  help: z.string(),
  kind: z.enum(['text', 'integer', 'number', 'boolean', 'list', 'json', 'choice']),
  required: z.boolean(),
  choices: z.array(z.string()),
  example: z.string(),
  /** What the service takes when the field is empty; empty when it is not known. */
  serviceDefault: z.string(),
  suggestions: z.array(z.string()),
});
export type QuestionField = z.output<typeof fieldSchema>;

const savedSearchSchema = z.strictObject({ name: z.string(), text: z.string(), tab: z.string() });
export type SavedSearch = z.output<typeof savedSearchSchema>;
export const savedSearchesSchema = z.array(savedSearchSchema);

const questionSchema = z.strictObject({
  endpointId: shortNameSchema,
  title: z.string(),
  summary: z.string(),
  isConfirmed: z.boolean(),
  /** A search of the primary service: it has a query line, a builder and tabs. */
  isSearch: z.boolean(),
  fields: z.array(fieldSchema),
  texts: fieldTextsByParamSchema,
  view: z.nullable(z.enum(resultsViewModes)),
});
export type ShownQuestion = z.output<typeof questionSchema>;

const priceAndFieldFaultsSchema = z.strictObject({
  price: z.string(),
  /** What asking at the service would cost where an answer is kept; empty where none is. */
  freshPrice: z.string(),
  faults: z.array(z.strictObject({ field: z.string(), message: z.string() })),
});
export type QuestionPriceAndFaults = z.output<typeof priceAndFieldFaultsSchema>;

const statusSchema = z.strictObject({
  /** `empty`: asked, and there is nothing. `gone`: what was loaded is not kept any more. */
  phase: z.enum(['idle', 'loading', 'ready', 'empty', 'failed', 'gone']),
  isLoading: z.boolean(),
  /** Set once Stop was pressed while a page is on its way: that it is let come, and until when at most. */
  stopping: z.string(),
  loaded: z.int(),
  hasMore: z.boolean(),
  /** "≈$0.0002": one more page, as it stands on buttons. */
  pagePrice: z.string(),
  /** What a page costs at the service, in micro-dollars, to sum it up for several; null while it is not known. */
  pageMicroDollars: z.nullable(z.int().check(z.nonnegative())),
  /** What the thread of a post costs that is opened from here; empty where the records are none, or may not be asked about. */
  threadPrice: z.string(),
  /** "120 results · more available (≈$0.0002) · $0.0012". */
  summary: z.string(),
  isLive: z.boolean(),
  /** Something that happened without being asked for here: another question took the place of one that was loaded. Empty for nothing. */
  notice: z.string(),
  /** What the call on its way waits for, in words; empty for nothing. */
  waiting: z.string(),
  failure: z.nullable(failureSchema),
  progress: z.nullable(z.strictObject({ done: z.int(), atMost: z.int() })),
  /** While answers that are kept are brought back: how many have been read, of how many. */
  source: restorableResultsSchema,
});
export type ResultsStatus = z.output<typeof statusSchema>;

const columnSchema = z.strictObject({
  name: z.string(),
  title: z.string(),
  type: z.enum(['id', 'text', 'link', 'time', 'count', 'number', 'flag', 'list']),
  isShown: z.boolean(),
});

/** Rows as JSON: one text, because every process on the way copies lists cell by cell. */
const rowsJsonTextSchema = z.string();

const nonNegativeIntegerSchema = z.int().check(z.nonnegative());
const rowIndexesSchema = z.array(nonNegativeIntegerSchema).check(z.maxLength(10_000));
const fewRowIndexesSchema = z.array(nonNegativeIntegerSchema).check(z.maxLength(1_000));

export const resultsContract = defineContract({
  host: {
    requests: {
      /** The page is there: shows what it showed before, or what it was opened for. Makes no call. */
      ready: {
        params: z.strictObject({
          source: z.nullable(restorableResultsSchema),
        }),
      },
      /** What a question would cost and what is wrong with it. Makes no call. */
      quote: {
        params: z.strictObject({ texts: fieldTextsByParamSchema }),
        result: priceAndFieldFaultsSchema,
      },
      /** Asks a question. A person pressed *Call*, which said what it costs: `only` where that was nothing. */
      call: {
        params: z.strictObject({
          texts: fieldTextsByParamSchema,
          reuse: z.nullable(z.enum(['never', 'only'])),
        }),
      },
      loadMore: { params: z.strictObject({ pages: z.int().check(z.minimum(1), z.maximum(100)) }) },
      recover: { params: z.strictObject({ action: z.string().check(z.maxLength(40)) }) },
      /** A few records as posts, by their places among the loaded ones: those in sight. Null for what is no post, or is not there any more. */
      posts: {
        params: z.strictObject({ series: nonNegativeIntegerSchema, rows: fewRowIndexesSchema }),
        result: z.array(z.nullable(postSchema)),
      },
      /** The exact JSON of a few records, formatted, by their places among the loaded ones: those in sight. */
      json: { params: z.strictObject({ rows: fewRowIndexesSchema }), result: z.array(z.string()) },
      save: { params: z.strictObject({ format: z.enum(exportFormats), rows: rowIndexesSchema }) },
      copy: { params: z.strictObject({ text: z.string() }) },
      /** Copies the exact JSON of records; one alone, several as a list. */
      copyAsJson: { params: z.strictObject({ rows: rowIndexesSchema }) },
      /** Saves these records as one fixture; all that is loaded where none is named. */
      saveAsFixture: { params: z.strictObject({ rows: rowIndexesSchema, isForTests: z.optional(z.boolean()) }) },
      openAsJson: { params: z.strictObject({ rows: rowIndexesSchema }) },
      pin: { params: z.strictObject({ rows: rowIndexesSchema }) },
      onRecord: { params: z.strictObject({ action: z.enum(recordActions), row: nonNegativeIntegerSchema }) },
      ...pageRequests,
      /** The script that draws plots; a page asks for it when it first shows one. */
      plotScript: { params: z.strictObject({}), result: z.string() },
      savePlot: { params: z.strictObject({ name: shortNameSchema, svg: z.string() }) },
      saveSearch: { params: z.strictObject({ text: fieldTextSchema, tab: shortNameSchema }) },
      removeSearch: { params: z.strictObject({ name: shortNameSchema }) },
    },
    events: stopEvents,
  },
  webview: {
    events: {
      question: questionSchema,
      savedSearches: savedSearchesSchema,
      /** Handles that are known without a call, for completion: what is pinned, then the newest of what is kept. */
      handles: z.array(z.string()),
      /** Which records there are; another series starts over. The page asks for those that it does not have. */
      records: z.strictObject({
        series: nonNegativeIntegerSchema,
        kind: z.enum(recordKinds),
        columns: z.array(columnSchema),
        start: nonNegativeIntegerSchema,
        rows: rowsJsonTextSchema,
      }),
      status: statusSchema,

      /** A command of VS Code's menus, on the row and column that the menu was opened on, else on the selection. */
      command: z.strictObject({
        command: z.enum([...resultsCommands, 'focusQuestion']),
        row: z.nullable(z.int()),
        column: z.nullable(z.string()),
      }),
    },
  },
});
