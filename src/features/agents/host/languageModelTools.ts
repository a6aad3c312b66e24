import { randomInt } from 'node:crypto';
import * as vscode from 'vscode';
import type { AgentServices } from '../agentServices.ts';
import type { AgentTool } from '../agentTool.ts';
import { agentTools, runTool } from '../runTool.ts';
import { type ConsentReply, type ConsentRequest, Consents, getOfferedAllowance } from '../consents.ts';
import type { ToolName } from '../toolNames.ts';
import { getCostAmount } from '../../../core/cost/cost.ts';
import { formatDollars } from '../../../core/cost/formatCost.ts';
import { formatKnownOrAssumedPrice } from '../../../core/cost/formatPrice.ts';
import { systemClock } from '../../../client/clock.ts';
import { sanitizeForVsCode, shortenText } from '../../../core/text/stripHiddenCharacters.ts';
import { listFixtures, saveFixtureForAgent } from '../../fixtures/host/index.ts';
import type { Services } from '../../../workbench/services.ts';
import { readBudgetSetting, onDidChangeSettings } from '../../../workbench/settings.ts';

export interface AgentToolContext {
  readonly services: Omit<AgentServices, 'client'>;
  readonly client: Services['client'];
  readonly log: Pick<Services['log'], 'error'>;
}

export async function createAgentToolContext(shared: Services): Promise<AgentToolContext> {
  const { client, context, connections, store: openStore, spend, log } = shared;
  const consents = new Consents(askForConsent, systemClock.now);
  context.subscriptions.push(
    // an allowance for one service doesn't cover the other
    connections.onDidChange(() => consents.revoke()),
    onDidChangeSettings(() => consents.revoke(), 'agents.enabled'),
  );
  const store = await openStore();
  const { exchanges, spending } = store;
  const services: AgentToolContext['services'] = {
    stored: exchanges,
    budgets: () => ({
      agents: spending.agentsToday(),
      // the client knows what requests in flight have reserved, and checks this budget again
      session: { cap: readBudgetSetting('session'), spent: getCostAmount(spend.totals.cost), reserved: 0n },
      day: spending.today(),
    }),
    storeProblem: store.problem,
    sessionCost: () => spend.totals.cost,
    consents,
    fixtures: listFixtures,
    saveFixture: async (request, stop) => await saveFixtureForAgent(shared, request, stop),
    // three digits are one token
    nonce: () => String(randomInt(100_000_000, 1_000_000_000)),
  };
  return { services, client, log };
}

/** Doesn't ask for confirmation, because settings can skip it. The tool shows its own dialog if a request costs money. */
export function prepareToolInvocation(name: ToolName): vscode.PreparedToolInvocation {
  return { invocationMessage: vscode.l10n.t('Social Data: {0}', requireToolByName(name).title) };
}

/** A tool's errors are results, so the model learns what to do. */
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
      // VS Code would indent an object, which takes more tokens
      vscode.LanguageModelDataPart.text(JSON.stringify(facts), 'application/json'),
    ]);
  } catch (error) {
    log.error(`The tool ${name} failed: ${String(error instanceof Error ? (error.cause ?? error) : error)}`);
    throw error;
  } finally {
    subscription.dispose();
  }
}

/** VS Code doesn't report which chat or extension calls, only whether it is a chat. */
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

/**
 * Asks before paying for an agent's requests, because settings can skip a chat's confirmation. The dialog can open while the user
 * is typing, so Enter and Escape don't allow anything.
 */
async function askForConsent(request: ConsentRequest): Promise<ConsentReply> {
  const { l10n } = vscode;
  const { agent, endpoint, params, price, isPriceKnown, left } = request;
  // Enter presses the first button except VS Code's Cancel
  const refuse = l10n.t("Don't Allow");
  const once = l10n.t('Allow Once ({0})', formatKnownOrAssumedPrice(price, isPriceKnown));
  const amount = getOfferedAllowance(request);
  const upTo = amount === undefined ? undefined : l10n.t('Allow up to {0}', formatDollars(amount));
  // in quotes because the program chose the name
  const who = agent === undefined ? l10n.t('An AI agent') : `"${sanitizeForVsCode(agent)}"`;
  const detail = [
    shortenText(sanitizeForVsCode(JSON.stringify(params)), maxParamsTextLength),
    l10n.t('Lowest remaining budget: {0}', formatDollars(left)),
    l10n.t('Service: {0}', endpoint.service),
  ].join('\n');
  const picked = await vscode.window.showWarningMessage(
    l10n.t('{0} wants to request {1}.', who, endpoint.title),
    { modal: true, detail },
    refuse,
    once,
    ...(upTo === undefined ? [] : [upTo]),
  );
  if (picked === once) {
    return 'once';
  }
  return amount !== undefined && picked === upTo ? { upTo: amount } : 'no';
}

/** Truncates longer values from an agent, so the endpoint and the price remain visible. */
const maxParamsTextLength = 300;
