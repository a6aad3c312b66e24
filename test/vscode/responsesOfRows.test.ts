import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import type { Services } from '../../src/workbench/services.ts';
import { PagedNode } from '../../src/features/explore/host/tree/recordNode.ts';
import type { TreeNode } from '../../src/workbench/tree/treeNode.ts';
import { type MockResponse, startMockService } from '../support/countingProxy.ts';
import { runOnRows } from './support/runOnRows.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { childOf, type Exploring, startExploring, texts } from './support/exploring.ts';
import { closeEditors, paid, setSettings, until } from './support/steps.ts';

const ada = { kind: 'user', id: exampleValues.userId, label: { name: 'Ada', handle: exampleValues.handle } } as const;

/** A response with these users. */
function accounts(...ids: readonly string[]): MockResponse {
  const data = ids.map((id) => ({ id, username: `user${id}`, name: `User ${id}` }));
  const body = JSON.stringify({ data, nextCursor: null, previousCursor: null, hasNextPage: false });
  return { status: 200, headers: {}, body };
}

type Mock = Awaited<ReturnType<typeof startMockService>>;

/** A tree over a service with the test's responses. */
async function over(
  response: (call: number) => MockResponse | Promise<MockResponse>,
  act: (tree: Exploring, mock: Mock) => Promise<void>,
) {
  let calls = 0;
  const mock = await startMockService(() => response((calls += 1)));
  const tree = await startExploring('user', { primary: mock.address });
  try {
    await tree.pins.add([ada]);
    await act(tree, mock);
  } finally {
    await tree.close();
    await mock.close();
  }
}

const followersOf = async (tree: Exploring) => {
  const followers = await childOf(await childOf(tree.tree, 'Ada'), 'Followers');
  assert.ok(followers instanceof PagedNode);
  return followers;
};

describe("a row's response", () => {
  const copied = async (tree: Exploring, nodes: readonly TreeNode[]) => {
    await runOnRows('copyAsJson', nodes, tree);
    const found: unknown = JSON.parse(await vscode.env.clipboard.readText());
    return found;
  };

  it('is copied and shown even if a newer one is stored', async () => {
    await over(
      (call) => (call === 1 ? accounts('11', '12') : accounts('21', '22')),
      async (tree) => {
        const followers = await followersOf(tree);
        const [first] = await followers.children();
        assert.ok(first);
        const { endpoint, params } = followers.source.query;
        const client = await tree.client();
        const newer = await client.call(endpoint, params, { reuse: 'never' });
        const shown = followers.source.state.pages[0]?.exchangeId;
        assert.notEqual(shown, newer.id);
        assert.deepEqual(await copied(tree, [first]), { id: '11', username: 'user11', name: 'User 11' });
        await runOnRows('openAsJson', [followers], tree);
        assert.equal(vscode.window.activeTextEditor?.document.uri.query, shown);
        await closeEditors();
      },
    );
  });

  it('is saved once for several of its rows, unchanged or pseudonymized', async () => {
    await over(
      () => accounts('11', '12'),
      async (tree) => {
        const rows = await (await followersOf(tree)).children();
        const saved: string[] = [];
        const saveResponsesAsFixtures: Services['saveResponsesAsFixtures'] = async (sources, purpose) => {
          saved.push(`${sources.length} ${purpose}`);
          await Promise.resolve();
        };
        const services = { ...tree, saveResponsesAsFixtures };
        await runOnRows('saveAsFixture', rows.slice(0, 2), services);
        await runOnRows('savePseudonymized', rows.slice(0, 2), services);
        assert.deepEqual(saved, ['1 asReceived', '1 pseudonymized']);
      },
    );
  });

  it("isn't replaced by a different one if it was deleted", async () => {
    await over(
      (call) => (call === 1 ? accounts('11', '12') : accounts('21', '22')),
      async (tree) => {
        const followers = await followersOf(tree);
        const [first] = await followers.children();
        assert.ok(first);
        const [page] = followers.source.state.pages;
        assert.ok(page);
        const { endpoint, params } = followers.source.query;
        await (await tree.client()).call(endpoint, params, { reuse: 'never' });
        (await tree.store()).exchanges.delete([page.exchangeId]);
        await vscode.env.clipboard.writeText('as before');
        using person = respondToDialogs({});
        await runOnRows('copyAsJson', [first], tree);
        await runOnRows('saveAsFixture', [first], tree);
        assert.equal(person.shown.filter((text) => /This row isn't in history.*No charge/.test(text)).length, 2);
        assert.equal(await vscode.env.clipboard.readText(), 'as before');
      },
    );
  });

  it('is reported missing for some of the rows', async () => {
    await over(
      (call) => accounts(`${call}1`),
      async (tree) => {
        const [first] = await (await followersOf(tree)).children();
        const following = await childOf(await childOf(tree.tree, 'Ada'), 'Following');
        const [second] = await following.children();
        assert.ok(first && second && following instanceof PagedNode);
        const [page] = following.source.state.pages;
        assert.ok(page);
        (await tree.store()).exchanges.delete([page.exchangeId]);
        using person = respondToDialogs({});
        assert.deepEqual(await copied(tree, [first, second]), { id: '11', username: 'user11', name: 'User 11' });
        assert.match(person.shown.join(), /Rows skipped because they aren't in history: 1/);
      },
    );
  });
});

describe('a first page in flight', () => {
  /** Holds a directly connected service's response until a test releases it. */
  async function held(
    act: (held: { readonly tree: Exploring; readonly followers: PagedNode; readonly release: () => void }) => Promise<void>,
  ): Promise<void> {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    await over(
      async () => {
        await gate;
        return accounts('11');
      },
      async (tree, mock) => {
        tree.keys.keepForSession('primary', { key: 'of the test', origin: mock.address });
        const restore = await setSettings(paid({ primary: mock.address }));
        try {
          await until('the setting is read', () => tree.connections.of('primary')?.kind === 'direct' || undefined);
          const followers = await followersOf(tree);
          const opening = followers.children();
          await until('the request is in flight', () => mock.requests.length === 1 || undefined);
          await act({ tree, followers, release });
          release();
          await opening;
        } finally {
          release();
          await restore();
        }
      },
    );
  }

  for (const [where, change] of [
    ['here', ({ keys }) => keys.keepForSession('gateway', { key: 'of another service', origin: 'http://127.0.0.1:9' })],
    ['in a different window', ({ touchSecret }) => touchSecret('gateway')],
  ] satisfies readonly (readonly [string, (tree: Exploring) => void])[]) {
    it(`is shown even if a different service's key was set ${where}`, async () => {
      await held(async ({ tree, followers, release }) => {
        change(tree);
        assert.equal(followers.source.state.status, 'loading');
        release();
        assert.deepEqual(texts(await followers.children()), ['User 11 | @user11', '1 loaded, end of list']);
      });
    });
  }

  it('is shown even if a different service would now be preferred', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const mock = await startMockService(async () => {
      await gate;
      return accounts();
    });
    const tree = await startExploring('list');
    const otherAddress = 'http://127.0.0.1:9';
    tree.keys.keepForSession('gateway', { key: 'of the test', origin: mock.address });
    const restore = await setSettings(paid({ primary: otherAddress, gateway: mock.address }));
    try {
      await until('the settings are read', () => tree.connections.of('primary')?.kind === 'direct' || undefined);
      await tree.pins.add([{ kind: 'list', id: exampleValues.listId, label: { name: 'Gardeners' } }]);
      const members = await childOf(await childOf(tree.tree, 'Gardeners'), 'Members');
      assert.ok(members instanceof PagedNode && members.source.query.endpoint.service === 'gateway');
      const opening = members.children();
      await until('the request is in flight', () => mock.requests.length === 1 || undefined);
      tree.keys.keepForSession('primary', { key: 'of another service', origin: otherAddress });
      assert.equal(await childOf(await childOf(tree.tree, 'Gardeners'), 'Members'), members);
      release();
      await opening;
      assert.equal(members.source.state.pages.length, 1);
    } finally {
      release();
      await restore();
      await tree.close();
      await mock.close();
    }
  });
});
