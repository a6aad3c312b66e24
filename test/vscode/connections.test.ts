import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { Keys } from '../../src/host/services/keys.ts';
import { startMockService } from '../support/countingProxy.ts';
import { answering, keyOr } from './support/answering.ts';
import { useCountedService } from './support/countedService.ts';
import { closeEditors, openAnswer, runAccepting, setSettings } from './support/steps.ts';

const setting = (name: string) => vscode.workspace.getConfiguration('socialData').get<string>(name);

describe('Select Connection', () => {
  it('sends each service where the person says, asks for a key that is missing, and calls nothing', async () => {
    const service = await startMockService(() => ({ status: 200, headers: {}, body: '{}' }));
    const restore = await setSettings({
      'primary.address': service.address,
      'gateway.address': service.address,
      'marketplace.address': service.address,
      'marketplace.host': 'social.market.example',
    });
    const select = async (from: number, label: string) => {
      using person = answering({
        input: keyOr('a-key'),
        pick: (items) => items.slice(from).find((item) => item.label === label),
      });
      await vscode.commands.executeCommand('socialData.connection.select');
      return person.asked.length > 0;
    };
    const gatewayFrom = 4; // behind the heading of the primary service, and its three
    try {
      assert.equal(await select(0, 'Direct'), true, 'a key is asked for');
      assert.deepEqual([setting('primary.connection'), setting('gateway.connection')], ['direct', 'sandbox']);
      await select(gatewayFrom, 'Direct');
      assert.deepEqual([setting('primary.connection'), setting('gateway.connection')], ['direct', 'direct']);
      await select(0, 'Marketplace');
      assert.equal(setting('primary.connection'), 'marketplace');
      assert.equal(await select(0, 'Direct'), false, 'the key is there already');
      await select(0, 'Sandbox');
      await select(gatewayFrom, 'Sandbox');
      assert.deepEqual([setting('primary.connection'), setting('gateway.connection')], ['sandbox', 'sandbox']);
      assert.deepEqual(service.requests, []);
    } finally {
      for (const [from, kind] of [
        [0, 'Direct'],
        [0, 'Marketplace'],
        [gatewayFrom, 'Direct'],
      ] as const) {
        await select(from, kind);
        using _person = answering({ button: (_message, buttons) => buttons[0] });
        await vscode.commands.executeCommand('socialData.connection.removeKey', from === 0 ? 'primary' : 'gateway');
      }
      await setSettings({ 'primary.connection': undefined, 'gateway.connection': undefined });
      await restore();
      await service.close();
    }
  });
});

describe('Select Connection that a person leaves half-way', () => {
  for (const [box, left] of [
    ['the address', (_title: string) => true],
    ['the key', (title: string) => title.startsWith('Set API Key')],
  ] as const) {
    it(`leaves all as it was at ${box}`, async () => {
      const restore = await setSettings({ 'primary.connection': undefined, 'primary.address': undefined });
      try {
        const boxes: string[] = [];
        using _person = answering({
          input: ({ title = '' }) => {
            boxes.push(title);
            return left(title) ? undefined : 'https://api.example.test';
          },
          pick: (items) => items.find((item) => item.label === 'Direct'),
        });
        await vscode.commands.executeCommand('socialData.connection.select');
        assert.ok(left(boxes.at(-1) ?? ''), boxes.join());
        assert.deepEqual([setting('primary.connection') ?? 'sandbox', setting('primary.address') ?? ''], ['sandbox', '']);
      } finally {
        await restore();
      }
    });
  }
});

describe('names of parameters that the reference does not show', () => {
  const service = useCountedService({ hasKey: true });

  it('are sent as the settings say, and what is asked stays the same question for the person', async () => {
    const restore = await setSettings({ parameterNames: { 'primary.usersByIds': { userIds: 'ids' } } });
    try {
      await runAccepting('socialData.requests.callEndpoint', 'primary.usersByIds', { userIds: [exampleValues.userId] });
      assert.ok((await openAnswer()).getText().includes(exampleValues.userId));
      assert.match(service.requests.at(-1)?.target ?? '', new RegExp(`[?&]ids=${exampleValues.userId}(&|$)`));
    } finally {
      await restore();
      await closeEditors();
    }
  });
});

describe('a key that another window changes', () => {
  /** The secret storage that two windows share: a change in one is reported in both. */
  function sharedSecrets(): vscode.SecretStorage {
    const kept = new Map<string, string>();
    const changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
    const change = async (key: string, act: () => void) => {
      act();
      changed.fire({ key });
      await Promise.resolve();
    };
    return {
      keys: async () => await Promise.resolve([...kept.keys()]),
      get: async (key) => await Promise.resolve(kept.get(key)),
      store: async (key, value) => await change(key, () => kept.set(key, value)),
      delete: async (key) => await change(key, () => kept.delete(key)),
      onDidChange: changed.event,
    };
  }

  it('is dropped here at once, read before or not', async () => {
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

  it('is dropped here at once where the connection has a name, and no other key with it', async () => {
    const secrets = sharedSecrets();
    const [here, there] = [new Keys(secrets), new Keys(secrets)];
    const origin = 'https://service.example';
    try {
      await there.store('named:staging', { key: 'first', origin });
      await there.store('named:staging-2', { key: 'other', origin });
      assert.equal((await here.get('named:staging'))?.key, 'first');
      const [version, other] = [here.version('named:staging'), here.version('named:staging-2')];
      await there.remove('named:staging');
      assert.equal(await here.get('named:staging'), undefined);
      assert.notEqual(here.version('named:staging'), version);
      assert.equal(here.version('named:staging-2'), other);
      assert.equal((await here.get('named:staging-2'))?.key, 'other');
    } finally {
      vscode.Disposable.from(here, there).dispose();
    }
  });

  it('is given to no call from the moment it is removed, however long the storage takes; stays where it cannot be deleted', async () => {
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
