import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { userById } from '../../src/client/endpoints/primary/users.ts';
import { openKept } from '../../src/host/activity/actOnKept.ts';
import { ActivityTree } from '../../src/host/activity/activityTree.ts';
import { KeptNode } from '../../src/host/activity/keptNode.ts';
import { createExchangeShelf } from '../../src/host/shared/exchangeShelf.ts';
import type { Services } from '../../src/host/shared/services.ts';
import type { TreeNode } from '../../src/host/shared/tree/treeNode.ts';
import type { Store } from '../../src/store/store.ts';
import { clientOver, priced, type StoreFolder, storeFolder } from '../unit/store/support/testStore.ts';
import { until } from './support/steps.ts';

const words = (node: TreeNode): string => {
  const { label, description } = node.toItem();
  return `${typeof label === 'string' ? label : (label?.label ?? '')} | ${String(description)}`;
};

describe('the view of activity', () => {
  let folder: StoreFolder;
  let store: Store;
  let drawn: number;
  let tree: ActivityTree;
  let ask: (userId: string) => Promise<unknown>;
  let sent: () => number;

  beforeEach(async () => {
    folder = storeFolder();
    store = await folder.open();
    const { client, transport } = clientOver(store, folder.clock, () => priced('0.0002', '4.99'));
    ask = async (userId) => await client.call(userById, { userId }, { asker: 'tree' });
    sent = () => transport.requests.length;
    drawn = 0;
    tree = new ActivityTree(
      { store: async () => await Promise.resolve(store) },
      { viewId: 'test', changed: () => (drawn += 1), reveal: async () => await Promise.resolve() },
    );
  });

  afterEach(() => {
    tree.dispose();
    folder[Symbol.dispose]();
  });

  it('has no row before anything was asked, so that its welcome shows', async () => {
    assert.deepEqual(await tree.roots(), []);
  });

  it('shows what was spent, then the exchanges by day, newest first', async () => {
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
      today?.map((node) => words(node).replace(/\| .* · /, '| ')),
      ['User by Id: 3 | $0.0002', 'User by Id: 2 | $0.0002'].map((text) => text.replace('User by Id', userById.title)),
    );
    assert.match((await spend.children()).map(words).join('\n'), /Last 7 days \| \$0\.0006 in 3 calls/);
  });

  it('groups by endpoint when the person says so', async () => {
    await ask('1');
    tree.group('endpoint');
    assert.deepEqual((await tree.roots()).slice(1).map(words), [`${userById.title} | 1`]);
    assert.equal(drawn, 1);
  });

  it('hands out long days in windows, the older ones below', async () => {
    for (let id = 1; id <= 250; id += 1) {
      await ask(String(id));
    }
    const [, today] = await tree.roots();
    const rows = (await today?.children()) ?? [];
    assert.equal(rows.length, 201);
    const older = rows.at(-1);
    assert.ok(older);
    assert.match(words(older), /^Older/);
    assert.equal((await older.children()).length, 50);
    assert.equal(new Set([...rows, ...(await older.children())].map(({ id }) => id)).size, 251);
  });

  it('opens an answer again for free', async () => {
    await ask('1');
    const [, today] = await tree.roots();
    const [kept] = (await today?.children()) ?? [];
    assert.ok(kept instanceof KeptNode);
    const exchanges = createExchangeShelf(() => true);
    const services = { store: async () => await Promise.resolve(store), exchanges } as unknown as Services;
    await openKept(services, [kept]);
    assert.equal(vscode.window.activeTextEditor?.document.uri.scheme, 'social-data');
    assert.equal(sent(), 1);
  });

  it('follows what another window asks while it is seen, and not otherwise', async () => {
    const other = await folder.open();
    await tree.listen(true);
    const before = drawn;
    await clientOver(other, folder.clock, () => priced('0.0002')).client.call(userById, { userId: '9' });
    await until('the view is drawn anew', async () => {
      await folder.clock.advance(1_000);
      return drawn > before ? true : undefined;
    });
    await tree.listen(false);
    const after = drawn;
    await ask('10');
    await folder.clock.advance(5_000);
    assert.equal(drawn, after);
  });

  it('says in one row that the store cannot be read, and that nothing was spent', async () => {
    const broken = new ActivityTree(
      { store: async () => await Promise.reject(new Error('EIO')) },
      { viewId: 'test', changed: () => undefined, reveal: async () => await Promise.resolve() },
    );
    assert.deepEqual((await broken.roots()).map(words), ['What is kept could not be read | nothing was spent']);
  });
});
