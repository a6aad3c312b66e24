import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startMockService } from '../support/countingProxy.ts';
import { respondToDialogs, keyOr } from './support/respondToDialogs.ts';
import { closeEditors, paid, setSettings } from './support/steps.ts';

const key = 'diagnose-canary-key-4711';

describe('Diagnose Connection', () => {
  afterEach(closeEditors);

  it('reports how the sandbox is reached', async () => {
    await vscode.commands.executeCommand('socialData.connection.diagnose');
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /## Primary API[^]*Sandbox[^]*The server is reachable: status \d+ in \d+ ms[^]*## Gateway API/);
    assert.match(text, /clock matches/);
    assert.equal(vscode.window.activeTextEditor?.document.isUntitled, false, "doesn't prompt to save when it is closed");
    assert.equal(vscode.window.activeTextEditor?.document.languageId, 'markdown');
  });

  it("doesn't show or send a key", async () => {
    const service = await startMockService(() => ({ status: 401, headers: {}, body: '{}' }));
    const undo = await setSettings(paid({ primary: service.address }));
    const person = respondToDialogs({ input: keyOr(key), button: (_message, buttons) => buttons[0] });
    try {
      await vscode.commands.executeCommand('socialData.connection.setKey', 'primary');
      const before = service.requests.length;
      await vscode.commands.executeCommand('socialData.connection.diagnose');
      const text = vscode.window.activeTextEditor?.document.getText() ?? '';
      assert.match(text, /Key: set/);
      assert.equal(text.includes(key), false);
      assert.equal(service.requests.length - before, 1);
      assert.equal(JSON.stringify(service.requests.slice(before)).includes(key), false);
    } finally {
      await vscode.commands.executeCommand('socialData.connection.removeKey', 'primary');
      person[Symbol.dispose]();
      await undo();
      await service.close();
    }
  });

  it('reports that a connection was removed', async () => {
    const undo = await setSettings({ connection: { gateway: 'gateway' } });
    try {
      await vscode.commands.executeCommand('socialData.connection.diagnose');
      assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /## Gateway API[^]*isn't in the settings/);
    } finally {
      await undo();
    }
  });
});
