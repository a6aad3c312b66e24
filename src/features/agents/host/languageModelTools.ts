import { randomInt } from 'node:crypto';
import * as vscode from 'vscode';
import type { AgentServices } from '../agentServices.ts';
import type { AgentTool } from '../agentTool.ts';
import { agentTools } from '../agentTools.ts';
import { type ConsentQuestion, type ConsentReply, type ConsentRequest, Consents, getOfferedAllowance } from '../consents.ts';
import { runTool } from '../runTool.ts';
import type { ToolName } from '../toolNames.ts';
import { getCostAmount } from '../../../core/cost/cost.ts';
import { formatDollars } from '../../../core/cost/formatCost.ts';
import { formatKnownOrAssumedPrice } from '../../../core/cost/formatPrice.ts';
import { type ListedFixture, toListedFixture, sidecarEnding } from '../../fixtures/index.ts';
import { systemClock } from '../../../client/clock.ts';
import { sanitizeForVsCode, shortenText } from '../../../core/text/stripHiddenCharacters.ts';
import { saveFixtureForAgent } from '../../fixtures/host/index.ts';
import type { Services } from '../../../workbench/services.ts';
import { readSessionBudgetSetting, onDidChangeSetting } from '../../../workbench/settings.ts';

export interface AgentToolContext {
  readonly services: Omit<AgentServices, 'client'>;
  /** Over the connections that are selected by now. */
  readonly client: Services['client'];
  readonly log: Pick<Services['log'], 'error'>;
}

/** Makes no call. */
export async function createAgentToolContext(shared: Services): Promise<AgentToolContext> {
  const { client, context, connections, store: openStore, spend, log } = shared;
  const consents = new Consents(askForConsent, systemClock.now);
  context.subscriptions.push(
    // what was allowed for one service is not allowed for another one
    connections.onDidChange(() => consents.revoke()),
    onDidChangeSetting('agents.enabled', () => consents.revoke()),
  );
  const store = await openStore();
  const { exchanges, spending } = store;
  const services: AgentToolContext['services'] = {
    stored: exchanges,
    budgets: () => ({
      agents: spending.agentsToday(),
      // what calls under way have set aside is the client's to know, which holds each of them to this budget again
      session: { cap: readSessionBudgetSetting(), spent: getCostAmount(spend.totals.cost), reserved: 0n },
      day: spending.today(),
    }),
    storeProblem: store.problem,
    sessionCost: () => spend.totals.cost,
    consents,
    fixtures: listFixtures,
    saveFixture: async (request, stop) => await saveFixtureForAgent(shared, request, stop),
    // digits are the fewest tokens: three to one
    nonce: () => String(randomInt(100_000_000, 1_000_000_000)),
  };
  return { services, client, log };
}

const sidecarGlobPattern = `**/*${sidecarEnding}`;
/** Nobody lists more; a workspace that is full of such files shall not be read whole. */
const maxSidecars = 2_000;

/** Bodies are not read. */
async function listFixtures(): Promise<readonly ListedFixture[]> {
  const sidecars = await vscode.workspace.findFiles(sidecarGlobPattern, '**/node_modules/**', maxSidecars);
  const found = await Promise.all(sidecars.map(tryReadListedFixture));
  return found.flatMap((facts) => facts ?? []).toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

async function tryReadListedFixture(uri: vscode.Uri): Promise<ListedFixture | undefined> {
  try {
    return toListedFixture(vscode.workspace.asRelativePath(uri), await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined; // gone since it was found
  }
}

/**
 * What the chat shows while a tool runs. It confirms nothing before: where a request costs, the tool asks the person itself, once, in a
 * dialog that no setting skips.
 */
export function prepareToolInvocation(name: ToolName): vscode.PreparedToolInvocation {
  return { invocationMessage: vscode.l10n.t('Social Data: {0}', requireToolByName(name).title) };
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

/**
 * Asks before requests of an agent are paid for: the only question that there is, for the confirmation of a chat is skipped by settings
 * and permission levels. It comes whenever an agent wants it, perhaps while the person types: what Enter and Escape press spends nothing.
 * @returns for these requests, or for further ones up to an amount that stands on the button
 */
async function askForConsent(query: ConsentQuestion): Promise<ConsentReply> {
  const { l10n } = vscode;
  // VS Code gives Enter to the first button that is not its Cancel, so this one stands beside it
  const refuse = l10n.t('Do Not Allow');
  const { calls, price, isPriceKnown } = query;
  const cost = formatKnownOrAssumedPrice(price, isPriceKnown);
  const once =
    calls.length === 1 ? l10n.t('Allow Once ({0})', cost) : l10n.t('Allow {0} Requests ({1} at Most)', calls.length, cost);
  const amount = getOfferedAllowance(query);
  const upTo = amount === undefined ? undefined : l10n.t('Allow up to {0}', formatDollars(amount));
  const picked = await vscode.window.showWarningMessage(
    formatConsentTitle(query),
    { modal: true, detail: formatConsentDetails(query) },
    refuse,
    once,
    ...(upTo === undefined ? [] : [upTo]),
  );
  if (picked === once) {
    return 'once';
  }
  return amount !== undefined && picked === upTo ? { upTo: amount } : 'no';
}

/** Cuts longer values from an agent, so that the endpoint and the price stay visible. */
const maxParamsTextLength = 300;
const maxParamsLengthPerLine = 80;
const maxRequestLines = 5;

/** The name is in quotes, because the program chose it itself. */
function formatConsentTitle({ agent, calls }: ConsentQuestion): string {
  const { l10n } = vscode;
  const [{ endpoint }] = calls;
  const who = agent === undefined ? l10n.t('An AI agent') : `"${sanitizeForVsCode(agent)}"`;
  return calls.length === 1
    ? l10n.t('{0} wants to request {1}.', who, endpoint.title)
    : l10n.t('{0} wants to make {1} requests.', who, calls.length);
}

/** Leaves out what is shown elsewhere: the endpoint of a single request is above, the price on the button. */
function formatConsentDetails({ calls, left }: ConsentQuestion): string {
  const { l10n } = vscode;
  const more = calls.length - maxRequestLines;
  const services = new Set(calls.map(({ endpoint }) => endpoint.service));
  return [
    ...(calls.length === 1
      ? [formatConsentParams(calls[0], maxParamsTextLength)]
      : calls.slice(0, maxRequestLines).map(formatRequestLine)),
    ...(more > 0 ? [l10n.t('{0} more', more)] : []),
    l10n.t('Lowest remaining budget: {0}', formatDollars(left)),
    l10n.t('Service: {0}', [...services].join(', ')),
  ].join('\n');
}

function formatRequestLine(request: ConsentRequest): string {
  return `${request.endpoint.title} ${formatConsentParams(request, maxParamsLengthPerLine)}`;
}

function formatConsentParams({ params }: ConsentRequest, max: number): string {
  return shortenText(sanitizeForVsCode(JSON.stringify(params)), max);
}
