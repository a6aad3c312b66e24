import type { Exchange } from '../client/exchange.ts';
import { memoryHistory } from '../client/memoryHistory.ts';
import type { Money } from '../client/money.ts';
import { type BudgetState, type CallLedger, overBudget, type PlannedCall, type Settlement } from '../client/policies/budget.ts';
import type { HistoryStore } from '../client/policies/history.ts';
import { createPriceBook } from '../client/priceBook.ts';
import { changesOf } from './changes.ts';
import { exchangeOf, toLineEnd } from './ledgerLines.ts';
import { memoryExchanges } from './memoryExchanges.ts';
import { memorySpending } from './memorySpending.ts';
import type { StoreParts } from './openStore.ts';
import type { LedgerLine, Store } from './store.ts';

/** A store that lasts as long as the window: for where no database can be had. Balances are not reconciled. */
export function memoryStore({
  clock,
  dayOf,
  dayCap,
  maxBytes,
}: Pick<StoreParts, 'clock' | 'dayOf' | 'dayCap' | 'maxBytes'>): Store {
  const changes = changesOf(clock, () => 0);
  const day = () => dayOf(clock.now());
  const lines: LedgerLine[] = [];
  const reserved = new Map<PlannedCall, { readonly day: string; readonly amount: Money }>();
  const exchanges = memoryExchanges(maxBytes, changes.touch);
  // the answers that serve again; what is deleted from the list shall not serve either
  let serving = memoryHistory();
  const history: HistoryStore = {
    find: (identity) => {
      const found = serving.find(identity);
      return found === undefined || exchanges.summary(found.id) === undefined ? undefined : found;
    },
    put: (exchange) => {
      serving.put(exchange);
      exchanges.add(exchange, { connection: 'direct', asker: 'program', day: dayOf(exchange.sentAt) });
    },
  };
  const isReal = (kind: string) => kind !== 'sandbox';
  const spending = memorySpending(lines, (): BudgetState => stateOf(day()));
  const stateOf = (today: string): BudgetState => ({
    cap: dayCap(),
    spent: spending.sum('real', today, today).spent,
    reserved: [...reserved.values()].reduce((sum, held) => (held.day === today ? sum + held.amount : sum), 0n),
  });
  const ledger: CallLedger = {
    begin(call) {
      const at = clock.now();
      const today = dayOf(at);
      if (isReal(call.connection.kind)) {
        const state = stateOf(today);
        if (state.cap !== undefined && state.spent + state.reserved + call.reserved > state.cap) {
          throw overBudget(state, call.reserved, 'day');
        }
        reserved.set(call, { day: today, amount: call.reserved });
      }
      return {
        settle: (settlement) => {
          reserved.delete(call);
          lines.push(toLine(settlement, lines.length + 1, at, today));
          keep(settlement);
          changes.touch();
        },
      };
    },
  };
  const keep = (settlement: Settlement) => {
    const exchange: Exchange | undefined = exchangeOf(settlement);
    if (exchange !== undefined) {
      exchanges.add(exchange, { connection: settlement.connection, asker: settlement.asker, day: dayOf(exchange.sentAt) });
    }
  };
  return {
    place: 'memory',
    history,
    ledger,
    prices: createPriceBook(),
    exchanges: {
      ...exchanges,
      clear: (options) => {
        const gone = exchanges.clear(options);
        serving = options.keepPinned ? serving : memoryHistory();
        return gone;
      },
    },
    spending,
    day,
    onDidChange: changes.onDidChange,
    close: changes.end,
  };
}

function toLine(settlement: Settlement, seq: number, at: number, day: string): LedgerLine {
  const { request, connection, asker } = settlement;
  const { service, endpointId, format } = request;
  const purse = connection === 'sandbox' ? 'play' : 'real';
  return { seq, kind: 'call', at, day, purse, connection, service, endpointId, format, asker, ...toLineEnd(settlement) };
}
