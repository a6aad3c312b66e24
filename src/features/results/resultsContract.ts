import type { ResultsViewMode } from '../../core/records/responseView.ts';
import * as z from 'zod/mini';
import type { RecordKind } from '../../client/endpoint.ts';
import {
  type PageFailure,
  pageRequests,
  type PageResults,
  stopEvents,
  type ResultsCommand,
} from '../../core/channel/pageCommands.ts';
import type { Post } from '../../core/channel/post.ts';

export const exportFormats = ['csv', 'ndjson', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const recordActions = ['openInBrowser', 'openThread', 'lookUpUser', 'search'] as const;
export type RecordAction = (typeof recordActions)[number];

const shortNameSchema = z.string().check(z.maxLength(200));
const fieldTextsByParamSchema = z.record(shortNameSchema, z.string());

/** A question and the answers to it: enough to show them again from what is kept. */
export const restorableResultsSchema = z.strictObject({
  endpointId: shortNameSchema,
  texts: fieldTextsByParamSchema,
  /** The responses in the order in which they were loaded; those of a fixture have its address in their ids. */
  exchangeIds: z.array(z.string().check(z.maxLength(5_000))).check(z.maxLength(20_000)),
  connection: z.optional(z.string().check(z.maxLength(400))),
});
export type RestorableResults = z.output<typeof restorableResultsSchema>;

export interface QueryField {
  readonly name: string;
  readonly title: string;
  readonly help: string;
  readonly kind: 'text' | 'integer' | 'number' | 'boolean' | 'list' | 'json' | 'choice';
  readonly required: boolean;
  readonly choices: readonly string[];
  readonly example: string;
  /** What the service takes when the field is empty; empty when it is not known. */
  readonly serviceDefault: string;
  readonly suggestions: readonly string[];
}

const savedSearchSchema = z.strictObject({ name: z.string(), text: z.string(), tab: z.string() });
export type SavedSearch = z.output<typeof savedSearchSchema>;
export const savedSearchesSchema = z.array(savedSearchSchema);

export interface ShownQuery {
  readonly endpointId: string;
  readonly title: string;
  readonly summary: string;
  readonly isConfirmed: boolean;
  /** A search of the primary service: it has a query line, a builder and tabs. */
  readonly isSearch: boolean;
  readonly fields: readonly QueryField[];
  readonly texts: Readonly<Record<string, string>>;
  readonly view: ResultsViewMode | null;
}

export interface QueryPriceAndFaults {
  readonly price: string;
  /** What asking at the service would cost where a response is kept; empty where none is. */
  readonly freshPrice: string;
  readonly faults: readonly { readonly field: string; readonly message: string }[];
}

export interface ResultsStatus {
  /** `empty`: asked, and there is nothing. `gone`: what was loaded is not kept any more. */
  readonly phase: 'idle' | 'loading' | 'ready' | 'empty' | 'failed' | 'gone';
  readonly isLoading: boolean;
  /** Set once Stop was pressed while a page is on its way: that it is let come, and until when at most. */
  readonly stopping: string;
  readonly loaded: number;
  readonly hasMore: boolean;
  /** "≈$0.0002": one more page, as it stands on buttons. */
  readonly pagePrice: string;
  /** What a page costs at the service, in micro-dollars, to sum it up for several; null while it is not known. */
  readonly pageMicroDollars: number | null;
  /** What the thread of a post costs that is opened from here; empty where the records are none, or may not be asked about. */
  readonly threadPrice: string;
  /** "120 results · more available (≈$0.0002) · $0.0012". */
  readonly summary: string;
  readonly isLive: boolean;
  /** Something that happened without being asked for here: another query took the place of one that was loaded. Empty for nothing. */
  readonly notice: string;
  /** What the call on its way waits for, in words; empty for nothing. */
  readonly waiting: string;
  readonly failure: PageFailure | null;
  readonly progress: { readonly done: number; readonly atMost: number } | null;
  readonly source: RestorableResults;
}

interface ShownColumn {
  readonly name: string;
  readonly title: string;
  readonly type: 'id' | 'text' | 'link' | 'time' | 'count' | 'number' | 'flag' | 'list';
  readonly isShown: boolean;
}

const nonNegativeIntegerSchema = z.int().check(z.nonnegative());
const rowIndexesSchema = z.array(nonNegativeIntegerSchema).check(z.maxLength(10_000));
const fewRowIndexesSchema = z.array(nonNegativeIntegerSchema).check(z.maxLength(1_000));

export const resultsTables = {
  requests: {
    /** The page is there: shows what it showed before, or what it was opened for. Makes no call. */
    ready: z.strictObject({ source: z.nullable(restorableResultsSchema) }),
    /** What a question would cost and what is wrong with it. Makes no call. */
    quote: z.strictObject({ texts: fieldTextsByParamSchema }),
    /** Asks a question. A person pressed *Call*, which said what it costs: `only` where that was nothing. */
    call: z.strictObject({ texts: fieldTextsByParamSchema, reuse: z.nullable(z.enum(['never', 'only'])) }),
    recover: z.strictObject({ action: z.string().check(z.maxLength(40)) }),
    posts: z.strictObject({ series: nonNegativeIntegerSchema, rows: fewRowIndexesSchema }),
    json: z.strictObject({ rows: fewRowIndexesSchema }),
    save: z.strictObject({ format: z.enum(exportFormats), rows: rowIndexesSchema }),
    copy: z.strictObject({ text: z.string() }),
    /** Copies the exact JSON of records; one alone, several as a list. */
    copyAsJson: z.strictObject({ rows: rowIndexesSchema }),
    /** Saves these records as one fixture; all that is loaded where none is named. */
    saveAsFixture: z.strictObject({ rows: rowIndexesSchema, isPseudonymized: z.optional(z.boolean()) }),
    openAsJson: z.strictObject({ rows: rowIndexesSchema }),
    pin: z.strictObject({ rows: rowIndexesSchema }),
    onRecord: z.strictObject({ action: z.enum(recordActions), row: nonNegativeIntegerSchema }),
    ...pageRequests,
    plotScript: z.strictObject({}),
    savePlot: z.strictObject({ name: shortNameSchema, svg: z.string() }),
    saveSearch: z.strictObject({ text: z.string(), tab: shortNameSchema }),
    removeSearch: z.strictObject({ name: shortNameSchema }),
  },
  events: { ...stopEvents, loadMore: z.strictObject({ pages: z.int().check(z.minimum(1), z.maximum(100)) }) },
};

export interface ResultsContract {
  readonly host: typeof resultsTables;
  readonly results: PageResults & {
    readonly quote: QueryPriceAndFaults;
    /** A few records as posts, by their places among the loaded ones: those in sight. Null for what is no post, or is not there any more. */
    readonly posts: readonly (Post | null)[];
    /** The exact JSON of a few records, formatted, by their places among the loaded ones: those in sight. */
    readonly json: readonly string[];
    /** The script that draws plots; a page asks for it when it first shows one. */
    readonly plotScript: string;
  };
  readonly page: {
    readonly query: ShownQuery;
    readonly savedSearches: readonly SavedSearch[];
    /** Handles that are known without a call, for completion: what is pinned, then the newest of what is kept. */
    readonly handles: readonly string[];
    /** Which records there are; another series starts over. */
    readonly records: {
      readonly series: number;
      readonly kind: RecordKind;
      readonly columns: readonly ShownColumn[];
      readonly start: number;
      /** As JSON: one text, because every process on the way copies lists cell by cell. */
      readonly rows: string;
    };
    readonly status: ResultsStatus;
    /** A command of VS Code's menus, on the row and column that the menu was opened on, else on the selection. */
    readonly command: {
      readonly command: ResultsCommand | 'focusQuery';
      readonly row: number | null;
      readonly column: string | null;
    };
  };
}
