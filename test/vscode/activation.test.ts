import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('the extension in a real VS Code', () => {
  const id = 'social-data-explorer.social-data-explorer';

  it('activates', async () => {
    const extension = vscode.extensions.getExtension(id);
    assert.ok(extension, `${id} is not installed`);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it("runs on the workspace's host", () => {
    assert.equal(vscode.extensions.getExtension(id)?.extensionKind, vscode.ExtensionKind.Workspace);
  });

  it('opens the demo workspace', () => {
    assert.equal(vscode.workspace.workspaceFolders?.length, 1);
  });
});
