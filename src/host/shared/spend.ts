import * as vscode from 'vscode';
import type { Service } from '../../client/endpoint.ts';
import type { Money } from '../../client/money.ts';
import type { Settlement } from '../../client/policies/budget.ts';

/** What this session cost: by the receipts, and by what is assumed where there is none. */
export interface SpendTotals {
  /** Micro-dollars as booked by the budget: what was reported, else the worse case. */
  readonly spent: Money;
  readonly calls: number;
  /** Calls whose cost was not reported; `spent` holds an assumption for them. */
  readonly unreported: number;
  /** Calls that may have been billed, with no answer to tell. */
  readonly maybeBilled: number;
  /** The last balance each service reported, micro-dollars. */
  readonly balances: Readonly<Partial<Record<Service, Money>>>;
}

/** What a day cost in all windows. */
export type DaySpent = Pick<SpendTotals, 'spent' | 'unreported'>;

const nothing: SpendTotals = { spent: 0n, calls: 0, unreported: 0, maybeBilled: 0, balances: {} };

/** Adds one settled call to the totals. */
function addSettlement(totals: SpendTotals, { request, booked, isReported, exchange, error }: Settlement): SpendTotals {
  const balance = exchange?.receipt.balance;
  const notSent = error?.spent === 'no';
  return {
    spent: totals.spent + booked,
    calls: totals.calls + (notSent ? 0 : 1),
    unreported: totals.unreported + (isReported || notSent ? 0 : 1),
    maybeBilled: totals.maybeBilled + (error?.spent === 'maybe' ? 1 : 0),
    balances: balance === undefined ? totals.balances : { ...totals.balances, [request.service]: balance },
  };
}

/** The spend of this session, observable. The sandbox's play money is counted apart from real money. */
export class Spend implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  #real = nothing;
  #play = nothing;
  #today: DaySpent | undefined;
  #isOffline = false;

  readonly onDidChange = this.#changed.event;

  /** What was spent at the services. */
  get totals(): SpendTotals {
    return this.#real;
  }

  /** What was spent in the sandbox. */
  get playTotals(): SpendTotals {
    return this.#play;
  }

  /** Whether the last call found no way to its service. */
  get isOffline(): boolean {
    return this.#isOffline;
  }

  /** What all windows spent today in real money, as far as it is known. */
  get today(): DaySpent | undefined {
    return this.#today;
  }

  setToday(spent: DaySpent | undefined): void {
    this.#today = spent;
    this.#changed.fire();
  }

  add(settlement: Settlement): void {
    this.#isOffline = settlement.error?.kind === 'network';
    if (settlement.connection === 'sandbox') {
      this.#play = addSettlement(this.#play, settlement);
    } else {
      this.#real = addSettlement(this.#real, settlement);
    }
    this.#changed.fire();
  }

  /** Balances belong to a key: forget them when keys or connections change. */
  forgetBalances(): void {
    this.#real = { ...this.#real, balances: {} };
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
