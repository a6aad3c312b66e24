import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { userByUsername } from '../../src/client/endpoints/primary/users.ts';
import { tweet } from '../../src/client/endpoints/primary/tweets.ts';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { readFixtureResponseById, readFixtureResponses } from '../../src/features/fixtures/host/fixtureDocuments.ts';
import { decodeBodyText } from '../../src/client/exchange.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { closeEditors, readLenses, until } from './support/steps.ts';

describe("a fixture's code lenses", () => {
  const root = () => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
  const at = (...segments: readonly string[]) => vscode.Uri.joinPath(root(), 'fixture-lenses', ...segments);
  const settings = () => vscode.workspace.getConfiguration('socialData', root());
  const user = () => at('userByUsername', 'ada_writes.json');
  const thread = () => at('tweet', `${exampleValues.tweetId}.json`);
  const lensesOf = async (uri: vscode.Uri) => {
    await vscode.workspace.openTextDocument(uri);
    return await readLenses(uri);
  };
  const textOf = async (uri: vscode.Uri) => Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();
  const titles = async (uri: vscode.Uri) => (await lensesOf(uri)).map(({ command }) => command?.title ?? '');

  before(async () => {
    await settings().update('fixtures.folder', 'fixture-lenses', vscode.ConfigurationTarget.Workspace);
    using _person = respondToDialogs({});
    for (const [endpoint, params] of [
      [userByUsername, { username: 'ada_writes' }],
      [tweet, { tweetId: exampleValues.tweetId }],
    ] as const) {
      await vscode.commands.executeCommand('socialData.requests.callEndpoint', endpoint.id, params);
      await vscode.commands.executeCommand('socialData.records.saveAsFixture');
      await closeEditors();
    }
    const areRead = async () => (await titles(user())).length > 0 && (await titles(thread())).length > 0;
    await until('both fixtures are read', areRead);
  });

  after(async () => {
    await settings().update('fixtures.folder', undefined, vscode.ConfigurationTarget.Workspace);
    await vscode.workspace.fs.delete(at(), { recursive: true, useTrash: false });
  });

  afterEach(closeEditors);

  it('are shown on bodies and sidecars, but not on other JSON', async () => {
    const common = ['Refresh…', 'Copy Test Snippet…', 'Compare with Newest Response…'];
    assert.deepEqual(await titles(user()), common);
    const views = ['Open as Table'];
    assert.deepEqual(await titles(thread()), [...views, ...common]);
    assert.deepEqual(await titles(thread().with({ path: thread().path.replace('.json', '.meta.json') })), [...views, ...common]);
    await vscode.workspace.fs.writeFile(at('none.json'), Buffer.from('{}'));
    assert.deepEqual(await titles(at('none.json')), []);
  });

  it('open the records as a table, even from the file', async () => {
    const lens = (await lensesOf(thread())).find(({ command }) => command?.title === 'Open as Table')?.command;
    assert.ok(lens);
    await vscode.commands.executeCommand(lens.command, ...((lens.arguments ?? []) as unknown[]));
    await until('the table is there', () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith('Fixture: '));
    const [response] = await readFixtureResponses(thread().with({ path: thread().path.replace('.json', '.meta.json') }));
    const again = await readFixtureResponseById(response?.id ?? '');
    assert.deepEqual(JSON.parse(decodeBodyText(again ?? assert.fail(response?.id))), JSON.parse(await textOf(thread())));
    using person = respondToDialogs({});
    await vscode.commands.executeCommand('socialData.records.openAsTable', at('userByUsername', 'none.json'));
    assert.match(person.shown.join(), /^Open a response first/);
  });

  it('act on their own file, regardless of the active editor', async () => {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(thread()));
    const compare = (await lensesOf(user())).find(({ command }) => command?.title.startsWith('Compare') === true)?.command;
    assert.ok(compare);
    using person = respondToDialogs({});
    await vscode.commands.executeCommand(compare.command, ...((compare.arguments ?? []) as unknown[]));
    assert.match(person.shown.join(), /^ada_writes is already up to date\.$/);
  });
});
