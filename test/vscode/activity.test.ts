import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { adviseOnStoreFault } from '../../src/core/errors/describeError.ts';
import { userFollowers, userById, userByUsername } from '../../src/client/endpoints/primary/users.ts';
import { search } from '../../src/client/endpoints/table.ts';
import { clearHistory, keepResponses } from '../../src/features/spending/host/activityCommands.ts';
import { ActivityTree, StoredResponseNode } from '../../src/features/spending/host/activityTree.ts';
import { createRecentExchangeCache } from '../../src/workbench/exchangeDocuments.ts';
import type { Services } from '../../src/workbench/services.ts';
import { Spend } from '../../src/workbench/services/spend.ts';
import type { AddedRows, TreeNode } from '../../src/workbench/tree/treeNode.ts';
import { databaseFileName } from '../../src/store/openStore.ts';
import type { Store } from '../../src/store/store.ts';
import type { FakeReply } from '../support/fakeTransport.ts';
import { clientOver, priced, type StoreFolder, storeFolder } from '../unit/store/support/testStore.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { runOnRows } from './support/runOnRows.ts';
import { until } from './support/steps.ts';
import { recordOpen } from './support/recordOpen.ts';
import { testLog } from './support/testLog.ts';

const words = (node: TreeNode): string => {
  const { label, description } = node.toItem();
  return `${typeof label === 'string' ? label : (label?.label ?? '')} | ${String(description)}`;
};

const noRows: AddedRows = {
  rows: async () => await Promise.resolve([]),
  onDidChange: () => new vscode.Disposable(() => undefined),
};

describe('the Activity view', () => {
  let folder: StoreFolder;
  let store: Store;
  let drawn: number;
  let tree: ActivityTree;
  let ask: (userId: string) => Promise<unknown>;
  let sent: () => number;

  beforeEach(async () => {
    folder = storeFolder();
    store = await folder.open();
    const { client, transport } = clientOver(store, folder.clock, () => priced('0.0002'));
    ask = async (userId) => await client.call(userById, { userId }, { initiator: 'tree' });
    sent = () => transport.requests.length;
    drawn = 0;
    tree = new ActivityTree(
      { store: async () => await Promise.resolve(store), log: testLog },
      { viewId: 'test', refresh: () => (drawn += 1), reveal: async () => await Promise.resolve() },
      noRows,
      folder.clock,
    );
  });

  afterEach(() => {
    tree.dispose();
    folder[Symbol.dispose]();
  });

  it("doesn't have rows before the first request, so its welcome text is shown", async () => {
    assert.deepEqual(await tree.roots(), []);
  });

  it('shows the spending, then responses by day, newest first', async () => {
    await ask('1');
    await folder.clock.advance(86_400_000);
    await ask('2');
    await ask('3');
    const [spend, ...days] = await tree.roots();
    assert.ok(spend);
    assert.match(words(spend), /^Spent Today \| \$0\.0004/);
    assert.deepEqual(days.map(words), ['Today | 2', 'Yesterday | 1']);
    const today = await days[0]?.children();
    assert.deepEqual(
      today?.map((node) => words(node).replace(/ · \d[^·]*M · /, ' · ')), // except for the time of day
      [`${userById.title} | $0.0002 · 3`, `${userById.title} | $0.0002 · 2`],
    );
    const sums = await spend.children();
    assert.deepEqual(sums.map(words), [`${userById.title} | $0.0004 for 2 requests`, 'Last 7 days | $0.0006 for 3 requests']);
    assert.deepEqual((await sums[1]?.children())?.map(words), [`${userById.title} | $0.0006 for 3 requests`]);
  });

  it("shows a query's pages as one row with their cost, and opens into a row for each", async () => {
    const { client } = clientOver(store, folder.clock, () => priced('0.0002'));
    const followers = async (cursor: object) => await client.call(userFollowers, { userId: '7', ...cursor }, { reuse: 'never' });
    await followers({});
    await ask('1');
    await followers({ cursor: 'a' });
    await followers({ cursor: 'b' });
    await followers({});
    const rows = (await (await tree.roots())[1]?.children()) ?? [];
    const withoutTime = (node: TreeNode) => words(node).replace(/ · \d+:\d+[^·]*M/, '');
    const { title } = userFollowers;
    assert.deepEqual(rows.map(withoutTime), [
      `${title} | $0.0002 · 7`,
      `${title} | $0.0006 · 3 pages · 7`,
      `${userById.title} | $0.0002 · 1`,
    ]);
    const pages = (await rows[1]?.children()) ?? [];
    assert.deepEqual(pages.map(withoutTime), ['Page 1 | $0.0002', 'Page 2 | $0.0002', 'Page 3 | $0.0002']);
    assert.deepEqual(await rows[0]?.children(), []);
  });

  it('shows no spending in the sandbox, where nothing costs', async () => {
    const { client } = clientOver(store, folder.clock, () => priced('0.0002'), { connection: { kind: 'sandbox' } });
    await client.call(userById, { userId: '1' });
    assert.deepEqual((await tree.roots()).map(words), ['Today | 1']);
    using person = respondToDialogs({});
    await clearHistory({ store: async () => await Promise.resolve(store) } as Services);
    assert.match(person.details.join(), /^1 response \(\d+\.\d MB\), 0 kept\.$/);
  });

  it('still shows the spending after responses are deleted', async () => {
    await ask('1');
    store.exchanges.clear({ keepPinned: false });
    assert.deepEqual((await tree.roots()).map(words), ['Spent Today | $0.0002']);
  });

  it('marks a sum that includes assumed costs, and shows for how many requests', async () => {
    const { client } = clientOver(store, folder.clock, (index) => (index === 0 ? priced('0.0002') : { body: { data: {} } }), {
      guess: 10_000n,
    });
    await client.call(userById, { userId: '1' });
    await client.call(userByUsername, { username: 'ada' });
    const [spend] = await tree.roots();
    assert.ok(spend);
    assert.equal(words(spend), 'Spent Today | ≈$0.0102');
    const { tooltip } = spend.toItem();
    assert.match(typeof tooltip === 'string' ? tooltip : '', /1 not reported/);
    assert.deepEqual((await spend.children()).map(words), [
      `${userByUsername.title} | ≈$0.01 for 1 request · 1 not reported`,
      `${userById.title} | $0.0002 for 1 request`,
      'Last 7 days | ≈$0.0102 for 2 requests · 1 not reported',
    ]);
  });

  it("shows an error's status, and why a body is missing", async () => {
    const replies: readonly FakeReply[] = [
      { status: 404, body: { error: 'no such user' } },
      priced('0.0002', undefined, { data: { you: 'test-key' } }),
    ];
    const { client } = clientOver(store, folder.clock, (index) => replies[index] ?? assert.fail('a third call'));
    await assert.rejects(client.call(userById, { userId: '404' }));
    await client.call(userById, { userId: '7' });
    const [, today] = await tree.roots();
    const [withheld, failed] = (await today?.children()) ?? [];
    assert.ok(withheld && failed);
    assert.match(words(failed), /\| 404 · may have been charged · [^·]* · 404$/);
    const { tooltip } = withheld.toItem();
    assert.match(typeof tooltip === 'string' ? tooltip : '', /contained the API key and wasn't saved in history/);
    assert.equal(withheld.toItem().contextValue, 'socialData stored');
    assert.equal(failed.toItem().contextValue, 'socialData stored hasResponse keepable');
  });

  it("doesn't present a search without results as a failure", async () => {
    const { client } = clientOver(store, folder.clock, () => ({
      status: 502,
      headers: { 'x-price-per-call': '0.0002', 'x-refunded': 'true' },
      body: { error: 'empty', attempts: 9 },
    }));
    await assert.rejects(client.call(search, { searchItem: 'nothing', category: 'Top' }));
    const [, today] = await tree.roots();
    const [row] = (await today?.children()) ?? [];
    assert.ok(row);
    assert.match(words(row), /^nothing \| no results · refunded · Search · /);
    const { iconPath, contextValue } = row.toItem();
    assert.deepEqual([iconPath, contextValue], [new vscode.ThemeIcon('json'), 'socialData stored hasResponse keepable']);
  });

  it('keeps a response in history until it is told not to', async () => {
    await ask('1');
    const kept = async (isKept: boolean) => {
      const [, today] = await tree.roots();
      await keepResponses(
        { store: async () => await Promise.resolve(store) } as Services,
        (await today?.children()) ?? [],
        isKept,
      );
      return store.exchanges.clear({ keepPinned: true });
    };
    assert.deepEqual([await kept(true), await kept(false)], [0, 1]);
  });

  it("starts with a warning if the history file can't be used", async () => {
    using broken = storeFolder();
    writeFileSync(join(broken.path, databaseFileName), 'no database '.repeat(1_000));
    const store = await broken.open();
    const shown = new ActivityTree(
      { store: async () => await Promise.resolve(store), log: testLog },
      { viewId: 'test', refresh: () => undefined, reveal: async () => await Promise.resolve() },
      noRows,
    );
    const [note] = await shown.roots();
    assert.ok(note);
    assert.match(words(note), /^Paid requests aren't sent/);
    const { command, tooltip } = note.toItem();
    assert.deepEqual([command?.command, tooltip], ['socialData.history.startNew', adviseOnStoreFault('SQLITE_NOTADB')]);
    shown.dispose();
  });

  it("groups a long day's older rows into larger and larger groups", async () => {
    for (let id = 1; id <= 650; id += 1) {
      await ask(String(id));
    }
    const [, today] = await tree.roots();
    const rows = (await today?.children()) ?? [];
    assert.equal(rows.length, 201);
    const older = rows.at(-1);
    assert.ok(older);
    assert.match(words(older), /^Older \| before /);
    const below = await older.children();
    assert.equal(below.length, 401);
    const last = (await below.at(-1)?.children()) ?? [];
    assert.equal(last.length, 50);
    assert.equal(new Set([...rows, ...below, ...last].map(({ id }) => id)).size, 652);
  });

  it('opens a response for free, in its view or as JSON', async () => {
    await ask('1');
    const [, today] = await tree.roots();
    const [stored] = (await today?.children()) ?? [];
    assert.ok(stored instanceof StoredResponseNode);
    const exchanges = createRecentExchangeCache();
    const { open, opened } = recordOpen();
    const connections = { selected: () => 'sandbox' } as unknown as Services['connections'];
    const spend = new Spend();
    const services = { store: async () => await Promise.resolve(store), exchanges, open, connections, spend };
    await runOnRows('open', [stored], services);
    assert.equal(opened.length, 1);
    assert.deepEqual([spend.totals.responses, spend.totals.saved], [1, 200n]);
    await runOnRows('openAsJson', [stored], services);
    assert.equal(vscode.window.activeTextEditor?.document.uri.scheme, 'social-data');
    assert.equal(sent(), 1);
  });

  it("follows other windows' requests only while it is visible", async () => {
    const other = await folder.open();
    await tree.listen(true);
    const before = drawn;
    await clientOver(other, folder.clock, () => priced('0.0002')).client.call(userById, { userId: '9' });
    await until('the view is redrawn', async () => {
      await folder.clock.advance(1_000);
      return drawn > before ? true : undefined;
    });
    await tree.listen(false);
    const after = drawn;
    await ask('10');
    await folder.clock.advance(5_000);
    assert.equal(drawn, after);
  });

  it("shows a user's handle from any stored response, otherwise the id", async () => {
    const { client } = clientOver(store, folder.clock, (index) => ({
      body: { data: index === 0 ? { id: '7', username: 'ada_writes', name: 'Ada' } : [] },
    }));
    await client.call(userByUsername, { username: 'ada_writes' });
    await client.call(userFollowers, { userId: '7' });
    await client.call(userFollowers, { userId: '8' });
    await client.call(userFollowers, { userId: '-1', username: 'mira_maps' });
    await tree.listen(true);
    const labels = async () => (await (await tree.roots())[1]?.children())?.map((node) => words(node).split(' | ')[0] ?? '');
    assert.deepEqual(await labels(), ['@mira_maps', userFollowers.title, '@ada_writes', '@ada_writes']);
  });

  it("shows one row if the store can't be read", async () => {
    const broken = new ActivityTree(
      { store: async () => await Promise.reject(new Error('EIO')), log: testLog },
      { viewId: 'test', refresh: () => undefined, reveal: async () => await Promise.resolve() },
      noRows,
    );
    assert.deepEqual((await broken.roots()).map(words), ["Couldn't read the history | no charge"]);
  });
});
