import * as vscode from 'vscode';
import { toolId, toolNames } from '../../app/agents/toolNames.ts';
import { once } from '../../client/once.ts';
import { registerCommand } from '../shared/commands.ts';
import type { Services } from '../shared/services.ts';
import { onDidChangeSetting, readProtectedSetting } from '../shared/settings.ts';
import type { AgentDesk } from './agentDesk.ts';

/** The tools that AI agents in the editor may call, held to a budget of their own; Stop Agents. */
export function register(services: Services): vscode.Disposable {
  const desk = once(async () => (await import('./agentDesk.ts')).createAgentDesk(services));
  let offered: vscode.Disposable | undefined;
  let isUsed = false;
  const open = async () => {
    isUsed = true;
    return await desk();
  };
  const offer = () => {
    offered?.dispose();
    offered = readProtectedSetting('agents.tools') === 'off' ? undefined : registerTools(open);
  };
  offer();
  return vscode.Disposable.from(
    new vscode.Disposable(() => {
      offered?.dispose();
    }),
    onDidChangeSetting('agents.tools', offer),
    // what was allowed for one service is not allowed for another one
    services.connections.onDidChange(() =>
      isUsed ? void desk().then(({ services: { consents } }) => consents.revoke()) : undefined,
    ),
    registerCommand('socialData.agents.stop', async () => {
      if (isUsed) {
        (await desk()).services.consents.revoke();
      }
      const { describeStopped } = await import('./describeRequest.ts');
      vscode.window.setStatusBarMessage(describeStopped(), 4_000);
    }),
  );
}

/** Their code is loaded when the first one is called. */
function registerTools(desk: () => Promise<AgentDesk>): vscode.Disposable {
  return vscode.Disposable.from(
    ...toolNames.map((name) =>
      vscode.lm.registerTool<unknown>(toolId(name), {
        prepareInvocation: async () => (await import('./languageModelTool.ts')).prepareTool(name),
        invoke: async ({ input }, token) => {
          const { invokeTool } = await import('./languageModelTool.ts');
          return await invokeTool(await desk(), name, input, token);
        },
      }),
    ),
  );
}
