import * as vscode from 'vscode';
import { addCost, type Cost, costOfError, costOfExchange, isFree, noCost } from '../../app/cost/cost.ts';
import { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { ReadPage } from './threadCalls.ts';

/**
 * What the calls of a thread came to: those whose answers are on screen, those whose answers stand in another order, and those
 * that brought none.
 */
export interface ThreadSpent {
  readonly cost: Cost;
  /** The answers that are in it: one that is shown again costs nothing again. */
  readonly counted: ReadonlySet<string>;
}

/** Nothing was spent for the thread yet. */
export const nothingForThread: ThreadSpent = { cost: noCost, counted: new Set() };

/** With what an answer came to that was fetched or shown. */
export function withPage(spent: ThreadSpent, exchange: Exchange): ThreadSpent {
  const { cost, counted } = spent;
  return counted.has(exchange.id)
    ? spent
    : { cost: addCost(cost, costOfExchange(exchange)), counted: new Set([...counted, exchange.id]) };
}

/**
 * Waits for a page and tells what it came to: also where it brings none, or where nobody waits for it any more.
 * @param count is told as well what to say where another thread has taken the place of the one that it was for
 */
export async function counted(
  fetched: Promise<ReadPage>,
  count: (add: (spent: ThreadSpent) => ThreadSpent, notice: { readonly notice?: string }) => void,
): Promise<ReadPage> {
  try {
    const page = await fetched;
    count((spent) => withPage(spent, page.exchange), {}); // it is kept: to open that thread again is free
    return page;
  } catch (error) {
    if (error instanceof SocialDataError) {
      const cost = costOfError(error);
      const notice = isFree(cost) ? {} : { notice: presentStopped() };
      count((spent) => ({ ...spent, cost: addCost(spent.cost, cost) }), notice);
    }
    throw error;
  }
}

function presentStopped(): string {
  return vscode.l10n.t('The call for the thread before this one was stopped; it may have been charged.');
}
