import * as vscode from 'vscode';
import { toVsCodeToolName, toolNames } from '../toolNames.ts';
import { once } from '../../../client/once.ts';
import { registerTypedCommand } from '../../../workbench/commands.ts';
import type { Services } from '../../../workbench/services.ts';
import { onDidChangeSettings, readUserOnlySetting } from '../../../workbench/settings.ts';
import type { AgentToolContext } from './languageModelTools.ts';

export function register(services: Services): vscode.Disposable {
  const context = once(async () => (await import('./languageModelTools.ts')).createAgentToolContext(services));
  let offered: vscode.Disposable | undefined;
  let isUsed = false;
  const markUsed = (value: boolean) => {
    isUsed = value;
    void vscode.commands.executeCommand('setContext', 'socialData.agents.isUsed', value);
  };
  const open = async () => {
    markUsed(true);
    return await context();
  };
  const offer = () => {
    offered?.dispose();
    // invalid values are treated as the default
    offered = readUserOnlySetting('agents.enabled') === false ? undefined : registerLanguageModelTools(open);
  };
  offer();
  return vscode.Disposable.from(
    new vscode.Disposable(() => {
      offered?.dispose();
    }),
    onDidChangeSettings(offer, 'agents.enabled'),
    registerTypedCommand('socialData.agents.stop', async () => {
      if (isUsed) {
        (await context()).services.consents.revoke();
      }
      markUsed(false);
      vscode.window.setStatusBarMessage(vscode.l10n.t('Agents stopped. No more agent requests will be sent.'), 4_000);
    }),
  );
}

function registerLanguageModelTools(context: () => Promise<AgentToolContext>): vscode.Disposable {
  return vscode.Disposable.from(
    ...toolNames.map((name) =>
      vscode.lm.registerTool<unknown>(toVsCodeToolName(name), {
        prepareInvocation: async () => (await import('./languageModelTools.ts')).prepareToolInvocation(name),
        invoke: async (options, token) =>
          await (await import('./languageModelTools.ts')).invokeTool(await context(), name, options, token),
      }),
    ),
  );
}
