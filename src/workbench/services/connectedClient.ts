import type { Client } from '../../client/client.ts';
import { isSameConnection } from '../../client/connection.ts';
import { createClient } from '../../client/createClient.ts';
import { createBudget } from '../../client/policies/budget.ts';
import { reuseAnyAge } from '../../client/policies/history.ts';
import { readSessionBudgetSetting } from '../budgetSettings.ts';
import { readSpentToday } from './spend.ts';
import type { Services } from '../services.ts';
import { onDidChangeSettings } from '../settings.ts';
import { createChosenTransport } from './createChosenTransport.ts';

export async function createConnectedClient({ context, connections, spend, log, store: openStore }: Services): Promise<Client> {
  const store = await openStore();
  const budget = createBudget({ cap: readSessionBudgetSetting() });
  const playBudget = createBudget(); // the sandbox's money is play money and has no cap
  const client = createClient({
    connections: (service, name) => connections.of(service, name),
    transport: createChosenTransport(),
    budget: ({ kind }) => (kind === 'sandbox' ? playBudget : budget),
    history: store.history,
    ledger: store.ledger,
    prices: store.prices,
    reuse: reuseAnyAge, // to call again is a choice, with a price
    onSettled: (settlement, asked) => {
      const { request, exchange, error } = settlement;
      spend.add(settlement, readSpentToday(store), isSameConnection(asked, connections.of(request.service)));
      // no path, query or key: what was asked is the person's own business
      log.info(
        `${request.service} ${request.endpointId} (${request.format}): ${exchange === undefined ? (error?.kind ?? 'failed') : `status ${exchange.status}, ${Math.round(exchange.durationMs)} ms`}`,
      );
    },
  });
  spend.setToday(readSpentToday(store));
  context.subscriptions.push(
    connections.onDidChange(() => {
      spend.forgetConnection();
    }),
    onDidChangeSettings(() => {
      budget.setCap(readSessionBudgetSetting());
    }),
    { dispose: () => void client.close() },
  );
  return client;
}
