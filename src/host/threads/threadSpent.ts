import * as vscode from 'vscode';
import { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import { nothingSpent, type SpentHere, withAnswer, withFailure } from '../shared/spentHere.ts';
import type { ReadPage } from './threadCalls.ts';

/**
 * What the calls of a thread came to: those whose answers are on screen, those whose answers stand in another order, and those
 * that brought none.
 */
export interface ThreadSpent {
  readonly sum: SpentHere;
  /** The answers that are in it: one that is shown again costs nothing again. */
  readonly counted: ReadonlySet<string>;
}

/** Nothing was spent for the thread yet. */
export const nothingForThread: ThreadSpent = { sum: nothingSpent, counted: new Set() };

/** With what an answer came to that was fetched or shown. */
export function withPage({ sum, counted }: ThreadSpent, { id, ...exchange }: Exchange): ThreadSpent {
  return counted.has(id) ? { sum, counted } : { sum: withAnswer(sum, exchange), counted: new Set([...counted, id]) };
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
      const notice = error.spent === 'yes' || error.spent === 'maybe' ? { notice: presentStopped() } : {};
      count((spent) => ({ ...spent, sum: withFailure(spent.sum, error) }), notice);
    }
    throw error;
  }
}

function presentStopped(): string {
  return vscode.l10n.t('The call for the thread before this one was stopped; it may have been charged.');
}
