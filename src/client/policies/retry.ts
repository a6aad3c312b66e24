import { sleep, type Clock } from '../clock.ts';
import { toResponseError, isNoResultsResponse, getChargeStatus } from '../toResponseError.ts';
import { SocialDataError, type SocialDataErrorFacts } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { type Gate, maxWaitBeforeSendMs } from './gate.ts';
import { runWithDeferredError, type Policy } from './send.ts';

export interface RetryOptions {
  readonly clock: Clock;
  /** Returns a number from 0 up to 1. */
  readonly random: () => number;
  readonly gate: Pick<Gate, 'holdOf'>;
}

type TryOutcome = Exchange | SocialDataError;

const maxRetries = 3;
const maxRetriesByReason = { notSent: maxRetries, rateLimited: maxRetries, refunded: 2 } as const;
const baseBackoffMsByReason = { notSent: 500, refunded: 1_000 } as const;

/**
 * Retries only calls that were provably free: calls that weren't sent, a 429 (once the gate opens), and errors that the
 * service refunded. All others may have been charged. Waits with full jitter; a wait that would exceed the deadline isn't
 * started. Every wait is reported when it starts.
 */
export function createRetryPolicy({ clock, random, gate }: RetryOptions): Policy {
  return (next) => async (context) => {
    const { endpoint, deadlineAt, onWaiting } = context;
    const tries = { notSent: 0, rateLimited: 0, refunded: 0 };
    let reportedUntil: number | undefined;
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await next({ ...context, reportedUntil }).catch((error: unknown) => requireSocialDataError(error));
      const again = getRetryReason(outcome);
      // the remaining attempts if all fail for the same reason
      const left = again === undefined ? 0 : Math.min(maxRetriesByReason[again] - tries[again], maxRetries + 1 - attempts);
      if (again === undefined || left <= 0) {
        return toExchangeOrThrow(outcome, attempts);
      }
      // after a 429, the gate waits for all the connection's calls
      const pauseMs = again === 'rateLimited' ? undefined : random() * baseBackoffMsByReason[again] * 2 ** tries[again];
      const now = clock.monotonicNow();
      const { until, at } = pauseMs === undefined ? gate.holdOf(context) : { until: now + pauseMs, at: clock.now() + pauseMs };
      if (until >= deadlineAt || until - now > maxWaitBeforeSendMs) {
        return toExchangeOrThrow(outcome, attempts);
      }
      const error = outcome instanceof SocialDataError ? outcome : toResponseError(outcome);
      if (error !== undefined) {
        const wait = { kind: 'again', endpoint, error, attempt: attempts + 1, maxAttempts: attempts + left, at } as const;
        runWithDeferredError(() => onWaiting?.(wait));
      }
      tries[again] += 1;
      if (pauseMs === undefined) {
        reportedUntil = at;
      } else {
        await sleep(clock, pauseMs, context.signal, getChargeFactsOfOutcome(outcome));
      }
    }
  };
}

/** Undefined if it must not be retried. */
function getRetryReason(outcome: TryOutcome): keyof typeof maxRetriesByReason | undefined {
  if (outcome instanceof SocialDataError) {
    return outcome.kind === 'network' && outcome.spent === 'no' ? 'notSent' : undefined;
  }
  const { status, receipt } = outcome;
  if (status === 429) {
    return getChargeStatus(outcome) === 'yes' ? undefined : 'rateLimited';
  }
  const isRetryable = status === 408 || status === 409 || (status >= 500 && status < 600 && !isNoResultsResponse(outcome));
  return isRetryable && receipt.refunded ? 'refunded' : undefined;
}

function toExchangeOrThrow(outcome: TryOutcome, attempts: number): Exchange {
  if (outcome instanceof SocialDataError) {
    throw outcome;
  }
  return { ...outcome, attempts };
}

function getChargeFactsOfOutcome(outcome: TryOutcome): SocialDataErrorFacts {
  return outcome instanceof SocialDataError
    ? { spent: outcome.spent }
    : { spent: getChargeStatus(outcome), exchange: outcome, receipt: outcome.receipt };
}

function requireSocialDataError(error: unknown): SocialDataError {
  if (error instanceof SocialDataError) {
    return error;
  }
  throw error;
}
