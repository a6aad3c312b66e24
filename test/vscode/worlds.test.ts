import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Service } from '../../src/client/endpoint.ts';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { lookUpAndPin, searchCommunityMembers, searchRecords } from '../../src/host/explore/findRecords.ts';
import * as recordActions from '../../src/host/explore/recordActions.ts';
import { pin as pinRows } from '../../src/host/explore/pinRows.ts';
import type { PinView } from '../../src/app/pins/pin.ts';
import type { Services } from '../../src/host/shared/services.ts';
import { PagedNode } from '../../src/host/explore/tree/pagedNode.ts';
import type { TreeNode } from '../../src/host/shared/tree/treeNode.ts';
import type { World } from '../../src/app/origin/world.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { refreshPinnedUsers } from '../../src/host/explore/refreshPinnedUsers.ts';
import { type CountingProxy, startCountingProxy } from '../support/countingProxy.ts';
import { answering } from './support/answering.ts';
import { childOf, type Exploring, startExploring, texts, tooltipOf } from './support/exploring.ts';
import { setSettings, until } from './support/steps.ts';

const user = (world?: World, id: string = exampleValues.userId) =>
  ({
    kind: 'user',
    id,
    label: { name: `User ${id}`, handle: `u${id.slice(-5)}`, ...(world === undefined ? {} : { world }) },
  }) as const;
const labelsOf = (nodes: readonly TreeNode[]) => nodes.map((node) => node.toItem().label);

/** The sandbox of a tree, and a service that is paid: what it answers bears no mark, and what it is asked is counted. */
describe('the sandbox and a paid service in one tree', () => {
  let exploring: Exploring;
  let paid: CountingProxy;
  let platform: Sandbox;
  let undo: (() => Promise<void>)[] = [];

  before(async () => {
    paid = await startCountingProxy(() => new URL(platform.primary).origin);
  });

  after(async () => {
    await setSettings({ 'primary.address': undefined, 'gateway.address': undefined });
    await paid.close();
  });

  async function start(kind: PinView, isMarked = false): Promise<void> {
    exploring = await startExploring(kind, { isFree: true });
    platform = await startSandbox({ policy: { marksAnswers: isMarked } });
    paid.forget();
  }

  /** Reaches services directly, with a key, instead of the sandbox. */
  async function pay(...services: readonly Service[]): Promise<void> {
    for (const service of services) {
      exploring.keys.keepForSession(service, { key: platform.key, origin: paid.address });
      const address = `${paid.address}/${service}`;
      await setSettings({ [`${service}.address`]: address }); // that of all tests: it stays
      undo.push(await setSettings({ [`${service}.connection`]: 'direct' }));
      await until('the setting is read', () => exploring.connections.of(service)?.baseUrl === address || undefined);
    }
  }

  /** What a feature takes of the services. */
  const services = () => ({ ...exploring, log: { warn: () => undefined } }) as unknown as Services;

  async function unpay(): Promise<void> {
    for (const step of undo) {
      await step();
    }
    undo = [];
    await until('the sandbox is connected', () => exploring.connections.kindOf('primary') === 'sandbox' || undefined);
  }

  afterEach(async () => {
    await unpay();
    await exploring.close();
    await platform.close();
  });

  it('asks the sandbox alone about a list that the sandbox found, marks it, and says so before', async () => {
    await start('list');
    await pay('primary');
    const offered: unknown[] = [];
    using person = answering({
      input: (box) => {
        offered.push(box.validateInput?.(exampleValues.listWord));
        return exampleValues.listWord;
      },
    });
    await searchRecords(services(), exploring.tree, 'list');
    assert.match(person.asked.join(), /Search Lists/);
    assert.match(JSON.stringify(offered), /the sandbox answers, so what is found is made up/);
    const [search] = await exploring.tree.roots();
    assert.ok(search);
    const [found] = await search.children();
    assert.ok(found);
    assert.match(texts([found])[0] ?? '', / \| sandbox · /);
    const parts = await found.children();
    assert.deepEqual(labelsOf(parts), ['Posts', 'Members', 'About']);
    for (const part of parts) {
      assert.ok((await part.children()).length > 1);
    }
    const [member] = await (await childOf(found, 'Members')).children();
    assert.ok(member);
    assert.deepEqual(labelsOf(await member.children()), ['Lists', 'Spaces', 'Communities']);
    await until('the sandbox’s picture is there', () => (member.toItem().iconPath instanceof vscode.Uri ? true : undefined));
    assert.equal(await exploring.calls(), 4);
    assert.deepEqual(paid.requests, []);

    await pinRows(exploring.pins, [found]);
    await pay('gateway');
    const [pin] = (await exploring.tree.roots()).slice(-1);
    assert.ok(pin);
    assert.match(texts([pin])[0] ?? '', / \| sandbox · /);
    const rows = await pin.children();
    assert.deepEqual(texts(rows), ['Sandbox data. Switch to the sandbox to load more. | Select Connection…']);
    assert.equal(rows[0]?.toItem().command?.command, 'socialData.connection.select');
    assert.match(rows.map(tooltipOf).join(), /Nothing was spent/);
    assert.deepEqual(paid.requests, []);
    assert.equal(await exploring.calls(), 4);
  });

  it('asks the paid service alone about an account that it looked up, and the sandbox not even for its lists', async () => {
    await start('user');
    await pay('primary');
    using person = answering({ input: () => `@${exampleValues.handle}` });
    await lookUpAndPin(services(), exploring.tree, 'user');
    assert.match(person.asked.join(), /Pin User/);
    const [pin] = exploring.pins.list('user');
    assert.equal(pin?.label.world, 'platform');
    const [row] = await exploring.tree.roots();
    assert.ok(row);
    const parts = labelsOf(await row.children());
    assert.ok(parts.includes('Posts') && !parts.includes('Lists') && !parts.includes('Spaces'));
    assert.equal(paid.requests.length, 1);
    assert.equal(await exploring.calls(), 0);

    await unpay();
    const [later] = await exploring.tree.roots();
    assert.ok(later);
    assert.match(texts([later])[0] ?? '', / \| platform · /);
    assert.deepEqual(texts(await later.children()), [
      'Platform data. Switch to its connection to load more. | Select Connection…',
    ]);
    await recordActions.copyLink([later]);
    assert.match(await vscode.env.clipboard.readText(), /^https:\/\/x\.com\//);
    assert.equal(await exploring.calls(), 0);
  });

  it('asks a paid gateway alone about what it found, and not about people of the sandbox', async () => {
    await start('list');
    await pay('gateway');
    using person = answering({ input: () => exampleValues.listWord });
    await searchRecords(services(), exploring.tree, 'list');
    assert.equal(person.asked.length, 1);
    const [search] = await exploring.tree.roots();
    assert.ok(search);
    const [found] = await search.children();
    assert.ok(found);
    assert.deepEqual(labelsOf(await found.children()), ['Posts', 'Members', 'About']);
    await (await childOf(found, 'Posts')).children();
    assert.equal(paid.requests.length, 2);
    assert.equal(await exploring.calls(), 0);
    await exploring.pins.place([{ ...user('sandbox'), kind: 'list' }]);
    const [pin] = (await exploring.tree.roots()).slice(-1);
    assert.ok(pin);
    assert.match(texts([pin])[0] ?? '', / \| sandbox · /);
    assert.deepEqual(labelsOf(await pin.children()), ['Posts', 'Members', 'Followers', 'About']);
    await (await childOf(pin, 'Members')).children();
    assert.equal(paid.requests.length, 2);
    assert.equal(await exploring.calls(), 1);
  });

  for (const [kind, id, path] of [
    ['list', exampleValues.listId, 'lists'],
    ['community', exampleValues.communityId, 'communities'],
  ] as const) {
    it(`looks a ${kind} up where it can be: a number at the paid gateway, what a sandbox links to at the sandbox`, async () => {
      await start(kind);
      await pay('gateway');
      let typed: string = id;
      const offered: string[] = [];
      using person = answering({
        input: (box) => {
          offered.push(JSON.stringify(box.validateInput?.(typed)));
          return typed;
        },
      });
      await lookUpAndPin(services(), exploring.tree, kind);
      assert.equal(person.asked.length, 1);
      assert.deepEqual([paid.requests.length, await exploring.calls()], [1, 0]);
      assert.equal(exploring.pins.list(kind)[0]?.label.world, 'platform');
      await exploring.pins.unpin(exploring.pins.list(kind));
      typed = `https://social.example/i/${path}/${id}`;
      await lookUpAndPin(services(), exploring.tree, kind);
      assert.deepEqual([paid.requests.length, await exploring.calls()], [1, 1]);
      assert.equal(exploring.pins.list(kind)[0]?.label.world, 'sandbox');
      assert.match(offered[0] ?? '', /price unknown; a paid service answers, not the sandbox/);
      assert.match(offered[1] ?? '', /the sandbox answers, so what is found is made up/);
    });
  }

  it('takes a sandbox of the developer’s own for a world of its own: it is asked about its own things, and nobody else is', async () => {
    await start('user', true);
    await pay('primary');
    using person = answering({ input: () => `@${exampleValues.handle}` });
    await lookUpAndPin(services(), exploring.tree, 'user');
    assert.equal(person.asked.length, 1);
    const [row] = await exploring.tree.roots();
    assert.ok(row);
    assert.ok((await (await childOf(row, 'Followers')).children()).length > 1);
    assert.equal(paid.requests.length, 2);
    assert.equal(exploring.pins.list('user')[0]?.label.world, paid.address);

    const otherService = await startCountingProxy(() => new URL(platform.primary).origin);
    try {
      undo.push(await setSettings({ 'primary.address': `${otherService.address}/primary` }));
      await until(
        'the address is read',
        () => exploring.connections.addressOf('primary').startsWith(otherService.address) || undefined,
      );
      const [other] = await exploring.tree.roots();
      assert.ok(other);
      assert.deepEqual(texts(await other.children()), [
        'Data of another sandbox. Switch to it to load more. | Select Connection…',
      ]);
      assert.deepEqual(otherService.requests, []);
    } finally {
      await otherService.close();
    }
  });

  it('keeps of a row what its connection loaded while that is renamed, and none of it once another one with a name is used', async () => {
    await start('user');
    const staging = await startCountingProxy(() => new URL(platform.primary).origin);
    const named = (name: string) => ({ staging: { name, service: 'primary', address: `${staging.address}/primary` } });
    const other = { team: { name: 'Team', service: 'primary', address: `${paid.address}/primary` } };
    exploring.keys.keepForSession('named:staging', { key: platform.key, origin: staging.address });
    try {
      undo.push(await setSettings({ connections: named('Staging'), 'primary.named': 'staging', 'primary.connection': 'named' }));
      await exploring.pins.place([user('platform')]);
      const [row] = await exploring.tree.roots();
      assert.ok(row);
      const loaded = await childOf(row, 'Followers');
      assert.ok((await loaded.children()).length > 1);
      await setSettings({ connections: { ...named('Rehearsal'), ...other } });
      assert.ok(loaded instanceof PagedNode);
      assert.equal(loaded.source.state.pages.length, 1, 'it is the same connection');
      await setSettings({ 'primary.named': 'team' });
      assert.equal(loaded.source.state.pages.length, 0);
      assert.deepEqual([staging.requests.length, paid.requests.length], [1, 0]);
    } finally {
      await staging.close();
    }
  });

  it('asks nothing for a row that outlived its connection, whatever is pressed on it', async () => {
    await start('user');
    await exploring.pins.place([user('sandbox')]);
    const [row] = await exploring.tree.roots();
    assert.ok(row);
    const [loaded, unopened] = [await childOf(row, 'Followers'), await childOf(row, 'Likes')];
    await loaded.children();
    await pay('primary', 'gateway');
    assert.ok(loaded instanceof PagedNode && unopened instanceof PagedNode);
    await unopened.children();
    await loaded.source.session.load();
    await loaded.source.session.refresh(1);
    assert.deepEqual(paid.requests, []);
    assert.equal(await exploring.calls(), 1);
  });

  it('opens no thread and searches no members in another world', async () => {
    await start('community');
    const garden = { kind: 'community', id: exampleValues.communityId, label: { name: 'Garden', world: 'sandbox' } } as const;
    await exploring.pins.place([garden]);
    await pay('primary');
    const community = await childOf(exploring.tree, 'Garden');
    const [post] = await (await childOf(community, 'Posts')).children();
    assert.ok(post);
    assert.match(tooltipOf(post), /Sandbox data/);
    const calls = await exploring.calls();
    using person = answering({ input: () => exampleValues.memberText });
    await recordActions.viewThread(post);
    await searchCommunityMembers(services(), community);
    await recordActions.openInBrowser([community]);
    assert.equal(person.asked.length, 3);
    assert.match(person.asked[0] ?? '', /^Sandbox data.*Nothing was spent/);
    assert.match(person.asked[1] ?? '', /^Sandbox data.*Nothing was spent/);
    assert.match(person.asked[2] ?? '', /made up/);
    assert.deepEqual(paid.requests, []);
    assert.equal(await exploring.calls(), calls);
  });

  it('refreshes only the profiles of the world that is connected; to retry goes on where it stopped', async () => {
    await start('user');
    await exploring.pins.place([
      user('sandbox', '7'),
      ...Array.from({ length: 150 }, (_, at) => user('platform', String(1_000 + at))),
    ]);
    await pay('primary');
    const offered: string[] = [];
    const original = vscode.window.showQuickPick;
    const pick = async (items: readonly vscode.QuickPickItem[]) => {
      offered.push(...items.map(({ label }) => label));
      return Promise.resolve(items[0]);
    };
    Object.defineProperty(vscode.window, 'showQuickPick', { value: pick, configurable: true, writable: true });
    using person = answering({ button: (_message, buttons) => buttons.find((button) => button.startsWith('Retry')) });
    try {
      await fail(platform, [{ after: 1, times: 1, status: 500, refund: false }]);
      await refreshPinnedUsers(services());
    } finally {
      Object.defineProperty(vscode.window, 'showQuickPick', { value: original, configurable: true, writable: true });
    }
    assert.equal(person.asked.length, 1);
    assert.deepEqual(offered, ['$(refresh) Ask for 150 profiles']);
    const sizes = paid.requests.map(({ target }) => idsIn(target).length);
    assert.deepEqual(sizes, [100, 50, 50]);
    assert.ok(paid.requests.every(({ target }) => !idsIn(target).includes('7')));
  });
});

function idsIn(target: string): readonly string[] {
  return [...new URL(target, 'http://127.0.0.1').searchParams.values()]
    .flatMap((value) => value.split(','))
    .filter((value) => /^\d+$/.test(value));
}

async function fail(sandbox: Sandbox, rules: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const answer = await fetch(new URL('/__sandbox/faults', sandbox.primary), {
    method: 'POST',
    headers: { 'X-Sandbox-Control': sandbox.control },
    body: JSON.stringify({ rules }),
  });
  assert.equal(answer.status, 200, await answer.text());
}
