import { isErrorStatus } from './outcome.ts';
import { type ErrorKind, SocialDataError, type Spent } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { messageOf } from './errorBody.ts';
import { retryAt } from './retryAfter.ts';

/**
 * The error that a whole answer is, or undefined when it is a success that can be read
 * (primary reference, Errors; gateway reference, Errors; decisions T3, T5).
 */
export function errorOf(exchange: Exchange): SocialDataError | undefined {
  const { status, receipt } = exchange;
  const facts = { spent: spentOn(exchange), exchange, receipt };
  if (isErrorStatus(status)) {
    // what repeats the key is not passed on in words
    const said = exchange.repeatsKey === true ? undefined : messageOf(exchange);
    const at = status === 429 ? retryAt(exchange) : undefined;
    return new SocialDataError(kindOf(exchange), `the service answered ${status}${said === undefined ? '' : `: ${said}`}`, {
      ...facts,
      ...(said === undefined ? {} : { said }),
      ...(at === undefined ? {} : { retryAt: at }),
    });
  }
  return exchange.value === undefined
    ? new SocialDataError('shape', `the answer cannot be read: ${exchange.warnings[0]?.message ?? 'not JSON'}`, facts)
    : undefined;
}

/** What an answer cost, as far as it can be told. */
export function spentOn(exchange: Pick<Exchange, 'receipt' | 'status'>): Spent {
  const { receipt, status } = exchange;
  if (receipt.refunded) {
    return 'refunded';
  }
  if (receipt.price !== undefined) {
    return receipt.price === 0n ? 'no' : 'yes';
  }
  if (!isErrorStatus(status)) {
    return 'yes';
  }
  // Refused at the door, before any charge (decisions T3, T4): nothing was reported because nothing was taken.
  return status === 401 || status === 402 || status === 403 || status === 429 ? 'no' : 'maybe';
}

/** What a call that failed cost: where its answer was cut, its headers may tell. */
export function spentOnFailure({ spent, exchange }: Pick<SocialDataError, 'spent' | 'exchange'>): Spent {
  if (exchange === undefined) {
    return spent;
  }
  const reported = spentOn(exchange);
  return reported === 'yes' && exchange.receipt.price === undefined ? spent : reported;
}

function kindOf(exchange: Exchange): ErrorKind {
  const { status } = exchange;
  switch (status) {
    case 400:
      return 'badRequest';
    case 401:
      return 'unauthorized';
    case 402:
      return 'noBalance';
    case 403:
      return 'forbidden';
    case 404:
      return 'notFound';
    case 408:
      return 'upstreamTimeout';
    case 409:
      return 'conflict';
    case 422:
      return 'invalid';
    case 429:
      return 'rateLimited';
    default:
      if (isNoResults(exchange)) {
        return 'noResults';
      }
      return status >= 500 && status < 600 ? 'server' : status >= 300 && status < 400 ? 'redirect' : 'unexpectedStatus';
  }
}

/** 502 with `attempts`: the search found nothing, nine times in a row (primary reference, GET /search, rule 4). */
export function isNoResults(exchange: Pick<Exchange, 'status' | 'value'>): boolean {
  const { value } = exchange;
  return exchange.status === 502 && typeof value === 'object' && value !== null && 'attempts' in value;
}
