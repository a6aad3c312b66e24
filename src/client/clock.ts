import { SocialDataError, type SocialDataErrorFacts } from './errors.ts';

/** Why a signal was aborted when the total deadline did it. */
class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';

  constructor(ms: number) {
    super(`no complete response within ${ms} ms`);
  }
}

/** One signal for a whole call: aborted by the caller or by the deadline, whichever comes first. */
interface Deadline {
  readonly signal: AbortSignal;
  /** Starts the time of the call, or starts it again. @returns its end, by the clock's steady time */
  readonly start: () => number;
  readonly abort: (reason: unknown) => void;
  /** Lets go of the timer and of the caller's signal; to be called when the call has ended. */
  readonly end: () => void;
}

/** The time and the waiting of a client; a test passes its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whole milliseconds that pass evenly, also while the machine's time is set back or forward: for all that is waited and measured. */
  readonly monotonicNow: () => number;
  /**
   * Runs an action once after some milliseconds.
   * @returns takes it back
   */
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
 * The total deadline of a call, which starts when the call may be sent: until then it waits for as long as its caller wants.
 * Built by hand: AbortSignal.any and AbortSignal.timeout cost more than the rest of the client together.
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
      promise.catch(() => undefined); // nobody waits for it any more
      abort();
      return;
    }
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * Waits, never less than asked, unless the signal is aborted first.
 * @throws SocialDataError `timeout` or `cancelled`
 */
export function sleep(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
  facts: SocialDataErrorFacts = { spent: 'no' },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const whole = Math.ceil(ms);
    const due = clock.monotonicNow() + whole;
    const abort = () => {
      cancel();
      reject(toCancelledOrTimeoutError(signal, facts));
    };
    const wake = () => {
      const left = due - clock.monotonicNow();
      if (left > 0) {
        cancel = clock.schedule(left, wake); // a timer may fire a little early
        return;
      }
      signal.removeEventListener('abort', abort);
      resolve();
    };
    let cancel = clock.schedule(whole, wake);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) {
      abort();
    }
  });
}
