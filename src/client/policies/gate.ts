import { toCancelledOrTimeoutError, type Clock } from '../clock.ts';
import { toResponseError, readRetryAfterMs } from '../toResponseError.ts';
import { SocialDataError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { runWithDeferredError, type CallContext, type Policy, type WaitReason } from './send.ts';

/** Instead of waiting longer, a call fails with the time when it could be sent. */
export const maxWaitBeforeSendMs = 60_000;
const firstRateLimitWaitMs = 5_000;
/** Requests in flight per connection; both services fit into the transport's 64 connections per origin. */
const maxConcurrent = 32;

interface Hold {
  /** Monotonic milliseconds, which aren't affected by system time changes. */
  readonly until: number;
  /** Milliseconds since 1970, for display. */
  readonly at: number;
}

const noHold: Hold = { until: Number.NEGATIVE_INFINITY, at: Number.NEGATIVE_INFINITY };

export interface Gate {
  readonly policy: Policy;
  /** The error for a call that must not be sent, because its key was rejected since it started. */
  refusalOf(context: CallContext): SocialDataError | undefined;
  /** A connection's last hold, which may be over. */
  holdOf(context: CallContext): Hold;
}

/**
 * Creates the gate for all of a client's connections. A 429 holds every call of its connection until the time that the service
 * names, or for 5 s, doubling to 60 s; then one call is sent first. 401, 402, and 403 stop the connection's calls that wait
 * or would be retried, because the key or the balance has to change first. (A gateway 403 concerns one private resource
 * and doesn't stop other calls.) Calls above the limit wait here rather than in the transport, so all of this and every check
 * before sending still applies to them.
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

/** A hold until a time, a different call that is sent first, or the limit. */
type BlockReason = number | 'first' | 'queued';

interface Waiter {
  readonly context: CallContext;
  /** The last reported reason. */
  reported: BlockReason | undefined;
  readonly pass: () => void;
  readonly refuse: (error: SocialDataError) => void;
}

class ConnectionGate {
  hold = noHold;
  readonly #clock: Clock;
  /** The number of consecutive 429 responses. */
  #strikes = 0;
  /** After a hold, other calls wait for the first one's response. */
  #isProbing = false;
  #inFlight = 0;
  /** In order of arrival. */
  readonly #waiters = new Set<Waiter>();
  /** Calls up to this order were stopped by a rejected key. */
  #stopped: { readonly order: number; readonly error: SocialDataError } | undefined;
  #cancelTimer: (() => void) | undefined;
  #isAdvancing = false;
  /** Whether a waiter was added or removed during #advance. */
  #isStale: boolean | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Waits until the call may be sent.
   * @returns whether it is the first call after a hold
   * @throws SocialDataError if it must not be sent
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
        reportWaitReason(waiter, 'queued'); // earlier waiters already know
      }
    });
  }

  /** @param lastOrder the most recent call's order */
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
      return; // onWaiting may remove its waiter: repeats instead of recursing
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
      // a timer may fire early, and is then set again
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
        return; // and all later waiters
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

/** Skips what was already reported, for example by the retry policy. */
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
