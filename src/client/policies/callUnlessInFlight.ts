import { runWithDeferredError } from './runWithDeferredError.ts';
import type { Clock } from '../clock.ts';
import { sleep } from '../deadline.ts';
import { type ErrorKind, SocialDataError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { createDuplicateInFlightError } from './budget.ts';
import type { CallContext, Send } from './send.ts';

/** How long is waited before somebody else's call is looked after again: at first, and at most. */
const firstPauseMs = 50;
const maxPauseMs = 500;
/** A call that has less than this part of its time left is not begun: it would often be cut off, and billed all the same. */
const minRemainingTimeFraction = 0.5;

/**
 * Makes a call, unless another window has one of the same question under way (the ledger tells): then its answer is waited for,
 * which costs nothing. Where that call brings no answer that serves, or its window is gone, the call is made after all.
 * @param look finds an answer that serves and is kept by now
 * @throws SocialDataError `duplicateInFlight` when the other call took so long that too little time is left for one of its own
 */
export async function callUnlessInFlight(
  options: {
    readonly clock: Clock;
    readonly maxDurationMs: number;
    readonly look: () => Exchange | undefined;
  },
  context: CallContext,
  next: Send,
): Promise<Exchange> {
  const { clock, maxDurationMs, look } = options;
  const { endpoint, onWaiting } = context;
  const givenUpAt = context.deadlineAt - minRemainingTimeFraction * maxDurationMs;
  let isReported = false;
  const sharing = { isAnswered: () => look() !== undefined, maxDurationMs };
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    if (clock.monotonicNow() > givenUpAt) {
      throw createDuplicateInFlightError();
    }
    try {
      return await next({ ...context, sharing });
    } catch (error) {
      if (getErrorKind(error) !== 'duplicateInFlight') {
        throw error;
      }
    }
    // it was refused because an answer came a moment ago, or else one may come
    const kept = look();
    if (kept !== undefined) {
      return kept;
    }
    if (!isReported) {
      isReported = true;
      const at = clock.now() + givenUpAt - clock.monotonicNow();
      runWithDeferredError(() => onWaiting?.({ kind: 'duplicateInFlight', endpoint, at }));
    }
    await sleepOrThrowDuplicate(clock, pauseMs, context.signal);
    const came = look();
    if (came !== undefined) {
      return came;
    }
  }
}

function getErrorKind(error: unknown): ErrorKind | undefined {
  return error instanceof SocialDataError ? error.kind : undefined;
}

async function sleepOrThrowDuplicate(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(clock, ms, signal);
  } catch (error) {
    throw getErrorKind(error) === 'timeout' ? createDuplicateInFlightError(error) : error;
  }
}
