import { checkParams } from '../../client/checkParams.ts';
import { formatMoney, type Money } from '../../client/money.ts';
import { getBudgetLeft, getCostAmount, type Cost, isExactCost, isFreeCost, noCost } from '../../core/cost/cost.ts';
import { formatCostAmount, formatDollars } from '../../core/cost/formatCost.ts';
import { AgentFault, createInputFault } from './agentFault.ts';
import type { AgentServices } from './agentServices.ts';
import type { ToolResultSource, AgentTool, ToolResult } from './agentTool.ts';
import { fenceUntrusted, formatUntrustedLine } from './untrusted.ts';

/** The same response in words for a model and as data for a program. */
export interface ToolResponse {
  readonly text: string;
  readonly facts: ToolResponseData;
}

/** Numbers, ids of ours and words of ours: nothing that people or services wrote. Amounts are US dollars as decimal texts. */
export interface ToolResponseData {
  readonly tool: string;
  readonly isError: boolean;
  readonly source?: ToolResultSource;
  readonly cost: {
    readonly call: string;
    /** Whether receipts account for all of it. */
    readonly isExact: boolean;
    readonly session: string;
    readonly agentsToday: string;
    /** null: no limit of its own. */
    readonly agentsLeft: string | null;
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
  here: '',
};

const maxFaultTextLength = 300;
/** Room for what to send instead, which may be a long query. */
const maxFaultMessageLength = 4_000;

/**
 * Runs a tool with whatever arguments came: clients do not hold them against the schema. What it cost is in every response, faults
 * included.
 * @throws Error that says no more than that it failed, with the cause
 * @param stop nothing further is sent
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
    // a fault of ours; its own words may be of files or of others, and are for the log alone
    throw new Error(`${tool.name} failed. See the Social Data log for details.`, { cause: error });
  }
}

/** @throws AgentFault that says what to send instead */
function requireValidToolInput(tool: AgentTool, input: unknown): unknown {
  const faults = checkParams({ title: tool.name, params: tool.input }, input);
  if (faults.length > 0) {
    const said = faults.map(({ message }) => `${formatUntrustedLine(message, maxFaultTextLength)}.`).join(' ');
    throw createInputFault(said, `arguments such as ${JSON.stringify(tool.example)}; ids are strings.`);
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
      cost: toCostFacts(services, cost),
      ...(response === undefined ? {} : { response }),
      ...(records === undefined ? {} : { records }),
      ...(next === undefined ? {} : { next }),
    },
  };
}

const fixableByLines: Readonly<Record<AgentFault['fixableBy'], string>> = {
  agent: 'You can correct this.',
  person: 'Only the person can change this.',
  nobody: 'No one can change this now.',
};

function toFaultResponse(tool: AgentTool, services: AgentServices, fault: AgentFault): ToolResponse {
  const said = formatUntrustedLine(fault.said ?? '', maxFaultTextLength);
  const lines = [
    `Error in ${tool.name}: ${formatUntrustedLine(fault.message, maxFaultMessageLength)}`, // it may repeat an argument
    fixableByLines[fault.fixableBy],
    formatCostLine(services, fault.cost, !isFreeCost(fault.cost)),
  ];
  return {
    text: [...lines, ...(said === '' ? [] : ['The service said:', fenceUntrusted([said], services.nonce())])].join('\n'),
    facts: {
      tool: tool.name,
      isError: true,
      cost: toCostFacts(services, fault.cost),
      fault: { kind: fault.kind, fixableBy: fault.fixableBy },
    },
  };
}

/**
 * "Cost: this request $0.0002, session $0.0034; agents have $0.048 left today."
 * @param saysRest whether a budget mattered: what is free leaves it as it was
 */
function formatCostLine(services: AgentServices, cost: Cost, saysRest: boolean): string {
  const { agents } = services.budgets();
  const maybe = cost.maybeCharged > 0 ? ' (it may have been charged)' : '';
  const rest = agents.cap === undefined || !saysRest ? '' : `; agents have ${formatDollars(getBudgetLeft(agents))} left today`;
  return `Cost: this request ${formatCostAmount(cost)}${maybe}, session ${formatCostAmount(services.sessionCost())}${rest}.`;
}

function toCostFacts(services: AgentServices, cost: Cost): ToolResponseData['cost'] {
  const { agents } = services.budgets();
  const text = (amount: Money) => formatMoney(amount);
  return {
    call: text(getCostAmount(cost)),
    isExact: isExactCost(cost),
    session: text(getCostAmount(services.sessionCost())),
    agentsToday: text(agents.spent),
    agentsLeft: agents.cap === undefined ? null : text(getBudgetLeft(agents)),
  };
}
