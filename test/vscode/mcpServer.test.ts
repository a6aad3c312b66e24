import assert from 'node:assert/strict';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import * as vscode from 'vscode';
import type * as z from 'zod';
import { toVsCodeToolName, toolNames } from '../../src/app/agents/toolNames.ts';
import { createFixtureDraft } from '../../src/app/fixtures/fixtureDraft.ts';
import { saveFixture } from '../../src/app/fixtures/saveFixture.ts';
import { createTemporaryFolder } from '../../src/build/projectFolders.ts';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { type AgentToolContext, createAgentToolContext } from '../../src/host/agents/agentToolContext.ts';
import { createEditorMcpServer } from '../../src/host/agents/mcpServer.ts';
import { fixtureSaveDependencies } from '../../src/host/fixtures/saveAsFixture.ts';
import { createWorkspaceFixtureFolder } from '../../src/host/shared/workspaceFolder.ts';
import { toolOutputSchema } from '../../src/mcp/toolOutputSchema.ts';
import { toFixtureUri } from '../../src/mcp/resourceUris.ts';
import { bridgeEnvNames } from '../../src/mcp/bridgeEnvNames.ts';
import type { McpBridgeListener } from '../../src/mcp/mcpBridgeListener.ts';
import { bridgeEnvironments, showsProcesses } from '../support/vscode/bridgeEnvironments.ts';
import { fixtureExchange, savedThen } from '../unit/app/fixtures/support/fixtureExchange.ts';
import { answering } from './support/answering.ts';
import { type Spending, useSpending } from './support/spending.ts';
import { setSettings, until } from './support/steps.ts';

const never = new vscode.CancellationTokenSource().token;

/** The name that the editor gives a tool of a server, among those of all servers. */
function mcpTool(name: string): string | undefined {
  return vscode.lm.tools.find((tool) => tool.name.startsWith('mcp_') && tool.name.endsWith(`_${name}`))?.name;
}

/** The environments of the bridges of this editor. */
function ownBridges(): readonly string[] {
  return bridgeEnvironments(vscode.extensions.getExtension('social-data-explorer.social-data-explorer')?.extensionPath ?? '');
}

/** What a model gets of an answer: of a server's answers the editor gives it the structured part alone. */
async function answerOf(name: string, input: object): Promise<z.output<typeof toolOutputSchema>> {
  const { content } = await vscode.lm.invokeTool(mcpTool(name) ?? name, { input, toolInvocationToken: undefined }, never);
  const texts = content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''));
  return toolOutputSchema.parse(JSON.parse(texts.join('')));
}

describe('the MCP server that the editor starts', () => {
  before(async () => {
    await setSettings({ 'agents.tools': 'mcp' });
    await until('the tools of the server', async () => {
      // the editor learns of the server a moment after the setting
      await vscode.commands.executeCommand('workbench.mcp.startServer', '*');
      return mcpTool('look_up');
    });
  });

  after(async () => {
    await setSettings({ 'agents.tools': undefined });
  });

  it('offers every tool, in the place of those of the extension', async () => {
    assert.deepEqual(
      toolNames.filter((name) => mcpTool(name) === undefined),
      [],
    );
    await assert.rejects(
      async () => await vscode.lm.invokeTool(toVsCodeToolName('budget'), { input: {}, toolInvocationToken: undefined }, never),
    );
  });

  it('answers in this process, over the connection of the window, with all that a model needs', async () => {
    const { text, source } = await answerOf('look_up', { text: `@${exampleValues.handle}` });
    assert.match(source ?? '', /^(?:sandbox|kept)$/);
    assert.match(text, new RegExp(`^\\| ?id: ${exampleValues.userId}$`, 'm'));
    assert.match((await answerOf('look_up', { text: 5 })).text, /Send instead/);
  });

  it('knows neither key nor address of a service where other programs could read it', () => {
    const environments = ownBridges();
    assert.equal(environments.length > 0, showsProcesses);
    for (const environment of environments) {
      assert.ok(environment.includes(bridgeEnvNames.token));
      assert.doesNotMatch(environment, /API_?KEY|127\.0\.0\.1:\d+\/primary/i);
    }
  });

  it('is gone with its tools where the person switches it off', async () => {
    await setSettings({ 'agents.tools': 'off' });
    await until('no tools', () => mcpTool('look_up') === undefined || undefined);
    await until('no bridge', () => ownBridges().length === 0 || undefined);
  });
});

describe('the MCP server of a window at a paid service', () => {
  const startSpending = useSpending();
  let spending: Spending;
  let desk: AgentToolContext;
  let door: McpBridgeListener;
  let client: Client;

  beforeEach(async () => {
    await setSettings({ 'agents.budget': 0.5 });
    spending = await startSpending();
    desk = await createAgentToolContext(spending.services);
    const { log } = spending.services;
    door = createEditorMcpServer(async () => await Promise.resolve(desk), { version: '1.0.0', log });
    const { env } = await door.createCredentials();
    const socket = connect(env[bridgeEnvNames.address] ?? '');
    socket.write(`${env[bridgeEnvNames.token] ?? ''}\n`);
    client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StdioServerTransport(socket, socket));
  });

  afterEach(async () => {
    await client.close();
    await door.close();
    await spending[Symbol.asyncDispose]();
    await setSettings({ 'agents.budget': undefined });
  });

  const lookUp = async (text: string) => {
    const { structuredContent } = await client.callTool({ name: 'look_up', arguments: { text } });
    return toolOutputSchema.parse(structuredContent);
  };

  it('reads fixtures of the workspace, and no file that a link leads to', async () => {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
    const files = createWorkspaceFixtureFolder(root);
    await using outside = await createTemporaryFolder('outside');
    const secret = join(outside.path, 'secret');
    await writeFile(secret, 'canary');
    const draft = createFixtureDraft([fixtureExchange('ada', Buffer.from('{"ada":1}'))], { kind: 'answer', ...savedThen });
    await saveFixture(files, { folder: 'linked', slug: 'ada' }, draft, { ...fixtureSaveDependencies, layout: 'original' });
    const uri = toFixtureUri('linked/ada.meta.json');
    try {
      await until('it is listed', async () => {
        const { resources } = await client.listResources();
        return resources.some((one) => one.uri === uri) || undefined;
      });
      assert.match(JSON.stringify(await client.readResource({ uri })), /ada/);
      const body = join(root.fsPath, 'linked', 'ada.json');
      await rm(body);
      await symlink(secret, body);
      await assert.rejects(async () => await client.readResource({ uri }), /not found/i);
    } finally {
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(root, 'linked'), { recursive: true, useTrash: false });
    }
  });

  it('asks the person in the window, and sends nothing where they close the question', async () => {
    let isAllowed = true;
    using person = answering({
      button: (_, offered) => (isAllowed ? offered.find((one) => one.startsWith('Allow Once')) : undefined),
    });
    assert.equal((await lookUp(`@${exampleValues.handle}`)).cost.call, '0.0002');
    isAllowed = false;
    assert.deepEqual((await lookUp('@mira_maps')).fault, { kind: 'consent', fixableBy: 'person' });
    assert.deepEqual([person.asked.length, (await spending.asked()).length], [2, 1]);
  });

  it('ends with Stop what waits for the person, and asks again afterwards', async () => {
    using person = answering({
      button: () => {
        desk.services.consents.revoke();
        return undefined;
      },
    });
    assert.equal((await lookUp(`@${exampleValues.handle}`)).fault?.kind, 'stopped');
    assert.deepEqual([person.asked.length, await spending.asked()], [1, []]);
  });
});
