import { type Exchange, createExchangeIdGenerator } from '../../../src/client/exchange.ts';
import { emptyReceipt } from '../../../src/client/receipt.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { toLocalDay } from '../../../src/store/machine.ts';
import { putExchange } from '../../../src/store/answers.ts';

const endpoints = 60;
const dayMs = 86_400_000;
const batch = 5_000;

/** An exchange of a page of its own. */
export function exchangeWith(id: string, index: number, sentAt: number, body: Uint8Array): Exchange {
  const endpointId = `primary.bench${index % endpoints}`;
  const request = { service: 'primary', endpointId, params: { userId: String(index) }, format: 'simple' } as const;
  return {
    id,
    request: { ...request, method: 'GET', baseUrl: 'https://api.example.test', target: `/user/${index}?format=simple` },
    status: 200,
    headers: { 'content-type': 'application/json', date: new Date(sentAt).toUTCString(), 'x-price-per-call': '0.0002' },
    body,
    receipt: { ...emptyReceipt, price: 200n, balance: 4_000_000n },
    sentAt,
    durationMs: 120,
    attempts: 1,
    value: {},
    warnings: [],
    from: 'network',
  };
}

/** How many exchanges, and when they were made. */
export interface Filling {
  readonly many: number;
  /** Over how many days they are spread, evenly; 0 puts all of them onto one. */
  readonly overDays: number;
  /** How many days ago the newest one was made; 0 when left out. */
  readonly daysAgo?: number;
}

/** Puts exchanges straight into a store's database: through a client it would take minutes. */
export function fillStore(path: string, { many, overDays, daysAgo = 0 }: Filling): void {
  const database = openDatabase(path);
  database.all('PRAGMA synchronous = OFF');
  const now = Date.now() - daysAgo * dayMs;
  const idAt = createExchangeIdGenerator('bench');
  for (let first = 0; first < many; first += batch) {
    database.transact(() => {
      for (let index = first; index < Math.min(many, first + batch); index += 1) {
        const sentAt = now - Math.floor(((many - index) / many) * overDays * dayMs);
        const body = new TextEncoder().encode(JSON.stringify({ data: { id: String(index), text: 'what was said '.repeat(20) } }));
        putExchange(database, exchangeWith(idAt(sentAt), index, sentAt, body), {
          connection: 'direct',
          initiator: 'tree',
          day: toLocalDay(sentAt),
        });
      }
    });
  }
  database.close();
}
