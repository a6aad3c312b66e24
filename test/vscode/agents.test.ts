import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { toVsCodeToolName, toolNames } from '../../src/features/agents/toolNames.ts';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import {
  type AgentToolContext,
  createAgentToolContext,
  invokeTool,
  prepareToolInvocation,
} from '../../src/features/agents/host/languageModelTools.ts';
import { toStoredResponseRow } from '../../src/features/spending/host/activityTree.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { type Spending, useSpending } from './support/spending.ts';
import { setSettings } from './support/steps.ts';

const lookUp = { input: { text: `@${exampleValues.handle}` }, toolInvocationToken: undefined };
const never = new vscode.CancellationTokenSource().token;

function wordsOf({ content }: vscode.LanguageModelToolResult): string {
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

describe('tools for AI agents in VS Code', () => {
  it('are registered by name, and free ones work without a request', async () => {
    const offered = vscode.lm.tools.map(({ name }) => name);
    assert.deepEqual(
      toolNames.filter((name) => !offered.includes(toVsCodeToolName(name))),
      [],
    );
    const input = { endpoint: 'primary.userById' };
    const result = await vscode.lm.invokeTool(
      toVsCodeToolName('describe_endpoint'),
      { input, toolInvocationToken: undefined },
      never,
    );
    assert.match(wordsOf(result), /primary\.userById: User by ID/);
  });

  it('all work in the sandbox', async () => {
    const responseOf = (words: string) => /Response (\S+)\.$/m.exec(words)?.[1] ?? '';
    const ask = async (name: (typeof toolNames)[number], input: object) =>
      wordsOf(await vscode.lm.invokeTool(toVsCodeToolName(name), { input, toolInvocationToken: undefined }, never));
    const listed = await ask('call_endpoint', { endpoint: 'primary.userFollowers', params: { userId: exampleValues.userId } });
    const answered: Readonly<Record<(typeof toolNames)[number], string>> = {
      look_up: await ask('look_up', lookUp.input),
      search: await ask('search', { query: 'coffee' }),
      read_thread: await ask('read_thread', { post: exampleValues.tweetId }),
      next_page: await ask('next_page', { after: responseOf(listed) }),
      call_endpoint: await ask('call_endpoint', { endpoint: 'primary.userById', params: { userId: exampleValues.userId } }),
      describe_endpoint: await ask('describe_endpoint', { endpoint: 'primary.userById' }),
      read_stored: await ask('read_stored', { response: responseOf(listed) }),
      list_fixtures: await ask('list_fixtures', {}),
      save_fixture: await ask('save_fixture', { response: 'none-of-these' }),
      budget: await ask('budget', {}),
    };
    for (const name of toolNames) {
      const isError = answered[name].startsWith('Error');
      assert.equal(isError, name === 'save_fixture', `${name}: ${answered[name]}`);
    }
    assert.match(answered.look_up, new RegExp(`\\b${exampleValues.userId}\\b`));
    assert.match(answered.save_fixture, /Send instead: /);
  });

  it('include a skill that VS Code lists', async () => {
    const listed =
      await vscode.commands.executeCommand<readonly { readonly uri: vscode.Uri; readonly type: string }[]>(
        '_listExtensionPromptFiles',
      );
    assert.ok(
      listed.some(({ uri, type }) => type === 'skill' && uri.path.endsWith('/media/skills/social-data/SKILL.md')),
      JSON.stringify(listed),
    );
  });

  it('save a stored response to the workspace', async () => {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
    const folder = vscode.Uri.joinPath(root, 'saved-by-agents');
    const settings = vscode.workspace.getConfiguration('socialData', root);
    await settings.update('fixtures.folder', 'saved-by-agents', vscode.ConfigurationTarget.WorkspaceFolder);
    try {
      using _person = respondToDialogs({ button: (_, buttons) => buttons.find((one) => one.startsWith('Use This Machine')) });
      const found = await vscode.lm.invokeTool(toVsCodeToolName('look_up'), lookUp, never);
      const [, response = ''] = /Response (\S+)\.$/m.exec(wordsOf(found)) ?? [];
      const result = await vscode.lm.invokeTool(
        toVsCodeToolName('save_fixture'),
        { input: { response, pseudonymize: true, name: 'a-user' }, toolInvocationToken: undefined },
        never,
      );
      assert.match(wordsOf(result), /^Saved\..*\n[\s\S]*\n\|saved-by-agents\/userByUsername\/a-user\.json\n/);
      const file = vscode.Uri.joinPath(folder, 'userByUsername', 'a-user.json');
      const text = Buffer.from(await vscode.workspace.fs.readFile(file)).toString();
      assert.ok(!text.includes(exampleValues.handle), 'somebody else stands in the place of the person');
    } finally {
      await settings.update('fixtures.folder', undefined, vscode.ConfigurationTarget.WorkspaceFolder);
      await vscode.workspace.fs.delete(folder, { recursive: true });
    }
  });

  it("aren't registered if they are turned off", async () => {
    await setSettings({ 'agents.enabled': false });
    try {
      await assert.rejects(
        async () => await vscode.lm.invokeTool(toVsCodeToolName('budget'), { input: {}, toolInvocationToken: undefined }, never),
      );
    } finally {
      await setSettings({ 'agents.enabled': undefined });
    }
    await vscode.lm.invokeTool(toVsCodeToolName('budget'), { input: {}, toolInvocationToken: undefined }, never);
  });
});

describe('an agent with a paid service', () => {
  const startSpending = useSpending();
  let spending: Spending;
  let desk: AgentToolContext;

  beforeEach(async () => {
    await setSettings({ 'agents.budget': 0.5 });
    spending = await startSpending();
    desk = await createAgentToolContext(spending.services);
  });

  afterEach(async () => {
    await spending[Symbol.asyncDispose]();
    await setSettings({ 'agents.budget': undefined });
  });

  it("asks once in its own dialog, with the price on a button that Enter doesn't press", async () => {
    let buttons: readonly string[] = [];
    using person = respondToDialogs({
      button: (_, offered) => {
        buttons = offered;
        return offered[1];
      },
    });
    assert.deepEqual(prepareToolInvocation('look_up'), { invocationMessage: 'Social Data: Look Up' });
    const inChat = { ...lookUp, toolInvocationToken: {} as never };
    const words = wordsOf(await invokeTool(desk, 'look_up', inChat, never));
    assert.match(words, /^Live: a new response from a paid service\.[\s\S]*Cost: this request \$0\.0002/);
    assert.deepEqual(buttons, ["Don't Allow", 'Allow Once (price unknown, counted as $0.01)', 'Allow up to $0.05']);
    assert.deepEqual(person.shown, ['"VS Code Chat" wants to request User.']);
    assert.match(person.details.join(), /ada_writes.*\nLowest remaining budget: \$0\.50\nService: primary$/);
    const { exchanges } = await spending.services.store();
    const [stored] = exchanges.newest({ limit: 1 }).items;
    assert.ok(stored !== undefined);
    const note = toStoredResponseRow([stored], { now: Date.now(), handleOf: () => undefined, titleOf: () => undefined });
    assert.match(note.description ?? '', /· VS Code Chat ·/);
    assert.match(note.tooltip ?? '', /VS Code Chat/);
    await invokeTool(desk, 'look_up', lookUp, never);
    assert.equal(person.shown.length, 1, 'what is kept is free');
  });

  it('uses the connection that is currently selected', async () => {
    using person = respondToDialogs({ button: (_, offered) => offered[1] });
    await invokeTool(desk, 'look_up', lookUp, never);
    await setSettings({ connection: undefined });
    await spending.services.connections.prepare();
    const words = wordsOf(await invokeTool(desk, 'look_up', { ...lookUp, input: { text: '@mira_maps' } }, never));
    assert.match(words, /^Sandbox: sample data, free\./);
    assert.deepEqual([person.shown.length, spending.spent()], [1, 200n]);
  });

  it("doesn't ask again within an allowed amount until Stop", async () => {
    using person = respondToDialogs({ button: (_, offered) => offered[2] });
    await invokeTool(desk, 'look_up', lookUp, never);
    await invokeTool(desk, 'look_up', { ...lookUp, input: { text: '@mira_maps' } }, never);
    assert.equal(person.shown.length, 1);
    desk.services.consents.revoke();
    await invokeTool(desk, 'look_up', { ...lookUp, input: { text: '@another_one' } }, never);
    assert.equal(person.shown.length, 2);
  });

  it('asks again after the tools have been turned off', async () => {
    using person = respondToDialogs({ button: (_, offered) => offered[2] });
    await invokeTool(desk, 'look_up', lookUp, never);
    try {
      await setSettings({ 'agents.enabled': false });
      await invokeTool(desk, 'look_up', { ...lookUp, input: { text: '@another_one' } }, never);
      assert.equal(person.shown.length, 2);
    } finally {
      await setSettings({ 'agents.enabled': undefined });
    }
  });

  it("doesn't send requests after Enter or Escape, or with a budget of 0", async () => {
    const responses = [0, undefined];
    using person = respondToDialogs({ button: (_, offered) => offered[responses.shift() ?? offered.length] });
    assert.match(wordsOf(await invokeTool(desk, 'look_up', lookUp, never)), /The user didn't allow this request/);
    assert.match(wordsOf(await invokeTool(desk, 'look_up', lookUp, never)), /The user didn't allow this request/);
    await setSettings({ 'agents.budget': 0 });
    assert.match(wordsOf(await invokeTool(desk, 'look_up', lookUp, never)), /Daily agent budget: \$0\.00 of \$0\.00 left\./);
    assert.deepEqual([person.shown.length, await spending.requests()], [2, []]);
  });
});
