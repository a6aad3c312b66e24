import type { HistoryStore } from '../client/policies/history.ts';
import type { Database } from './database.ts';
import { createKeptExchanges } from './createKeptExchanges.ts';
import { createKeptHistory, type KeptHistory } from './createKeptHistory.ts';
import { createSpendingReader } from './ledgerRows.ts';
import { type OnDamage, readUnlessDamaged } from './storageError.ts';
import type {
  DailyExchangeCount,
  EndpointExchangeCount,
  EndpointSpend,
  KeptExchanges,
  LedgerLine,
  SpendingReader,
  SpendSum,
  ResolvedStoreOptions,
  KeptSummaryPage,
} from './store.ts';

/** What a store in memory reads beside its own tables: a file that it cannot write to. */
export interface ReadOnlyStoreReader {
  readonly find: HistoryStore['find'];
  /** Writing to it @throws SocialDataError `storage`. */
  readonly exchanges: KeptExchanges;
  readonly spending: Pick<SpendingReader, 'sum' | 'byEndpoint' | 'lines'>;
}

const emptySummaryPage: KeptSummaryPage = { items: [], hasMore: false };
const zeroSpendSum: SpendSum = { spent: 0n, calls: 0, unreported: 0, maybeBilled: 0, unexplained: 0n };

/** Reads a file that a newer version may have written: what this one cannot read of it counts as not kept, and is reported. */
export function createReadOnlyStoreReader(
  database: Database,
  parts: Pick<ResolvedStoreOptions, 'maxBytes' | 'notify'>,
  onDamage: OnDamage,
): ReadOnlyStoreReader {
  const unchanged = () => undefined;
  const exchanges = createKeptExchanges(database, unchanged, onDamage);
  const history = createKeptHistory(database, exchanges, parts, unchanged);
  const spending = createSpendingReader(database, {}, onDamage);
  const or = <T>(read: () => T, otherwise: T): T => readUnlessDamaged(read, onDamage) ?? otherwise;
  return {
    find: (identity) => history.find(identity),
    exchanges: {
      ...exchanges,
      days: () => or<readonly DailyExchangeCount[]>(() => exchanges.days(), []),
      endpoints: () => or<readonly EndpointExchangeCount[]>(() => exchanges.endpoints(), []),
      exchangesByDay: (day, window) => or(() => exchanges.exchangesByDay(day, window), emptySummaryPage),
      exchangesByEndpoint: (endpointId, window) => or(() => exchanges.exchangesByEndpoint(endpointId, window), emptySummaryPage),
      newest: (window) => or(() => exchanges.newest(window), emptySummaryPage),
      exchange: (id) => or(() => exchanges.exchange(id), undefined),
      body: (id) => or(() => exchanges.body(id), undefined),
      size: () => or(() => exchanges.size(), { exchanges: 0, pinned: 0, bytes: 0 }),
    },
    spending: {
      sum: (moneyKind, from, to) => or(() => spending.sum(moneyKind, from, to), zeroSpendSum),
      byEndpoint: (moneyKind, from, to) => or<readonly EndpointSpend[]>(() => spending.byEndpoint(moneyKind, from, to), []),
      lines: () => or<Iterable<LedgerLine>>(() => [...spending.lines()], []),
    },
  };
}

/** The newer one of both answers. */
export function mergeHistories(own: KeptHistory, past: ReadOnlyStoreReader): KeptHistory {
  return {
    ...own,
    find: (identity) => {
      const [mine, earlier] = [own.find(identity), past.find(identity)];
      return mine === undefined || (earlier !== undefined && earlier.sentAt > mine.sentAt) ? earlier : mine;
    },
  };
}

/** Lists of both. What is in the file cannot be pinned or deleted: whoever tries is refused, for the file can only be read. */
export function mergeExchanges(own: KeptExchanges, { exchanges: past }: ReadOnlyStoreReader): KeptExchanges {
  const merge = (mine: KeptSummaryPage, earlier: KeptSummaryPage, limit = defaultLimit): KeptSummaryPage => {
    const items = [...mine.items, ...earlier.items].toSorted((one, other) => (one.id < other.id ? 1 : -1));
    return { items: items.slice(0, limit), hasMore: mine.hasMore || earlier.hasMore || items.length > limit };
  };
  return {
    ...own,
    days: () =>
      [...sumExchangeCounts([...own.days(), ...past.days()], ({ day }) => day)]
        .map(([day, exchanges]) => ({ day, exchanges }))
        .toSorted((one, other) => (one.day < other.day ? 1 : -1)),
    endpoints: () =>
      [...sumExchangeCounts([...own.endpoints(), ...past.endpoints()], ({ endpointId }) => endpointId)].map(
        ([endpointId, exchanges]) => ({
          endpointId,
          exchanges,
        }),
      ),
    exchangesByDay: (day, window) => merge(own.exchangesByDay(day, window), past.exchangesByDay(day, window), window?.limit),
    exchangesByEndpoint: (endpointId, window) =>
      merge(own.exchangesByEndpoint(endpointId, window), past.exchangesByEndpoint(endpointId, window), window?.limit),
    newest: (window) => merge(own.newest(window), past.newest(window), window?.limit),
    exchange: (id) => own.exchange(id) ?? past.exchange(id),
    body: (id) => own.body(id) ?? past.body(id),
    delete: (ids) => {
      const earlier = ids.filter((id) => past.body(id) !== undefined);
      own.delete(ids);
      if (earlier.length > 0) {
        past.delete(earlier);
      }
    },
    setPinned: (id, isPinned) => (past.body(id) === undefined ? own : past).setPinned(id, isPinned),
    clear: (options) => {
      const gone = own.clear(options);
      return past.size().exchanges === 0 ? gone : gone + past.clear(options);
    },
    size: () => {
      const [mine, earlier] = [own.size(), past.size()];
      return {
        exchanges: mine.exchanges + earlier.exchanges,
        pinned: mine.pinned + earlier.pinned,
        bytes: mine.bytes + earlier.bytes,
      };
    },
  };
}

/** How many a list shows where nobody says how many. */
const defaultLimit = 100;

function sumExchangeCounts<T extends { readonly exchanges: number }>(counts: readonly T[], nameOf: (count: T) => string) {
  const sums = new Map<string, number>();
  for (const count of counts) {
    sums.set(nameOf(count), (sums.get(nameOf(count)) ?? 0) + count.exchanges);
  }
  return sums;
}

/** What was spent by both; `today` counts the past already. */
export function mergeSpending(own: SpendingReader, { spending: past }: ReadOnlyStoreReader): SpendingReader {
  return {
    ...own,
    sum: (moneyKind, from, to) => addSpendSums(own.sum(moneyKind, from, to), past.sum(moneyKind, from, to)),
    byEndpoint: (moneyKind, from, to) =>
      mergeEndpointSpends([...own.byEndpoint(moneyKind, from, to), ...past.byEndpoint(moneyKind, from, to)]),
    *lines() {
      let last = 0;
      for (const line of past.lines()) {
        last = line.seq;
        yield line;
      }
      for (const line of own.lines()) {
        yield { ...line, seq: last + line.seq };
      }
    },
  };
}

function mergeEndpointSpends(sums: readonly EndpointSpend[]): readonly EndpointSpend[] {
  const merged = new Map<string, EndpointSpend>();
  for (const sum of sums) {
    const { endpointId } = sum;
    merged.set(endpointId, { endpointId, ...addSpendSums(merged.get(endpointId) ?? zeroSpendSum, sum) });
  }
  return [...merged.values()].toSorted((one, other) => Number(other.spent - one.spent));
}

function addSpendSums(one: SpendSum, other: SpendSum): SpendSum {
  return {
    spent: one.spent + other.spent,
    calls: one.calls + other.calls,
    unreported: one.unreported + other.unreported,
    maybeBilled: one.maybeBilled + other.maybeBilled,
    unexplained: one.unexplained + other.unexplained,
  };
}
