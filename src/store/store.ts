import type { Clock } from '../client/clock.ts';
import type { Connection } from '../client/connection.ts';
import type { ResponseFormat, Service } from '../client/endpoint.ts';
import type { ChargeStatus, SocialDataError } from '../client/errors.ts';
import type { Exchange, Receipt } from '../client/exchange.ts';
import type { Money } from '../client/money.ts';
import type { BudgetState, PriceBook } from '../client/policies/budget.ts';
import type { CallLedger } from '../client/policies/budgetPolicy.ts';
import type { HistoryStore } from '../client/policies/history.ts';
import type { AnyRecord } from '../client/records/readRecord.ts';
import type { Initiator } from '../client/policies/send.ts';

/** A local calendar day: "2026-08-01". */
export type Day = string;

/** @param ms milliseconds since 1970 */
export function toLocalDay(ms: number): Day {
  const date = new Date(ms);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const dayMs = 86_400_000;

/** "2026-03-01", 1 → "2026-02-28". */
export function subtractDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * dayMs).toISOString().slice(0, 10); // in UTC, all days have 24 hours
}

export interface CallFacts {
  readonly service: Service;
  readonly endpointId: string;
  readonly format: ResponseFormat;
  readonly connection: Connection['kind'];
  readonly initiator: Initiator;
  /** The name that the agent's program reports. */
  readonly agent?: string | undefined;
  readonly day: Day;
}

/** An open store that sends requests. */
export interface CallOwner {
  /** Unique. */
  readonly name: string;
  readonly pid: number;
}

export interface StoredSummary extends CallFacts {
  readonly id: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly status: number;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  readonly durationMs: number;
  readonly attempts: number;
  readonly receipt: Receipt;
  readonly bodyBytes: number;
  /** True if the body isn't stored because it repeated the key. */
  readonly isWithheld: boolean;
  readonly isPinned: boolean;
}

/** Newest first. */
export interface StoredSummaryPageOptions {
  /** Default: 100. */
  readonly limit?: number;
  /** Only exchanges older than the one with this id. */
  readonly before?: string;
}

export interface StoredSummaryPage {
  readonly items: readonly StoredSummary[];
  readonly hasMore: boolean;
}

/** Includes error responses. Every method @throws SocialDataError `storage` if the store can't be read or written. */
export interface StoredExchanges {
  /** Newest day first. */
  days(): readonly { readonly day: Day; readonly exchanges: number }[];
  exchangesByDay(day: Day, window?: StoredSummaryPageOptions): StoredSummaryPage;
  exchangesByEndpoint(endpointId: string, window?: StoredSummaryPageOptions): StoredSummaryPage;
  newest(window?: StoredSummaryPageOptions): StoredSummaryPage;
  /** With `from: 'history'`. Undefined if it isn't stored, or only without its body. */
  exchange(id: string): Exchange | undefined;
  /** The unparsed bytes. */
  body(id: string): Uint8Array | undefined;
  delete(ids: readonly string[]): void;
  /** Pinned exchanges aren't deleted to free space. */
  setPinned(id: string, isPinned: boolean): void;
  /** Also deletes all real values. @returns how many responses were deleted */
  clear(options: { readonly keepPinned: boolean }): number;
  /** `bytes` includes the ledger. */
  size(): { readonly exchanges: number; readonly pinned: number; readonly bytes: number };
}

export interface FoundRecord {
  /** The newest response with the record. */
  readonly exchange: Exchange;
  readonly record: AnyRecord;
}

/** Finds records by the words in them. Every method @throws SocialDataError `storage`. */
export interface StoredSearch {
  /** Adds responses that aren't indexed yet, the newest first. Each step takes a few milliseconds. */
  index(): Generator<undefined, void>;
  /**
   * Records with all words of a text, or with words that begin like them: first those with the whole words, the newest first. Each
   * record once; undefined after each response that was read.
   */
  find(text: string): Generator<FoundRecord | undefined, void>;
}

/** One request. Lines are never changed or deleted. */
export interface LedgerLine extends CallFacts {
  readonly seq: number;
  /** When the request started, milliseconds since 1970. */
  readonly at: number;
  /** Counts in budgets. */
  readonly amount: Money;
  /** False if `amount` is an assumption. */
  readonly isReported: boolean;
  readonly spent: ChargeStatus;
  readonly receipt: Receipt;
  readonly attempts: number;
  readonly status: number | undefined;
  /** An ErrorKind, `lost` if the window closed during the request, or `fault` after an internal error. */
  readonly error: string | undefined;
  readonly exchangeId: string | undefined;
}

export interface SpendSum {
  /** Reported amounts, otherwise the worst case. */
  readonly spent: Money;
  readonly calls: number;
  /** Requests without a reported cost; `spent` includes an assumption for each. */
  readonly unreported: number;
  /** Requests that may have been charged but don't have a response. */
  readonly maybeBilled: number;
}

export interface EndpointSpend extends SpendSum {
  readonly endpointId: string;
}

/** Real money, in all windows and sessions. Every method @throws SocialDataError `storage`. */
export interface SpendingReader {
  /** The day's cap, what was spent, and what requests in flight have reserved. */
  today(): BudgetState;
  /** Same, but only for agents, with their cap. */
  agentsToday(): BudgetState;
  /** Includes both days. */
  sum(from: Day, to: Day): SpendSum;
  /** The most expensive first. */
  byEndpoint(from: Day, to: Day): readonly EndpointSpend[];
  /** Oldest first. */
  lines(): readonly LedgerLine[];
}

export interface PinRow {
  readonly kind: string;
  readonly id: string;
  /** Not validated. */
  readonly label: unknown;
  /** Milliseconds since 1970. */
  readonly pinnedAt: number;
}

/** Shared by all windows. Every method @throws SocialDataError `storage`. */
export interface StoredPins {
  /** In the user's order. */
  list(): readonly PinRow[];
  /** Replaces all pins, in one transaction. */
  update(change: (pins: readonly PinRow[]) => readonly PinRow[]): Promise<void>;
}

/** What pseudonyms stand for, until history is cleared. Every method @throws SocialDataError `storage`. */
export interface StoredRealValues {
  find(pseudonym: string): string | undefined;
  /** @param values by pseudonym */
  add(values: ReadonlyMap<string, string>): Promise<void>;
}

export type StoreNotice =
  /** The file can't be read or written, so paid requests are rejected. Once per window. */
  | { readonly kind: 'unusable'; readonly cause: SocialDataError }
  /** The response was returned but couldn't be stored. */
  | { readonly kind: 'notStored'; readonly why: 'repeatsKey' | 'noRoom'; readonly exchangeId: string; readonly cause?: unknown }
  /** A request's cost couldn't be recorded. No requests are sent until it is. */
  | { readonly kind: 'notBooked'; readonly cause: unknown }
  /** The reported price is recorded, but not expected for the next request. Once per window. */
  | { readonly kind: 'implausiblePrice'; readonly price: Money; readonly endpointId: string };

/** Shared by all windows. */
export interface Store {
  /** Why paid requests are rejected, if they are. */
  readonly problem: () => SocialDataError | undefined;
  readonly history: HistoryStore;
  /** For the client: records each request before it is sent, stores its response, and enforces the daily budgets. */
  readonly ledger: CallLedger;
  readonly prices: PriceBook;
  readonly exchanges: StoredExchanges;
  /** Undefined if this program's SQLite lacks full-text search. */
  readonly search: StoredSearch | undefined;
  readonly spending: SpendingReader;
  readonly pins: StoredPins;
  readonly realValues: StoredRealValues;
  readonly day: () => Day;
  /** Other windows' changes are reported within a second. @returns a function that unsubscribes */
  onDidChange(listener: () => void): () => void;
  /** Requests in flight are recorded as "may have been charged". */
  close(): void;
}

export interface StoreOptions {
  /** Created if missing. Undefined: in memory. */
  readonly folder: string | undefined;
  readonly clock: Clock;
  /** The daily budget for all windows; undefined: no limit. Called for each request. */
  readonly dayCap: () => Money | undefined;
  /** The part of it that agents may spend. Default: no limit. */
  readonly agentsCap?: () => Money | undefined;
  /** Beyond this size, the oldest responses are deleted. Called after each request. */
  readonly maxBytes: () => number;
  readonly notify: (notice: StoreNotice) => void;
  /** Default: toLocalDay. */
  readonly dayOf?: (ms: number) => Day;
  readonly owner?: CallOwner;
  readonly isAlive?: (pid: number) => boolean;
  /** Free bytes on the drive; undefined if unknown. Default: as the file system reports. */
  readonly freeBytes?: () => number | undefined;
}

export type ResolvedStoreOptions = Required<StoreOptions>;
