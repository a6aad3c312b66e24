import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { userByUsername } from '../../src/client/endpoints/primary/users.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { closeEditors } from './support/steps.ts';

/** Records temporary status bar messages until disposed. */
function watchingStatusBar(): Disposable & { readonly texts: readonly string[] } {
  const texts: string[] = [];
  const original = vscode.window.setStatusBarMessage;
  const replaceBy = (value: unknown) =>
    Object.defineProperty(vscode.window, 'setStatusBarMessage', { value, configurable: true, writable: true });
  replaceBy((text: string) => {
    texts.push(text);
    return new vscode.Disposable(() => undefined);
  });
  return { texts, [Symbol.dispose]: () => void replaceBy(original) };
}

describe("a fixture's test snippet", () => {
  const root = () => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
  const at = (...segments: readonly string[]) => vscode.Uri.joinPath(root(), 'snippets', ...segments);
  const write = async (uri: vscode.Uri, text: string) => await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));

  before(async () => {
    const settings = vscode.workspace.getConfiguration('socialData', root());
    await settings.update('fixtures.folder', 'snippets/fixtures', vscode.ConfigurationTarget.Workspace);
    await vscode.commands.executeCommand('socialData.requests.callEndpoint', userByUsername.id, { username: 'ada_writes' });
    using _person = respondToDialogs({});
    await vscode.commands.executeCommand('socialData.records.saveAsFixture');
    await closeEditors();
  });

  after(async () => {
    const settings = vscode.workspace.getConfiguration('socialData', root());
    await settings.update('fixtures.folder', undefined, vscode.ConfigurationTarget.Workspace);
    await vscode.workspace.fs.delete(at(), { recursive: true, useTrash: false });
  });

  afterEach(closeEditors);

  const openFixture = async (column: vscode.ViewColumn) => {
    const document = await vscode.workspace.openTextDocument(at('fixtures', 'userByUsername', 'ada_writes.json'));
    await vscode.window.showTextDocument(document, column);
  };

  it('is copied for the runner of package.json, with a path from the open folder if no test file is open', async () => {
    await openFixture(vscode.ViewColumn.One);
    using person = respondToDialogs({ pick: (items) => items[1] });
    await vscode.commands.executeCommand('socialData.fixtures.copyTestSnippet');
    const text = await vscode.env.clipboard.readText();
    assert.match(text, /from 'node:test'/);
    assert.match(text, /startReplay\(\{ fixtures: import\.meta\.dirname \+ '\/snippets\/fixtures', mode: 'strict' \}\)/);
    assert.deepEqual(person.shown, []);
  });

  it('is copied with a path from the open test file, or else the tests folder, and names it', async () => {
    await write(at('package.json'), '{"type":"module","scripts":{"test":"vitest run"}}');
    await write(at('test', 'copied.test.ts'), '');
    await vscode.window.showTextDocument(at('test', 'copied.test.ts'), { viewColumn: vscode.ViewColumn.One });
    await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ language: 'typescript', content: '' }),
      vscode.ViewColumn.Two,
    );
    using said = watchingStatusBar();
    using _person = respondToDialogs({ pick: (items) => items[0] });
    const sidecar = at('fixtures', 'userByUsername', 'ada_writes.meta.json');
    await vscode.commands.executeCommand('socialData.fixtures.copyTestSnippet', sidecar);
    assert.match(
      await vscode.env.clipboard.readText(),
      /readFile\(import\.meta\.dirname \+ '\/\.\.\/fixtures\/userByUsername\/ada_writes\.json', 'utf8'\)/,
    );
    await closeEditors();
    await vscode.commands.executeCommand('socialData.fixtures.copyTestSnippet', sidecar);
    assert.match(await vscode.env.clipboard.readText(), /import\.meta\.dirname \+ '\/\.\.\/fixtures\//);
    assert.deepEqual(said.texts, Array(2).fill('Copied with paths relative to snippets/test.'));
  });

  it('is copied for pytest from a Python file, or in a project in Python whose package.json has no test runner', async () => {
    await write(at('package.json'), '{}');
    await write(at('pyproject.toml'), '[project]\ndependencies = ["requests"]\n');
    await write(at('test', 'unit', 'test_copied.py'), '');
    const sidecar = at('fixtures', 'userByUsername', 'ada_writes.meta.json');
    await vscode.commands.executeCommand('socialData.fixtures.copyTestSnippet', sidecar);
    assert.match(
      await vscode.env.clipboard.readText(),
      /^import requests$[^]*HERE \/ "\.\.\/node_modules\/[^]*HERE \/ "\.\.\/fixtures"/m,
    );
    await vscode.window.showTextDocument(at('test', 'unit', 'test_copied.py'));
    await vscode.commands.executeCommand('socialData.fixtures.copyTestSnippet', sidecar);
    assert.match(await vscode.env.clipboard.readText(), /HERE \/ "\.\.\/\.\.\/node_modules\/[^]*HERE \/ "\.\.\/\.\.\/fixtures"/);
  });
});

describe('a test of a new fixture', () => {
  const root = () => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
  const at = (...segments: readonly string[]) => vscode.Uri.joinPath(root(), 'first-test', ...segments);
  const { fs } = vscode.workspace;

  afterEach(async () => {
    await closeEditors();
    await fs.delete(at(), { recursive: true, useTrash: false });
  });

  /** @returns the exit code of the test's run, and the test file in the active editor */
  const saveAndRunTest = async () => {
    const settings = vscode.workspace.getConfiguration('socialData', root());
    await settings.update('fixtures.folder', 'first-test/fixtures', vscode.ConfigurationTarget.Workspace);
    const ended = Promise.withResolvers<number | undefined>();
    const listening = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
      if (execution.task.source === 'Social Data') ended.resolve(exitCode);
    });
    try {
      await vscode.commands.executeCommand('socialData.requests.callEndpoint', userByUsername.id, { username: 'ada_writes' });
      using person = respondToDialogs({ button: (_, buttons) => buttons.find((button) => button === 'Insert and Run Test') });
      await vscode.commands.executeCommand('socialData.records.saveAsFixture');
      assert.match(person.shown.join(), /^Saved first-test\/fixtures\/userByUsername\/ada_writes\.json\./);
      return { exitCode: await ended.promise, document: vscode.window.activeTextEditor?.document ?? assert.fail() };
    } finally {
      listening.dispose();
      await settings.update('fixtures.folder', undefined, vscode.ConfigurationTarget.Workspace);
    }
  };

  it('is inserted beside the fixture and passes in node:test, with an empty package.json', async () => {
    await fs.writeFile(at('package.json'), Buffer.from('{}'));
    const { exitCode, document } = await saveAndRunTest();
    assert.equal(exitCode, 0);
    assert.equal(document.uri.path, at('fixtures', 'userByUsername', 'ada_writes.test.mjs').path);
    assert.match(document.getText(), /readFile\(import\.meta\.dirname \+ '\/ada_writes\.json', 'utf8'\)/);
    assert.match(document.getText(), /^test\('userByUsername ada_writes', /m);
    assert.match(document.getText(), /assert\.equal\(body\.data\.id, '\d+'\);/);
  });

  it('is inserted into the tests folder, and fails if a project of CommonJS modules has no such runner', async () => {
    await fs.writeFile(at('package.json'), Buffer.from('{"devDependencies":{"jest":"30"}}'));
    await fs.createDirectory(at('tests'));
    const { exitCode, document } = await saveAndRunTest();
    assert.notEqual(exitCode, 0);
    assert.equal(document.uri.path, at('tests', 'userByUsername-ada_writes.test.js').path);
    assert.match(document.getText(), /^const \{ readFile \} = require\('node:fs\/promises'\);/);
    assert.match(document.getText(), /__dirname \+ '\/\.\.\/fixtures\/userByUsername\/ada_writes\.json'/);
  });
});
