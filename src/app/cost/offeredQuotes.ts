import type { Quote } from '../../client/client.ts';
import { reuseAnyAge } from '../../client/policies/history.ts';
import type { Reuse } from '../../client/policies/send.ts';

/**
 * Which kept answers serve when a person accepts an offer. What was offered as free is never called for, although another window may
 * have deleted the answer meanwhile: then it fails as `notKept`, and a call is offered with its price.
 */
export function reuseOfOffer(offered: Quote | undefined, reuse: Reuse = reuseAnyAge): Reuse {
  return getReuseIfOfferedFree(offered) === undefined ? reuse : withOnlyKept(reuse);
}

/** The same for what takes the usual answers where it is left out: a command. */
export function getReuseIfOfferedFree(offered: Quote | undefined): 'only' | undefined {
  return offered?.kind === 'kept' ? 'only' : undefined;
}

/** The same answers, and no call where none of them is kept. */
export function withOnlyKept(reuse: Reuse): Reuse {
  return typeof reuse === 'string' ? reuse : { ...reuse, only: true };
}

/** The same answers, else a call: a person accepted its price. */
export function withCallAllowed(reuse: Reuse): Reuse {
  if (reuse === 'only') {
    return reuseAnyAge;
  }
  return typeof reuse === 'string' ? reuse : { ...reuse, only: false };
}

/** What a view offers, as it said so last, by what a person can press. */
export class OfferedQuotes {
  readonly #offered = new Map<string, Quote | undefined>();

  /** Remembers what a press is said to cost. @returns the quote */
  offer(press: string, quote: Quote | undefined): Quote | undefined {
    this.#offered.set(press, quote);
    return quote;
  }

  /** Which kept answers serve a press: see reuseOfOffer. */
  reuse(press: string, reuse?: Reuse): Reuse {
    return reuseOfOffer(this.#offered.get(press), reuse);
  }
}
