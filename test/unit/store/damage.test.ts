import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync, renameSync, rmdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { SocialDataError } from '../../../src/client/errors.ts';
import { type Exchange, toQuestionIdentity } from '../../../src/client/exchange.ts';
import { bodyColumns, toExchange } from '../../../src/store/answers.ts';
import { openDatabase, openDatabaseReadOnly, type SqlRow } from '../../../src/store/database.ts';
import { isBeingQuarantined, quarantineAndReplaceDatabase, getFileId } from '../../../src/store/damagedFile.ts';
import { databaseFileName } from '../../../src/store/openStore.ts';
import { salvageAnswers } from '../../../src/store/salvage.ts';
import { isBusyError, readUnlessDamaged, getStorageErrorCode } from '../../../src/store/storageError.ts';
import { readMoneyColumn } from '../../../src/store/rows.ts';
import type { Store } from '../../../src/store/store.ts';
import { propertyRuns } from '../../support/propertyRuns.ts';
import { testLookup } from '../../support/testEndpoints.ts';
import { after, startCaller } from './support/startCaller.ts';
import { clientOver, priced, storeFolder, type StoreFolder } from './support/testStore.ts';

const names = Array.from({ length: 24 }, (_, index) => `n${index}`);
const pathOf = (folder: StoreFolder) => join(folder.path, databaseFileName);

/** Answers that pack well, that do not, that take many pages, and that are kept unpacked. */
function bodyFor(name: string): unknown {
  const index = Number(name.slice(1));
  const noise = Array.from({ length: 60 * (index % 5) }, (_, at) => hash('sha256', `${name} ${at}`)).join('');
  return { data: { name, noise } };
}

/** Asks every question; what cannot be asked must say so as the project's own error. */
async function askAll(store: Store, folder: StoreFolder) {
  const { client, transport } = clientOver(store, folder.clock, (_index, request) =>
    priced('0.0002', undefined, bodyFor(new URL(request.url).pathname.split('/').at(-1) ?? '')),
  );
  const answers = new Map<string, Exchange>();
  for (const name of names) {
    const exchange = await client.call(testLookup, { name }).catch(typed);
    if (exchange !== undefined) {
      assert.deepEqual(exchange.value, bodyFor(name), `the answer to ${name}`);
      answers.set(name, exchange);
    }
  }
  return { answers, sent: transport.requests.length };
}

function typed(error: unknown): undefined {
  assert.ok(error instanceof SocialDataError, `an error of another type left the store: ${String(error)}`);
  assert.equal(error.kind, 'storage');
}

function tried<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    return typed(error);
  }
}

/** Reads all that a store can be asked for. */
function readAll({ exchanges, spending, prices }: Store, originals: readonly Exchange[]): void {
  const read: readonly (() => unknown)[] = [
    () => exchanges.days(),
    () => exchanges.endpoints(),
    () => exchanges.newest({ limit: 7 }),
    () => exchanges.exchangesByDay('2026-08-01'),
    () => exchanges.exchangesByEndpoint(testLookup.id),
    () => exchanges.size(),
    () => [...spending.lines()],
    () => spending.sum('real', '2026-08-01', '2026-08-01'),
    () => spending.byEndpoint('real', '2026-08-01', '2026-08-01'),
    () => spending.today(),
    () => prices.priceOf('primary', testLookup.id),
  ];
  read.forEach((one) => tried(one));
  for (const { id, body } of originals) {
    const kept = tried(() => exchanges.body(id));
    assert.ok(kept === undefined || Buffer.compare(kept, body) === 0, 'a body that is served is the one that came');
    tried(() => exchanges.exchange(id));
  }
}

/** A closed store with an answer to every question. */
async function filled(folder: StoreFolder): Promise<readonly Exchange[]> {
  const store = await folder.open();
  const { answers } = await askAll(store, folder);
  folder.close(store);
  return [...answers.values()];
}

/** Breaks the page with what was spent, which opening does not look at. */
function breakTotals(folder: StoreFolder): void {
  const database = openDatabase(pathOf(folder));
  const root = Number(database.only("SELECT rootpage FROM sqlite_schema WHERE name = 'totals'")['rootpage']);
  database.close();
  writeFileSync(pathOf(folder), readFileSync(pathOf(folder)).fill(0xff, (root - 1) * 4_096, root * 4_096));
}

/** Rows of a broken file that can be read one by one, whatever way. */
function readableOneByOne(path: string, sql: string): readonly SqlRow[] {
  const broken = readUnlessDamaged(
    () => openDatabaseReadOnly(path),
    () => undefined,
  );
  const keys = Array.from({ length: 4 * names.length }, (_, index) => index + 1);
  const rows = keys.map((key) => tried(() => broken?.first(sql, key))).filter((row) => row !== undefined);
  broken?.close();
  return rows;
}

/** Holds a store against the file that it takes the place of: nothing is lost that can still be read. */
function checkSalvaged({ spending, exchanges }: Store, { path, notices }: StoreFolder): void {
  const setAside = notices.find(({ kind }) => kind === 'setAside');
  if (setAside?.kind !== 'setAside') {
    return;
  }
  const ofToday = "purse = 'real' AND day = '2026-08-01'";
  const lines = readableOneByOne(setAside.path, `SELECT amount FROM ledger WHERE seq = ? AND ${ofToday}`);
  const lost = `of ${path}`;
  assert.ok(spending.today().spent >= lines.reduce((sum, row) => sum + readMoneyColumn(row, 'amount'), 0n), lost);
  const sql = `SELECT exchanges.*, ${bodyColumns} FROM exchanges JOIN bodies ON bodies.id = body_id WHERE seq = ?`;
  for (const row of readableOneByOne(setAside.path, sql)) {
    const kept = readUnlessDamaged(
      () => toExchange(row),
      () => undefined,
    );
    assert.ok(kept === undefined || exchanges.exchange(kept.id) !== undefined, lost);
  }
}

const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

const ofFile = (change: (file: Buffer) => Buffer) => (path: string) => writeFileSync(path, change(readFileSync(path)));

/** Columns that a row is read from; what they hold is of the type of the column, for SQLite keeps to that. */
const columns = {
  exchanges: ['id', 'params', 'headers', 'warnings', 'service', 'format', 'method', 'asker', 'target', 'request_body', 'sent_at'],
  bodies: ['encoding', 'size', 'bytes', 'hash', 'refs'],
  ledger: ['kind', 'purse', 'spent', 'asker', 'amount'],
  prices: ['price', 'endpoint_id'],
} as const;
const cells = fc.constantFrom(...Object.entries(columns).flatMap(([table, names]) => names.map((name) => ({ table, name }))));
const values = fc.oneof(fc.string(), fc.integer({ min: -5, max: 1_000_000 }), fc.uint8Array({ maxLength: 40 }));

/** What damage does to a file. The first bytes, by which a file is known, are left: without them it is no database at all. */
const damages: fc.Arbitrary<(path: string) => void> = fc.oneof(
  fc.array(fc.tuple(place, fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 12 }).map((spots) =>
    ofFile((file) => {
      spots.forEach(([at, byte]) => file.writeUInt8(byte, 100 + Math.floor(at * (file.length - 100))));
      return file;
    }),
  ),
  fc.tuple(place, fc.integer({ min: 1, max: 6_000 })).map(([at, length]) =>
    ofFile((file) => {
      const from = 100 + Math.floor(at * (file.length - 100));
      return file.fill(0, from, Math.min(file.length, from + length));
    }),
  ),
  place.map((at) => ofFile((file) => file.subarray(0, Math.floor(at * file.length)))),
  fc
    .array(fc.tuple(cells, values, fc.integer({ min: 1, max: 5 })), { minLength: 1, maxLength: 4 })
    .map((changes) => (path: string) => {
      const database = openDatabase(path);
      const guard = database.only("SELECT sql FROM sqlite_schema WHERE name = 'ledger_unchanged'")['sql'];
      database.run('DROP TRIGGER ledger_unchanged');
      for (const [{ table, name }, value, every] of changes) {
        try {
          database.run(
            `UPDATE OR IGNORE ${table} SET ${name} = ? WHERE ${table === 'prices' ? 1 : 'rowid'} % ${every} = 0`,
            value,
          );
        } catch {
          // a value of the wrong type: SQLite keeps it out
        }
      }
      database.run(String(guard));
      database.close();
    }),
);

describe('a store whose file was damaged', () => {
  it('lets only errors of the project out, serves what can still be read, and is whole again after a reload', async () => {
    using source = storeFolder();
    const originals = await filled(source);
    const whole = readFileSync(pathOf(source));
    await fc.assert(
      fc.asyncProperty(damages, async (damage) => {
        using folder = storeFolder();
        writeFileSync(pathOf(folder), whole);
        damage(pathOf(folder));
        const first = await folder.open();
        readAll(first, originals);
        await askAll(first, folder);
        folder.close(first);
        assert.ok(folder.notices.filter(({ kind }) => kind === 'damaged').length <= 1, 'it is said once');
        const second = await folder.open();
        assert.equal(second.place, 'disk');
        checkSalvaged(second, folder);
        const again = await askAll(second, folder);
        assert.equal(again.answers.size, names.length, 'every question can be asked');
        folder.close(second);
        const { answers, sent } = await askAll(await folder.open(), folder);
        assert.deepEqual([answers.size, sent], [names.length, 0], 'what was bought again is kept');
      }),
      { numRuns: propertyRuns(480, 12) },
    );
  });

  const rows: readonly (readonly [what: string, sql: string])[] = [
    ['parameters', "UPDATE exchanges SET params = '{' WHERE id = ?"],
    ['parameters that are no object', "UPDATE exchanges SET params = '[1]' WHERE id = ?"],
    ['headers', 'UPDATE exchanges SET headers = \'{"a": 1}\' WHERE id = ?'],
    ['warnings', "UPDATE exchanges SET warnings = 'x' WHERE id = ?"],
    ['a word', "UPDATE exchanges SET asker = 'tre?' WHERE id = ?"],
    ['an address', "UPDATE exchanges SET target = '/thing/other' WHERE id = ?"],
    ['a body', "UPDATE bodies SET bytes = x'00112233' WHERE id = (SELECT body_id FROM exchanges WHERE id = ?)"],
    ['the name of a body', "UPDATE bodies SET hash = x'00' WHERE id = (SELECT body_id FROM exchanges WHERE id = ?)"],
    ['no body', 'DELETE FROM bodies WHERE id = (SELECT body_id FROM exchanges WHERE id = ?)'],
  ];
  for (const [what, sql] of rows) {
    it(`asks once more about the one answer with damaged ${what}, and serves all others`, async () => {
      using folder = storeFolder();
      const [damaged] = await filled(folder);
      const database = openDatabase(pathOf(folder));
      database.run(sql, damaged?.id ?? '');
      database.close();
      const store = await folder.open();
      assert.ok(store.exchanges.newest().items.length >= names.length - 1);
      assert.equal((await askAll(store, folder)).sent, 1);
      folder.close(store);
      assert.equal((await askAll(await folder.open(), folder)).sent, 0, 'it is kept again');
      assert.ok(
        folder.notices.every(({ kind }) => kind === 'damaged') && folder.notices.length <= 2,
        JSON.stringify(folder.notices),
      );
    });
  }

  it('serves an older answer to a question whose newest one cannot be read', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const { client, transport } = clientOver(store, folder.clock, () => priced('0.0002'));
    const older = await client.call(testLookup, { name: 'a' });
    await folder.clock.advance(1_000);
    const newer = await client.call(testLookup, { name: 'a' }, { reuse: 'never' });
    folder.close(store);
    const database = openDatabase(pathOf(folder));
    database.run("UPDATE exchanges SET headers = '' WHERE id = ?", newer.id);
    database.close();
    const later = await folder.open();
    assert.equal(later.history.find(toQuestionIdentity(older.request))?.id, older.id);
    assert.deepEqual(
      folder.notices.map(({ kind }) => kind),
      ['damaged'],
    );
    assert.equal(later.exchanges.size().exchanges, 1, 'it is removed');
    assert.equal(transport.requests.length, 2);
  });

  it('never removes an answer with a word that a newer version may have written', async () => {
    using folder = storeFolder();
    const originals = await filled(folder);
    const database = openDatabase(pathOf(folder));
    database.run("UPDATE exchanges SET asker = 'another'");
    const store = await folder.open();
    assert.deepEqual(store.exchanges.newest({ limit: 5 }), { items: [], hasMore: false });
    assert.equal(store.exchanges.size().exchanges, originals.length);
    database.close();
  });

  it('is opened again where another window sets it aside while it is checked', async () => {
    using folder = storeFolder();
    await filled(folder);
    const database = openDatabase(pathOf(folder));
    renameSync(pathOf(folder), `${pathOf(folder)}.moved`);
    assert.throws(
      () => database.only('PRAGMA journal_mode = DELETE'),
      (error) => isBusyError(error),
    );
    database.close();
  });

  it('keeps its place where nobody could say afterwards what was spent', async () => {
    using folder = storeFolder();
    await filled(folder);
    const path = pathOf(folder);
    const noRoom = () => {
      throw new Error('no room');
    };
    assert.throws(() => quarantineAndReplaceDatabase(path, getFileId(path), Date.now(), noRoom), /no room/);
    assert.ok(existsSync(path));
    assert.equal(isBeingQuarantined(path, Date.now()), false, 'no lock is left');
  });

  it('asks before a call that costs where the window that sets it aside is killed halfway, and loses neither file', async () => {
    using folder = storeFolder();
    await filled(folder);
    breakTotals(folder);
    writeFileSync(`${pathOf(folder)}.damaged`, '');
    const script = fileURLToPath(new URL('./support/killedWindow.ts', import.meta.url));
    const { signal } = spawnSync(process.execPath, [script, folder.path], { stdio: 'inherit' });
    assert.equal(signal, 'SIGKILL');
    assert.ok(!existsSync(pathOf(folder)) && !isBeingQuarantined(pathOf(folder), Date.now()));
    writeFileSync(`${pathOf(folder)}-wal`, 'what the broken file had not taken in');
    const store = await folder.open({ dayCap: () => 1_000_000n });
    const { client, transport } = clientOver(store, folder.clock, () => priced('0.0002'));
    await assert.rejects(client.call(testLookup, { name: 'a' }), { kind: 'budget', spent: 'no' });
    assert.deepEqual([store.place, store.spending.today().isUnknown, transport.requests.length], ['disk', true, 0]);
    assert.equal([...store.spending.lines()].length, names.length, 'what could be read of the ledger is there');
    assert.ok(!existsSync(`${pathOf(folder)}.salvaged`));
    assert.ok(!existsSync(`${pathOf(folder)}.damaged`), 'the new file was checked');
    store.spending.acceptUnknown();
    await client.call(testLookup, { name: 'a' });
    assert.equal(transport.requests.length, 1);
    const [broken, log, ...others] = readdirSync(folder.path).filter((name) => name.includes('.broken-'));
    assert.deepEqual([log, others], [`${broken}-wal`, []], 'its log is not taken for one of the new file');
  });

  it('is closed again where its answers cannot be put into another file', async () => {
    using folder = storeFolder();
    await filled(folder);
    const path = pathOf(folder);
    assert.throws(() => [...salvageAnswers(path, join(folder.path, 'no such folder', databaseFileName))]);
    const database = openDatabase(path);
    // SQLite ends the log of a file only where nobody else has it open
    assert.equal(database.only('PRAGMA journal_mode = DELETE')['journal_mode'], 'delete');
    database.close();
  });

  it('is left to the window that sets it aside for as long as that one runs', async () => {
    using folder = storeFolder();
    await filled(folder);
    const path = pathOf(folder);
    const later = Date.now() + 3_600_000;
    mkdirSync(`${path}.lock`);
    writeFileSync(`${path}.lock/holder`, `${process.ppid} ${hostname()}`);
    assert.equal(
      quarantineAndReplaceDatabase(path, getFileId(path), later, () => () => undefined),
      undefined,
    );
    writeFileSync(`${path}.lock/holder`, `999999999 ${hostname()}`);
    assert.equal(isBeingQuarantined(path, Date.now()), false);
  });

  it('is opened by six windows at once, of which one sets it aside and none falls to memory', async () => {
    for (let round = 0; round < propertyRuns(20); round += 1) {
      using folder = storeFolder();
      if (round % 2 === 0) {
        writeFileSync(pathOf(folder), Buffer.alloc(50_000, 'no database '));
      } else {
        await filled(folder);
        breakTotals(folder);
        writeFileSync(`${pathOf(folder)}.damaged`, '');
      }
      const windows = names.slice(0, 6).map((name) => startCaller({ folder: folder.path, name, calls: 1 }));
      await Promise.all(windows.map(({ ended }) => ended));
      const said = windows.flatMap((window) => window.said());
      assert.deepEqual(
        after(said, 'ready'),
        Array.from(windows, () => 'disk'),
        said.join('\n'),
      );
      assert.equal(after(said, 'done').length, windows.length, said.join('\n'));
      assert.equal(after(said, 'notice').filter((notice) => notice.includes('setAside')).length, 1, said.join('\n'));
      const carried = round % 2 === 0 ? 0 : names.length;
      assert.equal(
        [...(await folder.open()).spending.lines()].length,
        carried + windows.length,
        'all of them wrote into one file',
      );
    }
  });

  it('is opened in the end where the disk fails for a while, and never falls to memory for that', async () => {
    using folder = storeFolder();
    const log = `${pathOf(folder)}-wal`;
    mkdirSync(log); // SQLite cannot remove it, as where another window takes the files away while they are read
    assert.throws(
      () => openDatabase(pathOf(folder)),
      (error) => getStorageErrorCode(error) === 'SQLITE_IOERR',
    );
    const opening = folder.open();
    await folder.clock.advance(1_000);
    rmdirSync(log);
    await folder.clock.advance(1_000);
    assert.equal((await opening).place, 'disk');
    assert.deepEqual(folder.notices, []);
  });

  it('is looked at whole when it is opened next, and set aside where a page is broken', async () => {
    using folder = storeFolder();
    await filled(folder);
    breakTotals(folder);
    const first = await folder.open();
    assert.throws(() => first.spending.today(), { kind: 'storage' });
    assert.throws(() => first.spending.today(), { kind: 'storage' });
    const opening = folder.open();
    await folder.clock.advance(5_000);
    const company = await opening;
    assert.equal(company.place, 'disk', 'another window has it open, and goes on with it: it stays where it is');
    folder.close(first);
    folder.close(company);
    const next = await folder.open();
    assert.equal(next.spending.today().spent, BigInt(names.length) * 200n, 'the ledger says what was spent');
    assert.equal((await askAll(next, folder)).sent, 0, 'all answers are in the new file');
    assert.deepEqual(
      folder.notices.map(({ kind }) => kind).filter((kind) => kind !== 'damaged'),
      ['setAside'],
    );
    assert.equal(readdirSync(folder.path).filter((name) => name.includes('.broken-')).length, 1);
    assert.ok(!existsSync(`${pathOf(folder)}.damaged`));
  });
});
