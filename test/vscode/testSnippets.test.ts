import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { userByUsername } from '../../src/client/endpoints/primary/users.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { closeEditors, openResponse, until } from './support/steps.ts';

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
    await vscode.commands.executeCommand('socialData.fixtures.save');
    await closeEditors();
    await write(at('package.json'), '{"type":"module","scripts":{"test":"vitest run"}}');
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

  it('is inserted into the open test file after a save, with a relative path, for the runner in package.json', async () => {
    await write(at('test', 'user.test.ts'), `import { expect, test } from 'vitest';\n\n\n`);
    const document = await vscode.workspace.openTextDocument(at('test', 'user.test.ts'));
    await vscode.commands.executeCommand('socialData.requests.callEndpoint', userByUsername.id, { username: 'ada_writes' });
    const response = await openResponse();
    const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    editor.selection = new vscode.Selection(2, 0, 2, 0);
    await vscode.window.showTextDocument(response, vscode.ViewColumn.Two);
    using _person = respondToDialogs({ button: (_, buttons) => buttons.find((button) => button === 'Insert Test') });
    await vscode.commands.executeCommand('socialData.fixtures.save');
    const text = await until('the test is inserted', () => (document.isDirty ? document.getText() : undefined));
    assert.match(text, /loadFixture\(import\.meta\.dirname \+ '\/\.\.\/fixtures\/userByUsername\/ada_writes', userByUsername\)/);
    assert.equal(text.match(/from 'vitest'/g)?.length, 1, text);
    assert.ok(text.indexOf(`from 'social-data-explorer/testing'`) < text.indexOf('test('), text);
    await document.save();
  });

  it('is copied with a path from the open folder if no test file is open, and prompts once for the runner', async () => {
    await openFixture(vscode.ViewColumn.One);
    let asked = 0;
    using _person = respondToDialogs({
      pick: (items) => {
        const mocha = items.find(({ label }) => label === 'Mocha');
        asked += mocha === undefined ? 0 : 1;
        return mocha ?? items[1];
      },
    });
    for (let times = 0; times < 2; times += 1) {
      await vscode.env.clipboard.writeText('');
      await vscode.commands.executeCommand('socialData.fixtures.copyTestSnippet');
      const text = await vscode.env.clipboard.readText();
      assert.match(text, /describe\('fixtures'/);
      assert.match(text, /startReplay\(\{ fixtures: 'snippets\/fixtures', mode: 'strict' \}\)/);
    }
    assert.equal(asked, 1);
  });

  it('is copied with a path from the open test file, and names the folder', async () => {
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
      /import\.meta\.dirname \+ '\/\.\.\/fixtures\/userByUsername\/ada_writes'/,
    );
    await closeEditors();
    await vscode.commands.executeCommand('socialData.fixtures.copyTestSnippet', sidecar);
    assert.match(await vscode.env.clipboard.readText(), /loadFixture\('snippets\/fixtures\/userByUsername\/ada_writes'/);
    assert.deepEqual(said.texts, ['Copied with paths relative to snippets/test/.', 'Copied with paths relative to ./.']);
  });
});
