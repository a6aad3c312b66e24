import type { Exchange } from '../client/exchange.ts';
import { type HistoryStore, isReusableResponse, memoryHistory } from '../client/policies/history.ts';
import { hashQueryIdentity } from './responses.ts';
import type { Database } from './database.ts';
import { trimHistory } from './createStoredExchanges.ts';
import { readTextColumn } from './rows.ts';
import type { StoredExchanges, ResolvedStoreOptions } from './store.ts';

const selectReusableResponseSql =
  'SELECT id FROM exchanges WHERE query = ? AND can_serve = 1 AND sent_at > ? ORDER BY sent_at DESC LIMIT 1';

export interface StoredHistory extends HistoryStore {
  /**
   * Called after a call was written down: makes room.
   * @param unstored its response, where that could not be kept on the disk: it serves until the window closes
   */
  afterSettled(unstored: Exchange | undefined): void;
  forget(): void;
}

/**
 * Finds the newest good response: the index is asked every time, for another window may have a newer one or have deleted it;
 * the responses that were read last stand ready.
 */
export function createStoredHistory(
  database: Database,
  exchanges: Pick<StoredExchanges, 'exchange'>,
  { maxBytes }: Pick<ResolvedStoreOptions, 'maxBytes'>,
  onWritten: () => void,
): StoredHistory {
  let ready = memoryHistory();
  let unstored = memoryHistory();
  const afterSettled: StoredHistory['afterSettled'] = (notStored) => {
    if (notStored !== undefined && isReusableResponse(notStored)) {
      unstored.put(notStored);
    }
    try {
      trimHistory(database, maxBytes());
    } catch {
      // the next response tries again, and says it where it cannot be kept
    }
    onWritten();
  };
  const findStored = (identity: string, after: number): Exchange | undefined => {
    const newest = database.first(selectReusableResponseSql, hashQueryIdentity(identity), after);
    if (newest === undefined) {
      return undefined;
    }
    const id = readTextColumn(newest, 'id');
    const known = ready.find(identity);
    if (known?.id === id) {
      return known;
    }
    const exchange = exchanges.exchange(id);
    if (exchange !== undefined) {
      ready.put(exchange);
    }
    return exchange;
  };
  return {
    afterSettled,
    find(identity) {
      const held = unstored.find(identity);
      // what is held serves where nothing on the disk is newer
      return findStored(identity, held?.sentAt ?? Number.MIN_SAFE_INTEGER) ?? held;
    },
    put(exchange) {
      ready.put(exchange); // the ledger has kept it
    },
    forget() {
      ready = memoryHistory();
      unstored = memoryHistory();
    },
  };
}
