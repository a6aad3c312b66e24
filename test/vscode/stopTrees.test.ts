import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { search } from '../../src/client/endpoints/primary/search.ts';
import { PagedNode } from '../../src/host/explore/tree/pagedNode.ts';
import { type FakeClock, fakeClock } from '../support/fakeClock.ts';
import { childOf, type Exploring, startExploring } from './support/exploring.ts';
import { setSettings, until } from './support/steps.ts';

/** A tree over a paid connection, and a row of it whose next request waits for the end of a 429 hold. */
interface Waiting {
  readonly exploring: Exploring;
  readonly clock: FakeClock;
  readonly row: PagedNode;
  /** Comes to an end when the row has done so. */
  readonly loading: Promise<void>;
}

const acts: Readonly<Record<string, (waiting: Waiting) => Promise<void> | void>> = {
  Stop: ({ row }) => row.source.session.stop(),
  'unpinning the account': async ({ exploring }) => await exploring.pins.unpin([{ kind: 'user', id: exampleValues.userId }]),
  'closing the view': ({ exploring }) => exploring.tree.dispose(),
  'a budget of 0': ({ exploring }) => exploring.budget.setCap(0n),
  'removing the key': async ({ exploring }) => await exploring.keys.remove('primary'),
  'replacing the key': ({ exploring }) => exploring.keys.keepForSession('primary', keyOf(exploring, 'another-key')),
  'changing the address': async ({ exploring }) =>
    void (await setSettings({ 'primary.address': `${exploring.sandbox.primary}/` })),
  'selecting the sandbox': async () => void (await setSettings({ 'primary.connection': 'sandbox' })),
};

function keyOf({ sandbox }: Exploring, key = sandbox.key) {
  return { key, origin: new URL(sandbox.primary).origin };
}

describe('a row of a tree that waits for the end of a 429', () => {
  let exploring: Exploring;
  let clock: FakeClock;
  let restore: () => Promise<void>;

  beforeEach(async () => {
    clock = fakeClock(Date.now());
    exploring = await startExploring('user', { clock });
    exploring.keys.keepForSession('primary', keyOf(exploring));
    restore = await setSettings({ 'primary.connection': 'direct', 'primary.address': exploring.sandbox.primary });
    await exploring.pins.place([{ kind: 'user', id: exampleValues.userId, label: { name: 'Ada' } }]);
  });

  afterEach(async () => {
    await restore();
    await exploring.close();
  });

  /** @param open begins to load something; its first request is answered 429 */
  async function waiting(row: PagedNode, open: () => Promise<unknown>): Promise<Waiting> {
    await exploring.faults([{ match: {}, status: 429, retryAfter: 30, times: 1 }]);
    const before = await exploring.calls();
    const loading = open().then(() => undefined);
    await until('it waits', () => (row.source.session.runs.pending.waiting === undefined ? undefined : true));
    assert.equal((await exploring.calls()) - before, 1);
    return { exploring, clock, row, loading };
  }

  /** Lets the hold end, and what was asked for come to rest: with an answer where it was sent. @returns how many requests came */
  async function sentAfter(act: () => Promise<void> | void, { row, loading }: Waiting): Promise<number> {
    const { runs } = row.source.session; // another connection gives the row another session
    const before = await exploring.calls();
    await act();
    await clock.advance(31_000);
    await loading;
    await until('it rests', () => (runs.isRunning ? undefined : true));
    return (await exploring.calls()) - before;
  }

  async function followers(): Promise<PagedNode> {
    const row = await childOf(await childOf(exploring.tree, 'Ada'), 'Followers');
    assert.ok(row instanceof PagedNode);
    return row;
  }

  for (const [what, act] of Object.entries(acts)) {
    it(`is not asked for after ${what}`, async () => {
      const row = await followers();
      const held = await waiting(row, async () => await row.children());
      assert.equal(await sentAfter(() => act(held), held), 0);
    });

    it(`loads no next page after ${what}`, async () => {
      const row = await followers();
      await row.children();
      const held = await waiting(row, async () => await row.loadMore());
      assert.equal(await sentAfter(() => act(held), held), 0);
    });
  }

  it('is not asked for after its search is closed', async () => {
    const question = { endpoint: search, params: { searchItem: 'coffee' } };
    await exploring.faults([{ match: {}, status: 429, retryAfter: 30, times: 1 }]);
    const added = await exploring.tree.addSearch({ name: 'coffee', title: 'coffee', icon: 'search', question });
    const adding = added.show();
    const row = await until('it stands there', async () =>
      (await exploring.tree.roots()).find((root): root is PagedNode => root instanceof PagedNode),
    );
    await until('it waits', () => (row.source.session.runs.pending.waiting === undefined ? undefined : true));
    assert.equal(await sentAfter(() => row.close?.(), { exploring, clock, row, loading: adding }), 0);
  });

  it('is asked for once the time has come, where nobody stops it', async () => {
    const row = await followers();
    const held = await waiting(row, async () => await row.children());
    assert.equal(await sentAfter(() => undefined, held), 1);
    assert.ok(row.source.state.records.length > 0);
  });
});
