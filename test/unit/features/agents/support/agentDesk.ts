import type { AgentServices, SaveAgentFixture } from '../../../../../src/features/agents/agentServices.ts';
import type { ListedFixture } from '../../../../../src/features/fixtures/readFixture.ts';
import type { AgentTool } from '../../../../../src/features/agents/agentTool.ts';
import { agentTools, type ToolResponse, runTool } from '../../../../../src/features/agents/runTool.ts';
import { type ConsentRequest, type ConsentReply, Consents } from '../../../../../src/features/agents/consents.ts';
import { addCost, type Cost, getSettlementCost, noCost } from '../../../../../src/core/cost/cost.ts';
import type { Client } from '../../../../../src/client/client.ts';
import type { Connection } from '../../../../../src/client/connection.ts';
import type { Money } from '../../../../../src/client/money.ts';
import { type Budget, createBudget } from '../../../../../src/client/policies/budget.ts';
import type { PlannedCall } from '../../../../../src/client/policies/budgetPolicy.ts';
import type { WireRequest } from '../../../../../src/client/transport.ts';
import type { Store } from '../../../../../src/store/store.ts';
import type { FakeReply, FakeTransport } from '../../../../support/fakeTransport.ts';
import { testConnection } from '../../../../support/testEndpoints.ts';
import { clientOver, type StoreFolder } from '../../../store/support/testStore.ts';

export interface DeskOptions {
  readonly reply?: (request: WireRequest, index: number) => FakeReply | Promise<FakeReply>;
  readonly connection?: Partial<Connection>;
  readonly guess?: bigint;
  readonly agentsCap?: () => Money | undefined;
  readonly dayCap?: () => Money | undefined;
  readonly sessionCap?: Money;
  /** The user's reply. Default: no. */
  readonly ask?: (query: ConsentRequest) => ConsentReply | Promise<ConsentReply>;
  readonly fixtures?: () => readonly ListedFixture[];
  readonly saveFixture?: SaveAgentFixture;
  /** Default: `n1`, `n2`, and so on. */
  readonly nonce?: () => string;
  /** Called for each recorded request. */
  readonly onBegin?: (call: PlannedCall) => void;
}

/** Services for agents, with a real client and a real store. */
export interface AgentDesk {
  readonly services: AgentServices;
  readonly client: Client;
  readonly store: Store;
  readonly transport: FakeTransport;
  readonly budget: Budget;
  /** The questions asked. */
  readonly asked: ConsentRequest[];
  readonly run: (name: string, input: unknown, stop?: AbortSignal) => Promise<ToolResponse>;
}

/** 200 micro-dollars per request. */
export const price = '0.0002';

function toolNamed(name: string): AgentTool {
  const tool = agentTools.find((one) => one.name === name);
  if (tool === undefined) {
    throw new Error(`there is no tool ${name}`);
  }
  return tool;
}

export async function agentDesk(folder: StoreFolder, options: DeskOptions = {}): Promise<AgentDesk> {
  const { agentsCap = () => 1_000_000n, dayCap = () => undefined, ask = () => 'no' as const } = options;
  const store = await folder.open({ agentsCap, dayCap });
  const budget = createBudget(options.sessionCap === undefined ? {} : { cap: options.sessionCap });
  let cost: Cost = noCost;
  const { client, transport } = clientOver(
    store,
    folder.clock,
    (index, request) => options.reply?.(request, index) ?? { headers: { 'x-price-per-call': price } },
    {
      connections: () => testConnection(options.connection),
      ledger: {
        begin: async (call, wait) => {
          const entry = await store.ledger.begin(call, wait);
          if (entry !== 'again') {
            options.onBegin?.(call);
          }
          return entry;
        },
      },
      guess: options.guess ?? 1_000n,
      budget: ({ kind }) => (kind === 'sandbox' ? createBudget() : budget),
      onSettled: (settlement) => {
        cost = addCost(cost, getSettlementCost(settlement));
      },
    },
  );
  const asked: ConsentRequest[] = [];
  const consents = new Consents(
    async (query) => {
      asked.push(query);
      return await ask(query);
    },
    () => folder.clock.now(),
  );
  let count = 0;
  const services: AgentServices = {
    client,
    stored: store.exchanges,
    budgets: () => ({ agents: store.spending.agentsToday(), session: budget.state(), day: store.spending.today() }),
    sessionCost: () => cost,
    consents,
    fixtures: async () => await Promise.resolve(options.fixtures?.() ?? []),
    ...(options.saveFixture === undefined ? {} : { saveFixture: options.saveFixture }),
    nonce: options.nonce ?? (() => `n${(count += 1)}`),
  };
  const run = async (name: string, input: unknown, stop = new AbortController().signal) =>
    await runTool(toolNamed(name), services, input, stop);
  return { services, client, store, transport, budget, asked, run };
}

/** The text outside the marks. */
export function outside(text: string): string {
  const lines = text.split('\n');
  const stored: string[] = [];
  let mark: string | undefined;
  for (const line of lines) {
    if (mark === undefined && /^<untrusted-\w+> /.test(line)) {
      mark = line.slice(1, line.indexOf('>'));
    } else if (mark !== undefined && line === `</${mark}>`) {
      mark = undefined;
    } else if (mark === undefined) {
      stored.push(line);
    }
  }
  return stored.join('\n');
}
