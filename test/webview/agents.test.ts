import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { installTestExtension } from '../support/vscode/installTestExtension.ts';
import { openWorkbench, type Workbench } from '../support/vscode/openWorkbench.ts';
import { runCommand, pictureStep, takeScreenshot, waitForNotification } from '../support/vscode/workbench.ts';
import { askedOf, directSettings, enterKey } from './support/ownSandbox.ts';

/** Calls a tool as an agent does, and shows how its answer begins. */
const agent = `
import * as vscode from 'vscode';
const lookUp = async (handle) => {
  const options = { input: { text: '@' + handle }, toolInvocationToken: undefined };
  const { content } = await vscode.lm.invokeTool('socialData_look_up', options);
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('').split('\\n')[0];
};
export function activate() {
  vscode.commands.registerCommand('testAgent.several', async () => {
    const words = await Promise.all(['mira_maps', 'noor_notes', 'otto_optics', 'pia_prints'].map((one) => lookUp(one)));
    void vscode.window.showInformationMessage('The agent read ' + words.filter((one) => one.startsWith('Live: ')).length + ' answers');
  });
  vscode.commands.registerCommand('testAgent.lookUp', async () => {
    void vscode.window.showInformationMessage('The agent read: ' + (await lookUp('${exampleValues.handle}')));
  });
}
`;

describe('an agent that wants a request that costs', () => {
  let sandbox: Sandbox;
  let workbench: Workbench;

  before(async function () {
    sandbox = await startSandbox();
    workbench = await openWorkbench({
      name: 'agents',
      settings: {
        ...directSettings(sandbox),
        'socialData.agents.budget': 0.5,
      },
      install: async (extensions) => {
        const commands = [
          { command: 'testAgent.lookUp', title: 'Test Agent: Look Up' },
          { command: 'testAgent.several', title: 'Test Agent: Several' },
        ];
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
    await pictureStep(page, 'agent asks');
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

  it('asks once for what comes while it asks, with the sum on the button', async () => {
    const { page } = workbench;
    const before = (await askedOf(sandbox)).length;
    await runCommand(page, 'Test Agent: Several');
    const yes = dialog()
      .locator('.monaco-button')
      .filter({ hasText: /^Allow (Once|These)/ });
    const read = waitForNotification(page, /The agent read \d answers/).then(() => 'read' as const);
    const asked: string[] = [];
    // how many come before the first question is open is for the machine to say
    while ((await Promise.race([yes.waitFor({ timeout: 0 }).then(() => 'asked' as const), read])) === 'asked') {
      const words = await dialog().innerText();
      asked.push(words.replaceAll('\u00a0', ' '));
      await pictureStep(page, `agent asks for several ${asked.length}`);
      await yes.click();
      await dialog()
        .filter({ hasText: words.split('\n')[0] ?? '' })
        .waitFor({ state: 'hidden' });
    }
    assert.ok(asked.length <= 2, asked.join('\n'));
    assert.match(asked.at(-1) ?? '', /wants to make [34] requests/);
    assert.match(asked.at(-1) ?? '', /Allow These [34] \(≈\$0\.000[68] at Most\)/);
    assert.equal((await askedOf(sandbox)).length, before + 4);
  });
});
