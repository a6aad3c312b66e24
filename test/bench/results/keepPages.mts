import { createExchangeIdGenerator } from '../../../src/client/exchange.ts';
import { search } from '../../../src/client/endpoints/table.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { toLocalDay } from '../../../src/store/machine.ts';
import { putExchange } from '../../../src/store/answers.ts';
import { exchangeWith } from '../store/fillStore.mts';
import { parsedPosts } from './parsedPosts.mts';

/** As many posts as a page of a search brings. */
const pageSize = 20;
const batch = 500;

/** Answers as they are kept, and how long their JSON is. */
export interface KeptPages {
  readonly ids: readonly string[];
  readonly bytes: number;
}

/** Keeps the pages of a search straight in a store's database: to ask a service for them would take five thousand calls. */
export function keepPages(path: string, posts: number): KeptPages {
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
        const kept = exchangeWith(id, first + at, sentAt + first + at, body);
        const params = { searchItem: 'harbour', category: 'Top' };
        const request = { ...kept.request, endpointId: search.id, params };
        putExchange(database, { ...kept, request }, { connection: 'direct', initiator: 'panel', day: toLocalDay(sentAt) });
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
