import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { toQueryIdentity } from '../../src/client/exchange.ts';
import { encodeCall } from '../../src/client/wire.ts';
import { openDatabase } from '../../src/store/database.ts';
import { databaseFileName } from '../../src/store/openStore.ts';
import { propertyRuns } from '../support/propertyRuns.ts';
import { testLookup } from '../support/testEndpoints.ts';
import { after, startCaller } from '../unit/store/support/startCaller.ts';
import { callerPrice } from '../unit/store/support/responseTo.ts';
import { storeFolder, type StoreFolder } from '../unit/store/support/testStore.ts';

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const query = (name: string) =>
  toQueryIdentity({
    service: 'primary',
    baseUrl: 'https://api.example.test/base',
    ...encodeCall(testLookup, { name }, 'simple'),
  });

/** SQLite's integrity check. */
function integrity(folder: StoreFolder): string {
  const database = openDatabase(join(folder.path, databaseFileName));
  const found = database.all('PRAGMA integrity_check').map((row) => String(row['integrity_check']));
  const foreign = database.all('PRAGMA foreign_key_check').length;
  const refs = database.all('SELECT id FROM bodies WHERE refs <> (SELECT count(*) FROM exchanges WHERE body_id = bodies.id)');
  database.close();
  return [...found, `${foreign} foreign`, `${refs.length} miscounted`].join(', ');
}

describe('a window that is killed', () => {
  const kills = propertyRuns(200, 4);

  it('doesn’t lose received responses or sent requests, and leaves an intact database', async () => {
    using folder = storeFolder();
    const sent: string[] = [];
    const done = new Map<string, string>();
    for (let round = 0; round < kills; round += 1) {
      const killAfter = 1 + Math.floor(Math.random() * 60);
      const caller = startCaller({
        folder: folder.path,
        name: `r${round}`,
        calls: 1_000,
        parallel: 1 + (round % 4),
        onLine: (count) => {
          if (count > killAfter) {
            caller.kill();
          }
        },
      });
      await caller.ended;
      const said = caller.said();
      assert.deepEqual(after(said, 'notice'), []);
      sent.push(...after(said, 'sent'));
      for (const line of after(said, 'done')) {
        const [name = '', hash = ''] = line.split(' ');
        done.set(name, hash);
      }
    }
    assert.ok(done.size > kills, `${done.size} responses`);
    const store = await folder.open();
    assert.deepEqual(folder.notices, []);
    for (const [name, hash] of done) {
      const stored = store.history.find(query(name));
      assert.equal(stored && sha(stored.body), hash, `the response to ${name}`);
    }
    const lines = store.spending.lines();
    // a kill can come after a request's entry and before it is sent
    assert.ok(lines.length >= sent.length, `${lines.length} lines for ${sent.length} calls`);
    assert.ok(lines.length <= sent.length + 4 * kills, `${lines.length} lines for ${sent.length} calls`);
    assert.ok(lines.every(({ amount }) => amount === callerPrice));
    const settled = lines.filter(({ error }) => error === undefined).length;
    assert.ok(settled >= done.size);
    const sum = store.spending.sum('2026-08-01', '2026-08-01');
    assert.equal(sum.spent, callerPrice * BigInt(lines.length));
    assert.equal(sum.maybeBilled, lines.length - settled);
    assert.equal(store.spending.today().reserved, 0n, 'a dead window holds no budget');
    assert.equal(integrity(folder), 'ok, 0 foreign, 0 miscounted');
  });
});

describe('two windows in separate processes', () => {
  it('don’t lose data or exceed the shared daily budget', async () => {
    using folder = storeFolder();
    const calls = propertyRuns(5_000, 150);
    const cap = callerPrice * BigInt(Math.floor(calls * 1.2));
    const callers = ['a', 'b'].map((name) => startCaller({ folder: folder.path, name, calls, cap, parallel: 4 }));
    await Promise.all(callers.map(({ ended }) => ended));
    const said = callers.flatMap((caller) => caller.said());
    assert.deepEqual(after(said, 'notice'), []);
    assert.deepEqual(after(said, 'ready'), ['true', 'true']);
    const sent = after(said, 'sent');
    const refused = after(said, 'refused');
    assert.equal(sent.length, Math.floor(calls * 1.2), 'as many calls as the cap has room for, no more and no fewer');
    // on a busy machine, a window may find the database locked for too long
    assert.deepEqual(
      [...new Set(refused)].filter((kind) => kind !== 'storage'),
      ['budget'],
    );
    assert.equal(sent.length + refused.length, 2 * calls);
    const store = await folder.open({ dayCap: () => cap });
    assert.deepEqual(store.spending.today(), { cap, spent: cap, reserved: 0n });
    for (const line of after(said, 'done')) {
      const [name = '', hash = ''] = line.split(' ');
      const stored = store.history.find(query(name));
      assert.equal(stored && sha(stored.body), hash, `the response to ${name}`);
    }
    assert.equal(integrity(folder), 'ok, 0 foreign, 0 miscounted');
  });
});
