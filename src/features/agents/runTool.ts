import { checkParams } from '../../client/checkParams.ts';
import { formatMoney } from '../../client/money.ts';
import { getBudgetLeft, getCostAmount, type Cost, isExactCost, isFreeCost, noCost } from '../../core/cost/cost.ts';
import { formatCostAmount, formatDollars } from '../../core/cost/formatCost.ts';
import { AgentFault, createInputFault } from './agentFault.ts';
import type { AgentServices } from './agentServices.ts';
import type { ToolResultSource, AgentTool, ToolResult } from './agentTool.ts';
import { liveTools } from './tools/liveTools.ts';
import { storedTools } from './tools/storedTools.ts';
import { fenceUntrusted, formatUntrustedLine } from './untrusted.ts';

export const agentTools: readonly AgentTool[] = [...liveTools, ...storedTools];

/** The same result as text for a model and as data for a program. */
export interface ToolResponse {
  readonly text: string;
  readonly facts: ToolResponseData;
}

/** Doesn't contain anything that people or services wrote. Amounts are US dollars as decimal strings. */
export interface ToolResponseData {
  readonly tool: string;
  readonly isError: boolean;
  readonly source?: ToolResultSource;
  readonly cost: {
    readonly call: string;
    /** False if the cost is partly assumed. */
    readonly isExact: boolean;
  };
  readonly response?: string;
  readonly records?: ToolResult['records'];
  readonly next?: ToolResult['next'];
  readonly fault?: { readonly kind: AgentFault['kind']; readonly fixableBy: AgentFault['fixableBy'] };
}

const sourceLines: Readonly<Record<ToolResultSource, string>> = {
  live: 'Live: a new response from a paid service.',
  stored: 'From history: requested earlier, free.',
  sandbox: 'Sandbox: sample data, free.',
  local: '',
};

const maxFaultTextLength = 300;
/** Long enough for a corrected query. */
const maxFaultMessageLength = 4_000;

/**
 * Validates the input, because clients don't. The tool's errors become responses, which state the cost like all others.
 * @param stop prevents further requests
 * @throws Error on an internal error. Only its `cause` has details, because they may contain anything
 */
export async function runTool(
  tool: AgentTool,
  services: AgentServices,
  input: unknown,
  stop: AbortSignal,
): Promise<ToolResponse> {
  try {
    return toToolResponse(tool, services, await tool.run(services, requireValidToolInput(tool, input), stop));
  } catch (error) {
    if (error instanceof AgentFault) {
      return toFaultResponse(tool, services, error);
    }
    throw new Error(`${tool.name} failed. See the Social Data log for details.`, { cause: error });
  }
}

/** @throws AgentFault */
function requireValidToolInput(tool: AgentTool, input: unknown): unknown {
  const faults = checkParams({ title: tool.name, params: tool.input }, input);
  if (faults.length > 0) {
    const messages = faults.map(({ message }) => `${formatUntrustedLine(message, maxFaultTextLength)}.`);
    throw createInputFault(messages.join(' '), `arguments such as ${JSON.stringify(tool.example)}; IDs are strings.`);
  }
  return input;
}

function toToolResponse(tool: AgentTool, services: AgentServices, result: ToolResult): ToolResponse {
  const { source, notes, untrusted, cost = noCost, response, records, next } = result;
  const fence = untrusted.length === 0 ? [] : [fenceUntrusted(untrusted, services.nonce())];
  const head = [sourceLines[source], ...(response === undefined ? [] : [`Response ${response}.`])]
    .filter((line) => line !== '')
    .join(' ');
  const lines = [head, ...notes, formatCostLine(services, cost, source === 'live')].filter((line) => line !== '');
  return {
    text: [...lines, ...fence].join('\n'),
    facts: {
      tool: tool.name,
      isError: false,
      source,
      cost: toCostFacts(cost),
      ...(response === undefined ? {} : { response }),
      ...(records === undefined ? {} : { records }),
      ...(next === undefined ? {} : { next }),
    },
  };
}

const fixableByLines: Readonly<Record<AgentFault['fixableBy'], string>> = {
  agent: 'You can fix this.',
  person: 'Only the user can fix this.',
  nobody: "This can't be fixed now.",
};

function toFaultResponse(tool: AgentTool, services: AgentServices, fault: AgentFault): ToolResponse {
  const said = formatUntrustedLine(fault.said ?? '', maxFaultTextLength);
  const lines = [
    `Error in ${tool.name}: ${formatUntrustedLine(fault.message, maxFaultMessageLength)}`, // may repeat an argument
    fixableByLines[fault.fixableBy],
    formatCostLine(services, fault.cost, !isFreeCost(fault.cost)),
  ];
  return {
    text: [...lines, ...(said === '' ? [] : ["The service's message:", fenceUntrusted([said], services.nonce())])].join('\n'),
    facts: {
      tool: tool.name,
      isError: true,
      cost: toCostFacts(fault.cost),
      fault: { kind: fault.kind, fixableBy: fault.fixableBy },
    },
  };
}

/** "Cost: this request $0.0002, session $0.0034; agents have $0.048 left today." */
function formatCostLine(services: AgentServices, cost: Cost, showsLeft: boolean): string {
  const { agents } = services.budgets();
  const maybe = cost.maybeCharged > 0 ? ' (it may have been charged)' : '';
  const left = agents.cap === undefined || !showsLeft ? '' : `; agents have ${formatDollars(getBudgetLeft(agents))} left today`;
  return `Cost: this request ${formatCostAmount(cost)}${maybe}, session ${formatCostAmount(services.sessionCost())}${left}.`;
}

function toCostFacts(cost: Cost): ToolResponseData['cost'] {
  return { call: formatMoney(getCostAmount(cost)), isExact: isExactCost(cost) };
}
