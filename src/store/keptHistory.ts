import type { Exchange } from '../client/exchange.ts';
import { memoryHistory } from '../client/memoryHistory.ts';
import { type HistoryStore, isReusable } from '../client/policies/history.ts';
import { questionOf } from './answers.ts';
import type { Database } from './database.ts';
import { numberIn, textIn } from './rows.ts';
import type { KeptExchanges } from './store.ts';

/** The most bytes of bodies that stand ready unpacked. */
const readyBytes = 32 * 1024 * 1024;

/** The client's view of what is kept. */
export interface KeptHistory extends HistoryStore {
  /** Takes an answer that cannot be kept on the disk: it serves until the window closes. */
  holdUnkept(exchange: Exchange): void;
  /** Forgets what is held in memory only. */
  forgetUnkept(): void;
}

/**
 * Finds the newest good answer: the index is asked every time, for another window may have a newer one or have deleted it;
 * the answers that were read last stand ready.
 * @param put keeps an answer that no ledger has kept
 */
export function keptHistory(
  database: Database,
  exchanges: Pick<KeptExchanges, 'exchange'>,
  put: (exchange: Exchange) => void,
): KeptHistory {
  const ready = memoryHistory(readyBytes);
  let unkept = memoryHistory();
  let unkeptIds = new Set<string>();
  return {
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
      if (!unkeptIds.has(exchange.id)) {
        put(exchange);
        ready.put(exchange);
      }
    },
    holdUnkept(exchange) {
      if (isReusable(exchange)) {
        unkept.put(exchange);
      }
      unkeptIds.add(exchange.id);
    },
    forgetUnkept() {
      unkept = memoryHistory();
      unkeptIds = new Set();
    },
  };
}
