import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/client/clock.ts';
import { search, userByUsername } from '../../../src/client/endpoints/table.ts';
import { createExchangeIdGenerator, type Exchange } from '../../../src/client/exchange.ts';
import { toPage } from '../../../src/client/records/toPage.ts';
import { openDatabase, type Database } from '../../../src/store/database.ts';
import { putExchange } from '../../../src/store/responses.ts';
import { createStoredSearch, listRecordTexts } from '../../../src/store/search.ts';
import { madeExchange } from '../../unit/core/cost/madeExchange.ts';
import { type BenchRow, atMost, beside } from '../benchRow.mts';
import { isShort } from '../rounds.mts';

const responses = isShort ? 500 : 50_000;
/** One response in ten is a page of posts; the others have one user. */
const pageSize = 20;
const responsesPerPage = 10;
const batch = 500;
const maxShown = 40;
const maxFirstRowsMs = 100;
const maxIndexedRatio = 0.3;

/** Words by frequency. As in natural languages, frequent words are short, and the nth is n times as rare as the first. */
const vocabulary = Array.from({ length: 50_000 }, (_, rank) => {
  const word = (rank * 7_919 + 11).toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit)));
  return rank < 100
    ? word.slice(-2 - (rank % 2)) + String.fromCodePoint(97 + (rank % 26))
    : `${word}${rank % 3 === 0 ? 'ing' : ''}`;
});

/** Pseudorandom numbers from 0 to 1, the same in every run. */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** How soon the first rows are found in 50,000 responses, and how large their index is. */
export async function benchSearch(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'search-'));
  const database = openDatabase(join(folder, 'store.sqlite'));
  try {
    const textBytes = storeResponses(database);
    const stored = createStoredSearch(database, systemClock);
    if (stored === undefined) {
      throw new Error('SQLite has no full-text search.');
    }
    const before = sizeOf(database);
    const steps: number[] = [];
    const start = performance.now();
    let last = start;
    for (const _step of stored.index()) {
      steps.push(performance.now() - last);
      last = performance.now();
    }
    const indexing = performance.now() - start;
    const size = sizeOf(database) - before;
    const firstRows = (text: string) => {
      const since = performance.now();
      let shown = 0;
      for (const found of stored.find(text)) {
        shown += Number(found !== undefined);
        if (shown === maxShown) break;
      }
      return performance.now() - since;
    };
    const [frequent = '', common = ''] = [vocabulary[0], vocabulary[900]];
    const queries = [
      ['a frequent word', frequent],
      ['one letter', common.slice(0, 1)],
      ['two letters', common.slice(0, 2)],
      ['a word', common],
      ['two words', `${frequent} ${common}`],
      ['a handle', '@user_77'],
      ['an id', '1000077'],
    ] as const;
    await Promise.resolve();
    return [
      ...queries.map(([what, text]) => atMost(`${maxShown} rows or all: ${what}`, firstRows(text), maxFirstRowsMs, 1, 'ms')),
      atMost('size of the index over its text', size / 1000, textBytes / 1000, maxIndexedRatio, 'kB'),
      beside('indexing all over one step', indexing, Math.max(...steps), 'ms'),
    ];
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}

/** @returns the length of their records' texts */
function storeResponses(database: Database): number {
  const random = createRandom();
  const idAt = createExchangeIdGenerator('bench');
  const sentAt = Date.now() - responses;
  const words = (count: number) =>
    Array.from({ length: count }, () => vocabulary[Math.floor(vocabulary.length ** random()) - 1]).join(' ');
  const user = (number: number) => ({ id: String(1_000_000 + number), username: `user_${number}`, name: words(2) });
  const anyUser = () => user(Math.floor(random() * 5_000));
  const post = () => ({
    id: String(BigInt(Math.floor(random() * 2 ** 53)) * 100n),
    text: words(10 + Math.floor(random() * 40)),
    author: anyUser(),
  });
  let bytes = 0;
  for (let first = 0; first < responses; first += batch) {
    database.transact(() => {
      for (let at = first; at < first + batch; at += 1) {
        const value =
          at % responsesPerPage === 0
            ? { data: Array.from({ length: pageSize }, post), nextCursor: null, hasNextPage: false }
            : { data: { ...anyUser(), description: words(25) } };
        const exchange = toExchange(idAt(sentAt + at), at, sentAt + at, value);
        putExchange(database, exchange, { connection: 'direct', initiator: 'panel', day: '2026-08-01' });
        for (const { record } of toPage(exchange).records) {
          bytes += Buffer.byteLength(listRecordTexts(record).join(' '));
        }
      }
    });
  }
  return bytes;
}

function toExchange(id: string, at: number, sentAt: number, value: unknown): Exchange {
  const { id: endpointId } = at % responsesPerPage === 0 ? search : userByUsername;
  const exchange = madeExchange({ id, sentAt, value, body: new TextEncoder().encode(JSON.stringify(value)) });
  return { ...exchange, request: { ...exchange.request, endpointId, params: { at }, target: `/${at}` } };
}

function sizeOf(database: Database): number {
  const { pages = 0n } = database.only(
    'SELECT page_count - freelist_count AS pages FROM pragma_page_count, pragma_freelist_count',
  );
  return Number(pages) * 4_096;
}
