import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { actOnPagedRow } from '../../src/features/explore/host/tree/recordNode.ts';
import { lookUpAndPin } from '../../src/features/explore/host/findRecords.ts';
import type { Services } from '../../src/workbench/services.ts';
import { runOnRows } from './support/runOnRows.ts';
import { respondToDialogs, watchingContext } from './support/respondToDialogs.ts';
import { childOf, type Exploring, startExploring, texts, wordsOf } from './support/exploring.ts';
import { closeEditors, paid, setSettings } from './support/steps.ts';

const list = { kind: 'list', id: exampleValues.listId, label: { name: 'Science', handle: 'ada_writes', members: 40 } } as const;

describe('the Lists view', () => {
  let exploring: Exploring;

  beforeEach(async () => {
    exploring = await startExploring('list');
    await exploring.pins.add([list]);
  });

  afterEach(async () => {
    await exploring.close();
  });

  it('shows a pinned list with its owner and members, and expands it without a request', async () => {
    assert.deepEqual(texts(await exploring.tree.roots()), ['Science | 40 members · @ada_writes']);
    const parts = await (await childOf(exploring.tree, 'Science')).children();
    assert.deepEqual(
      parts.map((node) => node.toItem().label),
      ['Posts', 'Members', 'Followers', 'About'],
    );
    assert.equal(await exploring.calls(), 0);
  });

  it('loads posts, members, and followers, one request per expansion; members can be expanded', async () => {
    const science = await childOf(exploring.tree, 'Science');
    for (const [part, word] of [
      ['Posts', 'post'],
      ['Members', 'user'],
      ['Followers', 'user'],
    ] as const) {
      const [first] = await (await childOf(science, part)).children();
      assert.ok(first && wordsOf(first).includes(word), part);
    }
    assert.equal(await exploring.calls(), 3);
    const [member] = await (await childOf(science, 'Members')).children();
    assert.ok(member);
    await childOf(member, 'Verified Followers');
    assert.equal(await exploring.calls(), 3);
  });

  it('reports a missing key only if no service with lists has a key, and uses the service that has one', async () => {
    const { sandbox, tree, pins, keys } = exploring;
    await pins.unpin([list]);
    const undo = await setSettings(paid({ primary: sandbox.primary, gateway: sandbox.gateway }));
    try {
      using welcome = watchingContext('socialData.lists.welcome');
      await tree.roots();
      keys.keepForSession('gateway', { key: sandbox.key, origin: new URL(sandbox.gateway).origin });
      await tree.roots();
      assert.deepEqual(welcome.values, ['noKey', 'nothingPinned']);
      using person = respondToDialogs({ input: () => exampleValues.listId });
      await lookUpAndPin({ ...servicesOf(exploring), ...exploring }, tree, 'list');
      assert.match(person.shown.join(), /Pin List/);
      const [pinned] = await tree.roots();
      assert.ok(pinned);
      // its sections also come from there
      const members = await childOf(pinned, 'Members');
      assert.ok((await members.children()).length > 1);
      assert.equal(await exploring.calls(), 2);
    } finally {
      await undo();
    }
  });

  it("shows the next page's error response, not the page before it", async () => {
    const posts = await childOf(await childOf(exploring.tree, 'Science'), 'Posts');
    await posts.children();
    await exploring.faults([{ status: 403 }]);
    await actOnPagedRow('loadMore', posts);
    const shown: number[] = [];
    const put = ({ status }: { readonly status: number }) => shown.push(status);
    await runOnRows('openAsJson', [posts], { exchanges: { ...exploring.exchanges, put } });
    await closeEditors();
    assert.deepEqual(shown, [403]);
  });

  it('distinguishes "not found" from "needs access"', async () => {
    const rowOf = async (id: string) => {
      await exploring.pins.add([{ kind: 'list', id, label: { name: `List ${id}` } }]);
      const rows = await (await childOf(await childOf(exploring.tree, `List ${id}`), 'Members')).children();
      return texts(rows).join();
    };
    const unknown = await rowOf('1700000000000099999');
    await exploring.faults([{ status: 403 }]);
    const forbidden = await rowOf('1700000000000099998');
    await exploring.faults([]);
    assert.match(unknown, /not found/);
    assert.match(forbidden, /access/);
  });
});

/** The services that a search needs: the client and the connections. */
function servicesOf({ client, connections }: Exploring): Services {
  return { client, connections } as Services;
}
