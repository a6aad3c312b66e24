import type { Exchange } from '../client/exchange.ts';
import { type HistoryStore, isReusableAnswer, memoryHistory } from '../client/policies/history.ts';
import { hashQuestionIdentity } from './answers.ts';
import type { Database } from './database.ts';
import { trimHistory } from './createKeptExchanges.ts';
import { readTextColumn } from './rows.ts';
import type { KeptExchanges, ResolvedStoreOptions } from './store.ts';

const selectReusableAnswerSql =
  'SELECT id FROM exchanges WHERE question = ? AND can_serve = 1 AND sent_at > ? ORDER BY sent_at DESC LIMIT 1';

export interface KeptHistory extends HistoryStore {
  /**
   * Called after a call was written down: makes room.
   * @param unkept its answer, where that could not be kept on the disk: it serves until the window closes
   */
  afterSettled(unkept: Exchange | undefined): void;
  forget(): void;
}

/**
 * Finds the newest good answer: the index is asked every time, for another window may have a newer one or have deleted it;
 * the answers that were read last stand ready.
 */
export function createKeptHistory(
  database: Database,
  exchanges: Pick<KeptExchanges, 'exchange'>,
  { maxBytes }: Pick<ResolvedStoreOptions, 'maxBytes'>,
  onWritten: () => void,
): KeptHistory {
  let ready = memoryHistory();
  let unkept = memoryHistory();
  const afterSettled: KeptHistory['afterSettled'] = (notKept) => {
    if (notKept !== undefined && isReusableAnswer(notKept)) {
      unkept.put(notKept);
    }
    try {
      trimHistory(database, maxBytes());
    } catch {
      // the next answer tries again, and says it where it cannot be kept
    }
    onWritten();
  };
  const findKept = (identity: string, after: number): Exchange | undefined => {
    const newest = database.first(selectReusableAnswerSql, hashQuestionIdentity(identity), after);
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
      const held = unkept.find(identity);
      // what is held serves where nothing on the disk is newer
      return findKept(identity, held?.sentAt ?? Number.MIN_SAFE_INTEGER) ?? held;
    },
    put(exchange) {
      ready.put(exchange); // the ledger has kept it
    },
    forget() {
      ready = memoryHistory();
      unkept = memoryHistory();
    },
  };
}
