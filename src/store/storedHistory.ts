import { readBody, summaryColumns, toExchange, toStoredSummary, hashQueryIdentity } from './responses.ts';
import { hasFullTextSearch, type Database, type SqlRow } from './database.ts';
import { readNumberColumn, readTextColumn } from './rows.ts';
import type { StoredExchanges, StoredSummaryPageOptions, StoredSummaryPage, ResolvedStoreOptions } from './store.ts';
import type { Exchange } from '../client/exchange.ts';
import { type HistoryStore, isReusableResponse, memoryHistory } from '../client/policies/history.ts';

const selectReusableResponseSql =
  'SELECT id FROM exchanges WHERE query = ? AND can_serve = 1 AND sent_at > ? ORDER BY sent_at DESC LIMIT 1';

export interface StoredHistory extends HistoryStore {
  /**
   * Deletes old exchanges if the store is too large.
   * @param unstored a response that couldn't be stored; it is reused until the window closes
   */
  afterSettled(unstored: Exchange | undefined): void;
  forget(): void;
}

/** Per transaction, so other windows can write in between. */
const maxDeletedAtOnce = 200;

/** Below 1, so not every request has to delete. */
const trimmedSizeRatio = 0.9;

const defaultLimit = 100;
const idAboveAllExchanges = '\uFFFF';

export function createStoredExchanges(database: Database, onChanged: () => void): StoredExchanges {
  const page = (
    where: string,
    values: readonly string[],
    { limit = defaultLimit, before = idAboveAllExchanges }: StoredSummaryPageOptions = {},
  ): StoredSummaryPage => {
    const rows = database.all(
      `SELECT ${summaryColumns} FROM exchanges WHERE ${where} id < ? ORDER BY id DESC LIMIT ?`,
      ...values,
      before,
      limit + 1,
    );
    return { items: rows.slice(0, limit).map(toStoredSummary), hasMore: rows.length > limit };
  };
  const withBody = <T>(id: string, columns: string, read: (row: SqlRow) => T): T | undefined => {
    const row = database.first(`SELECT ${columns} FROM exchanges JOIN bodies ON bodies.id = body_id WHERE exchanges.id = ?`, id);
    return row === undefined ? undefined : read(row);
  };
  const changed = <T>(action: () => T): T => {
    const result = database.transact(action);
    onChanged();
    return result;
  };
  return {
    days: () =>
      database
        .all('SELECT day, count(*) AS exchanges FROM exchanges GROUP BY day ORDER BY day DESC')
        .map((row) => ({ day: readTextColumn(row, 'day'), exchanges: readNumberColumn(row, 'exchanges') })),
    exchangesByDay: (day, window) => page('day = ? AND', [day], window),
    exchangesByEndpoint: (endpointId, window) => page('endpoint_id = ? AND', [endpointId], window),
    newest: (window) => page('', [], window),
    exchange: (id) => withBody(id, 'exchanges.*, bodies.bytes', toExchange),
    body: (id) => withBody(id, 'bodies.bytes', readBody),
    delete: (ids) => {
      changed(() => {
        for (const id of ids) {
          database.run('DELETE FROM exchanges WHERE id = ?', id);
        }
      });
      releaseFreePages(database);
    },
    setPinned: (id, isPinned) => {
      changed(() => database.run('UPDATE exchanges SET pinned = ? WHERE id = ?', isPinned ? 1 : 0, id));
    },
    clear: ({ keepPinned }) => {
      const gone = changed(() => {
        if (hasFullTextSearch()) {
          // deleting its rows would leave their words in the file; kept responses are indexed again when history is searched
          database.run("INSERT INTO response_words (response_words) VALUES ('delete-all')");
        }
        database.run('DELETE FROM real_values');
        return database.run(`DELETE FROM exchanges ${keepPinned ? 'WHERE pinned = 0' : ''}`);
      });
      releaseFreePages(database);
      // deleted data must not remain in the write-ahead log
      database.all('PRAGMA wal_checkpoint(TRUNCATE)');
      return gone;
    },
    size: () => ({
      exchanges: countExchanges(database),
      pinned: countExchanges(database, 'WHERE pinned = 1'),
      bytes: getUsedDatabaseBytes(database),
    }),
  };
}

/** Deletes the oldest unpinned exchanges until the rest fits. */
function trimHistory(database: Database, maxBytes: number): void {
  let used = getUsedDatabaseBytes(database);
  if (used <= maxBytes) {
    return;
  }
  const goal = maxBytes * trimmedSizeRatio;
  for (let gone = 1; gone > 0 && used > goal; used = getUsedDatabaseBytes(database)) {
    const average = used / Math.max(1, countExchanges(database));
    const enough = Math.min(maxDeletedAtOnce, Math.max(1, Math.ceil((used - goal) / average)));
    gone = database.transact(() =>
      database.run('DELETE FROM exchanges WHERE seq IN (SELECT seq FROM exchanges WHERE pinned = 0 ORDER BY id LIMIT ?)', enough),
    );
  }
  releaseFreePages(database);
}

function countExchanges(database: Database, where = ''): number {
  return readNumberColumn(database.only(`SELECT count(*) AS exchanges FROM exchanges ${where}`), 'exchanges');
}

function getUsedDatabaseBytes(database: Database): number {
  const pages = readPragma(database, 'page_count') - readPragma(database, 'freelist_count');
  return pages * readPragma(database, 'page_size');
}

function releaseFreePages(database: Database): void {
  if (readPragma(database, 'freelist_count') > 0) {
    database.all('PRAGMA incremental_vacuum');
  }
}

export function readPragma(database: Database, name: 'data_version' | 'freelist_count' | 'page_count' | 'page_size'): number {
  return readNumberColumn(database.only(`PRAGMA ${name}`), name);
}

/** Queries the database every time, because other windows add and delete responses. Recently read ones are cached. */
export function createStoredHistory(
  database: Database,
  exchanges: Pick<StoredExchanges, 'exchange'>,
  { maxBytes }: Pick<ResolvedStoreOptions, 'maxBytes'>,
  onWritten: () => void,
): StoredHistory {
  let cache = memoryHistory();
  let unstored = memoryHistory();
  const afterSettled: StoredHistory['afterSettled'] = (notStored) => {
    if (notStored !== undefined && isReusableResponse(notStored)) {
      unstored.put(notStored);
    }
    try {
      trimHistory(database, maxBytes());
    } catch {
      // retried after the next response
    }
    onWritten();
  };
  const findStored = (identity: string, after: number): Exchange | undefined => {
    const newest = database.first(selectReusableResponseSql, hashQueryIdentity(identity), after);
    if (newest === undefined) {
      return undefined;
    }
    const id = readTextColumn(newest, 'id');
    const known = cache.find(identity);
    if (known?.id === id) {
      return known;
    }
    const exchange = exchanges.exchange(id);
    if (exchange !== undefined) {
      cache.put(exchange);
    }
    return exchange;
  };
  return {
    afterSettled,
    find(identity) {
      const held = unstored.find(identity); // used unless a stored one is newer
      return findStored(identity, held?.sentAt ?? Number.MIN_SAFE_INTEGER) ?? held;
    },
    put(exchange) {
      cache.put(exchange); // stored by the ledger
    },
    forget() {
      cache = memoryHistory();
      unstored = memoryHistory();
    },
  };
}
