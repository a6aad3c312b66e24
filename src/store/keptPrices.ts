import type { Money } from '../client/money.ts';
import { createPriceBook, type PriceBook } from '../client/policies/budget.ts';
import type { Database } from './database.ts';
import { moneyIn, textIn } from './row.ts';

/** A price book with what earlier sessions learned; what this one learns is kept with the ledger's lines. */
export function keptPrices(database: Database): PriceBook {
  const prices = createPriceBook();
  for (const row of database.all('SELECT place, endpoint_id, price FROM prices')) {
    prices.learn(textIn(row, 'place'), textIn(row, 'endpoint_id'), moneyIn(row, 'price'));
  }
  return prices;
}

/** Keeps the newest price of an endpoint at an address. To be called within a transaction. */
export function learnPrice(database: Database, place: string, endpointId: string, price: Money): void {
  database.run(
    'INSERT INTO prices VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET price = excluded.price WHERE price <> excluded.price',
    place,
    endpointId,
    price,
  );
}
