import type { Client } from '../../client/client.ts';
import { createClient } from '../../client/createClient.ts';
import { createBudget } from '../../client/policies/budget.ts';
import { fetchTransport } from '../../client/transports/fetch.ts';
import { budgetOf } from './sessionBudget.ts';
import type { Services } from './services.ts';
import { onDidChangeSettings } from './settings.ts';

/**
 * The client over the connections of the settings. Its transport is the host's fetch, which obeys the proxy and
 * certificate settings of VS Code.
 */
export function createConnectedClient({ context, connections, spend, log }: Services): Client {
  const budget = createBudget({ cap: budgetOf() });
  const playBudget = createBudget(); // the sandbox's money is play money and has no cap
  const client = createClient({
    connections: (service) => connections.of(service),
    transport: fetchTransport(),
    budget: ({ kind }) => (kind === 'sandbox' ? playBudget : budget),
    onSettled: (settlement) => {
      spend.add(settlement);
      const { request, exchange, error } = settlement;
      // no path, query or key: what was asked is the person's own business
      log.info(
        `${request.service} ${request.endpointId} (${request.format}): ${exchange === undefined ? (error?.kind ?? 'failed') : `status ${exchange.status}, ${Math.round(exchange.durationMs)} ms`}`,
      );
    },
  });
  context.subscriptions.push(
    connections.onDidChange(() => {
      spend.forgetBalances();
    }),
    onDidChangeSettings(() => {
      budget.setCap(budgetOf());
    }),
    { dispose: () => void client.close() },
  );
  return client;
}
