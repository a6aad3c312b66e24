import type { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import { addCost, type Cost, getFailedCallCost, getExchangeCost, noCost } from '../cost/cost.ts';

/**
 * What the calls of a view came to, those that failed included. Where a view is opened again for the same, both count into one: what
 * was on its way for the old one is charged all the same.
 */
export class CostTally {
  readonly #counted = new Set<string>();
  #cost = noCost;

  get cost(): Cost {
    return this.#cost;
  }

  /** Counts a call that was answered. */
  add(exchange: Exchange): void {
    this.#counted.add(exchange.id);
    this.#cost = addCost(this.#cost, getExchangeCost(exchange));
  }

  /** Counts an answer that is shown without a call: once. */
  addShown(exchange: Exchange): void {
    if (!this.#counted.has(exchange.id)) {
      this.add(exchange);
    }
  }

  /** Counts a call that failed. */
  addFailure(error: SocialDataError): void {
    this.#cost = addCost(this.#cost, getFailedCallCost(error));
  }
}
