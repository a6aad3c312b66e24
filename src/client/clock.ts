import { SocialDataError, type SocialDataErrorFacts } from './errors.ts';

/** The abort reason after a deadline has passed. */
class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';

  constructor(ms: number) {
    super(`no complete response within ${ms} ms`);
  }
}

/** A call's signal, aborted by the caller or when the time is up. */
interface Deadline {
  readonly signal: AbortSignal;
  /** Starts or restarts the time. @returns its end, in monotonic milliseconds */
  readonly start: () => number;
  readonly abort: (reason: unknown) => void;
  /** Releases the timer and the caller's signal. */
  readonly end: () => void;
}

export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whole milliseconds that aren't affected by system time changes, for waits and durations. */
  readonly monotonicNow: () => number;
  /** Runs an action once after a delay. @returns a function that cancels it */
  readonly schedule: (afterMs: number, action: () => void) => () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicNow: () => Math.floor(performance.now()),
  schedule: (afterMs, action) => {
    const timer = setTimeout(action, afterMs);
    return () => clearTimeout(timer);
  },
};

/**
 * Creates a call's deadline. It starts when the call may be sent; until then, the call waits as long as its caller wants.
 * AbortSignal.any and AbortSignal.timeout would cost more than the rest of the client together.
 */
export function createDeadline(clock: Clock, ms: number, callers: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let cancel: (() => void) | undefined;
  const follow = () => controller.abort(callers?.reason);
  callers?.addEventListener('abort', follow, { once: true });
  if (callers?.aborted === true) {
    follow();
  }
  return {
    signal: controller.signal,
    start: () => {
      cancel?.();
      cancel = clock.schedule(ms, () => controller.abort(new DeadlinePassed(ms)));
      return clock.monotonicNow() + ms;
    },
    abort: (reason) => controller.abort(reason),
    end: () => {
      cancel?.();
      callers?.removeEventListener('abort', follow);
    },
  };
}

export function toCancelledOrTimeoutError(signal: AbortSignal, facts: SocialDataErrorFacts): SocialDataError {
  const reason: unknown = signal.reason;
  return reason instanceof DeadlinePassed
    ? new SocialDataError('timeout', reason.message, { cause: reason, ...facts })
    : new SocialDataError('cancelled', 'the request was canceled', { cause: reason, ...facts });
}

/** @throws SocialDataError `timeout` or `cancelled` with nothing spent */
export function awaitUnlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(toCancelledOrTimeoutError(signal, { spent: 'no' }));
    if (signal.aborted) {
      promise.catch(() => undefined); // avoids an unhandled rejection
      abort();
      return;
    }
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** @throws SocialDataError `timeout` or `cancelled` if the signal is aborted */
export function sleep(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
  facts: SocialDataErrorFacts = { spent: 'no' },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      cancel();
      reject(toCancelledOrTimeoutError(signal, facts));
    };
    const cancel = clock.schedule(Math.ceil(ms), () => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) {
      abort();
    }
  });
}
