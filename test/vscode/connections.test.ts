import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Service } from '../../src/client/endpoint.ts';
import { readConnectionSettings } from '../../src/core/connections/connectionSettings.ts';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { Connections } from '../../src/workbench/services/connections.ts';
import { Keys } from '../../src/workbench/services/keys.ts';
import { errorWords, toWordsPattern } from '../support/errorWords.ts';
import { startMockService } from '../support/countingProxy.ts';
import { removeConnection } from './support/connections.ts';
import { respondToDialogs, keyOr } from './support/respondToDialogs.ts';
import { useCountedService } from './support/countedService.ts';
import { closeEditors, openResponse, paid, runAccepting, setSettings } from './support/steps.ts';

const setting = (name: string) => vscode.workspace.getConfiguration('socialData').get<unknown>(name);

/** The secret storage that two windows share: a change in one is reported in both. */
function sharedSecrets(): vscode.SecretStorage {
  const stored = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  const change = async (key: string, act: () => void) => {
    act();
    changed.fire({ key });
    await Promise.resolve();
  };
  return {
    keys: async () => await Promise.resolve([...stored.keys()]),
    get: async (key) => await Promise.resolve(stored.get(key)),
    store: async (key, value) => await change(key, () => stored.set(key, value)),
    delete: async (key) => await change(key, () => stored.delete(key)),
    onDidChange: changed.event,
  };
}

describe('Select Connection', () => {
  it('selects a connection per service, and prompts for a missing key, without a request', async () => {
    const service = await startMockService(() => ({ status: 200, headers: {}, body: '{}' }));
    const of = (name: Service) => ({ service: name, address: service.address });
    const restore = await setSettings({
      connections: { Staging: of('primary'), Market: { ...of('primary'), host: 'social.market.example' }, Gate: of('gateway') },
    });
    const select = async (...labels: string[]) => {
      using person = respondToDialogs({
        input: keyOr('a-key'),
        pick: (items) => {
          const label = labels.shift() ?? '';
          return items.find((item) => item.label.endsWith(label));
        },
        button: (_message, buttons) => buttons[0],
      });
      await vscode.commands.executeCommand('socialData.connections.select');
      return person.shown.join();
    };
    try {
      assert.match(await select('Staging'), /Set API Key: Staging/);
      assert.deepEqual(setting('connection'), { primary: 'Staging' });
      await select('Gate');
      assert.deepEqual(setting('connection'), { primary: 'Staging', gateway: 'Gate' });
      assert.match(await select('Market'), /Set API Key: Market/);
      assert.doesNotMatch(await select('Staging'), /Set API Key/, 'the key is there already');
      await select('Sandbox');
      assert.deepEqual(setting('connection'), { gateway: 'Gate' });
      await removeConnection('Gate');
      assert.deepEqual([setting('connection'), Object.keys(setting('connections') ?? {})], [{}, ['Staging', 'Market']]);
      await setSettings({ connections: { Gate: of('gateway') } });
      assert.match(await select('Gate'), /Set API Key: Gate/, 'the key went with the connection');
      assert.deepEqual(service.requests, []);
    } finally {
      await setSettings({ connections: { Staging: of('primary'), Market: of('primary'), Gate: of('gateway') } });
      for (const name of ['Staging', 'Market', 'Gate']) {
        await removeConnection(name);
      }
      await restore();
      await service.close();
    }
  });
});

describe('Manage Connections', () => {
  const service = useCountedService({ hasKey: false });
  /** Picks rows whose labels start with these, after the icon; types each text. Then cancels. */
  const manage = async (labels: string[], texts: string[] = []) => {
    const rows: string[] = [];
    using person = respondToDialogs({
      input: () => texts.shift(),
      pick: (items) => {
        const [wanted] = labels;
        rows.push(...items.map(({ label, detail = '' }) => `${label} | ${detail}`));
        const picked = items.find(({ label }) => wanted !== undefined && label.replace(/^\$\(\w+\) /, '').startsWith(wanted));
        labels.splice(0, picked === undefined ? 0 : 1);
        return picked;
      },
      button: (_message, buttons) => buttons[0],
    });
    await vscode.commands.executeCommand('socialData.connections.manage');
    assert.deepEqual([labels, texts], [[], []]);
    return [...rows, ...person.shown].join('\n');
  };
  const adding = ['Add Connection…', 'Primary API'];
  const added = () => [setting('connection'), Object.keys(setting('connections') ?? {})];

  beforeEach(async () => {
    await setSettings({ connections: undefined, connection: undefined });
    service.forget();
  });
  afterEach(async () => await removeConnection('Mine'));

  for (const [accepted, left] of ['the address', 'the name', 'the key'].entries()) {
    it(`doesn't add a connection if canceled at ${left}`, async () => {
      await manage([...adding], ['https://api.example.test', 'Mine'].slice(0, accepted));
      assert.deepEqual(added(), [{}, []]);
    });
  }

  it('adds, tests, and uses a connection in one flow', async () => {
    const said = await manage([...adding, 'Test and Use (price unknown)'], [`${service.address}/primary`, 'Mine', service.key]);
    assert.deepEqual(added(), [{ primary: 'Mine' }, ['Mine']]);
    assert.deepEqual(
      service.requests.map(({ target, headers }) => [target, headers['x-api-key']]),
      [[`/primary/trends/${exampleValues.woeid}?format=simple`, service.key]],
    );
    assert.match(said, /Mine works, and new lookups use it: \$0\.0002/);
    assert.doesNotMatch(JSON.stringify(setting('connections')), new RegExp(service.key));
    assert.match(await manage(['Mine']), /Test \(≈\$0\.0002\)/);
  });

  it('reports what failed and whether it was charged, and corrects the key in the same flow', async () => {
    const said = await manage(
      [...adding, 'Test and Use', 'Trends: ', 'Test and Use'],
      [`${service.address}/primary`, 'Mine', 'sandbox-invalid', service.key],
    );
    assert.match(said, toWordsPattern`${errorWords.unauthorized.failed}.*\| No charge\. ${errorWords.unauthorized.advice}`);
    assert.deepEqual(added(), [{ primary: 'Mine' }, ['Mine']]);
    assert.equal(service.requests.length, 2);
  });

  it('reports that nothing is at a wrong base URL, and corrects it in the same flow', async () => {
    const said = await manage(
      [...adding, 'Test and Use', 'Trends: no Primary API found', 'Test and Use'],
      [service.address, 'Mine', service.key, `${service.address}/primary`],
    );
    assert.match(said, /\(status 404\)\. \| The request may have been charged\. Check the base URL\./);
    assert.deepEqual(added(), [{ primary: 'Mine' }, ['Mine']]);
  });

  it('adds and uses a connection without a request', async () => {
    await manage([...adding, 'Use for New Lookups'], [`${service.address}/primary`, 'Mine', service.key]);
    assert.deepEqual(added(), [{ primary: 'Mine' }, ['Mine']]);
    assert.deepEqual(service.requests, []);
    await manage(['Sandbox', 'Use for New Lookups']);
    assert.deepEqual(added(), [{}, ['Mine']]);
  });

  it("sends a marketplace's host, which is the address's at first", async () => {
    await manage([adding[0] ?? '', 'Primary API through', 'Use for New Lookups'], [`${service.address}/primary`, 'Mine', 'k']);
    assert.equal(readConnectionSettings(setting('connections')).connections[0]?.marketplace?.host, '127.0.0.1');
  });

  it('shows entries of the setting that are invalid', async () => {
    await setSettings({ connections: { Mine: { service: 'primary' } } });
    assert.match(await manage([]), /Invalid entry in socialData\.connections \| Mine: /);
    await setSettings({ connections: undefined });
  });
});

describe("a connection's views", () => {
  const address = 'https://api.example.test';

  it('use that connection, and for the other service the selected one only if it is also paid', async () => {
    const keys = new Keys(sharedSecrets());
    const connections = new Connections(keys, async () => await Promise.reject(new Error('no sandbox here')));
    const restore = await setSettings({
      connections: { Work: { service: 'primary', address }, Gate: { service: 'gateway', address } },
    });
    const selecting = async (selected: object, opened: string) => {
      await setSettings({ connection: selected });
      const { primary, gateway } = connections.names(opened);
      return [primary, gateway, connections.reaches('gateway', gateway)];
    };
    try {
      assert.deepEqual(await selecting({}, 'Work'), ['Work', 'Work', false]);
      assert.deepEqual(await selecting({ gateway: 'Gate' }, 'Work'), ['Work', 'Gate', true]);
      assert.deepEqual(await selecting({ primary: 'Work', gateway: 'Gate' }, 'sandbox'), ['sandbox', 'sandbox', true]);
      assert.deepEqual(await selecting({ primary: 'Work' }, 'Gone'), ['Gone', 'Gone', false]);
      assert.equal(connections.markOf('sandbox', 'gateway'), 'Sandbox', 'the status bar shows Work');
      assert.deepEqual(
        [connections.markOf('Work'), connections.markOf('sandbox'), connections.markOf('Gone')],
        ['', 'Sandbox', 'Gone'],
      );
      assert.equal(connections.of('primary', 'Gone'), undefined);
    } finally {
      await setSettings({ connection: undefined });
      await restore();
      vscode.Disposable.from(connections, keys).dispose();
    }
  });
});

describe('custom parameter names', () => {
  const service = useCountedService({ hasKey: true });
  const parameterNames = { 'primary.usersByIds': { userIds: 'ids' } };

  it("are sent as set, but don't change the request that is shown", async () => {
    const { connections } = paid({ primary: `${service.address}/primary` });
    await setSettings({ connections: { primary: { ...connections['primary'], parameterNames } } });
    try {
      await runAccepting('socialData.requests.callEndpoint', 'primary.usersByIds', { userIds: [exampleValues.userId] });
      assert.ok((await openResponse()).getText().includes(exampleValues.userId));
      assert.match(service.requests.at(-1)?.target ?? '', new RegExp(`[?&]ids=${exampleValues.userId}(&|$)`));
    } finally {
      await setSettings({ connections });
      await closeEditors();
    }
  });
});

describe('a key changed in a different window', () => {
  it('is dropped at once, even if it was read before', async () => {
    const secrets = sharedSecrets();
    const [here, there] = [new Keys(secrets), new Keys(secrets)];
    let changes = 0;
    const listening = here.onDidChange(() => {
      changes += 1;
    });
    const origin = 'https://service.example';
    try {
      assert.equal(await here.get('primary'), undefined);
      await there.store('primary', { key: 'first', origin });
      assert.equal((await here.get('primary'))?.key, 'first');
      const version = here.version('primary');
      const other = here.version('gateway');
      await there.store('primary', { key: 'second', origin });
      assert.equal((await here.get('primary'))?.key, 'second');
      assert.notEqual(here.version('primary'), version, 'answers to the old key stop nobody');
      assert.equal(here.version('gateway'), other, 'the key of another service is the same');
      await there.remove('primary');
      assert.equal(await here.get('primary'), undefined);
      assert.ok(changes >= 3);
    } finally {
      vscode.Disposable.from(listening, here, there).dispose();
    }
  });

  it("isn't used once its removal begins, but is kept if it can't be deleted", async () => {
    const secrets = sharedSecrets();
    const deleting = Promise.withResolvers<undefined>();
    const keys = new Keys({ ...secrets, delete: async () => await deleting.promise });
    try {
      await keys.store('primary', { key: 'first', origin: 'https://service.example' });
      const version = keys.version('primary');
      const removing = keys.remove('primary');
      assert.equal(await keys.get('primary'), undefined);
      assert.notEqual(keys.version('primary'), version, 'calls that wait are not sent with it');
      deleting.reject(new Error('no keyring'));
      await assert.rejects(removing, /no keyring/);
      assert.equal((await keys.get('primary'))?.key, 'first');
    } finally {
      keys.dispose();
    }
  });
});
