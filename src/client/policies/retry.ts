import { runIsolated } from '../runIsolated.ts';
import { type Clock, sleep } from '../clock.ts';
import { abortedError } from '../deadline.ts';
import { errorOf, isNoResults, spentOn } from '../errorOf.ts';
import { SocialDataError, type SocialDataErrorFacts } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { type Gate, maxWaitMs } from './gate.ts';
import type { CallContext, Policy } from './send.ts';

export interface RetryOptions {
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly gate: Pick<Gate, 'heldUntil'>;
}

/** What a try came to, as far as trying again is concerned. */
type TryAgain = 'notSent' | 'rateLimited' | 'refunded' | undefined;

const maxTries = { notSent: 3, rateLimited: 3, refunded: 2 } as const;
const maxRetries = 3;
const baseMs = { notSent: 500, refunded: 1_000 } as const;
const capMs = 20_000;

/**
 * How many failures of a connection in a row still allow a retry. A success gives back one. So a service that is down is
 * called once per question, not four times.
 */
const patience = 5;

/**
 * Tries again what provably cost nothing, and nothing else: what was never sent, a 429 (when the gate opens), and an error
 * that the service says it refunded. Everything else may have been billed.
 * Waits with full jitter; a wait that would pass the deadline is not begun. Every wait is reported as it begins.
 */
export function retryPolicy(options: RetryOptions): Policy {
  return (next) => {
    const failures = new Map<string, number>();
    return async (context) => {
      const name = context.connectionName;
      const tries = { notSent: 0, rateLimited: 0, refunded: 0 };
      let { reportedUntil } = context;
      for (let attempts = 1; ; attempts += 1) {
        const outcome = await next({ ...context, reportedUntil }).catch((error: unknown) => errorOrThrow(error));
        const again = tryAgain(outcome);
        const failed = failures.get(name) ?? 0;
        if (again === 'notSent' || again === 'refunded') {
          failures.set(name, Math.min(patience, failed + 1));
        } else if (!(outcome instanceof SocialDataError) && failed > 0) {
          failures.set(name, failed - 1);
        }
        const isWorthIt = again !== undefined && tries[again] < maxTries[again] && attempts <= maxRetries && failed < patience;
        const atMost = again === undefined ? attempts : attempts + triesLeft(again, tries[again], attempts, failed);
        const between = { outcome, number: attempts + 1, atMost };
        const waited = isWorthIt && (await wait(options, context, again, { tries: tries[again], ...between }));
        if (!isWorthIt || waited === false) {
          return settled(outcome, attempts);
        }
        ({ reportedUntil } = waited);
        tries[again] += 1;
      }
    };
  };
}

/**
 * How many more tries a call is given, should all of them come to the same.
 * @param failed how many failures of the connection in a row came before the last one
 */
function triesLeft(again: keyof typeof maxTries, tries: number, attempts: number, failed: number): number {
  const left = Math.min(maxTries[again] - tries, maxRetries + 1 - attempts);
  return again === 'rateLimited' ? left : Math.min(left, patience - failed);
}

/** A try that came to nothing, and the one behind it. */
interface Between {
  /** How often it was tried again for the same reason. */
  readonly tries: number;
  readonly outcome: Exchange | SocialDataError;
  readonly number: number;
  readonly atMost: number;
}

/** @returns what who called knows by now of a hold; false when the wait would be too long */
async function wait(
  options: RetryOptions,
  context: CallContext,
  again: keyof typeof maxTries,
  { tries, outcome, number, atMost }: Between,
): Promise<Pick<CallContext, 'reportedUntil'> | false> {
  const now = options.clock.now();
  const tell = (at: number) => {
    const error = outcome instanceof SocialDataError ? outcome : errorOf(outcome);
    if (error !== undefined) {
      runIsolated(() => context.onWaiting?.({ kind: 'again', endpoint: context.endpoint, error, number, atMost, at }));
    }
  };
  if (again === 'rateLimited') {
    // The gate does the waiting, for every caller of the connection.
    const until = options.gate.heldUntil(context);
    const isWorthIt = until - now <= maxWaitMs && until <= context.deadlineAt;
    if (!isWorthIt) {
      return false;
    }
    tell(until);
    return { reportedUntil: until };
  }
  const ms = options.random() * Math.min(capMs, baseMs[again] * 2 ** tries);
  if (now + ms > context.deadlineAt) {
    return false;
  }
  tell(now + ms);
  try {
    await sleep(options.clock, ms, context.signal);
  } catch {
    // Only the signal ends a sleep early; what it says is in its reason.
    throw abortedError(context.signal, spentBefore(outcome));
  }
  return { reportedUntil: undefined };
}

function tryAgain(outcome: Exchange | SocialDataError): TryAgain {
  if (outcome instanceof SocialDataError) {
    return outcome.kind === 'network' && outcome.spent === 'no' ? 'notSent' : undefined;
  }
  const { status, receipt } = outcome;
  if (status === 429) {
    return spentOn(outcome) === 'yes' ? undefined : 'rateLimited';
  }
  const isRetryable = status === 408 || status === 409 || (status >= 500 && status < 600 && !isNoResults(outcome));
  return isRetryable && receipt.refunded ? 'refunded' : undefined;
}

function settled(outcome: Exchange | SocialDataError, attempts: number): Exchange {
  if (outcome instanceof SocialDataError) {
    throw outcome;
  }
  return attempts === 1 ? outcome : { ...outcome, attempts };
}

function spentBefore(outcome: Exchange | SocialDataError): SocialDataErrorFacts {
  return outcome instanceof SocialDataError
    ? { spent: outcome.spent }
    : { spent: spentOn(outcome), exchange: outcome, receipt: outcome.receipt };
}

function errorOrThrow(error: unknown): SocialDataError {
  if (error instanceof SocialDataError) {
    return error;
  }
  throw error;
}
