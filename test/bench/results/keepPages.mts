import { createExchangeIdGenerator, type Exchange, emptyReceipt } from '../../../src/client/exchange.ts';
import { search } from '../../../src/client/endpoints/table.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { toLocalDay } from '../../../src/store/store.ts';
import { putExchange } from '../../../src/store/responses.ts';
import { parsedPosts } from './parsedPosts.mts';

/** Posts per search page. */
const pageSize = 20;
const batch = 500;

/** Responses to store, and their JSON's length. */
export interface StoredPages {
  readonly ids: readonly string[];
  readonly bytes: number;
}

/** Stores a search's pages directly in a database, because a service would need five thousand requests. */
export function keepPages(path: string, posts: number): StoredPages {
  const database = openDatabase(path);
  database.all('PRAGMA synchronous = OFF');
  const bodies = pages(posts);
  const idAt = createExchangeIdGenerator('bench');
  const sentAt = Date.now() - bodies.length;
  const ids: string[] = [];
  for (let first = 0; first < bodies.length; first += batch) {
    database.transact(() => {
      bodies.slice(first, first + batch).forEach((body, at) => {
        const id = idAt(sentAt + first + at);
        putExchange(database, toExchange(id, first + at, sentAt + first + at, body), {
          connection: 'direct',
          initiator: 'panel',
          day: toLocalDay(sentAt),
        });
        ids.push(id);
      });
    });
  }
  database.close();
  return { ids, bytes: bodies.reduce((sum, body) => sum + body.byteLength, 0) };
}

function pages(posts: number): readonly Uint8Array[] {
  const all = parsedPosts(posts);
  const encoder = new TextEncoder();
  return Array.from({ length: Math.ceil(posts / pageSize) }, (_, at) =>
    encoder.encode(
      JSON.stringify({
        data: all.slice(at * pageSize, (at + 1) * pageSize),
        nextCursor: `cursor-${at}`,
        previousCursor: null,
        hasNextPage: true,
      }),
    ),
  );
}

function toExchange(id: string, index: number, sentAt: number, body: Uint8Array): Exchange {
  return {
    id,
    request: {
      ...{ service: 'primary', endpointId: search.id, params: { searchItem: 'harbour', category: 'Top' }, format: 'simple' },
      ...{ method: 'GET', baseUrl: 'https://api.example.test', target: `/search?page=${index}` },
    },
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
