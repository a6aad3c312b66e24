import type { Exchange } from '../client/exchange.ts';
import { type HistoryStore, isReusable, memoryHistory } from '../client/policies/history.ts';
import { questionOf, type KeptWith, putExchange } from './answers.ts';
import type { Database } from './database.ts';
import { fileBytes, trimHistory } from './keptExchanges.ts';
import { numberIn, textIn } from './rows.ts';
import type { KeptExchanges, StoreParts } from './store.ts';

/** The most bytes of bodies that stand ready unpacked. */
const readyBytes = 32 * 1024 * 1024;

/** The client's view of what is kept, and how answers come into it. */
export interface KeptHistory extends HistoryStore {
  /** Keeps an answer. To be called within a transaction. */
  keep(exchange: Exchange, keptWith: KeptWith): void;
  /**
   * Called after a call was written down: makes room.
   * @param unkept its answer, where that could not be kept on the disk: it serves until the window closes
   */
  settled(unkept: Exchange | undefined): void;
  /** Forgets what is held in memory. */
  forget(): void;
}

/**
 * Finds the newest good answer: the index is asked every time, for another window may have a newer one or have deleted it;
 * the answers that were read last stand ready.
 * @param onWritten called after each change
 */
export function keptHistory(
  database: Database,
  exchanges: Pick<KeptExchanges, 'exchange'>,
  { maxBytes, notify }: Pick<StoreParts, 'maxBytes' | 'notify'>,
  onWritten: () => void,
): KeptHistory {
  let ready = memoryHistory(readyBytes);
  let unkept = memoryHistory();
  let bytes = 0;
  const keep: KeptHistory['keep'] = (exchange, keptWith) => {
    putExchange(database, exchange, keptWith);
    bytes = fileBytes(database); // within the transaction it costs no lock of its own to ask
  };
  const settled: KeptHistory['settled'] = (notKept) => {
    if (notKept !== undefined && isReusable(notKept)) {
      unkept.put(notKept);
    }
    try {
      if (bytes > maxBytes()) {
        trimHistory(database, maxBytes());
      }
    } catch (error) {
      notify({ kind: 'notTrimmed', cause: error });
    }
    onWritten();
  };
  return {
    keep,
    settled,
    find(identity) {
      const held = unkept.find(identity);
      const row = database.first(
        'SELECT id, sent_at FROM exchanges WHERE question = ? AND can_serve = 1 ORDER BY sent_at DESC LIMIT 1',
        questionOf(identity),
      );
      if (row === undefined || (held !== undefined && held.sentAt >= numberIn(row, 'sent_at'))) {
        return held;
      }
      const id = textIn(row, 'id');
      const known = ready.find(identity);
      if (known?.id === id) {
        return known;
      }
      const exchange = exchanges.exchange(id);
      if (exchange !== undefined) {
        ready.put(exchange);
      }
      return exchange;
    },
    put(exchange) {
      ready.put(exchange); // the ledger has kept it
    },
    forget() {
      ready = memoryHistory(readyBytes);
      unkept = memoryHistory();
    },
  };
}
