import { toCancelledOrTimeoutError, type Clock } from '../clock.ts';
import { toResponseError, readRetryAfterMs } from '../toResponseError.ts';
import { SocialDataError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { runWithDeferredError, type CallContext, type Policy, type WaitReason } from './send.ts';

/** A longer wait is not begun: the caller gets the time instead. */
export const maxWaitBeforeSendMs = 60_000;
const firstRateLimitWaitMs = 5_000;
/** Of one connection, on their way at once; both services fit into the transport's 64 connections of one origin. */
const maxConcurrent = 32;

interface Hold {
  /** By the clock's steady time, which decides: the machine's time may be set back or forward meanwhile. */
  readonly until: number;
  /** Milliseconds since 1970, as it was when the hold began: for people. */
  readonly at: number;
}

const noHold: Hold = { until: Number.NEGATIVE_INFINITY, at: Number.NEGATIVE_INFINITY };

export interface Gate {
  readonly policy: Policy;
  /** Why a call may not even wait to be sent: a key was refused since it began. */
  refusalOf(context: CallContext): SocialDataError | undefined;
  /** The last hold of a connection; it may be over. */
  holdOf(context: CallContext): Hold;
}

/**
 * One gate for all connections of a client.
 * A 429 holds every caller of its connection until the service's time (or 5 s, doubling to 60 s, when it names none), then
 * one call goes first. 401, 402 and 403 stop the calls of the connection that wait or would be tried again: the key or the
 * balance has to change first. (A 403 of the gateway is about one private thing, and stops nobody.)
 * Calls over the limit wait here rather than in the transport, so that all of this, and every check before sending, still
 * reaches them.
 */
export function createGate(clock: Clock): Gate {
  const gates = new Map<string, ConnectionGate>();
  let lastOrder = 0;
  const gateOf = ({ connectionStateKey }: CallContext): ConnectionGate => {
    const gate = gates.get(connectionStateKey) ?? new ConnectionGate(clock);
    gates.set(connectionStateKey, gate);
    return gate;
  };
  return {
    policy: (next) => async (context) => {
      const gate = gateOf(context);
      lastOrder = Math.max(lastOrder, context.order);
      const isProbe = await gate.enter(context);
      try {
        const exchange = await next(context);
        gate.note(exchange, lastOrder);
        return exchange;
      } finally {
        gate.leave(isProbe);
      }
    },
    refusalOf: (context) => {
      lastOrder = Math.max(lastOrder, context.order);
      return gateOf(context).stopOf(context);
    },
    holdOf: (context) => gateOf(context).hold,
  };
}

/** What keeps the next call from being sent: a hold until a time, a call that goes first, or the limit. */
type BlockReason = number | 'first' | 'queued';

interface Waiter {
  readonly context: CallContext;
  /** What was reported last; undefined for nothing yet. */
  reported: BlockReason | undefined;
  readonly pass: () => void;
  readonly refuse: (error: SocialDataError) => void;
}

class ConnectionGate {
  hold = noHold;
  readonly #clock: Clock;
  /** How many 429 in a row. */
  #strikes = 0;
  /** After a hold one call goes first; the others wait for its response. */
  #isProbing = false;
  #inFlight = 0;
  /** In the order in which they came. */
  readonly #waiters = new Set<Waiter>();
  /** Calls that began up to this one have been stopped by a refused key. */
  #stopped: { readonly order: number; readonly error: SocialDataError } | undefined;
  #cancelTimer: (() => void) | undefined;
  #isAdvancing = false;
  /** Whether somebody left or came while all were gone through. */
  #isStale: boolean | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Waits until the call may go.
   * @returns whether it goes first after a hold
   * @throws SocialDataError where it may not even wait, or no longer
   */
  enter(context: CallContext): Promise<boolean> | boolean {
    const refusal = this.#refusalOf(context);
    if (refusal !== undefined) {
      throw refusal;
    }
    if (this.#waiters.size === 0 && this.#block() === undefined) {
      return this.#depart();
    }
    return new Promise((resolve, reject) => {
      const { signal, reportedUntil } = context;
      const end = () => {
        this.#waiters.delete(waiter);
        signal.removeEventListener('abort', abort);
      };
      const abort = () => {
        end();
        reject(toCancelledOrTimeoutError(signal, { spent: 'no' }));
        this.#advance();
      };
      const waiter: Waiter = {
        context,
        reported: reportedUntil,
        pass: () => {
          end();
          resolve(this.#depart());
        },
        refuse: (error) => {
          end();
          reject(error);
        },
      };
      this.#waiters.add(waiter);
      signal.addEventListener('abort', abort);
      if (signal.aborted) {
        abort();
      } else {
        this.#advance();
      }
      if (this.#waiters.has(waiter) && this.#block() === 'queued') {
        reportWaitReason(waiter, 'queued'); // those before it know already, so nobody goes through as far as here
      }
    });
  }

  /** @param lastOrder the order of the last call that has begun */
  note(exchange: Exchange, lastOrder: number): void {
    const { status } = exchange;
    if (status === 429) {
      const fallback = Math.min(maxWaitBeforeSendMs, firstRateLimitWaitMs * 2 ** this.#strikes);
      this.#strikes += 1;
      const wait = readRetryAfterMs(exchange) ?? fallback;
      const until = this.#clock.monotonicNow() + wait;
      if (until > this.hold.until) {
        this.hold = { until, at: this.#clock.now() + wait };
      }
      return;
    }
    this.#strikes = 0;
    if (status === 401 || status === 402 || (status === 403 && exchange.request.service === 'primary')) {
      const error = toResponseError(exchange);
      if (error !== undefined) {
        this.#stopped = {
          order: lastOrder,
          error: new SocialDataError(error.kind, `stopped, because ${error.message}`, { spent: 'no' }),
        };
      }
    }
  }

  leave(isProbe: boolean): void {
    this.#inFlight -= 1;
    if (isProbe) {
      this.#isProbing = false;
    }
    this.#advance();
  }

  #depart(): boolean {
    this.#inFlight += 1;
    this.#isProbing = this.#strikes > 0;
    return this.#isProbing;
  }

  #advance(): void {
    this.#isStale = true;
    if (this.#isAdvancing) {
      return; // whoever hears that it waits may leave at once: then they are gone through once more, not from within
    }
    this.#isAdvancing = true;
    while (this.#isStale) {
      this.#isStale = false;
      this.#goThrough();
    }
    this.#isAdvancing = false;
    this.#setTimer();
  }

  #setTimer(): void {
    this.#cancelTimer?.();
    const wait = this.hold.until - this.#clock.monotonicNow();
    if (this.#waiters.size > 0 && wait > 0) {
      // it may fire a little early: then it is set once more
      this.#cancelTimer = this.#clock.schedule(wait, () => this.#advance());
    }
  }

  #goThrough(): void {
    for (const waiter of this.#waiters) {
      const refusal = this.#refusalOf(waiter.context);
      const block = this.#block();
      if (refusal !== undefined) {
        waiter.refuse(refusal);
      } else if (block === undefined) {
        waiter.pass();
      } else if (block === 'queued' && waiter.reported === 'queued') {
        return; // so do all behind it
      } else {
        reportWaitReason(waiter, block);
      }
    }
  }

  stopOf({ order }: CallContext): SocialDataError | undefined {
    return this.#stopped !== undefined && order <= this.#stopped.order ? this.#stopped.error : undefined;
  }

  #refusalOf(context: CallContext): SocialDataError | undefined {
    const stop = this.stopOf(context);
    if (stop !== undefined) {
      return stop;
    }
    const { deadlineAt } = context;
    const { until } = this.hold;
    const wait = until - this.#clock.monotonicNow();
    return wait > maxWaitBeforeSendMs || until >= deadlineAt
      ? new SocialDataError('rateLimited', 'the service asked to wait longer than this request can', {
          spent: 'no',
          retryAt: this.#clock.now() + wait,
        })
      : undefined;
  }

  #block(): BlockReason | undefined {
    if (this.hold.until > this.#clock.monotonicNow()) {
      return this.hold.at;
    }
    return this.#isProbing ? 'first' : this.#inFlight >= maxConcurrent ? 'queued' : undefined;
  }
}

/** Not what was reported last, by the retry policy for example. */
function reportWaitReason(waiter: Waiter, block: BlockReason): void {
  const { endpoint, onWaiting } = waiter.context;
  if (waiter.reported === block) {
    return;
  }
  waiter.reported = block;
  const waiting: WaitReason =
    block === 'queued'
      ? { kind: 'queued', endpoint, at: undefined }
      : { kind: 'held', endpoint, at: block === 'first' ? undefined : block };
  runWithDeferredError(() => onWaiting?.(waiting));
}
