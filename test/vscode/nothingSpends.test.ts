import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { type LocalSandbox, startSandbox } from '../../src/sandbox/server.ts';
import { answering, keyOr } from './support/answering.ts';
import { closeEditors, lensTitles, openAnswer, runAccepting, setSettings, until } from './support/steps.ts';

const views = ['users', 'lists', 'communities', 'fixtures', 'activity'] as const;

/** Presses keys in the list that has the focus, as the commands that they are bound to. */
async function press(...commands: readonly string[]): Promise<void> {
  for (const command of commands) {
    await vscode.commands.executeCommand(`list.${command}`);
  }
}

describe('nothing spends by itself', () => {
  let sandbox: LocalSandbox;
  let undo: () => Promise<void>;

  /** How many requests the service has had, by its own log. */
  const calls = async (): Promise<number> => {
    const answer = await fetch(new URL('/__sandbox/requests?keys=all', sandbox.primary), {
      headers: { 'X-Sandbox-Control': sandbox.control },
    });
    const log: unknown = await answer.json();
    assert.ok(typeof log === 'object' && log !== null && 'requests' in log && Array.isArray(log.requests));
    return log.requests.length;
  };
  /** One call that a person makes: whatever was asked before it has reached the service by then. */
  const callOnce = async (): Promise<void> => {
    await closeEditors();
    await vscode.commands.executeCommand('socialData.requests.callEndpoint', 'primary.userByUsername', {
      username: exampleValues.otherHandle,
    });
    await openAnswer();
  };

  before(async () => {
    sandbox = await startSandbox();
    undo = await setSettings({
      'primary.connection': 'direct',
      'primary.address': sandbox.primary,
      'gateway.connection': 'direct',
      'gateway.address': sandbox.gateway,
      'reuse.maxAge': 0,
    });
    using person = answering({ input: keyOr(sandbox.key), button: (_message, buttons) => buttons[0] });
    await vscode.commands.executeCommand('socialData.connection.setKey', 'primary');
    await vscode.commands.executeCommand('socialData.connection.setKey', 'gateway');
    assert.ok(person.asked.length > 0);
    await runAccepting('socialData.users.pin', `@${exampleValues.handle}`);
    await until('the account was looked up', async () => ((await calls()) === 1 ? true : undefined));
    // a person expands the account and its posts: one more call, and rows that are loaded
    await vscode.commands.executeCommand('socialData.users.focus');
    await press('focusFirst', 'expand');
    await until('its posts are loaded', async () => {
      await press('focusFirst', 'focusDown', 'expand');
      return (await calls()) === 2 ? true : undefined;
    });
  });

  after(async () => {
    using _person = answering({ button: (_message, buttons) => buttons[0] });
    await vscode.commands.executeCommand('socialData.connection.removeKey', 'primary');
    await vscode.commands.executeCommand('socialData.connection.removeKey', 'gateway');
    await vscode.commands.executeCommand('socialData.users.focus');
    await undo();
    await closeEditors();
    await sandbox.close();
  });

  it('calls once where a person calls, by the same count', async () => {
    const before = await calls();
    await callOnce();
    assert.equal((await calls()) - before, 1);
  });

  const idle: Readonly<Record<string, () => Promise<void>>> = {
    'activating the extension again': async () => {
      await vscode.extensions.getExtension('social-data-explorer.social-data-explorer')?.activate();
    },
    'showing and hiding each view': async () => {
      for (let round = 0; round < 3; round += 1) {
        for (const view of views) {
          await vscode.commands.executeCommand(`socialData.${view}.focus`);
        }
        await vscode.commands.executeCommand('workbench.action.closeSidebar');
      }
    },
    'folding and unfolding rows that are loaded': async () => {
      await vscode.commands.executeCommand('socialData.users.focus');
      for (let round = 0; round < 3; round += 1) {
        await press('focusFirst', 'focusDown', 'collapse', 'expand', 'focusFirst', 'collapse', 'expand');
      }
      await press('collapseAll', 'focusFirst', 'expand', 'focusDown', 'expand');
    },
    'grouping the activity and unfolding it': async () => {
      for (const command of ['groupByEndpoint', 'groupByDay']) {
        await vscode.commands.executeCommand(`socialData.activity.${command}`);
        await vscode.commands.executeCommand('socialData.activity.focus');
        await press('focusFirst', 'expand', 'focusDown', 'focusDown', 'expand', 'focusLast', 'expand');
      }
    },
    'drawing everything anew because a setting changed': async () => {
      for (const handles of [true, false]) {
        const back = await setSettings({ 'hover.handles': handles, 'budget.perSession': handles ? 2 : 3 });
        await vscode.commands.executeCommand('socialData.users.focus');
        await back();
      }
    },
    'hovering over links and ids': async () => {
      const content = `https://x.com/${exampleValues.otherHandle}/status/${exampleValues.tweetId}`;
      const document = await vscode.workspace.openTextDocument({ content, language: 'plaintext' });
      await vscode.window.showTextDocument(document);
      for (let character = 0; character < content.length; character += 4) {
        await vscode.commands.executeCommand('vscode.executeHoverProvider', document.uri, new vscode.Position(0, character));
      }
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    },
    'showing an answer that is open, in every layout': async () => {
      await vscode.commands.executeCommand('workbench.action.files.revert');
      const answer = await openAnswer();
      await lensTitles(answer);
      await vscode.commands.executeCommand('socialData.requests.switchLayout', answer.uri);
      await lensTitles(await openAnswer());
    },
  };

  for (const [what, act] of Object.entries(idle)) {
    it(`calls nothing for ${what}`, async () => {
      await callOnce();
      const before = await calls();
      await act();
      await callOnce();
      assert.equal((await calls()) - before, 1, 'the one call that the test itself makes');
    });
  }
});
