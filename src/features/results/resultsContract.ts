import type { ResultsViewMode } from '../../core/records/responseView.ts';
import * as z from 'zod/mini';
import type { RecordKind } from '../../client/endpoint.ts';
import { type RecordAction, recordActions } from '../../core/channel/pageCommands.ts';
import { type PageFailure, pageRequests, type PageResults, stopEvents } from '../../core/channel/pageRequests.ts';
import type { Post } from '../../core/channel/post.ts';
import type { FieldKind, FieldTexts } from '../../core/requests/form.ts';
import type { Column } from '../../core/table/cell.ts';

export const exportFormats = ['csv', 'ndjson', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const exportFormatNames: Readonly<Record<ExportFormat, string>> = { csv: 'CSV', ndjson: 'NDJSON', parquet: 'Parquet' };

const shortNameSchema = z.string().check(z.maxLength(200));
const fieldTextsByParamSchema = z.record(shortNameSchema, z.string());

/** A query and its responses, to restore a tab from history. */
export const restorableResultsSchema = z.strictObject({
  endpointId: shortNameSchema,
  texts: fieldTextsByParamSchema,
  /** In loading order. A fixture's responses have its address in their ids. */
  exchangeIds: z.array(z.string().check(z.maxLength(5_000))).check(z.maxLength(20_000)),
  connection: z.optional(z.string().check(z.maxLength(400))),
});
export type RestorableResults = z.output<typeof restorableResultsSchema>;

export interface QueryField {
  readonly name: string;
  readonly title: string;
  readonly help: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  readonly choices: readonly string[];
  readonly example: string;
  /** The value that the service assumes for an empty field, or '' if it has no default. */
  readonly serviceDefault: string;
  readonly suggestions: readonly string[];
}

const savedSearchSchema = z.strictObject({ name: z.string(), text: z.string(), tab: z.string() });
export type SavedSearch = z.output<typeof savedSearchSchema>;
export const savedSearchesSchema = z.array(savedSearchSchema);

export interface ShownSearchTab {
  readonly tab: string;
  /** The tabs that the connected services have. */
  readonly tabs: readonly string[];
  /** The field for the words. */
  readonly words: string;
  /** Tabs with operators have a query line and a builder. */
  readonly hasOperators: boolean;
}

export interface ShownQuery {
  readonly endpointId: string;
  readonly title: string;
  readonly summary: string;
  readonly isConfirmed: boolean;
  /** Set for a tab of *Search*. */
  readonly search: ShownSearchTab | null;
  readonly fields: readonly QueryField[];
  readonly texts: FieldTexts;
  readonly view: ResultsViewMode | null;
  /** Shows only some of its records. */
  readonly filter: string | null;
}

export interface QueryPriceAndFaults {
  readonly price: string;
  /** The price of a new response if one is stored; otherwise null. */
  readonly freshPrice: string | null;
  readonly faults: readonly { readonly field: string; readonly message: string }[];
}

export interface ResultsStatus {
  /** `empty`: no results. `gone`: the loaded responses are no longer stored. */
  readonly phase: 'idle' | 'loading' | 'ready' | 'empty' | 'failed' | 'gone';
  readonly isLoading: boolean;
  /** Set after Stop while a page is in flight; otherwise empty. */
  readonly stopping: string;
  readonly loaded: number;
  readonly hasMore: boolean;
  /** "≈$0.0002": the next page's price. */
  readonly pagePrice: string;
  /** "Open as Thread: ≈$0.0002, or free from history"; empty if the records aren't posts. */
  readonly threadPrice: string;
  /** "120 results · $0.0012 · more available". */
  readonly summary: string;
  /** "from history, 3 min ago"; empty for new responses. */
  readonly age: string;
  readonly isLive: boolean;
  /** The connection's name if it isn't the selected one; otherwise empty. */
  readonly mark: string;
  /** Sample data has no web pages. */
  readonly hasWebPages: boolean;
  /** For example that some pages are no longer stored; may be empty. */
  readonly notice: string;
  /** Why a request is waiting; may be empty. */
  readonly waiting: string;
  readonly failure: PageFailure | null;
  readonly progress: { readonly done: number; readonly atMost: number } | null;
  readonly source: RestorableResults;
}

const nonNegativeIntegerSchema = z.int().check(z.nonnegative());
const rowIndexesSchema = z.array(nonNegativeIntegerSchema).check(z.maxLength(10_000));
const fewRowIndexesSchema = z.array(nonNegativeIntegerSchema).check(z.maxLength(1_000));

export const resultsTables = {
  requests: {
    /** Sent when the page has loaded. Restores its previous results or shows the opened query. Doesn't send requests. */
    ready: z.strictObject({ source: z.nullable(restorableResultsSchema) }),
    /** A query's price and errors. Doesn't send requests. */
    quote: z.strictObject({ texts: fieldTextsByParamSchema }),
    /** Sends a query whose button showed the price. `only` if it was free. */
    call: z.strictObject({ texts: fieldTextsByParamSchema, reuse: z.nullable(z.enum(['never', 'only'])) }),
    /** Shows a tab of *Search* and what it has loaded. Sends a new tab's query, with these words, only if it is free. */
    openTab: z.strictObject({ tab: shortNameSchema, text: z.string() }),
    recover: z.strictObject({ action: z.string().check(z.maxLength(40)) }),
    posts: z.strictObject({ series: nonNegativeIntegerSchema, rows: fewRowIndexesSchema }),
    json: z.strictObject({ rows: fewRowIndexesSchema }),
    save: z.strictObject({ format: z.enum(exportFormats), rows: rowIndexesSchema }),
    copy: z.strictObject({ text: z.string() }),
    /** Runs a command on records. Without rows, on all loaded ones. */
    act: z.strictObject({ action: z.enum(recordActions), rows: rowIndexesSchema }),
    ...pageRequests,
    plotScript: z.strictObject({}),
    saveSearch: z.strictObject({ text: z.string(), tab: shortNameSchema }),
    removeSearch: z.strictObject({ name: shortNameSchema }),
  },
  events: { ...stopEvents, loadMore: z.strictObject({}), loadAll: z.strictObject({}) },
};

export interface ResultsContract {
  readonly host: typeof resultsTables;
  readonly results: PageResults & {
    readonly quote: QueryPriceAndFaults;
    /** By record index; null for records that aren't posts or are no longer loaded. */
    readonly posts: readonly (Post | null)[];
    /** The exact JSON of records, formatted. */
    readonly json: readonly string[];
    /** The script that draws plots, loaded when a page first shows one. */
    readonly plotScript: string;
  };
  readonly page: {
    readonly query: ShownQuery;
    /** "@ada_writes": what an id in the query stands for; '' if that is unknown. */
    readonly subject: string;
    readonly savedSearches: readonly SavedSearch[];
    /** "user:12" */
    readonly pins: readonly string[];
    /** The newest searches in history. */
    readonly recentSearches: readonly string[];
    /** Handles for completion: pinned users, then the newest in history. */
    readonly handles: readonly string[];
    /** A different series replaces all records. */
    readonly records: {
      readonly series: number;
      readonly kind: RecordKind;
      readonly columns: readonly Column[];
      readonly start: number;
      /** JSON, because every process would copy a list cell by cell. */
      readonly rows: string;
    };
    readonly status: ResultsStatus;
    /** A command in VS Code's menus, for a context menu's row and column, otherwise for the selection. */
    readonly command: {
      readonly command: RecordAction | 'filter' | 'focusQuery';
      readonly row: number | null;
      readonly column: string | null;
    };
  };
}
