import type { Money } from './money.ts';

/** The prices that calls have taught, by connection and endpoint. The newest counts. */
export interface PriceBook {
  priceOf(connection: string, endpointId: string): Money | undefined;
  learn(connection: string, endpointId: string, price: Money): void;
}

/** An empty price book. Seed it with `learn` from a ledger that was kept. */
export function createPriceBook(): PriceBook {
  const connections = new Map<string, Map<string, Money>>();
  return {
    priceOf: (connection, endpointId) => connections.get(connection)?.get(endpointId),
    learn: (connection, endpointId, price) => {
      const prices = connections.get(connection) ?? new Map<string, Money>();
      connections.set(connection, prices);
      prices.set(endpointId, price);
    },
  };
}
