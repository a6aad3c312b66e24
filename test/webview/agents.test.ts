import assert from 'node:assert/strict';
import { toolNames } from '../../src/app/agents/toolNames.ts';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { bridgeEnvironments, showsProcesses } from '../support/vscode/bridgeEnvironments.ts';
import { installTestExtension } from '../support/vscode/installTestExtension.ts';
import { openWorkbench, type Workbench } from '../support/vscode/openWorkbench.ts';
import {
  chooseQuickPick,
  runCommand,
  runCommandAndPick,
  pictureStep,
  takeScreenshot,
  waitForNotification,
} from '../support/vscode/workbench.ts';
import { startCheckedSandbox } from '../unit/sandbox/checkedSandbox.ts';
import { askedOf, directSettings, enterKey } from './support/ownSandbox.ts';
import { until } from './support/steps.ts';

/** Calls a tool as an agent does, and shows how its answer begins; of a server's answers the editor gives JSON. */
const agent = `
import * as vscode from 'vscode';
const lookUp = async (handle, tool = 'socialData_look_up') => {
  const options = { input: { text: '@' + handle }, toolInvocationToken: undefined };
  const { content } = await vscode.lm.invokeTool(tool, options);
  const said = content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
  return (tool.startsWith('mcp_') ? JSON.parse(said).text : said).split('\\n')[0];
};
export function activate() {
  vscode.commands.registerCommand('testAgent.several', async () => {
    const words = await Promise.all(['mira_maps', 'noor_notes', 'otto_optics', 'pia_prints'].map((one) => lookUp(one)));
    void vscode.window.showInformationMessage('The agent read ' + words.filter((one) => one.startsWith('Live: ')).length + ' answers');
  });
  vscode.commands.registerCommand('testAgent.lookUp', async () => {
    void vscode.window.showInformationMessage('The agent read: ' + (await lookUp('${exampleValues.handle}')));
  });
  vscode.commands.registerCommand('testAgent.mcp', async () => {
    await vscode.workspace.getConfiguration('socialData').update('agents.tools', 'mcp', vscode.ConfigurationTarget.Global);
  });
  vscode.commands.registerCommand('testAgent.lookUpByMcp', async () => {
    const tool = vscode.lm.tools.find(({ name }) => name.startsWith('mcp_') && name.endsWith('_look_up'));
    void vscode.window.showInformationMessage('The agent got: ' + (await lookUp('deep_talker', tool.name)));
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
      settings: {
        ...directSettings(sandbox),
        'socialData.agents.budget': 0.5,
        // the editor has no commands for servers without these features, and asks for trust before it starts one
        'chat.disableAIFeatures': false,
        'security.workspace.trust.enabled': true,
        'security.workspace.trust.startupPrompt': 'never',
        'security.workspace.trust.banner': 'never',
      },
      install: async (extensions) => {
        const commands = [
          { command: 'testAgent.lookUp', title: 'Test Agent: Look Up' },
          { command: 'testAgent.several', title: 'Test Agent: Several' },
          { command: 'testAgent.mcp', title: 'Test Agent: Change to MCP' },
          { command: 'testAgent.lookUpByMcp', title: 'Test Agent: Ask over MCP' },
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

  describe('of an MCP server that the editor starts', () => {
    const bridges = () => bridgeEnvironments(workbench.folders.extensions).length;
    const atServer = async (action: string) => {
      const { page } = workbench;
      await runCommandAndPick(page, 'MCP: List Servers', 'Social Data');
      await chooseQuickPick(page, action);
    };
    const output = (text: string) => workbench.page.locator('.part.panel .view-line').filter({ hasText: text }).last();

    it('gets the tools after the person trusted the folder', async () => {
      const { page } = workbench;
      await runCommand(page, 'Test Agent: Change to MCP');
      await atServer('Start Server');
      await dialog().locator('.monaco-button').filter({ hasText: 'Trust Folder' }).click();
      await output(`Discovered ${toolNames.length} tools`).waitFor();
      await pictureStep(page, 'agent server runs');
      assert.equal(bridges() > 0, showsProcesses);
    });

    it('is asked about in the window after VS Code asked whether the tool may run, and reads the answer', async () => {
      const { page } = workbench;
      const before = (await askedOf(sandbox)).length;
      await runCommand(page, 'Test Agent: Ask over MCP');
      await dialog().locator('.monaco-button').filter({ hasText: 'Yes' }).click();
      const yes = dialog().locator('.monaco-button').filter({ hasText: 'Allow Once' });
      await yes.waitFor();
      await pictureStep(page, 'agent asks over MCP');
      assert.match(await dialog().innerText(), /^"code-server" wants to request User by Handle\.$/m);
      assert.equal((await askedOf(sandbox)).length, before);
      await yes.click();
      await waitForNotification(page, /The agent got: Live: a paid service answered now/);
      assert.equal((await askedOf(sandbox)).length, before + 1);
    });

    it('leaves no process where the server is stopped or the window closed', async () => {
      const { page } = workbench;
      await atServer('Stop Server');
      await until(page, 'the bridge ends with the server', () => bridges() === 0);
      await atServer('Start Server');
      await until(page, 'a bridge runs', () => bridges() > 0 === showsProcesses);
      await page.goto('about:blank');
      await until(page, 'the bridge ends with the window', () => bridges() === 0);
    });
  });
});
