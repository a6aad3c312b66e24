import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { askForAndSaveKey } from '../../src/features/connections/host/addConnection.ts';
import { commandIds } from '../../src/workbench/commands.ts';
import { Connections } from '../../src/workbench/services/connections.ts';
import { Keys } from '../../src/workbench/services/keys.ts';
import { readUserOnlySetting } from '../../src/workbench/settings.ts';
import { startMockService } from '../support/countingProxy.ts';
import { removeConnection, setKey } from './support/connections.ts';
import { respondToDialogs, keyOr } from './support/respondToDialogs.ts';
import { closeEditors, openResponse, openText, paid, runAccepting, runAsPerson, setSettings, until } from './support/steps.ts';

const hostile = { 'budget.perSession': 1_000_000, 'network.transport': 'direct' } as const;

describe('workspace settings', () => {
  let otherService: Awaited<ReturnType<typeof startMockService>>;

  before(async () => {
    otherService = await startMockService(() => ({ status: 200, headers: {}, body: '{}' }));
  });

  after(async () => {
    await otherService.close();
  });

  const all = () => ({ ...hostile, ...paid({ primary: otherService.address, gateway: otherService.address }) });
  const flat = () => Object.fromEntries(Object.entries(all()).map(([name, value]) => [`socialData.${name}`, value]));
  const nested = () => {
    const { 'budget.perSession': perSession, 'network.transport': transport, ...connected } = all();
    return { socialData: { ...connected, budget: { perSession }, network: { transport } } };
  };

  for (const [form, write] of [
    ['flat', flat],
    ['nested', nested],
  ] as const) {
    it(`don't change addresses or budgets, written ${form}`, async () => {
      await closeEditors();
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
      assert.ok(folder);
      const file = vscode.Uri.joinPath(folder, '.vscode', 'settings.json');
      // a harmless setting in the same file shows when VS Code has read it
      const marker = `fixtures-${form}`;
      await vscode.workspace.fs.writeFile(
        file,
        Buffer.from(JSON.stringify({ ...write(), 'socialData.fixtures.folder': marker })),
      );
      try {
        await until('the workspace settings are read', () =>
          vscode.workspace.getConfiguration('socialData').get('fixtures.folder') === marker ? true : undefined,
        );
        assert.deepEqual(readUserOnlySetting('connections'), {});
        assert.deepEqual(readUserOnlySetting('connection'), {});
        assert.equal(readUserOnlySetting('budget.perSession'), 1);
        assert.equal(readUserOnlySetting('network.transport'), 'editor');
        await runAsPerson('socialData.requests.callEndpoint', 'primary.userByUsername', {
          username: exampleValues.handle,
        });
        assert.ok((await openResponse()).getText().includes(exampleValues.userId));
        assert.deepEqual(otherService.requests, []);
      } finally {
        await vscode.workspace.fs.delete(file);
        await until(
          'the workspace settings are gone',
          () => vscode.workspace.getConfiguration('socialData').get('fixtures.folder') !== marker,
        );
      }
    });
  }
});

describe('API keys', () => {
  it('are used for the session only if the secret storage fails and the user agrees', async () => {
    const changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
    const keys = new Keys({
      get: async () => await Promise.resolve(undefined),
      store: async () => await Promise.reject(new Error('no keyring')),
      delete: async () => await Promise.resolve(),
      keys: async () => await Promise.resolve([]),
      onDidChange: changed.event,
    });
    const restore = await setSettings(paid({ gateway: 'https://gateway.example/v1' }));
    const connections = new Connections(keys, async () => await Promise.reject(new Error('no sandbox here')));
    const log = vscode.window.createOutputChannel('Keys under test', { log: true });
    const respondWith = async (button: string | undefined) => {
      using person = respondToDialogs({ input: keyOr('gateway-key'), button: () => button });
      const gateway = connections.find('gateway');
      assert.ok(gateway);
      await askForAndSaveKey({ keys, connections, log }, gateway, {});
      return person.shown.join('\n');
    };
    try {
      assert.match(await respondWith(undefined), /Couldn't save the key in secret storage\./);
      assert.equal(await connections.of('gateway')?.credentials(), undefined);
      await respondWith('Use for This Session Only');
      assert.deepEqual(await connections.of('gateway')?.credentials(), {
        origin: 'https://gateway.example',
        headers: { 'X-API-KEY': 'gateway-key' },
      });
    } finally {
      await restore();
      vscode.Disposable.from(connections, keys, changed, log).dispose();
    }
  });

  it('are requested again for an address with a different origin, and are saved with it', async () => {
    const restore = await setSettings({
      connections: { Market: { service: 'primary', address: 'https://a.example', host: 'a.example' } },
    });
    const change = async (...texts: string[]) => {
      using person = respondToDialogs({ input: () => texts.shift() });
      await vscode.commands.executeCommand('socialData.connections.manage', 'Market', 'address');
      return [person.shown.at(-1), person.shown.length, JSON.stringify(readUserOnlySetting('connections')).includes('b.example')];
    };
    try {
      await setKey('Market', 'market-key');
      assert.deepEqual(await change('https://a.example/v1', 'a.example'), ['Market', 2, false]);
      assert.deepEqual(await change('https://b.example'), ['Market', 2, false]);
      assert.deepEqual(await change('https://b.example', 'b.example'), ['Set API Key: Market', 3, false]);
      assert.deepEqual(await change('https://b.example', 'b.example', 'other-key'), ['Set API Key: Market', 3, true]);
    } finally {
      await removeConnection('Market');
      await restore();
    }
  });

  for (const [which, names, [keyHeader, hostHeader]] of [
    ['its two headers', {}, ['x-market-key', 'x-market-host']],
    ['the headers that the settings name', { keyHeader: 'X-Real-Key', hostHeader: 'X-Real-Host' }, ['x-real-key', 'x-real-host']],
  ] as const) {
    it(`are sent to a marketplace in ${which}`, async () => {
      const service = await startMockService(() => ({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: '{"data":{}}',
      }));
      const restore = await setSettings({
        connections: {
          Market: { service: 'primary', address: `${service.address}/market`, host: 'social.market.example', ...names },
        },
        connection: { primary: 'Market' },
      });
      try {
        await setKey('Market', 'market-key');
        await runAsPerson('socialData.requests.callEndpoint', 'primary.userById', {
          userId: '1500000000000007777',
        });
        const [request] = service.requests;
        assert.equal(request?.headers[keyHeader], 'market-key');
        assert.equal(request?.headers[hostHeader], 'social.market.example');
        assert.equal(request?.headers['x-api-key'], undefined);
        assert.match(request?.target ?? '', /^\/market\/user\/1500000000000007777/);
        await removeConnection('Market');
      } finally {
        await restore();
        await service.close();
      }
    });
  }
});

describe('commands', () => {
  it('match the manifest', async () => {
    const known = await vscode.commands.getCommands(true);
    const manifest: unknown = vscode.extensions.getExtension('social-data-explorer.social-data-explorer')?.packageJSON;
    const named = JSON.stringify(manifest).match(/(?<="command":")socialData\.[^"]+/g) ?? [];
    assert.ok(named.length > 100, String(named.length));
    for (const id of [...commandIds, ...named]) {
      assert.ok(known.includes(id), `${id} is not registered`);
    }
    // VS Code adds its own commands for each view
    const ofViews = /^socialData\.\w+\.(focus|open|removeView|resetViewLocation|toggleVisibility)$/;
    const others = known.filter((id) => id.startsWith('socialData.') && !commandIds.includes(id) && !ofViews.test(id));
    assert.deepEqual(others, []);
  });

  it('offer the selected text first', async () => {
    await closeEditors();
    const { document } = await openText(`ask @${exampleValues.otherHandle} about it`);
    const handle = new vscode.Selection(0, 4, 0, 5 + exampleValues.otherHandle.length);
    await vscode.window.showTextDocument(document, { selection: handle });
    await until('the handle is selected', () => vscode.window.activeTextEditor?.selection.isEqual(handle));
    await runAccepting('socialData.lookUp.anything');
    await until('the page of that user is there', () =>
      vscode.window.tabGroups.activeTabGroup.activeTab?.label === `@${exampleValues.otherHandle}` ? true : undefined,
    );
  });
});
