import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { pseudonymizeSources } from '../../src/features/fixtures/host/saveAsFixture.ts';
import type { Services } from '../../src/workbench/services.ts';
import { fixtureExchange } from '../unit/features/fixtures/support/fixtureExchange.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { followFixtures } from './support/followFixtures.ts';
import { testLog } from './support/testLog.ts';
import { closeEditors, openResponse, readLenses, until } from './support/steps.ts';

const body = Buffer.from('{"data":{"username":"ada_writes","name":"Ada Harbourlight"}}');

/** For a window whose host doesn't store secrets: only its state is available. */
const servicesWith = (state: Map<string, unknown>): Pick<Services, 'context' | 'log'> => ({
  context: {
    globalState: {
      get: (name: string) => state.get(name),
      update: async (name: string, value: unknown) => void (await Promise.resolve(state.set(name, value))),
    },
  } as unknown as vscode.ExtensionContext,
  log: testLog,
});

describe('Save Pseudonymized', () => {
  const root = () => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
  const folder = () => vscode.Uri.joinPath(root(), 'fixtures-pseudonymized');

  afterEach(closeEditors);

  it('replaces people in the files and their names', async () => {
    await vscode.commands.executeCommand('socialData.requests.callEndpoint', 'primary.userByUsername', {
      username: 'ada_writes',
    });
    const response = await openResponse();
    const settings = vscode.workspace.getConfiguration('socialData', root());
    await settings.update('fixtures.folder', 'fixtures-pseudonymized', vscode.ConfigurationTarget.Workspace);
    try {
      using person = respondToDialogs({});
      await vscode.commands.executeCommand('socialData.records.savePseudonymized', response.uri);
      await vscode.commands.executeCommand('socialData.records.savePseudonymized', response.uri);
      assert.match(
        person.shown.join('\n'),
        /Saved fixtures-pseudonymized\/userByUsername\/\w{3}_\w{6}\.json\. People, names, and text were replaced; counts and times stay the same\.\n.*is already up to date\. People, /,
      );
      const endpoint = vscode.Uri.joinPath(folder(), 'userByUsername');
      const names = (await vscode.workspace.fs.readDirectory(endpoint)).map(([name]) => name);
      assert.equal(names.length, 2);
      const texts = await Promise.all(
        names.map(async (name) => String(Buffer.from(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(endpoint, name))))),
      );
      assert.doesNotMatch([...names, ...texts].join('\n'), /ada_writes|Harbourlight|1500000000000000001/i);
      assert.match(texts.join('\n'), /"redactions": \[\s*"people"\s*\]/);
      const followed = followFixtures();
      try {
        const row = await until('the view says that it is pseudonymized', async () => {
          const rows = await followed.rows();
          return rows.find((one) => String(one.toItem().description).startsWith('pseudonymized · '))?.toItem();
        });
        // it can't be refreshed or compared, and its ids can't be looked up
        assert.match(row.contextValue ?? '', /\bfixture\b(?!.*\brefreshable\b)/);
        const uri = row.resourceUri ?? assert.fail('the row has no file');
        await vscode.workspace.openTextDocument(uri);
        const lenses = await until('the lenses are there', async () => {
          const found = await readLenses(uri);
          return found.length > 0 ? found : undefined;
        });
        assert.deepEqual(
          lenses.map(({ command }) => command?.title),
          ['Copy Test Snippet…'],
        );
        const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', uri, 100);
        assert.deepEqual(
          links.filter(({ tooltip }) => tooltip === 'Follow link'),
          [],
        );
      } finally {
        followed.dispose();
      }
    } finally {
      await settings.update('fixtures.folder', undefined, vscode.ConfigurationTarget.Workspace);
      await vscode.workspace.fs.delete(folder(), { recursive: true, useTrash: false });
    }
  });

  it("uses one pseudonym per person on a machine, even if the host doesn't store secrets", async () => {
    const state = new Map<string, unknown>();
    const source = { kind: 'response', exchanges: [fixtureExchange('ada_writes', body)] } as const;
    const bodies: string[] = [];
    for (const _ of [1, 2]) {
      const [pseudonymized] = (await pseudonymizeSources(servicesWith(state), [source])) ?? [];
      assert.deepEqual(pseudonymized?.redactions, ['people']);
      bodies.push(String(Buffer.from(pseudonymized?.exchanges[0]?.body ?? [])));
    }
    assert.equal(bodies[0], bodies[1]);
    const [foreign] = (await pseudonymizeSources(servicesWith(new Map()), [source])) ?? [];
    assert.notEqual(String(Buffer.from(foreign?.exchanges[0]?.body ?? [])), bodies[0]);
  });

  it("doesn't save a response that isn't JSON, and says so", async () => {
    using person = respondToDialogs({});
    const html = fixtureExchange('ada_writes', Buffer.from('<html>'));
    assert.equal(await pseudonymizeSources(servicesWith(new Map()), [{ kind: 'response', exchanges: [html] }]), undefined);
    assert.match(person.shown.join('\n'), /This response isn't JSON.*Nothing was saved/);
  });
});
