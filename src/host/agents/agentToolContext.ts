import { randomInt } from 'node:crypto';
import * as vscode from 'vscode';
import type { AgentServices } from '../../app/agents/agentServices.ts';
import { Consents } from '../../app/agents/consents.ts';
import { getCostAmount } from '../../app/cost/cost.ts';
import { type ListedFixture, toListedFixture } from '../../app/fixtures/listedFixture.ts';
import { sidecarEnding } from '../../app/fixtures/naming.ts';
import { systemClock } from '../../client/clock.ts';
import { readSessionBudgetSetting } from '../shared/budgetSettings.ts';
import type { Services } from '../shared/services.ts';
import { onDidChangeSetting } from '../shared/settings.ts';
import { askForConsent } from './askForConsent.ts';

export interface AgentToolContext {
  readonly services: Omit<AgentServices, 'client'>;
  /** Over the connections that are selected by now. */
  readonly client: Services['client'];
  readonly log: Pick<Services['log'], 'error'>;
}

/** Makes no call. */
export async function createAgentToolContext({
  client,
  context,
  connections,
  store: openStore,
  spend,
  log,
  saveFixtureForAgent,
}: Services): Promise<AgentToolContext> {
  const consents = new Consents(askForConsent, systemClock.now);
  context.subscriptions.push(
    // what was allowed for one service is not allowed for another one
    connections.onDidChange(() => consents.revoke()),
    onDidChangeSetting('agents.enabled', () => consents.revoke()),
  );
  const store = await openStore();
  const { exchanges, spending } = store;
  const services: AgentToolContext['services'] = {
    kept: exchanges,
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
    saveFixture: saveFixtureForAgent,
    now: Date.now,
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
