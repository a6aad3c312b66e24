import * as vscode from 'vscode';
import type { AgentTool } from '../../app/agents/agentTool.ts';
import { agentTools } from '../../app/agents/agentTools.ts';
import { runTool } from '../../app/agents/runTool.ts';
import type { ToolName } from '../../app/agents/toolNames.ts';
import type { AgentToolContext } from './agentToolContext.ts';

/**
 * What the chat shows while a tool runs. It confirms nothing before: where a request costs, the tool asks the person itself, once, in a
 * dialog that no setting skips.
 */
export function prepareToolInvocation(name: ToolName): vscode.PreparedToolInvocation {
  return { invocationMessage: vscode.l10n.t('{0} of Social Data', requireToolByName(name).title) };
}

/** Faults are answers, so that the model learns what to do. */
export async function invokeTool(
  { services, client, log }: AgentToolContext,
  name: ToolName,
  { input, toolInvocationToken }: Pick<vscode.LanguageModelToolInvocationOptions<unknown>, 'input' | 'toolInvocationToken'>,
  token: vscode.CancellationToken,
): Promise<vscode.LanguageModelToolResult> {
  const stop = new AbortController();
  const subscription = token.onCancellationRequested(() => stop.abort());
  if (token.isCancellationRequested) {
    stop.abort();
  }
  try {
    const { text, facts } = await runTool(
      requireToolByName(name),
      { ...services, client: await client(), agent: getAgentName(toolInvocationToken) },
      input,
      stop.signal,
    );
    return new vscode.LanguageModelToolResult([
      new vscode.LanguageModelTextPart(text),
      // compact: what VS Code makes of an object is indented, which models pay for
      vscode.LanguageModelDataPart.text(JSON.stringify(facts), 'application/json'),
    ]);
  } catch (error) {
    log.error(`The tool ${name} failed: ${String(error instanceof Error ? (error.cause ?? error) : error)}`);
    throw error;
  } finally {
    subscription.dispose();
  }
}

/** VS Code names neither the chat nor the extension that asks; it says whether it was a chat. */
function getAgentName(chat: unknown): string | undefined {
  return chat === undefined ? undefined : 'VS Code Chat';
}

function requireToolByName(name: ToolName): AgentTool {
  const tool = agentTools.find((one) => one.name === name);
  if (tool === undefined) {
    throw new RangeError(`there is no tool ${name}`);
  }
  return tool;
}
