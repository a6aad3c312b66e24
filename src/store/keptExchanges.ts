import { bodyIn } from './bodies.ts';
import type { Database } from './database.ts';
import { summaryColumns, services, toExchange, toSummary } from './exchangeRows.ts';
import { numberIn, oneIn, textIn } from './row.ts';
import type { HistorySize, KeptExchanges, ListWindow, SummaryPage } from './store.ts';
import { giveBackRoom, usedBytes } from './trimHistory.ts';

const defaultLimit = 100;
/** Sorts after every id. */
const newestOfAll = '\uFFFF';

/**
 * The exchanges of a database, for lists and documents.
 * @param onChanged told after each change
 */
export function keptExchanges(database: Database, onChanged: () => void): KeptExchanges {
  const page = (where: string, values: readonly string[], { limit = defaultLimit, before }: ListWindow = {}): SummaryPage => {
    const rows = database.all(
      `SELECT ${summaryColumns} FROM exchanges WHERE ${where} id < ? ORDER BY id DESC LIMIT ?`,
      ...values,
      before ?? newestOfAll,
      limit + 1,
    );
    return { items: rows.slice(0, limit).map(toSummary), hasMore: rows.length > limit };
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
        .map((row) => ({ day: textIn(row, 'day'), exchanges: numberIn(row, 'exchanges') })),
    endpoints: () =>
      database
        .all(
          `SELECT counted.endpoint_id, counted.exchanges, counted.newest, exchanges.service
           FROM (SELECT endpoint_id, count(*) AS exchanges, max(id) AS newest FROM exchanges GROUP BY endpoint_id) AS counted
           JOIN exchanges ON exchanges.id = counted.newest
           ORDER BY counted.newest DESC`,
        )
        .map((row) => ({
          service: oneIn(row, 'service', services),
          endpointId: textIn(row, 'endpoint_id'),
          exchanges: numberIn(row, 'exchanges'),
          newest: textIn(row, 'newest'),
        })),
    exchangesByDay: (day, window) => page('day = ? AND', [day], window),
    exchangesByEndpoint: (endpointId, window) => page('endpoint_id = ? AND', [endpointId], window),
    newest: (window) => page('', [], window),
    summary: (id) => {
      const row = database.first(`SELECT ${summaryColumns} FROM exchanges WHERE id = ?`, id);
      return row === undefined ? undefined : toSummary(row);
    },
    exchange: (id) => {
      const row = database.first(
        'SELECT exchanges.*, bodies.encoding, bodies.bytes FROM exchanges JOIN bodies ON bodies.id = body_id WHERE exchanges.id = ?',
        id,
      );
      return row === undefined ? undefined : toExchange(row);
    },
    body: (id) => {
      const row = database.first(
        'SELECT bodies.encoding, bodies.bytes FROM exchanges JOIN bodies ON bodies.id = body_id WHERE exchanges.id = ?',
        id,
      );
      return row === undefined ? undefined : bodyIn(row);
    },
    delete: (ids) => {
      changed(() => {
        for (const id of ids) {
          database.run('DELETE FROM exchanges WHERE id = ?', id);
        }
      });
      giveBackRoom(database);
    },
    setPinned: (id, isPinned) => {
      changed(() => database.run('UPDATE exchanges SET pinned = ? WHERE id = ?', isPinned ? 1 : 0, id));
    },
    clear: ({ keepPinned }) => {
      const gone = changed(() => database.run(`DELETE FROM exchanges ${keepPinned ? 'WHERE pinned = 0' : ''}`));
      giveBackRoom(database);
      // what was deleted shall not stand in the log of the database either
      database.all('PRAGMA wal_checkpoint(TRUNCATE)');
      return gone;
    },
    size: (): HistorySize => {
      const row = database.first(
        'SELECT (SELECT count(*) FROM exchanges) AS exchanges, (SELECT count(*) FROM exchanges WHERE pinned = 1) AS pinned',
      );
      return {
        exchanges: row === undefined ? 0 : numberIn(row, 'exchanges'),
        pinned: row === undefined ? 0 : numberIn(row, 'pinned'),
        bytes: usedBytes(database),
      };
    },
  };
}
