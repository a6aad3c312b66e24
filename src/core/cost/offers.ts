import type { Quote } from '../../client/client.ts';
import { reuseAnyAge } from '../../client/policies/history.ts';
import type { ResponseReuse } from '../../client/policies/send.ts';

/** A view's latest quotes by button or command. */
export class OfferedQuotes {
  readonly #offered = new Map<string, Quote | undefined>();

  offer(button: string, quote: Quote | undefined): Quote | undefined {
    this.#offered.set(button, quote);
    return quote;
  }

  reuse(button: string, reuse?: ResponseReuse): ResponseReuse {
    return getReuseForOffer(this.#offered.get(button), reuse);
  }
}

/**
 * Doesn't allow a paid request for an offer that was shown as free. If another window has since deleted the stored response, the
 * call fails with `notStored`.
 */
export function getReuseForOffer(offered: Quote | undefined, reuse: ResponseReuse = reuseAnyAge): ResponseReuse {
  return getReuseIfOfferedFree(offered) === undefined ? reuse : toStoredOnlyReuse(reuse);
}

export function getReuseIfOfferedFree(offered: Quote | undefined): 'only' | undefined {
  return offered?.kind === 'stored' ? 'only' : undefined;
}

/** Reuses the same responses, but never sends a request. */
export function toStoredOnlyReuse(reuse: ResponseReuse): ResponseReuse {
  return typeof reuse === 'string' ? reuse : { ...reuse, only: true };
}

/** Reuses the same responses, and sends a request if nothing is stored. */
export function toCallAllowedReuse(reuse: ResponseReuse): ResponseReuse {
  if (reuse === 'only') {
    return reuseAnyAge;
  }
  return typeof reuse === 'string' ? reuse : { ...reuse, only: false };
}
