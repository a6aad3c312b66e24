import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/client/clock.ts';
import { exchangeIds } from '../../../src/client/exchangeId.ts';
import type { Exchange } from '../../../src/client/exchange.ts';
import { emptyReceipt } from '../../../src/client/receipt.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { loadSqlite } from '../../../src/store/loadSqlite.ts';
import { localDay } from '../../../src/store/localDay.ts';
import { databaseName, openStore } from '../../../src/store/openStore.ts';
import { putExchange } from '../../../src/store/putExchange.ts';
import type { Store } from '../../../src/store/store.ts';
import { simplePage } from '../client/simplePage.mts';
import { atMost, type BenchRow, beside } from '../benchRow.mts';
import { median } from '../median.mts';

const many = 100_000;
const endpoints = 60;
const dayMs = 86_400_000;
const runs = 7;
const puts = 200;

/** Opening a store with 100,000 exchanges against an empty one, and keeping an answer against writing its bytes. */
export async function benchStore(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'store-bench-'));
  try {
    const full = join(folder, 'full');
    const empty = join(folder, 'empty');
    (await open(full)).close();
    (await open(empty)).close();
    fill(join(full, databaseName));
    return [...(await openingRows(full, empty)), ...(await keepingRows(join(folder, 'puts')))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function open(folder: string): Promise<Store> {
  return openStore({
    folder,
    clock: systemClock,
    dayCap: () => undefined,
    maxBytes: () => 1e12,
    accountOf: () => undefined,
    notify: (notice) => {
      throw new Error(notice.kind);
    },
  });
}

/** An exchange of a page of its own. */
function exchangeWith(id: string, index: number, sentAt: number, body: Uint8Array): Exchange {
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

function fill(path: string): void {
  const sqlite = loadSqlite();
  if (sqlite === undefined) {
    throw new Error('this Node has no SQLite');
  }
  const database = openDatabase(sqlite, path);
  database.all('PRAGMA synchronous = OFF');
  const now = Date.now();
  const idAt = exchangeIds('bench');
  for (let first = 0; first < many; first += 5_000) {
    database.transact(() => {
      for (let index = first; index < first + 5_000; index += 1) {
        const sentAt = now - Math.floor(((many - index) / many) * 90 * dayMs);
        const body = new TextEncoder().encode(JSON.stringify({ data: { id: String(index), text: 'what was said '.repeat(20) } }));
        putExchange(database, exchangeWith(idAt(sentAt), index, sentAt, body), {
          connection: 'direct',
          asker: 'tree',
          day: localDay(sentAt),
        });
      }
    });
  }
  database.close();
}

/** What the Activity view asks for when it is opened. */
function firstLook(store: Store): number {
  const days = store.exchanges.days();
  const rows = store.exchanges.exchangesByDay(days[0]?.day ?? '').items.length + store.exchanges.endpoints().length;
  const today = store.day();
  store.spending.sum('real', today, today);
  store.spending.byEndpoint('real', today, today);
  return rows + store.exchanges.newest().items.length;
}

async function openingRows(full: string, empty: string): Promise<readonly BenchRow[]> {
  const timeOf = async (folder: string) => {
    const begin = performance.now();
    const store = await open(folder);
    const opened = performance.now();
    firstLook(store);
    const looked = performance.now();
    const again = performance.now();
    firstLook(store);
    const lookedAgain = performance.now();
    store.close();
    return { open: opened - begin, look: looked - opened, again: lookedAgain - again };
  };
  const times = { full: [] as Awaited<ReturnType<typeof timeOf>>[], empty: [] as Awaited<ReturnType<typeof timeOf>>[] };
  for (let run = 0; run < runs; run += 1) {
    times.full.push(await timeOf(full));
    times.empty.push(await timeOf(empty));
  }
  const of = (which: 'full' | 'empty', part: 'open' | 'look' | 'again') => median(times[which].map((time) => time[part])) * 1_000;
  return [
    atMost(`open, ${many} exchanges kept; reference: none kept`, of('full', 'open'), of('empty', 'open'), 2, 'µs'),
    beside('first look of the Activity view, the same', of('full', 'look'), of('empty', 'look'), 'µs'),
    beside('another look', of('full', 'again'), of('empty', 'again'), 'µs'),
  ];
}

async function keepingRows(folder: string): Promise<readonly BenchRow[]> {
  const store = await open(folder);
  const idAt = exchangeIds('puts');
  const page = new TextEncoder().encode(simplePage());
  const ours: number[] = [];
  const theirs: number[] = [];
  const file = openSync(join(folder, 'plain'), 'w');
  for (let run = 0; run < runs * puts; run += 1) {
    const body = Uint8Array.from(page);
    new TextEncoder().encodeInto(String(run).padStart(8, '0'), body.subarray(body.length - 40)); // every body is another one
    const exchange = exchangeWith(idAt(Date.now()), run, Date.now(), body);
    let begin = performance.now();
    store.history.put(exchange);
    ours.push(performance.now() - begin);
    begin = performance.now();
    writeSync(file, body);
    fsyncSync(file);
    theirs.push(performance.now() - begin);
  }
  closeSync(file);
  store.close();
  return [
    atMost('keep a 30 KB answer; reference: write and sync its bytes', median(ours) * 1_000, median(theirs) * 1_000, 1.3, 'µs'),
  ];
}
