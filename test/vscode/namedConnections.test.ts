import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { userById, userByUsername } from '../../src/client/endpoints/primary/users.ts';
import { registerStatusBar } from '../../src/host/activity/statusBar.ts';
import { showSpend } from '../../src/host/activity/showSpend.ts';
import { pickAndRemoveConnection } from '../../src/host/connection/nameConnection.ts';
import { selectConnection } from '../../src/host/connection/selectConnection.ts';
import { setKey } from '../../src/host/connection/setKey.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { type CountingProxy, startCountingProxy, startMockService } from '../support/countingProxy.ts';
import { answering } from './support/answering.ts';
import { useCountedService } from './support/countedService.ts';
import { type Spending, useSpending } from './support/spending.ts';
import { closeEditors, openAnswer, setSettings, until } from './support/steps.ts';

const run = async (command: string, ...args: readonly unknown[]) =>
  await vscode.commands.executeCommand(`socialData.${command}`, ...args);
const ownValue = (name: string) => vscode.workspace.getConfiguration('socialData').inspect(name)?.globalValue;
const noConnections = {
  'primary.connection': undefined,
  'primary.named': undefined,
  'gateway.connection': undefined,
  'gateway.named': undefined,
  'primary.address': undefined,
  'gateway.address': undefined,
  connections: undefined,
};

/** Picks the first row that is labelled so; a step of several is named by several labels. */
const picking = (...labels: readonly string[]) => {
  const left = [...labels];
  return (items: readonly vscode.QuickPickItem[]) => {
    const label = left.shift();
    return items.find((item) => item.label === label);
  };
};

/** @param marker a harmless setting in the same file, which tells when VS Code has read it. @returns takes the file away */
async function writeWorkspaceSettings(settings: Readonly<Record<string, unknown>>, marker: string): Promise<() => Promise<void>> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(folder);
  const file = vscode.Uri.joinPath(folder, '.vscode', 'settings.json');
  const isRead = () => vscode.workspace.getConfiguration('socialData').get('fixtures.folder') === marker;
  const text = JSON.stringify({ ...settings, 'socialData.fixtures.folder': marker });
  await vscode.workspace.fs.writeFile(file, Buffer.from(text));
  await until('the workspace settings are read', isRead);
  return async () => {
    await vscode.workspace.fs.delete(file);
    await until('the workspace settings are gone', () => !isRead());
  };
}

describe('a connection with a name, by the commands', () => {
  let sandbox: Sandbox;
  let staging: CountingProxy;

  before(async () => {
    sandbox = await startSandbox();
    staging = await startCountingProxy(() => new URL(sandbox.primary).origin);
  });

  // before the unnamed one is disconnected, which removes the key of the connection that is used
  after(async () => {
    await setSettings({ ...noConnections, 'primary.connection': 'direct' });
    await closeEditors();
    await staging.close();
    await sandbox.close();
  });

  const unnamed = useCountedService({ hasKey: true });

  const callUser = async (userId: string) => await run('requests.callEndpoint', 'primary.userById', { userId });
  const counts = () => [unnamed.requests.length, staging.requests.length];
  const select = async (label: string) => {
    using _person = answering({ pick: picking(label) });
    await run('connection.select');
  };

  it('is made with its key, which stands in no setting, and used when the person says so', async () => {
    const boxes: string[] = [];
    const faults: unknown[] = [];
    using _person = answering({
      pick: picking('$(add) New Connection…', 'Primary'),
      input: (box) => {
        boxes.push(box.title ?? '');
        if (box.title === 'New Connection') {
          faults.push(box.validateInput?.('sandbox'), box.validateInput?.('Staging'));
          return ' Staging ';
        }
        return box.password === true ? sandbox.key : `${staging.address}/primary`;
      },
      button: (_message, buttons) => buttons.find((button) => button === 'Use This Connection'),
    });
    await run('connection.setKey');
    assert.deepEqual(boxes, ['New Connection', 'Address: Primary, Staging', 'Set API Key: Primary, Staging']);
    assert.deepEqual(faults, ['“sandbox” is reserved. Choose another name.', undefined]);
    assert.deepEqual(ownValue('connections'), {
      staging: { name: 'Staging', service: 'primary', address: `${staging.address}/primary` },
    });
    assert.deepEqual([ownValue('primary.connection'), ownValue('primary.named')], ['named', 'staging']);
    await callUser(exampleValues.userId);
    assert.ok((await openAnswer()).getText().includes(exampleValues.userId));
    assert.deepEqual(counts(), [0, 1]);
    assert.equal(staging.requests[0]?.headers['x-api-key'], sandbox.key);
  });

  it('has answers of its own: they serve no question to another one, and lead on nowhere else', async () => {
    await select('Direct');
    using person = answering({});
    await run('requests.callAgain');
    assert.match(person.asked.at(-1) ?? '', /This came from another connection/);
    assert.deepEqual(counts(), [0, 1]);
    await callUser(exampleValues.userId);
    assert.deepEqual(counts(), [1, 1], 'what was kept of the other one is no answer here');
    await select('Staging');
    await callUser(exampleValues.userId);
    assert.deepEqual(counts(), [1, 1], 'what was kept of this one is');
  });

  it('keeps its key and its answers when it is renamed', async () => {
    {
      const faults: unknown[] = [];
      using _person = answering({
        pick: picking('Primary, Staging'),
        input: (box) => {
          faults.push(box.value, box.validateInput?.('STAGING'), box.validateInput?.('Live'));
          return 'Rehearsal';
        },
      });
      await run('connection.rename');
      assert.deepEqual(faults, ['Staging', undefined, '“Live” is reserved. Choose another name.']);
    }
    assert.deepEqual(ownValue('connections'), {
      staging: { name: 'Rehearsal', service: 'primary', address: `${staging.address}/primary` },
    });
    await callUser(exampleValues.userId);
    await callUser(exampleValues.otherUserId);
    assert.deepEqual(counts(), [1, 2]);
    assert.equal(staging.requests[1]?.headers['x-api-key'], sandbox.key);
    await closeEditors();
  });

  for (const form of ['flat', 'nested', 'dotted'] as const) {
    it(`is changed by no workspace, and none is added by one, written ${form}`, async () => {
      const evil = await startMockService(() => ({ status: 200, headers: {}, body: '{}' }));
      const entry = { name: 'Evil', service: 'primary', address: evil.address };
      const connections = { staging: entry, evil: entry };
      const written = {
        flat: { 'socialData.connections': connections, 'socialData.primary.named': 'evil' },
        nested: { socialData: { connections, primary: { named: 'evil' } } },
        dotted: { 'socialData.connections.staging': entry, 'socialData.connections.staging.address': evil.address },
      }[form];
      const [unnamedBefore = 0, before = 0] = counts();
      const restore = await writeWorkspaceSettings(written, `fixtures-of-${form}`);
      try {
        const labels: string[] = [];
        using _person = answering({
          pick: (items) => {
            labels.push(...items.map(({ label }) => label));
            return undefined;
          },
        });
        await run('connection.select');
        assert.equal(labels.filter((label) => label === 'Rehearsal').length, 1);
        assert.ok(!labels.includes('Evil'));
        await run('requests.callEndpoint', 'primary.search', { searchItem: `hostile ${form}` });
        assert.deepEqual(counts(), [unnamedBefore, before + 1]);
        assert.deepEqual(evil.requests, []);
      } finally {
        await restore();
        await evil.close();
        await closeEditors();
      }
    });
  }

  it('is gone with its key when it is removed: the sandbox takes its place, and made again it has no key', async () => {
    const before = counts();
    {
      const asked: string[] = [];
      using _person = answering({
        pick: picking('Primary, Rehearsal'),
        button: (message, buttons) => {
          asked.push(message);
          return buttons[0];
        },
      });
      await run('connection.remove');
      assert.deepEqual(asked, ['Remove the connection Primary, Rehearsal?']);
    }
    assert.deepEqual([ownValue('connections'), ownValue('primary.connection')], [{}, 'sandbox']);
    await callUser(exampleValues.userId);
    assert.ok((await openAnswer()).getText().includes(exampleValues.userId));
    const again = { staging: { service: 'primary', address: `${staging.address}/primary` } };
    await setSettings({ connections: again, 'primary.named': 'staging', 'primary.connection': 'named' });
    using person = answering({});
    await callUser('1500000000000007777');
    assert.match(person.asked.at(-1) ?? '', /key/);
    assert.deepEqual(counts(), before);
  });
});

describe('connections with names, in one session', () => {
  const startSpending = useSpending();
  let spending: Spending;
  let staging: CountingProxy;
  let sandbox: Sandbox;

  before(async () => {
    sandbox = await startSandbox();
    staging = await startCountingProxy(() => new URL(sandbox.primary).origin);
  });

  beforeEach(async () => {
    spending = await startSpending();
    staging.forget();
    spending.services.keys.keepForSession('named:staging', { key: sandbox.key, origin: staging.address });
    await setSettings({
      connections: {
        staging: { name: 'Staging', service: 'primary', address: `${staging.address}/primary` },
        team: { name: 'Team', service: 'gateway', address: `${staging.address}/gateway` },
        broken: { name: 'Broken', service: 'primary', address: 'http://evil.example', key: 'canary' },
      },
      'primary.named': 'staging',
    });
  });

  afterEach(async () => {
    await setSettings(noConnections);
    await spending[Symbol.asyncDispose]();
  });

  after(async () => {
    await staging.close();
    await sandbox.close();
  });

  const use = async (choice: string) => await setSettings({ 'primary.connection': choice });
  const statusBar = (): string => {
    const view: Pick<vscode.TreeView<unknown>, 'description'> = {};
    registerStatusBar(spending.services, view).dispose();
    return view.description ?? '';
  };
  const call = async () => {
    const client = await spending.services.client();
    return await client.call(userById, { userId: exampleValues.userId }, { reuse: 'never' });
  };

  it('have their names in the status bar', async () => {
    assert.match(statusBar(), /^LIVE \(Primary\) \$/);
    await use('named');
    assert.match(statusBar(), /^LIVE \(Primary, Staging\) \$/);
    await setSettings({ 'gateway.connection': 'direct' });
    assert.match(statusBar(), /^LIVE \(Primary, Staging\) \$/, 'what has no address is not called');
    await setSettings({ 'gateway.address': `${staging.address}/gateway` });
    assert.match(statusBar(), /^LIVE \(Primary, Staging · Gateway\) \$/);
    await setSettings({ 'gateway.connection': 'named', 'gateway.named': 'team' });
    assert.match(statusBar(), /^LIVE \(Primary, Staging · Gateway, Team\) \$/);
    await use('direct');
    assert.match(statusBar(), /^LIVE \(Primary · Gateway, Team\) \$/);
    await setSettings({ 'primary.address': '' });
    assert.match(statusBar(), /^LIVE \(Gateway, Team\) \$/);
    await setSettings({ 'gateway.connection': 'sandbox' });
    assert.equal(statusBar(), 'No address (Primary)');
  });

  it('are all offered below their service, the one in use marked; what is none says why and shows no more of it', async () => {
    await use('named');
    const rows: string[] = [];
    using _person = answering({
      pick: (items) => {
        rows.push(...items.map(({ label, description = '', detail = '' }) => [label, description, detail].join(' | ')));
        return undefined;
      },
    });
    await selectConnection(spending.services);
    const labels = rows.map((row) => row.replace(/ \|.*/s, ''));
    assert.deepEqual(labels, [
      ...['Primary (39 endpoints)', 'Sandbox', 'Direct', 'Marketplace', 'Staging'],
      ...[
        'Gateway (28 endpoints)',
        'Sandbox',
        'Direct',
        'Team',
        '',
        '$(add) New Connection…',
        '$(warning) Faulty entry in socialData.connections',
      ],
    ]);
    assert.equal(rows[4], `Staging | in use | ${staging.address}/primary`);
    assert.equal(rows.filter((row) => row.includes('in use')).length, 2, 'one for each service');
    assert.match(rows.at(-1) ?? '', /broken: a connection has name, service, kind/);
    assert.doesNotMatch(rows.join('\n'), /canary|evil/);
  });

  it('share one budget, and one sum', async () => {
    await call();
    await use('named');
    await call();
    assert.equal(staging.requests.length, 1);
    const rows: string[] = [];
    using _person = answering({
      pick: (items) => {
        rows.push(...items.map(({ label, description = '' }) => `${label} | ${description}`));
        return undefined;
      },
    });
    await showSpend(spending.services);
    assert.ok(rows.includes('Spent | $0.0004 of the session budget of $1.00'), rows.join('\n'));
    assert.match(rows.find((row) => row.startsWith('Primary |')) ?? '', /^Primary \| Staging · /);
    await spending.allowCalls(2);
    await assert.rejects(call, { kind: 'budget', spent: 'no' });
    await setSettings({ 'budget.perSession': undefined });
    assert.equal(staging.requests.length, 1);
  });

  it('wait for themselves, also at one address: a key that has to wait holds up no other', async () => {
    const { services } = spending;
    const address = services.connections.addressOf('primary');
    await setSettings({ connections: { staging: { name: 'Staging', service: 'primary', address } } });
    services.keys.keepForSession('named:staging', { key: 'another-key', origin: new URL(address).origin });
    await spending.faults([{ status: 429, times: 1, retryAfter: 3_600 }]);
    const client = await services.client();
    const waiting = Promise.withResolvers<undefined>();
    const stop = new AbortController();
    const held = client.call(
      userByUsername,
      { username: exampleValues.handle },
      { stop: stop.signal, onWaiting: () => waiting.resolve(undefined) },
    );
    const ended = assert.rejects(held, { spent: 'no' });
    await Promise.race([waiting.promise, ended]);
    await use('named');
    assert.equal((await call()).status, 200);
    stop.abort();
    await ended;
  });

  it('of a marketplace are made with its host, and send headers of their own', async () => {
    const { keys, connections } = spending.services;
    await setSettings({ 'marketplace.keyHeader': 'x-unnamed-key', 'marketplace.hostHeader': 'x-unnamed-host' });
    using _person = answering({
      pick: picking('$(add) New Connection…', 'Primary through the marketplace'),
      input: ({ title = '', password = false }) =>
        password
          ? 'market-key'
          : title.startsWith('Host')
            ? 'team.example'
            : title.startsWith('Address')
              ? staging.address
              : 'Market',
    });
    await setKey(spending.services);
    const { market } = ownValue('connections') as Record<string, Record<string, unknown>>;
    assert.deepEqual(market, {
      ...{ name: 'Market', service: 'primary', address: staging.address, kind: 'marketplace' },
      ...{ host: 'team.example', keyHeader: 'x-unnamed-key', hostHeader: 'x-unnamed-host' },
    });
    assert.equal(connections.kindOf('primary'), 'direct', 'nobody said that it is to be used');
    const own = { ...market, keyHeader: 'x-own-key', hostHeader: 'x-own-host', address: `${staging.address}/primary` };
    await setSettings({ connections: { market: own }, 'primary.named': 'market', 'primary.connection': 'named' });
    keys.keepForSession('named:market', { key: 'market-key', origin: staging.address });
    await call().catch(() => undefined); // the sandbox knows other headers
    await setSettings({ 'marketplace.keyHeader': undefined, 'marketplace.hostHeader': undefined });
    const { headers = {} } = staging.requests[0] ?? {};
    const sent = Object.entries(headers).filter(([name]) => name.startsWith('x-'));
    assert.deepEqual(Object.fromEntries(sent), { 'x-own-key': 'market-key', 'x-own-host': 'team.example' });
  });

  it('of a marketplace have one host at an address: another one is refused where it is typed, and none where it is written', async () => {
    const { connections } = spending.services;
    const market = { service: 'primary', kind: 'marketplace', address: staging.address, host: 'team.example' };
    await setSettings({ connections: { market, other: { ...market, host: 'other.example' } }, 'primary.named': 'other' });
    await use('named');
    assert.equal(connections.labelOf('primary'), 'not set up: other');
    await assert.rejects(call, { kind: 'address', spent: 'no' });
    const faults: unknown[] = [];
    using _person = answering({
      pick: picking('$(add) New Connection…', 'Primary through the marketplace'),
      input: (box) => {
        const { title = '' } = box;
        if (title.startsWith('Host')) {
          faults.push(box.validateInput?.('third.example'), box.validateInput?.(' Team.example '));
          return undefined;
        }
        return title.startsWith('Address') ? `${staging.address}/` : 'Third';
      },
    });
    await use('direct');
    await setSettings({ 'primary.named': undefined });
    await setKey(spending.services);
    assert.deepEqual(faults, [
      'Primary, market has this address with another host, and what is kept belongs to an address.',
      undefined,
    ]);
    assert.deepEqual(staging.requests, []);
  });

  it('send nothing any more once they are removed, whatever waits', async () => {
    await use('named');
    const faults = await fetch(new URL('/__sandbox/faults', sandbox.primary), {
      headers: { 'X-Sandbox-Control': sandbox.control },
      method: 'POST',
      body: JSON.stringify({ rules: [{ status: 429, times: 1, retryAfter: 2 }] }),
    });
    assert.equal(faults.status, 200);
    const client = await spending.services.client();
    const waiting = Promise.withResolvers<undefined>();
    const held = client.call(userByUsername, { username: exampleValues.handle }, { onWaiting: () => waiting.resolve(undefined) });
    held.catch(() => undefined);
    await waiting.promise;
    using _person = answering({ pick: picking('Primary, Staging'), button: (_message, buttons) => buttons[0] });
    await pickAndRemoveConnection(spending.services);
    assert.equal(await spending.services.keys.get('named:staging'), undefined);
    await assert.rejects(held, { kind: 'noKey', spent: 'no' });
    assert.equal(staging.requests.length, 1);
  });

  it('leave their key where their entry is deleted by hand: it is shown, and removed when the person says so', async () => {
    const { keys } = spending.services;
    const entries = ownValue('connections');
    assert.equal((await keys.namedIds()).join(), 'staging');
    const rows: string[] = [];
    const remove = async (
      act: typeof selectConnection,
      label: string,
      onAsked: () => Promise<unknown> = async () => undefined,
    ) => {
      using person = answering({
        pick: (items) => {
          rows.push(...items.map((item) => item.label));
          return items.find((item) => item.label === label);
        },
        button: async (_message, buttons) => {
          await onAsked();
          return buttons[0];
        },
      });
      await act(spending.services);
      return person.asked.join(' | ');
    };
    assert.equal(await remove(selectConnection, 'nothing'), '');
    assert.ok(!rows.some((label) => label.startsWith('$(key)')), 'each key has its connection');
    await setSettings({ connections: [] });
    assert.equal(await remove(selectConnection, '$(key) Remove the Key of staging…'), '', 'nobody knows which entries there are');
    await setSettings({ connections: {} });
    assert.notEqual(await keys.get('named:staging'), undefined, 'it is not removed by itself');
    const back = async () => await setSettings({ connections: entries });
    assert.match(await remove(pickAndRemoveConnection, 'staging', back), /in the settings again\. Its key stays\./);
    assert.notEqual(await keys.get('named:staging'), undefined);
    await setSettings({ connections: {} });
    assert.match(
      await remove(selectConnection, '$(key) Remove the Key of staging…'),
      /^Remove the key of staging\? \| The key for/,
    );
    assert.equal(await keys.get('named:staging'), undefined);
    assert.deepEqual(await keys.namedIds(), []);
    assert.deepEqual(staging.requests, []);
  });

  it('reach nothing where the one that is used is not set up, and are not taken for another one', async () => {
    for (const id of ['broken', 'team', 'gone', '']) {
      await setSettings({ 'primary.named': id, 'primary.connection': 'named' });
      assert.equal(spending.services.connections.kindOf('primary'), 'direct', 'it is no sandbox');
      assert.equal(spending.services.connections.labelOf('primary'), `not set up: ${id}`);
      await assert.rejects(call, { kind: 'address', spent: 'no' });
    }
    assert.deepEqual([staging.requests, await spending.asked()], [[], []]);
  });
});
