import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { userByUsername } from '../../src/client/endpoints/primary/users.ts';
import { answering } from './support/answering.ts';
import { closeEditors } from './support/steps.ts';

/** Notes what is said in the status bar for a while, until it is disposed of. */
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

describe('the test snippet of a fixture', () => {
  const root = () => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
  const at = (...segments: readonly string[]) => vscode.Uri.joinPath(root(), 'snippets', ...segments);
  const write = async (uri: vscode.Uri, text: string) => await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));

  before(async () => {
    const settings = vscode.workspace.getConfiguration('socialData', root());
    await settings.update('fixtures.folder', 'snippets/fixtures', vscode.ConfigurationTarget.Workspace);
    await vscode.commands.executeCommand('socialData.requests.callEndpoint', userByUsername.id, { username: 'ada_writes' });
    using _person = answering({});
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

  it('goes into the test file beside it, with a path from there, for the runner of its package.json', async () => {
    await write(at('test', 'user.test.ts'), `import { expect, test } from 'vitest';\n\n\n`);
    const document = await vscode.workspace.openTextDocument(at('test', 'user.test.ts'));
    const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    editor.selection = new vscode.Selection(2, 0, 2, 0);
    await openFixture(vscode.ViewColumn.Two);
    using _person = answering({ pick: ([load]) => load });
    await vscode.commands.executeCommand('socialData.fixtures.insertTestSnippet');
    const text = document.getText();
    assert.match(text, /loadFixture\(import\.meta\.dirname \+ '\/\.\.\/fixtures\/userByUsername\/ada_writes', userByUsername\)/);
    assert.equal(text.match(/from 'vitest'/g)?.length, 1, text);
    assert.ok(text.indexOf(`from 'social-data-explorer/testing'`) < text.indexOf('test('), text);
    await document.save();
  });

  it('is copied with a path from the open folder where no test file is open, and asks for the runner once', async () => {
    await openFixture(vscode.ViewColumn.One);
    let asked = 0;
    using _person = answering({
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

  it('is copied with a path from the test file that is open, also behind a file of another folder, and says for which folder', async () => {
    await write(at('test', 'copied.test.ts'), '');
    await vscode.window.showTextDocument(at('test', 'copied.test.ts'), { viewColumn: vscode.ViewColumn.One });
    await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ language: 'typescript', content: '' }),
      vscode.ViewColumn.Two,
    );
    using said = watchingStatusBar();
    using _person = answering({ pick: (items) => items[0] });
    const sidecar = at('fixtures', 'userByUsername', 'ada_writes.meta.json');
    await vscode.commands.executeCommand('socialData.fixtures.copyTestSnippet', sidecar);
    assert.match(
      await vscode.env.clipboard.readText(),
      /import\.meta\.dirname \+ '\/\.\.\/fixtures\/userByUsername\/ada_writes'/,
    );
    await closeEditors();
    await vscode.commands.executeCommand('socialData.fixtures.copyTestSnippet', sidecar);
    assert.match(await vscode.env.clipboard.readText(), /loadFixture\('snippets\/fixtures\/userByUsername\/ada_writes'/);
    assert.deepEqual(said.texts, [
      'Copied for files in snippets/test/.',
      'Copied for tests that are started in the open folder.',
    ]);
  });

  it('that serves the fixtures is none for a fixture whose request is answered with another one, which is named', async () => {
    const folder = at('fixtures', 'userByUsername');
    const sidecar = (name: string) => vscode.Uri.joinPath(folder, `${name}.meta.json`);
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(sidecar('ada_writes')));
    const copyAs = async (name: string, change: (sidecar: string) => string) => {
      await vscode.workspace.fs.copy(
        vscode.Uri.joinPath(folder, 'ada_writes.json'),
        vscode.Uri.joinPath(folder, `${name}.json`),
        { overwrite: true },
      );
      await write(sidecar(name), change(text.replace('ada_writes.json', `${name}.json`)));
    };
    const copy = async (kind: 0 | 1) => {
      await vscode.env.clipboard.writeText('');
      using person = answering({ pick: (items) => items.find(({ label }) => label === 'Mocha') ?? items[kind] });
      await vscode.commands.executeCommand('socialData.fixtures.copyTestSnippet', sidecar('ada_writes'));
      return { asked: person.asked, text: await vscode.env.clipboard.readText() };
    };
    const [own, other] = ['ada_writes', 'other'].map((name) => `snippets/fixtures/userByUsername/${name}`);
    await copyAs('other', (one) => one);
    const inTurn = await copy(1);
    assert.match(inTurn.text, /startReplay/);
    assert.deepEqual(inTurn.asked, [
      `The fixture server answers this request with these, one after the other: ${own}, ${other}.`,
    ]);
    await copyAs('other', (one) => one.replace('"source": "sandbox"', '"source": "service"'));
    assert.deepEqual(await copy(1), {
      asked: [`${own} is not served: its request is answered with ${other}.`],
      text: '',
    });
    const loaded = await copy(0);
    assert.deepEqual([/loadFixture/.test(loaded.text), loaded.asked], [true, []]);
    for (const ending of ['json', 'meta.json']) await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, `other.${ending}`));
  });
});
