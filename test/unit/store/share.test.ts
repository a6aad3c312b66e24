import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createBudget, type PlannedCall } from '../../../src/client/policies/budget.ts';
import { createStore } from '../../../src/store/createStore.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { databaseFileName } from '../../../src/store/openStore.ts';
import { flushPromises } from '../../support/fakeClock.ts';
import { createCutOffFault, type FakeReply } from '../../support/fakeTransport.ts';
import { testLookup } from '../../support/testEndpoints.ts';
import { planned } from './support/plannedCall.ts';
import { clientOver, priced, storeDefaults, storeFolder, type StoreFolder, rewind } from './support/testStore.ts';
import { windowMaker } from './support/windowPair.ts';

const maxDurationMs = 90_000;
const sharing = { isAnswered: () => false, maxDurationMs };

const plannedFor = (target: string, changes: Partial<PlannedCall> = {}): PlannedCall => ({
  ...planned,
  request: { ...planned.request, target },
  sharing,
  ...changes,
});

const duplicate = { kind: 'duplicateInFlight', spent: 'no' };

/** Two windows, of which the first has the question `/a?b=1&c=2` under way; the processes of both live until reported. */
async function twoWindows(folder: StoreFolder, host = 'here') {
  const dead = new Set<number>();
  const isAlive = (pid: number) => !dead.has(pid);
  const first = await folder.open({ owner: { name: 'first', pid: 1, host }, isAlive });
  const second = await folder.open({ owner: { name: 'second', pid: 2, host: 'here' }, isAlive });
  const entry = first.ledger.begin(plannedFor('/a?b=1&c=2'));
  return { first, second, entry, kill: (pid: number) => dead.add(pid) };
}

describe('the ledger of two windows', () => {
  it('refuses a question that the other one has under way, and sets nothing aside for it', async () => {
    using folder = storeFolder();
    const { second } = await twoWindows(folder);
    assert.throws(() => second.ledger.begin(plannedFor('/a?c=2&b=1')), duplicate);
    assert.equal(second.spending.today().reserved, 1_000n, 'that of the first');
    second.ledger.begin(plannedFor('/a?b=1&c=3'));
    second.ledger.begin(plannedFor('/a?b=1&c=2', { sharing: undefined }));
  });

  it('refuses it also in the window that has it under way, where it is asked by another client', async () => {
    using folder = storeFolder();
    const { first } = await twoWindows(folder);
    assert.throws(() => first.ledger.begin(plannedFor('/a?b=1&c=2')), duplicate);
  });

  it('refuses a question whose call had to be made again', async () => {
    using folder = storeFolder();
    const { first, second } = await twoWindows(folder);
    first.ledger.begin(plannedFor('/new', { sharing: undefined }));
    assert.throws(() => second.ledger.begin(plannedFor('/new')), duplicate);
  });

  it('refuses a question whose answer comes between the two looks, and sets nothing aside for it', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    let looks = 0;
    const isAnswered = () => (looks += 1) > 1;
    assert.throws(() => store.ledger.begin(plannedFor('/b', { sharing: { ...sharing, isAnswered } })), duplicate);
    assert.deepEqual([looks, store.spending.today().reserved], [2, 0n]);
  });

  it('refuses a question without waiting for a window that writes', async () => {
    using folder = storeFolder();
    const { second } = await twoWindows(folder);
    const database = openDatabase(join(folder.path, databaseFileName));
    database.all('BEGIN IMMEDIATE');
    assert.throws(() => second.ledger.begin(plannedFor('/a?b=1&c=2')), duplicate);
    database.all('ROLLBACK');
    database.close();
  });

  it('takes a question of which a call is written down that cannot be read, and says so', async () => {
    using folder = storeFolder();
    await twoWindows(folder);
    const database = openDatabase(join(folder.path, databaseFileName));
    const all: typeof database.all = (sql, ...values) => database.all(sql, ...values).map((row) => ({ ...row, pid: 'x' }));
    const store = createStore({ ...database, all }, 'disk', {
      ...storeDefaults(folder.path, folder.clock, folder.notices),
      owner: { name: 'third', pid: 3, host: 'here' },
      isAlive: () => true,
      freeBytes: () => undefined,
      dayOf: () => '2026-08-01',
    });
    folder.notices.length = 0; // what opening came upon
    store.ledger.begin(plannedFor('/a?b=1&c=2'));
    const [notice] = folder.notices;
    assert.equal(notice?.kind === 'damaged' && String(notice.cause), 'UnreadableRowError: pid is no number');
    store.close();
  });

  it('keeps set aside what a window that is gone set aside where its call cannot be read, and says so', async () => {
    using folder = storeFolder();
    await twoWindows(folder);
    const database = openDatabase(join(folder.path, databaseFileName));
    database.run("UPDATE intents SET format = 'other'");
    database.close();
    const store = await folder.open({ owner: { name: 'third', pid: 3, host: 'here' }, isAlive: () => false });
    assert.deepEqual([store.spending.today().reserved, [...store.spending.lines()]], [1_000n, []]);
    const [notice] = folder.notices;
    assert.equal(notice?.kind === 'damaged' && String(notice.cause), 'UnknownValueError: format holds the unknown word other');
  });

  it('takes the question when the call has ended', async () => {
    using folder = storeFolder();
    const { second, entry } = await twoWindows(folder);
    const call = plannedFor('/a?b=1&c=2');
    entry.settle({ request: call.request, connection: 'direct', booked: 0n, isReported: true });
    second.ledger.begin(call);
  });

  it('refuses a question that was answered a moment ago', async () => {
    using folder = storeFolder();
    const { second } = await twoWindows(folder);
    assert.throws(() => second.ledger.begin(plannedFor('/b', { sharing: { ...sharing, isAnswered: () => true } })), duplicate);
    assert.equal(second.spending.today().reserved, 1_000n);
  });

  it('takes the question of a window that is gone', async () => {
    using folder = storeFolder();
    const { second, kill } = await twoWindows(folder);
    kill(1);
    second.ledger.begin(plannedFor('/a?b=1&c=2'));
  });

  it('takes the question of a call that cannot be under way any more, wherever its window is', async () => {
    using folder = storeFolder();
    const { second, kill } = await twoWindows(folder, 'there');
    kill(1); // another machine's processes are not known here
    await folder.clock.advance(maxDurationMs);
    assert.throws(() => second.ledger.begin(plannedFor('/a?b=1&c=2')), duplicate);
    await folder.clock.advance(1);
    second.ledger.begin(plannedFor('/a?b=1&c=2'));
  });

  it('says that it is a duplicate even where the budget of the day has no room for it', async () => {
    using folder = storeFolder();
    await twoWindows(folder);
    const third = await folder.open({
      owner: { name: 'third', pid: 3, host: 'here' },
      dayCap: () => 1_000n,
      isAlive: () => true,
    });
    assert.throws(() => third.ledger.begin(plannedFor('/a?b=1&c=2')), duplicate);
    assert.throws(() => third.ledger.begin(plannedFor('/b')), { kind: 'budget' });
  });

  it('takes a question whose answer another client keeps for itself', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const forgets = { find: () => undefined, put: () => undefined };
    const { client } = clientOver(store, folder.clock, () => priced('0.0002'), { history: forgets });
    await clientOver(store, folder.clock, () => priced('0.0002')).client.call(testLookup, { name: 'a' });
    assert.equal((await client.call(testLookup, { name: 'a' })).from, 'network');
  });

  it('goes on with a file that knows no questions yet, and with the calls that were under way in it', async () => {
    using folder = storeFolder();
    const { first } = await twoWindows(folder);
    const database = openDatabase(join(folder.path, databaseFileName));
    rewind(database, 1);
    database.close();
    const later = await folder.open({ owner: { name: 'later', pid: 3, host: 'here' }, isAlive: () => true });
    assert.deepEqual(folder.notices, []);
    assert.equal(later.spending.today().reserved, 1_000n);
    later.ledger.begin(plannedFor('/a?b=1&c=2'));
    assert.throws(() => first.ledger.begin(plannedFor('/a?b=1&c=2')), duplicate);
  });
});

describe('two windows that ask the same at the same moment', () => {
  /** Two windows; the service answers what is resolved, in the order in which it was asked. */
  const asking = (folder: StoreFolder) => {
    const replies: ((reply: FakeReply) => void)[] = [];
    const open = windowMaker(folder, {
      cap: () => undefined,
      day: () => '2026-08-01',
      reply: () => new Promise((resolve) => replies.push(resolve)),
    });
    return { first: open(), second: open(), replies };
  };

  it('pay once and have the same answer', async () => {
    using folder = storeFolder();
    const { first, second, replies } = asking(folder);
    const reported: unknown[][] = [[], []];
    const calls = [first, second].map(({ client }, at) =>
      client.call(testLookup, { name: 'a' }, { onWaiting: (waiting) => reported[at]?.push(waiting.kind) }),
    );
    await folder.clock.advance(5_000);
    assert.deepEqual(reported, [[], ['duplicateInFlight']]);
    assert.equal(replies.length, 1);
    replies[0]?.(priced('0.0002'));
    await flushPromises();
    await folder.clock.advance(500);
    const [paid, joined] = await Promise.all(calls);
    assert.deepEqual([paid?.from, joined?.from, joined?.id], ['network', 'history', paid?.id]);
    assert.equal([...second.store.spending.lines()].length, 1);
    [first, second].forEach(({ store }) => store.close());
  });

  it('pay once also where the session of the second has nothing left to spend', async () => {
    using folder = storeFolder();
    const { first, second, replies } = asking(folder);
    const budget = createBudget({ cap: 0n });
    const poor = clientOver(second.store, folder.clock, () => priced('0.0002'), { budget });
    const bought = first.client.call(testLookup, { name: 'a' });
    const shared = poor.client.call(testLookup, { name: 'a' });
    await folder.clock.advance(5_000);
    replies[0]?.(priced('0.0002'));
    await flushPromises();
    await folder.clock.advance(500);
    assert.deepEqual([(await shared).from, (await shared).id], ['history', (await bought).id]);
    await assert.rejects(poor.client.call(testLookup, { name: 'b' }), { kind: 'budget', spent: 'no' });
    assert.equal(poor.transport.requests.length, 0);
    assert.equal([...second.store.spending.lines()].length, 1);
    [first, second].forEach(({ store }) => store.close());
  });

  for (const [what, reply] of [
    ['fails', { status: 404 }],
    ['is refunded', { status: 400, headers: { 'x-refunded': 'true' } }],
    ['breaks off', createCutOffFault()],
  ] as const) {
    it(`each ask when the first call ${what}`, async () => {
      using folder = storeFolder();
      const { first, second, replies } = asking(folder);
      const failed = first.client.call(testLookup, { name: 'a' }).catch((error: unknown) => error);
      const call = second.client.call(testLookup, { name: 'a' });
      await folder.clock.advance(1_000);
      replies[0]?.(reply);
      await flushPromises();
      assert.ok((await failed) instanceof Error);
      await folder.clock.advance(500);
      assert.equal(replies.length, 2);
      replies[1]?.(priced('0.0002'));
      await flushPromises();
      assert.equal((await call).from, 'network');
      [first, second].forEach(({ store }) => store.close());
    });
  }

  it('send nothing with the little time that is left after a long wait: it would be cut off, and billed', async () => {
    using folder = storeFolder();
    const { first, second, replies } = asking(folder);
    const ended = first.client.call(testLookup, { name: 'a' }).catch((error: unknown) => error);
    await folder.clock.advance(2_000);
    const waited = assert.rejects(second.client.call(testLookup, { name: 'a' }), duplicate);
    for (let seconds = 0; seconds < 95; seconds += 1) {
      await folder.clock.advance(1_000);
    }
    assert.ok((await ended) instanceof Error);
    await waited;
    assert.equal(replies.length, 1);
    [first, second].forEach(({ store }) => store.close());
  });

  it('go on without the one that is killed, whose call may have been billed', async () => {
    using folder = storeFolder();
    const { first, second, replies } = asking(folder);
    first.client.call(testLookup, { name: 'a' }).catch(() => undefined);
    const reported: unknown[] = [];
    const call = second.client.call(
      testLookup,
      { name: 'a' },
      { onWaiting: ({ kind }) => reported.push(kind), onSent: () => reported.push('sent') },
    );
    await folder.clock.advance(1_000);
    assert.equal(replies.length, 1);
    first.kill();
    await folder.clock.advance(500);
    assert.equal(replies.length, 2);
    assert.deepEqual(reported, ['duplicateInFlight', 'sent'], 'it waits no more: it is sent, and paid for');
    replies[1]?.(priced('0.0002'));
    await flushPromises();
    assert.equal((await call).from, 'network');
    second.store.close();
    const later = await folder.open({ owner: { name: 'later', pid: 9, host: 'here' }, isAlive: () => false });
    assert.deepEqual(
      [...later.spending.lines()].map(({ error, spent }) => [error, spent]),
      [
        [undefined, 'yes'],
        ['lost', 'maybe'],
      ],
    );
  });
});
