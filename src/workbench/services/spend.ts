import * as vscode from 'vscode';
import { addCost, type Cost, getSettlementCost, getLedgerTotalCost, noCost } from '../../core/cost/cost.ts';
import type { Service } from '../../client/endpoint.ts';
import type { Money } from '../../client/money.ts';
import type { CallSettlement } from '../../client/policies/budgetPolicy.ts';
import type { Store } from '../../store/store.ts';

export interface SpendTotals {
  readonly cost: Cost;
  readonly calls: number;
  /** The latest balance that each service reported, micro-dollars. */
  readonly balances: Readonly<Partial<Record<Service, Money>>>;
}

const zeroSpendTotals: SpendTotals = { cost: noCost, calls: 0, balances: {} };

/** Adds one settled call to the totals. A balance is that of a key: what another connection reported is none of the one in use. */
function addSettlement(totals: SpendTotals, settlement: CallSettlement, isCurrent: boolean): SpendTotals {
  const { request, exchange } = settlement;
  const balance = isCurrent ? exchange?.receipt.balance : undefined;
  return {
    cost: addCost(totals.cost, getSettlementCost(settlement)),
    calls: totals.calls + countSentCall(settlement),
    balances: balance === undefined ? totals.balances : { ...totals.balances, [request.service]: balance },
  };
}

/** What was refused before it was sent, or at the door, counts as no call. */
function countSentCall({ error }: CallSettlement): 0 | 1 {
  return error?.spent === 'no' ? 0 : 1;
}

/** The spend of this session, observable. The sandbox is free: its calls are counted, no money. */
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

  /** Real money spent in all windows, as far as it is known. */
  get today(): Cost | undefined {
    return this.#today;
  }

  setToday(spent: Cost | undefined): void {
    this.#today = spent;
    this.#changed.fire();
  }

  /**
   * @param today what all windows spent today, including this call
   * @param isCurrent whether its service is still reached as the call was
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

  /** Keys or connections changed: a balance is that of a key, and whether the last call found its way says nothing of the next one. */
  forgetConnection(): void {
    this.#real = { ...this.#real, balances: {} };
    this.#isOffline = false;
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** Undefined if the store cannot be read, which the next call reports. */
export function readSpentToday({ spending, day }: Pick<Store, 'spending' | 'day'>): Cost | undefined {
  try {
    const today = day();
    return getLedgerTotalCost(spending.sum('real', today, today));
  } catch {
    return undefined;
  }
}
