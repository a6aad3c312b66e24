import type { Exchange } from '../../../client/exchange.ts';
import type { ExchangeShelf } from '../services.ts';

/** How many bytes of bodies may stand on the shelf before those that no document shows go. */
const maxBytes = 128 * 1024 * 1024;

/**
 * Keeps the exchanges that documents show, and lately showed (a closed tab can be reopened).
 * @param isShown whether a document of that exchange is open
 */
export function createExchangeShelf(isShown: (exchangeId: string) => boolean): ExchangeShelf {
  const shelf = new Map<string, Exchange>();
  return {
    get: (id) => shelf.get(id),
    put: (exchange) => {
      shelf.delete(exchange.id);
      shelf.set(exchange.id, exchange);
      let bytes = [...shelf.values()].reduce((sum, { body }) => sum + body.length, 0);
      for (const [id, { body }] of shelf) {
        if (bytes <= maxBytes) {
          break;
        }
        if (id !== exchange.id && !isShown(id)) {
          shelf.delete(id);
          bytes -= body.length;
        }
      }
    },
  };
}
