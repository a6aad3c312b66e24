import type { Quote } from '../../client/client.ts';
import { reuseAnyAge } from '../../client/policies/history.ts';
import type { AnswerReuse } from '../../client/policies/send.ts';

/**
 * Which kept answers serve when a person accepts an offer. What was offered as free is never called for, although another window may
 * have deleted the answer meanwhile: then it fails as `notKept`, and a call is offered with its price.
 */
export function getReuseForOffer(offered: Quote | undefined, reuse: AnswerReuse = reuseAnyAge): AnswerReuse {
  return getReuseIfOfferedFree(offered) === undefined ? reuse : toKeptOnlyReuse(reuse);
}

/** The same for what takes the usual answers where it is left out: a command. */
export function getReuseIfOfferedFree(offered: Quote | undefined): 'only' | undefined {
  return offered?.kind === 'kept' ? 'only' : undefined;
}

/** The same answers, and no call where none of them is kept. */
export function toKeptOnlyReuse(reuse: AnswerReuse): AnswerReuse {
  return typeof reuse === 'string' ? reuse : { ...reuse, only: true };
}

/** The same answers, else a call: a person accepted its price. */
export function toCallAllowedReuse(reuse: AnswerReuse): AnswerReuse {
  if (reuse === 'only') {
    return reuseAnyAge;
  }
  return typeof reuse === 'string' ? reuse : { ...reuse, only: false };
}

/** What a view offers, as it said so last, by what a person can press. */
export class OfferedQuotes {
  readonly #offered = new Map<string, Quote | undefined>();

  offer(press: string, quote: Quote | undefined): Quote | undefined {
    this.#offered.set(press, quote);
    return quote;
  }

  reuse(press: string, reuse?: AnswerReuse): AnswerReuse {
    return getReuseForOffer(this.#offered.get(press), reuse);
  }
}
