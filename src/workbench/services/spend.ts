import * as vscode from 'vscode';
import { addCost, type Cost, getSettlementCost, getLedgerTotalCost, isFreeCost, noCost } from '../../core/cost/cost.ts';
import type { Service } from '../../client/endpoint.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { Money } from '../../client/money.ts';
import type { CallSettlement } from '../../client/policies/budgetPolicy.ts';
import type { Store } from '../../store/store.ts';

export interface SpendTotals {
  readonly cost: Cost;
  readonly calls: number;
  /** From services and from history, each once. */
  readonly responses: number;
  /** How many of `calls` were charged, or may have been. */
  readonly paid: number;
  /** What the responses from history had cost, in micro-dollars. */
  readonly saved: Money;
  /** Each service's latest balance, in micro-dollars. */
  readonly balances: Readonly<Partial<Record<Service, Money>>>;
}

/** This session's spending. Sandbox requests are counted, but are free. */
export class Spend implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  #totals: SpendTotals = { cost: noCost, calls: 0, responses: 0, paid: 0, saved: 0n, balances: {} };
  /** By id, because opening a response again saves nothing more. */
  readonly #counted = new Set<string>();
  #sandboxCalls = 0;
  #today: Cost | undefined;
  #isOffline = false;

  readonly onDidChange = this.#changed.event;

  get totals(): SpendTotals {
    return this.#totals;
  }

  get sandboxCalls(): number {
    return this.#sandboxCalls;
  }

  get isOffline(): boolean {
    return this.#isOffline;
  }

  /** Real money spent in all windows; undefined if unknown. */
  get today(): Cost | undefined {
    return this.#today;
  }

  setToday(spent: Cost | undefined): void {
    this.#today = spent;
    this.#changed.fire();
  }

  /**
   * @param today spent in all windows, including this request
   * @param isCurrent true if the service still uses the same connection and key
   */
  add(settlement: CallSettlement, today: Cost | undefined, isCurrent: boolean): void {
    const { connection, error, exchange, request } = settlement;
    const sent = error?.spent === 'no' ? 0 : 1; // rejected requests don't count
    this.#today = today;
    this.#isOffline = isCurrent ? error?.kind === 'network' : this.#isOffline;
    if (connection === 'sandbox') {
      this.#sandboxCalls += sent;
    } else {
      const { cost, calls, responses, paid, balances } = this.#totals;
      const added = getSettlementCost(settlement);
      const balance = isCurrent ? exchange?.receipt.balance : undefined;
      if (exchange !== undefined) {
        this.#counted.add(exchange.id);
      }
      this.#totals = {
        ...this.#totals,
        cost: addCost(cost, added),
        calls: calls + sent,
        responses: responses + (exchange === undefined ? 0 : 1),
        paid: paid + (isFreeCost(added) ? 0 : 1),
        balances: balance === undefined ? balances : { ...balances, [request.service]: balance },
      };
    }
    this.#changed.fire();
  }

  addReopened({ id, receipt }: Exchange): void {
    if (receipt.isPlayMoney !== true && !this.#counted.has(id)) {
      this.#counted.add(id);
      const { responses, saved } = this.#totals;
      this.#totals = { ...this.#totals, responses: responses + 1, saved: saved + (receipt.price ?? 0n) };
      this.#changed.fire();
    }
  }

  /** A balance belongs to a key, and a network failure to a connection. */
  forgetConnection(): void {
    this.#totals = { ...this.#totals, balances: {} };
    this.#isOffline = false;
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** Undefined if the store can't be read. The next request reports that. */
export function readSpentToday({ spending, day }: Pick<Store, 'spending' | 'day'>): Cost | undefined {
  try {
    const today = day();
    return getLedgerTotalCost(spending.sum(today, today));
  } catch {
    return undefined;
  }
}
