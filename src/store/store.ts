import type { Clock } from '../client/clock.ts';
import type { Connection } from '../client/connection.ts';
import type { ResponseFormat, Service } from '../client/endpoint.ts';
import type { ChargeStatus, SocialDataError } from '../client/errors.ts';
import type { Exchange, Receipt } from '../client/exchange.ts';
import type { Money } from '../client/money.ts';
import type { BudgetState, PriceBook } from '../client/policies/budget.ts';
import type { CallLedger } from '../client/policies/budgetPolicy.ts';
import type { HistoryStore } from '../client/policies/history.ts';
import type { Initiator } from '../client/policies/send.ts';

/** A calendar day where this machine is: "2026-08-01". */
export type Day = string;

/** Real money, or the sandbox's play money: never added up together. */
export type MoneyKind = 'real' | 'play';

export interface CallFacts {
  readonly service: Service;
  readonly endpointId: string;
  readonly format: ResponseFormat;
  readonly connection: Connection['kind'];
  readonly initiator: Initiator;
  /** The program of the agent that asked, as it called itself; undefined where it gave no name, or a person asked. */
  readonly agent?: string | undefined;
  readonly day: Day;
}

/** Who has a call under way: a store that is open in some window. */
export interface CallOwner {
  /** Never the same one twice. */
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
  /** The body is not kept: it repeated the key. */
  readonly isWithheld: boolean;
  readonly isPinned: boolean;
}

/** Newest first. */
export interface StoredSummaryPageOptions {
  /** Default: 100. */
  readonly limit?: number;
  /** Those older than this exchange: the `id` of the last one that is there already. */
  readonly before?: string;
}

export interface StoredSummaryPage {
  readonly items: readonly StoredSummary[];
  readonly hasMore: boolean;
}

/**
 * The exchanges that are kept, errors that were answered included. Reading makes no call and is free.
 * Every method @throws SocialDataError `storage` when the store cannot be read or written.
 */
export interface StoredExchanges {
  /** Newest day first. */
  days(): readonly { readonly day: Day; readonly exchanges: number }[];
  exchangesByDay(day: Day, window?: StoredSummaryPageOptions): StoredSummaryPage;
  exchangesByEndpoint(endpointId: string, window?: StoredSummaryPageOptions): StoredSummaryPage;
  newest(window?: StoredSummaryPageOptions): StoredSummaryPage;
  /** One whole exchange, `from: 'history'`; undefined when it is not kept, or only without its body. */
  exchange(id: string): Exchange | undefined;
  /** Exactly as it came: nothing is parsed. */
  body(id: string): Uint8Array | undefined;
  delete(ids: readonly string[]): void;
  /** What is pinned stays when the oldest go to make room. */
  setPinned(id: string, isPinned: boolean): void;
  /** @returns how many went */
  clear(options: { readonly keepPinned: boolean }): number;
  /** `bytes`: what the store takes on the disk, the ledger included. */
  size(): { readonly exchanges: number; readonly pinned: number; readonly bytes: number };
}

/** Lines are only ever added. */
export interface LedgerLine extends CallFacts {
  readonly seq: number;
  /** When the call began, milliseconds since 1970. */
  readonly at: number;
  /** What the budgets booked. */
  readonly amount: Money;
  /** False where `amount` is an assumption. */
  readonly isReported: boolean;
  readonly spent: ChargeStatus;
  readonly receipt: Receipt;
  readonly attempts: number;
  readonly status: number | undefined;
  /** An ErrorKind; `lost` when the window ended before the call did; `fault` when the program failed. */
  readonly error: string | undefined;
  readonly exchangeId: string | undefined;
}

export interface SpendSum {
  /** What was booked: what was reported, else the worse case. */
  readonly spent: Money;
  readonly calls: number;
  /** Calls whose cost was not reported; `spent` holds an assumption for them. */
  readonly unreported: number;
  /** Calls that may have been billed, with no response to tell. */
  readonly maybeBilled: number;
}

export interface EndpointSpend extends SpendSum {
  readonly endpointId: string;
}

/** Over all windows and sessions. Every method @throws SocialDataError `storage`. */
export interface SpendingReader {
  /** Today's cap with what is spent and what calls under way may still cost, real money, over all windows. */
  today(): BudgetState;
  /** The same for what agents asked for, with their cap. */
  agentsToday(): BudgetState;
  /** Both days included. */
  sum(moneyKind: MoneyKind, from: Day, to: Day): SpendSum;
  /** The most expensive first. */
  byEndpoint(moneyKind: MoneyKind, from: Day, to: Day): readonly EndpointSpend[];
  /** Oldest first. */
  lines(): readonly LedgerLine[];
}

/** What its label says is up to whoever wrote it. */
export interface PinRow {
  readonly kind: string;
  readonly id: string;
  readonly label: unknown;
  /** Milliseconds since 1970. */
  readonly pinnedAt: number;
}

/** For all windows. Every method @throws SocialDataError `storage`. */
export interface StoredPins {
  /** In the person's order. */
  list(): readonly PinRow[];
  /** Puts in their place what is made of them; what other windows do meanwhile waits. */
  update(change: (pins: readonly PinRow[]) => readonly PinRow[]): Promise<void>;
}

export type StoreNotice =
  /** The file cannot be read and written: no call is begun that costs. Said once a window. */
  | { readonly kind: 'unusable'; readonly cause: SocialDataError }
  /** A response is given and shown, but could not be kept. */
  | { readonly kind: 'notStored'; readonly why: 'repeatsKey' | 'noRoom'; readonly exchangeId: string; readonly cause?: unknown }
  /** What a call came to could not be written down yet; no further call is sent until it is. */
  | { readonly kind: 'notBooked'; readonly cause: unknown }
  /** A price was reported that is booked, but not believed of the next call; said once a window. */
  | { readonly kind: 'implausiblePrice'; readonly price: Money; readonly endpointId: string };

/** Shared by all windows. */
export interface Store {
  /** Why no call is begun that costs: a budget that cannot be remembered is none. Undefined where all is well. */
  readonly problem: () => SocialDataError | undefined;
  readonly history: HistoryStore;
  /** For the client: writes each call down before it is sent, keeps its response, holds it to the budget of the day. */
  readonly ledger: CallLedger;
  readonly prices: PriceBook;
  readonly exchanges: StoredExchanges;
  readonly spending: SpendingReader;
  readonly pins: StoredPins;
  readonly day: () => Day;
  /** Tells of changes, of other windows too, a second later at most. @returns takes it back */
  onDidChange(listener: () => void): () => void;
  /** Calls that are still under way become "may have been billed". */
  close(): void;
}

export interface StoreOptions {
  /** Where the database is; made where it is missing. Undefined: all is kept in memory until this process ends. */
  readonly folder: string | undefined;
  readonly clock: Clock;
  /** The most that all windows together may spend on a day; undefined: no cap. Asked for every call. */
  readonly dayCap: () => Money | undefined;
  /** The most of it that calls may cost that agents ask for. Asked for each such call. Default: no cap of its own. */
  readonly agentsCap?: () => Money | undefined;
  /** The size from which on the oldest answers go. Asked after every call. */
  readonly maxBytes: () => number;
  readonly notify: (notice: StoreNotice) => void;
  /** Default: the calendar day where this machine is. */
  readonly dayOf?: (ms: number) => Day;
  readonly owner?: CallOwner;
  readonly isAlive?: (pid: number) => boolean;
  /** Bytes that are free where the database is; undefined where nobody can tell. Default: the file system's word. */
  readonly freeBytes?: () => number | undefined;
}

export type ResolvedStoreOptions = Required<StoreOptions>;
