import * as vscode from 'vscode';
import { addCost, type Cost, getSettlementCost, getLedgerTotalCost, noCost } from '../../core/cost/cost.ts';
import type { Service } from '../../client/endpoint.ts';
import type { Money } from '../../client/money.ts';
import type { CallSettlement } from '../../client/policies/budgetPolicy.ts';
import type { Store } from '../../store/store.ts';

export interface SpendTotals {
  readonly cost: Cost;
  readonly calls: number;
  /** The latest balance of each service, in micro-dollars. */
  readonly balances: Readonly<Partial<Record<Service, Money>>>;
}

const zeroSpendTotals: SpendTotals = { cost: noCost, calls: 0, balances: {} };

function addSettlement(totals: SpendTotals, settlement: CallSettlement, isCurrent: boolean): SpendTotals {
  const { request, exchange } = settlement;
  const balance = isCurrent ? exchange?.receipt.balance : undefined;
  return {
    cost: addCost(totals.cost, getSettlementCost(settlement)),
    calls: totals.calls + countSentCall(settlement),
    balances: balance === undefined ? totals.balances : { ...totals.balances, [request.service]: balance },
  };
}

/** A request that was refused before it was sent does not count. */
function countSentCall({ error }: CallSettlement): 0 | 1 {
  return error?.spent === 'no' ? 0 : 1;
}

/** The spending of this session. Sandbox requests are counted, but are free. */
export class Spend implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  #real = zeroSpendTotals;
  #sandboxCalls = 0;
  #today: Cost | undefined;
  #isOffline = false;

  readonly onDidChange = this.#changed.event;

  get totals(): SpendTotals {
    return this.#real;
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
    this.#today = today;
    this.#isOffline = isCurrent ? settlement.error?.kind === 'network' : this.#isOffline;
    if (settlement.connection === 'sandbox') {
      this.#sandboxCalls += countSentCall(settlement);
    } else {
      this.#real = addSettlement(this.#real, settlement, isCurrent);
    }
    this.#changed.fire();
  }

  /** A balance belongs to a key, and a network failure to a connection. */
  forgetConnection(): void {
    this.#real = { ...this.#real, balances: {} };
    this.#isOffline = false;
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** Undefined if the store cannot be read. The next request reports that. */
export function readSpentToday({ spending, day }: Pick<Store, 'spending' | 'day'>): Cost | undefined {
  try {
    const today = day();
    return getLedgerTotalCost(spending.sum('real', today, today));
  } catch {
    return undefined;
  }
}
