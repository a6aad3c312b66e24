import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { toFixtureFiles } from '../../src/features/fixtures/fixtureDraft.ts';
import { printSidecar } from '../../src/features/fixtures/sidecar.ts';
import { fixtureDraft } from '../unit/features/fixtures/support/fixtureExchange.ts';
import { closeEditors, openText, setSettings, until } from './support/steps.ts';

const id = '1649191520250245121';

/** This extension's warnings in a document. */
function warned(document: vscode.TextDocument): readonly string[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ source }) => source === 'Social Data')
    .map(({ range }) => document.getText(range));
}

async function warnedOnce(document: vscode.TextDocument, count: number): Promise<readonly string[]> {
  return await until(`${count} numbers are warned about`, () =>
    warned(document).length === count ? warned(document) : undefined,
  );
}

/** The quick fixes for a document's first warning. */
async function fixesOf(document: vscode.TextDocument): Promise<readonly vscode.CodeAction[]> {
  const [first] = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'Social Data');
  assert.ok(first);
  const { executeCommand } = vscode.commands;
  const actions = await executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', document.uri, first.range);
  return actions.filter(({ title }) => title.startsWith('Convert to'));
}

describe('numbers that lose digits', () => {
  afterEach(closeEditors);

  it('are reported in any JSON if enabled, follow edits, and disappear when the setting is off', async () => {
    const undo = await setSettings({ 'diagnostics.ids': 'all' });
    const { document } = await openText(`{ "id": ${id} } // ${id}`, 'jsonc');
    try {
      assert.deepEqual(await warnedOnce(document, 1), [id]);
      const [fix] = await fixesOf(document);
      assert.ok(fix?.edit);
      await vscode.workspace.applyEdit(fix.edit);
      assert.equal(document.lineAt(0).text, `{ "id": "${id}" } // ${id}`);
      await warnedOnce(document, 0);
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(0, 0), `[-${id},\n`);
      await vscode.workspace.applyEdit(edit);
      assert.deepEqual(await warnedOnce(document, 1), [`-${id}`]);
    } finally {
      await undo();
    }
    await warnedOnce(document, 0);
  });

  it('are reported only in fixtures by default', async () => {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
    const folder = vscode.Uri.joinPath(root, 'numbers');
    const write = async (uri: vscode.Uri, text: string) => {
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
      return await vscode.workspace.openTextDocument(uri);
    };
    const inFolder = vscode.Uri.joinPath(root, 'fixtures', 'numbers.json');
    try {
      await write(
        vscode.Uri.joinPath(folder, 'moved.meta.json'),
        printSidecar(toFixtureFiles(fixtureDraft('ada'), 'moved').sidecar),
      );
      const moved = await write(vscode.Uri.joinPath(folder, 'moved.json'), `[${id}]`);
      const other = await write(vscode.Uri.joinPath(folder, 'other.json'), `[${id}]`);
      assert.deepEqual(await warnedOnce(moved, 1), [id]);
      assert.deepEqual(await warnedOnce(await write(inFolder, `[1, ${id}]`), 1), [id]);
      assert.deepEqual(warned(other), []);
    } finally {
      await vscode.workspace.fs.delete(inFolder);
      await vscode.workspace.fs.delete(folder, { recursive: true });
    }
  });
});
