import * as vscode from 'vscode';
import { toVsCodeToolName, toolNames } from '../../app/agents/toolNames.ts';
import { once } from '../../client/once.ts';
import { registerTypedCommand } from '../shared/commands.ts';
import type { Services } from '../shared/services.ts';
import { onDidChangeSetting, readUserOnlySetting } from '../shared/settings.ts';
import type { AgentToolContext } from './agentToolContext.ts';

/** The tools that AI agents in the editor may call, held to a budget of their own; Stop Agents. */
export function register(services: Services): vscode.Disposable {
  const desk = once(async () => (await import('./agentToolContext.ts')).createAgentToolContext(services));
  let offered: vscode.Disposable | undefined;
  let isUsed = false;
  const open = async () => {
    isUsed = true;
    return await desk();
  };
  const offer = () => {
    offered?.dispose();
    offered = offerTools(services, open);
  };
  offer();
  return vscode.Disposable.from(
    new vscode.Disposable(() => {
      offered?.dispose();
    }),
    onDidChangeSetting('agents.tools', offer),
    registerTypedCommand('socialData.agents.stop', async () => {
      if (isUsed) {
        (await desk()).services.consents.revoke();
      }
      const { describeAgentsStopped } = await import('./formatConsent.ts');
      vscode.window.setStatusBarMessage(describeAgentsStopped(), 4_000);
    }),
  );
}

/** In one way or the other, never in both: a chat would get every tool twice. */
function offerTools(services: Services, desk: () => Promise<AgentToolContext>): vscode.Disposable | undefined {
  const tools = readUserOnlySetting('agents.tools');
  switch (tools) {
    case 'mcp':
      return registerMcpServer(services, desk);
    case 'off':
      return undefined;
    default:
      return registerLanguageModelTools(desk); // whatever else stands in the settings file: as if nothing did
  }
}

/** The id of the manifest. */
const mcpProvider = 'socialData.mcp';

/**
 * Offers a server that the editor starts: a bridge to this process, which serves. Neither a key nor an address of a service leaves it.
 * Its code is loaded when the editor starts the first one.
 */
function registerMcpServer({ context, log }: Services, desk: () => Promise<AgentToolContext>): vscode.Disposable {
  const manifest: unknown = context.extension.packageJSON;
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '';
  const bridge = vscode.Uri.joinPath(context.extensionUri, 'dist', 'mcpBridge.js').fsPath;
  const door = once(async () => (await import('./mcpServer.ts')).createEditorMcpServer(desk, { version, log }));
  let isOpened = false;
  const provider = vscode.lm.registerMcpServerDefinitionProvider(mcpProvider, {
    provideMcpServerDefinitions: () => [
      new vscode.McpStdioServerDefinition('Social Data', process.execPath, [bridge], { ELECTRON_RUN_AS_NODE: '1' }, version),
    ],
    resolveMcpServerDefinition: async (definition) => {
      isOpened = true;
      const { env } = await (await door()).createCredentials();
      if (definition instanceof vscode.McpStdioServerDefinition) {
        definition.env = { ...definition.env, ...env };
      }
      return definition;
    },
  });
  return vscode.Disposable.from(
    provider,
    new vscode.Disposable(() => (isOpened ? void door().then(async (opened) => await opened.close()) : undefined)),
  );
}

/** Their code is loaded when the first one is called. */
function registerLanguageModelTools(desk: () => Promise<AgentToolContext>): vscode.Disposable {
  return vscode.Disposable.from(
    ...toolNames.map((name) =>
      vscode.lm.registerTool<unknown>(toVsCodeToolName(name), {
        prepareInvocation: async () => (await import('./languageModelTool.ts')).prepareToolInvocation(name),
        invoke: async (options, token) =>
          await (await import('./languageModelTool.ts')).invokeTool(await desk(), name, options, token),
      }),
    ),
  );
}
