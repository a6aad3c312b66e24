import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../../src/client/clock.ts';
import { createStore, databaseFileName, startNewHistory } from '../../../src/store/openStore.ts';
import { openDatabase } from '../../../src/store/database.ts';
import type { Store } from '../../../src/store/store.ts';
import { testConnection, testLookup } from '../../support/testEndpoints.ts';
import { begin, planned } from './support/plannedCall.ts';
import { clientOver, priced, storeDefaults, storeFolder, type StoreFolder } from './support/testStore.ts';

const pathOf = (folder: StoreFolder) => join(folder.path, databaseFileName);
const played = { ...planned, connection: testConnection({ kind: 'sandbox' }) };

async function pay(store: Store, booked: bigint): Promise<void> {
  (await begin(store.ledger, planned)).settle({ request: planned.request, connection: 'direct', booked, isReported: true });
}

/** Creates a store in which 700 were spent. */
async function fill(folder: StoreFolder): Promise<void> {
  const store = await folder.open();
  await pay(store, 700n);
  folder.close(store);
}

function change(folder: StoreFolder, sql: string): void {
  const database = openDatabase(pathOf(folder));
  database.all(sql);
  database.close();
}

function replaceByFolder(folder: StoreFolder): void {
  rmSync(pathOf(folder));
  mkdirSync(pathOf(folder));
}

const read = (path: string) => (statSync(path).isFile() ? readFileSync(path) : undefined);

/** Runs the action without superuser rights, so permissions apply. */
async function asOrdinaryUser<T>(action: () => Promise<T>): Promise<T> {
  const isSuperuser = process.geteuid?.() === 0;
  if (isSuperuser) {
    process.seteuid?.(65_534);
  }
  try {
    return await action();
  } finally {
    if (isSuperuser) {
      process.seteuid?.(0);
    }
  }
}

describe("a store that can't be used", () => {
  for (const [what, spoil, code] of [
    ["isn't a database", (folder) => writeFileSync(pathOf(folder), Buffer.alloc(50_000, 'no database ')), 'SQLITE_NOTADB'],
    ['has a different version', (folder) => change(folder, 'PRAGMA user_version = 99'), 'STORE_VERSION'],
    ['was emptied', (folder) => truncateSync(pathOf(folder)), 'STORE_LOST'],
    ['is gone', (folder) => rmSync(pathOf(folder)), 'STORE_LOST'],
    ['lacks a table', (folder) => change(folder, 'DROP TABLE totals'), 'SQLITE_ERROR'],
    [
      'has an invalid row',
      (folder) => change(folder, "INSERT INTO intents VALUES ('a', 'b', 1, 1, 'd', 'f', 'g', 'h', 'i', 'j', 'k', NULL, 1, NULL)"),
      'STORE_ROW',
    ],
    ['is a folder', replaceByFolder, 'EISDIR'],
    ['is read-only', (folder) => chmodSync(pathOf(folder), 0o444), 'EACCES'],
  ] as readonly (readonly [string, (folder: StoreFolder) => void, string])[]) {
    it(`leaves the file unchanged and rejects paid calls, but not sandbox calls, if the file ${what}`, async () => {
      using folder = storeFolder();
      await fill(folder);
      chmodSync(folder.path, 0o777);
      chmodSync(pathOf(folder), 0o666);
      spoil(folder);
      const before = what === 'is gone' ? Buffer.alloc(0) : read(pathOf(folder));
      const store = await asOrdinaryUser(async () => await folder.open({ dayCap: () => 1_000_000n }));
      assert.deepEqual(
        folder.notices.map((notice) => notice.kind === 'unusable' && notice.cause.facts.code),
        [code],
      );
      await assert.rejects(begin(store.ledger, planned), { kind: 'storage', spent: 'no', facts: store.problem()?.facts });
      const { client, transport } = clientOver(store, folder.clock, () => priced('0.0002'), { connection: { kind: 'sandbox' } });
      const { id } = await client.call(testLookup, { name: 'a' });
      assert.equal((await client.call(testLookup, { name: 'a' })).id, id);
      assert.equal(transport.requests.length, 1);
      assert.equal(store.exchanges.newest().items[0]?.id, id);
      folder.close(store);
      assert.deepEqual(read(pathOf(folder)), before);
    });
  }

  it("isn't confused with a new one", async () => {
    using folder = storeFolder();
    writeFileSync(pathOf(folder), '');
    const store = await folder.open();
    await begin(store.ledger, planned);
    assert.deepEqual([store.problem(), folder.notices], [undefined, []]);
  });

  it("is replaced on request by one that includes today's spending, also for agents", async () => {
    using folder = storeFolder();
    await fill(folder);
    const before = readFileSync(pathOf(folder));
    const caps = { dayCap: () => 5_000n, agentsCap: () => 4_000n };
    const inUse = await folder.open(caps);
    startNewHistory(storeDefaults(folder.path, folder.clock, []), 3_000n);
    const store = await folder.open(caps);
    assert.deepEqual(store.spending.today(), { cap: 5_000n, spent: 3_000n, reserved: 0n });
    assert.deepEqual(store.spending.agentsToday(), { cap: 4_000n, spent: 3_000n, reserved: 0n });
    assert.equal(store.spending.sum(store.day(), store.day()).spent, 3_000n);
    assert.deepEqual(store.spending.byEndpoint(store.day(), store.day()), []);
    await pay(store, 1_000n);
    await pay(store, 1_000n);
    await assert.rejects(begin(store.ledger, planned), { kind: 'budget' });
    await assert.rejects(begin(inUse.ledger, planned), { kind: 'storage', facts: inUse.problem()?.facts });
    assert.equal(inUse.problem()?.facts.code, 'STORE_MOVED');
    const [old] = readdirSync(folder.path).filter((name) => /^store-2026-08-01T12-00-00-000Z\.sqlite$/.test(name));
    assert.ok(old !== undefined && readFileSync(join(folder.path, old)).equals(before));
    assert.deepEqual(folder.notices, []);
  });

  it("isn't changed if the new one can't be created", async () => {
    using folder = storeFolder();
    await fill(folder);
    const failing = { ...storeDefaults(folder.path, folder.clock, []), dayOf: () => assert.fail('a fault') };
    assert.throws(() => startNewHistory(failing, 0n), { kind: 'storage' });
    assert.equal((await folder.open()).spending.today().spent, 700n);
  });

  it('rejects calls that may be paid for already if it fails during use, but not sandbox calls', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const real = clientOver(store, folder.clock, () => priced('0.0002'));
    await real.client.call(testLookup, { name: 'a' });
    change(folder, 'ALTER TABLE exchanges RENAME COLUMN headers TO other');
    const later = await folder.open();
    const { client, transport } = clientOver(later, folder.clock, () => priced('0.0002'));
    await assert.rejects(client.call(testLookup, { name: 'a' }), { kind: 'storage', spent: 'no' });
    const sandbox = clientOver(later, folder.clock, () => priced('0.0002'), { connection: { kind: 'sandbox' } });
    assert.equal((await sandbox.client.call(testLookup, { name: 'b' })).status, 200);
    assert.equal(transport.requests.length, 0);
    assert.ok(folder.notices.some(({ kind }) => kind === 'unusable'));
  });
});

/** Starts a program that locks the file. @returns a function that unlocks it */
async function lock(folder: StoreFolder, sql: string): Promise<() => Promise<void>> {
  const script = `const { DatabaseSync } = require('node:sqlite');
    new DatabaseSync(${JSON.stringify(pathOf(folder))}).exec(${JSON.stringify(sql)});
    process.stdout.write('locked'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  return async () => {
    const ended = once(child, 'close');
    child.kill();
    await ended;
  };
}

const lockAll = 'PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE x (y)';

describe('a store that a different program has locked', () => {
  it('opens when it is unlocked within five seconds', async () => {
    using folder = storeFolder();
    await fill(folder);
    const unlock = await lock(folder, lockAll);
    const opening = folder.open();
    await folder.clock.advance(4_000);
    await unlock();
    await folder.clock.advance(1_000);
    const store = await opening;
    assert.deepEqual([store.problem(), store.spending.today().spent], [undefined, 700n]);
  });

  it("isn't used after five seconds", async () => {
    using folder = storeFolder();
    await fill(folder);
    const unlock = await lock(folder, lockAll);
    const opening = folder.open();
    let turns = 0;
    for (let ms = 0; ms < 5_000; ms += 100) {
      await folder.clock.advance(100);
      turns += 1;
    }
    const store = await opening;
    assert.equal(turns, 50);
    assert.equal(store.problem()?.facts.code, 'SQLITE_BUSY');
    await assert.rejects(begin(store.ledger, planned), { kind: 'storage' });
    await begin(store.ledger, played);
    await unlock();
  });

  it('starts a paid call when unlocked, or rejects it after five seconds; starts a sandbox call at once', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const unlock = await lock(folder, 'BEGIN IMMEDIATE');
    await begin(store.ledger, played);
    const refused = assert.rejects(begin(store.ledger, planned), { kind: 'storage', spent: 'no' });
    await folder.clock.advance(5_000);
    await refused;
    const begun = begin(store.ledger, planned);
    await folder.clock.advance(1_000);
    await unlock();
    await folder.clock.advance(1_000);
    (await begun).settle({ request: planned.request, connection: 'direct', booked: 5n, isReported: true });
    assert.deepEqual([store.spending.today().spent, store.problem(), folder.notices], [5n, undefined, []]);
  });

  it('settles a call when unlocked', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const entry = await begin(store.ledger, planned);
    const unlock = await lock(folder, 'BEGIN IMMEDIATE');
    entry.settle({ request: planned.request, connection: 'direct', booked: 5n, isReported: true });
    assert.deepEqual(store.spending.today(), { cap: undefined, spent: 0n, reserved: 1_000n });
    await unlock();
    await folder.clock.advance(1_000);
    assert.deepEqual(store.spending.today(), { cap: undefined, spent: 5n, reserved: 0n });
    assert.equal(folder.clock.pending(), 0);
    assert.deepEqual(folder.notices, []);
  });
});

/** A store whose disk is full after a number of pages. */
function smallStore(folder: StoreFolder, pages: number) {
  const database = openDatabase(pathOf(folder));
  const setPages = (count: number) => database.all(`PRAGMA max_page_count = ${count}`);
  setPages(pages);
  const store = createStore(database, {
    ...storeDefaults(folder.path, folder.clock, folder.notices),
    owner: { name: 'small', pid: process.pid },
    isAlive: () => true,
    freeBytes: () => undefined,
  });
  return { store, setPages, pages: () => Number(database.first('PRAGMA page_count')?.['page_count']) };
}

const noise = (bytes: number) => ({
  data: { noise: Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex') },
});

describe('a full disk', () => {
  it("rejects a call that can't be recorded", async () => {
    using folder = storeFolder();
    const { store, setPages, pages } = smallStore(folder, 1_000);
    const { client, transport } = clientOver(store, folder.clock, () => priced('0.0002', '1', noise(4_000)));
    setPages(pages() + 12);
    let sent = 0;
    const askUntilFull = async () => {
      for (; sent < 400; sent += 1) {
        await client.call(testLookup, { name: `n${sent}`, count: sent });
      }
    };
    await assert.rejects(askUntilFull, (error: { kind?: string; facts?: { code?: string; spent?: string } }) => {
      assert.deepEqual([error.kind, error.facts?.spent, error.facts?.code], ['storage', 'no', 'SQLITE_FULL']);
      return true;
    });
    assert.ok(sent > 0);
    assert.equal(transport.requests.length, sent, 'the refused call was sent');
    setPages(100_000);
    await client.call(testLookup, { name: 'room again' });
    const today = store.spending.sum(store.day(), store.day());
    assert.deepEqual(
      [today.spent, today.calls],
      [200n * BigInt(sent + 1), sent + 1],
      'every call that was sent is booked in the end',
    );
    store.close();
  });

  it("returns a response that can't be stored, reports it, and reuses it until the window closes", async () => {
    using folder = storeFolder();
    const { store, setPages, pages } = smallStore(folder, 1_000);
    const { client, transport } = clientOver(store, folder.clock, () => priced('0.0002', '1', noise(60_000)));
    setPages(pages() + 10);
    const exchange = await client.call(testLookup, { name: 'a' });
    const [notice, ...others] = folder.notices;
    assert.ok(notice?.kind === 'notStored' && others.length === 0);
    assert.deepEqual([notice.why, notice.exchangeId], ['noRoom', exchange.id]);
    assert.equal((await client.call(testLookup, { name: 'a' })).id, exchange.id);
    assert.equal(transport.requests.length, 1);
    assert.equal(store.exchanges.exchange(exchange.id), undefined);
    assert.equal(store.spending.sum(store.day(), store.day()).spent, 200n);
    store.close();
  });
});

describe("a store's files", () => {
  it('can be read only by their owner', async () => {
    using folder = storeFolder();
    chmodSync(folder.path, 0o755);
    await folder.open({ clock: systemClock });
    if (process.platform !== 'win32') {
      for (const name of readdirSync(folder.path)) {
        assert.equal(statSync(join(folder.path, name)).mode & 0o077, 0, name);
      }
    }
  });
});
