import * as vscode from 'vscode';
import type { AgentServices } from '../../app/agents/agentServices.ts';
import type { AgentTool } from '../../app/agents/agentTool.ts';
import { agentTools } from '../../app/agents/agentTools.ts';
import { leftOf } from '../../app/agents/consents.ts';
import { previewTool } from '../../app/agents/previewTool.ts';
import { runTool } from '../../app/agents/runTool.ts';
import type { ToolName } from '../../app/agents/toolNames.ts';
import { describePaidRequest } from '../../app/cost/formatPrice.ts';
import type { Money } from '../../client/money.ts';
import type { AgentDesk } from './agentDesk.ts';
import { describePreview } from './describeRequest.ts';

/** What the chat shows while a tool runs, and asks before where it costs. Makes no call. */
export function prepareTool({ services }: AgentDesk, name: ToolName, input: unknown): vscode.PreparedToolInvocation {
  const tool = toolNamed(name);
  const preview = previewTool(tool, services, input);
  const invocationMessage = vscode.l10n.t('{0} of Social Data', tool.title);
  const isAsked = preview !== undefined && mustAsk(services, preview.price.amount);
  return isAsked
    ? {
        invocationMessage,
        confirmationMessages: {
          title: describePaidRequest(tool.title),
          message: describePreview(preview),
        },
      }
    : { invocationMessage };
}

/** Nobody is asked about what is free, allowed already, or refused in any case. */
function mustAsk({ consents, budgets }: AgentServices, price: Money): boolean {
  const { agents } = budgets();
  return price > 0n && !consents.covers(price) && (agents.cap === undefined || leftOf(agents) >= price);
}

/** Runs a tool for a model: its words, and the same for programs. Faults are answers, so that the model learns what to do. */
export async function invokeTool(
  { services, log }: AgentDesk,
  name: ToolName,
  input: unknown,
  token: vscode.CancellationToken,
): Promise<vscode.LanguageModelToolResult> {
  const stop = new AbortController();
  const subscription = token.onCancellationRequested(() => stop.abort());
  if (token.isCancellationRequested) {
    stop.abort();
  }
  try {
    const { text, facts } = await runTool(toolNamed(name), services, input, stop.signal);
    return new vscode.LanguageModelToolResult([
      new vscode.LanguageModelTextPart(text),
      // compact: what VS Code makes of an object is indented, which models pay for
      vscode.LanguageModelDataPart.text(JSON.stringify(facts), 'application/json'),
    ]);
  } catch (error) {
    log.error(`The tool ${name} failed: ${String(error)}`);
    throw error;
  } finally {
    subscription.dispose();
  }
}

function toolNamed(name: ToolName): AgentTool {
  const tool = agentTools.find((one) => one.name === name);
  if (tool === undefined) {
    throw new RangeError(`there is no tool ${name}`);
  }
  return tool;
}
