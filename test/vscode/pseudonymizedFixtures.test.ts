import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openPseudonyms } from '../../src/features/fixtures/host/openPseudonyms.ts';
import { pseudonymizeSources } from '../../src/features/fixtures/host/saveAsFixture.ts';
import { createPseudonyms } from '../../src/features/fixtures/pseudonyms/pseudonyms.ts';
import type { Services } from '../../src/workbench/services.ts';
import { fixtureExchange } from '../unit/features/fixtures/support/fixtureExchange.ts';
import { memoryStore } from './support/memoryStore.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { followFixtures } from './support/followFixtures.ts';
import { testLog } from './support/testLog.ts';
import { closeEditors, openResponse, readLenses, until } from './support/steps.ts';

/** For a window whose host doesn't store secrets: only its state is available. */
const servicesWith = (state: Map<string, unknown>): Pick<Services, 'context'> => {
  const memento = {
    get: (name: string) => state.get(name),
    update: async (name: string, value: unknown) => void (await Promise.resolve(state.set(name, value))),
  };
  return { context: { globalState: memento, workspaceState: memento } as unknown as vscode.ExtensionContext };
};

describe('Save Pseudonymized', () => {
  const workspace = () => vscode.workspace.workspaceFolders?.[0] ?? assert.fail('no folder is open');
  const root = () => workspace().uri;
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
      using person = respondToDialogs({ button: (_, buttons) => buttons.find((one) => one.startsWith('Use This Machine')) });
      await vscode.commands.executeCommand('socialData.records.savePseudonymized', response.uri);
      await vscode.commands.executeCommand('socialData.records.savePseudonymized', response.uri);
      assert.match(
        person.shown.join('\n'),
        /Saved fixtures-pseudonymized\/userByUsername\/\w{3}_\w{6}\.json\. Pseudonym.*\n.*is already up to date\. Pseudonymized: .* may recognize people\./,
      );
      const endpoint = vscode.Uri.joinPath(folder(), 'userByUsername');
      const names = (await vscode.workspace.fs.readDirectory(endpoint)).map(([name]) => name);
      assert.equal(names.length, 2);
      const sidecar = names.find((name) => name.endsWith('.meta.json')) ?? '';
      const texts = await Promise.all(
        names.map(async (name) => String(Buffer.from(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(endpoint, name))))),
      );
      assert.doesNotMatch([...names, ...texts].join('\n'), /ada_writes|Harbourlight|1500000000000000001/i);
      assert.match(texts.join('\n'), /"redactions": \[\s*"people"\s*\],\s*"secretFingerprint": "[0-9a-f]{8}"/);
      const followed = followFixtures();
      try {
        const row = await until('the view says that it is pseudonymized', async () => {
          const rows = await followed.rows();
          return rows.find((one) => String(one.toItem().description).startsWith('pseudonymized · '))?.toItem();
        });
        // its ids can't be looked up
        const uri = row.resourceUri ?? assert.fail('the row has no file');
        await vscode.workspace.openTextDocument(uri);
        const lenses = await until('the lenses are there', async () => {
          const found = await readLenses(uri);
          return found.length > 0 ? found : undefined;
        });
        assert.deepEqual(
          lenses.map(({ command }) => command?.title),
          ['Refresh…', 'Copy Test Snippet…', 'Compare with Newest Response…'],
        );
        const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', uri, 100);
        assert.deepEqual(
          links.filter(({ tooltip }) => tooltip === 'Follow link'),
          [],
        );
        await vscode.commands.executeCommand('socialData.records.refresh', vscode.Uri.joinPath(endpoint, sidecar));
        assert.equal(person.shown.at(-1), 'Fixtures refreshed: 1 of 1, changed: 0 (no charge).');
      } finally {
        followed.dispose();
      }
    } finally {
      await settings.update('fixtures.folder', undefined, vscode.ConfigurationTarget.Workspace);
      await vscode.workspace.fs.delete(folder(), { recursive: true, useTrash: false });
    }
  });

  it("asks once, and uses this machine's secret, even if the host doesn't store secrets", async () => {
    const state = new Map<string, unknown>();
    using person = respondToDialogs({ button: (_, [, machine]) => machine });
    const opened = [
      await openPseudonyms(servicesWith(state), workspace()),
      await openPseudonyms(servicesWith(state), workspace()),
    ];
    assert.equal(person.shown.length, 1);
    assert.match(person.details.join('\n'), /somebody with the platform's data may recognize people/);
    assert.deepEqual(
      opened.map((one) => one?.remark),
      [
        'Pseudonyms are the same only on this machine.',
        "Pseudonymized: times, counts, and the order of IDs stay, so somebody with the platform's data may recognize people.",
      ],
    );
    const [one, same] = opened.map((found) => found?.pseudonyms.fingerprint);
    assert.equal(one, same);
    const other = await openPseudonyms(servicesWith(new Map()), workspace());
    assert.notEqual(other?.pseudonyms.fingerprint, one);
  });

  it("creates the team's secret in .env, which the next window uses without a question", async () => {
    const file = vscode.Uri.joinPath(root(), '.env');
    try {
      using person = respondToDialogs({ button: (_, [team]) => team });
      const created = await openPseudonyms(servicesWith(new Map()), workspace());
      assert.match(String(Buffer.from(await vscode.workspace.fs.readFile(file))), /^SOCIAL_DATA_FIXTURE_SECRET=[0-9a-f]{32}\n$/);
      const next = await openPseudonyms(servicesWith(new Map()), workspace());
      assert.equal(next?.pseudonyms.fingerprint, created?.pseudonyms.fingerprint);
      assert.equal(person.shown.length, 1);
      await vscode.workspace.fs.writeFile(file, Buffer.from('SOCIAL_DATA_FIXTURE_SECRET=swordfish'));
      assert.equal(await openPseudonyms(servicesWith(new Map()), workspace()), undefined);
      assert.match(person.shown.at(-1) ?? '', /must have 32 hexadecimal digits\. Nothing was saved\.$/);
    } finally {
      await vscode.workspace.fs.delete(file);
    }
  });

  it("doesn't save a response that isn't JSON, and says so", async () => {
    using person = respondToDialogs({});
    const html = fixtureExchange('ada_writes', Buffer.from('<html>'));
    const pseudonyms = createPseudonyms(new Uint8Array(16));
    assert.equal(
      await pseudonymizeSources({ log: testLog, store: async () => await Promise.resolve(memoryStore()) }, pseudonyms, [
        { kind: 'response', exchanges: [html] },
      ]),
      undefined,
    );
    assert.match(person.shown.join('\n'), /This response isn't JSON.*Nothing was saved/);
  });
});
