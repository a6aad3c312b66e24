import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/client/systemClock.ts';
import { createExchangeIdGenerator } from '../../../src/client/exchange.ts';
import { databaseFileName, openStore } from '../../../src/store/openStore.ts';
import type { Store } from '../../../src/store/store.ts';
import { simplePage } from '../client/simplePage.mts';
import { atMost, type BenchRow, beside } from '../benchRow.mts';
import { median } from '../median.mts';
import { exchangeWith, fillStore } from './fillStore.mts';
import { putExchange } from '../../../src/store/answers.ts';
import { openDatabase } from '../../../src/store/database.ts';

const many = 100_000;
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
    fillStore(join(full, databaseFileName), { many, overDays: 90 });
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
  (await open(folder)).close();
  const database = openDatabase(join(folder, databaseFileName));
  const idAt = createExchangeIdGenerator('puts');
  const page = new TextEncoder().encode(simplePage());
  const ours: number[] = [];
  const theirs: number[] = [];
  const file = openSync(join(folder, 'plain'), 'w');
  for (let run = 0; run < runs * puts; run += 1) {
    const body = Uint8Array.from(page);
    new TextEncoder().encodeInto(String(run).padStart(8, '0'), body.subarray(body.length - 40)); // every body is another one
    const exchange = exchangeWith(idAt(Date.now()), run, Date.now(), body);
    let begin = performance.now();
    database.transact(() => putExchange(database, exchange, { connection: 'direct', initiator: 'program', day: '2026-08-01' }));
    ours.push(performance.now() - begin);
    begin = performance.now();
    writeSync(file, body);
    fsyncSync(file);
    theirs.push(performance.now() - begin);
  }
  closeSync(file);
  database.close();
  return [
    atMost('keep a 30 KB answer; reference: write and sync its bytes', median(ours) * 1_000, median(theirs) * 1_000, 1.3, 'µs'),
  ];
}
