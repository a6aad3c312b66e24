import { type Exchange, identityOf } from './exchange.ts';
import type { HistoryStore } from './policies/history.ts';

const defaultMaxBytes = 64 * 1024 * 1024;

/**
 * Keeps the newest answer of each question in memory, as long as there is room.
 * @param maxBytes the most bytes of bodies; the answers that were not asked for longest leave first
 */
export function memoryHistory(maxBytes: number = defaultMaxBytes): HistoryStore {
  const kept = new Map<string, Exchange>();
  let bytes = 0;
  const drop = (identity: string) => {
    bytes -= kept.get(identity)?.body.byteLength ?? 0;
    kept.delete(identity);
  };
  return {
    find(identity) {
      const exchange = kept.get(identity);
      if (exchange !== undefined) {
        kept.delete(identity); // to the end of the line
        kept.set(identity, exchange);
      }
      return exchange;
    },
    put(exchange) {
      const identity = identityOf(exchange.request);
      const older = kept.get(identity);
      if (exchange.body.byteLength > maxBytes || (older !== undefined && older.sentAt > exchange.sentAt)) {
        return;
      }
      drop(identity);
      kept.set(identity, exchange);
      bytes += exchange.body.byteLength;
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) {
          break;
        }
        drop(oldest);
      }
    },
  };
}
