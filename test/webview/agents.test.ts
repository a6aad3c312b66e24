import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { installTestExtension } from '../support/vscode/installTestExtension.ts';
import { openWorkbench, type Workbench } from '../support/vscode/openWorkbench.ts';
import { runCommand, takeScreenshot, waitForNotification } from '../support/vscode/workbench.ts';
import { startCheckedSandbox } from '../unit/sandbox/checkedSandbox.ts';
import { askedOf, directSettings, enterKey } from './support/ownSandbox.ts';

/** Calls a tool as an agent does, and shows how its answer begins. */
const agent = `
import * as vscode from 'vscode';
export function activate() {
  vscode.commands.registerCommand('testAgent.lookUp', async () => {
    const input = { text: '@${exampleValues.handle}' };
    const { content } = await vscode.lm.invokeTool('socialData_look_up', { input, toolInvocationToken: undefined });
    void vscode.window.showInformationMessage('The agent read: ' + content[0].value.split('\\n')[0]);
  });
}
`;

describe('an agent that wants a request that costs', () => {
  let sandbox: Sandbox;
  let workbench: Workbench;

  before(async function () {
    this.timeout(120_000);
    sandbox = await startCheckedSandbox();
    workbench = await openWorkbench({
      name: 'agents',
      settings: { ...directSettings(sandbox), 'socialData.agents.budget': 0.5 },
      install: async (extensions) => {
        const commands = [{ command: 'testAgent.lookUp', title: 'Test Agent: Look Up' }];
        await installTestExtension(extensions, { name: 'test-agent', main: agent, commands });
      },
    });
    await enterKey(workbench.page, sandbox);
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed' && workbench !== undefined) {
      await takeScreenshot(workbench.page, `failed ${this.currentTest.fullTitle()}`);
    }
  });

  after(async () => {
    await workbench?.[Symbol.asyncDispose]();
    await sandbox?.close();
  });

  const dialog = () => workbench.page.locator('.monaco-dialog-box');

  it('asks in one dialog that names the price once, and Enter sends nothing', async () => {
    const { page } = workbench;
    await runCommand(page, 'Test Agent: Look Up');
    await dialog().waitFor();
    const buttons = await dialog().locator('.dialog-buttons .monaco-button').allInnerTexts();
    const words = (await dialog().innerText()).replaceAll('\u00a0', ' ');
    await takeScreenshot(page, 'agent asks');
    assert.deepEqual(buttons.map((text) => text.trim()).toSorted(), [
      'Allow Once (price unknown, counted as $0.01)',
      'Allow up to $0.05',
      'Cancel',
      'Do Not Allow',
    ]);
    assert.equal(await dialog().locator('.monaco-button:focus').innerText(), 'Do Not Allow');
    assert.equal(words.split('$0.01').length, 2, words);
    await page.keyboard.press('Enter');
    await waitForNotification(page, /The agent read: Error in look_up: The person did not allow this request/);
    assert.equal(await dialog().count(), 0, 'there is no second question');
    assert.deepEqual(await askedOf(sandbox), []);
  });

  it('sends one request where the person allows one', async () => {
    const { page } = workbench;
    await runCommand(page, 'Test Agent: Look Up');
    await dialog().locator('.monaco-button').filter({ hasText: 'Allow Once' }).click();
    await waitForNotification(page, /The agent read: Live: a paid service answered now/);
    assert.equal(await dialog().count(), 0, 'there is no second question');
    assert.equal((await askedOf(sandbox)).length, 1);
  });
});
