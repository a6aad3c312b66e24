import { apart } from '../apart.ts';
import type { Clock } from '../clock.ts';
import { abortedError } from '../deadline.ts';
import { errorOf } from '../errorOf.ts';
import { SocialDataError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { arrivedAt, retryAfterMs } from '../retryAfter.ts';
import type { CallContext, Policy, Waiting } from './send.ts';

/** A longer wait is not begun: the caller gets the time instead. */
export const maxWaitMs = 60_000;
const firstWaitMs = 5_000;

/** Lets the calls of a connection through: a limited number at a time, and none while the service asks to wait. */
export interface Gate {
  readonly policy: Policy;
  /** Until when a connection is held, milliseconds since 1970; 0 when it is not. */
  heldUntil(context: CallContext): number;
}

/** A call that waits at the gate. */
interface Waiter {
  readonly context: CallContext;
  /** What was reported last: a time, or which other thing it waits for; undefined for nothing yet. */
  reported: number | 'first' | 'queued' | undefined;
  readonly pass: () => void;
  readonly refuse: (error: SocialDataError) => void;
}

/** What is known of one connection. */
interface GateState {
  heldUntil: number;
  /** How many 429 in a row. */
  strikes: number;
  /** After a hold one call goes first; the others wait for its answer. */
  isProbing: boolean;
  /** Requests that are on their way. */
  inFlight: number;
  /** In the order in which they came. */
  readonly waiters: Set<Waiter>;
  /** Calls that began up to this one have been stopped by a refused key. */
  stopped: { readonly order: number; readonly error: SocialDataError } | undefined;
  cancelTimer: (() => void) | undefined;
  /** Whoever is told that it waits may leave at once: then it is gone through once more, not from within. */
  advancing: 'no' | 'once' | 'again';
}

/**
 * One gate for all connections of a client.
 * A 429 holds every caller of its connection until the service's time (or 5 s, doubling to 60 s, when it names none), then
 * one call goes first. 401, 402 and 403 stop the calls of the connection that wait or would be tried again: the key or the
 * balance has to change first. (A 403 of the gateway is about one private thing, and stops nobody.)
 * Calls over the limit wait here rather than in the transport, so that all of this, and every check before sending, still
 * reaches them.
 * @param maxConcurrent how many requests of one connection are on their way at once
 */
export function createGate(clock: Clock, maxConcurrent: number): Gate {
  const states = new Map<string, GateState>();
  let lastOrder = 0;
  const stateOf = (context: CallContext): GateState => {
    let state = states.get(context.connectionName);
    if (state === undefined) {
      state = {
        heldUntil: 0,
        strikes: 0,
        isProbing: false,
        inFlight: 0,
        waiters: new Set(),
        stopped: undefined,
        cancelTimer: undefined,
        advancing: 'no',
      };
      states.set(context.connectionName, state);
    }
    return state;
  };

  /** Lets through whoever may go, refuses whoever cannot, and reports to the others what they wait for. */
  const advance = (state: GateState): void => {
    if (state.advancing !== 'no') {
      state.advancing = 'again';
      return;
    }
    do {
      state.advancing = 'once';
      advanceOnce(state);
    } while (isAgain(state));
    state.advancing = 'no';
    state.cancelTimer?.();
    const wait = state.heldUntil - clock.now();
    // a timer may fire a little early: then it is set once more
    state.cancelTimer = wait > 0 && state.waiters.size > 0 ? clock.schedule(wait, () => advance(state)) : undefined;
  };

  const advanceOnce = (state: GateState): void => {
    for (const waiter of state.waiters) {
      const refusal = refusalOf(state, waiter.context, clock.now());
      if (refusal !== undefined) {
        waiter.refuse(refusal);
        continue;
      }
      const block = blockOf(state, clock.now(), maxConcurrent);
      if (block === undefined) {
        waiter.pass();
      } else if (block === 'queued' && waiter.reported === 'queued') {
        break; // so do all behind it
      } else {
        report(waiter, block);
      }
    }
  };

  const enter = (state: GateState, context: CallContext): Promise<boolean> | boolean => {
    const refusal = refusalOf(state, context, clock.now());
    if (refusal !== undefined) {
      throw refusal;
    }
    if (state.waiters.size === 0 && blockOf(state, clock.now(), maxConcurrent) === undefined) {
      return depart(state);
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        state.waiters.delete(waiter);
        context.signal.removeEventListener('abort', abort);
      };
      const abort = () => {
        leave();
        reject(abortedError(context.signal, { spent: 'no' }));
        advance(state);
      };
      const waiter: Waiter = {
        context,
        reported: context.reportedUntil,
        pass: () => {
          leave();
          resolve(depart(state));
        },
        refuse: (error) => {
          leave();
          reject(error);
        },
      };
      state.waiters.add(waiter);
      context.signal.addEventListener('abort', abort, { once: true });
      if (context.signal.aborted) {
        abort();
      } else {
        advance(state);
      }
    });
  };

  return {
    policy: (next) => async (context) => {
      const state = stateOf(context);
      lastOrder = Math.max(lastOrder, context.order);
      const isProbe = await enter(state, context);
      try {
        const exchange = await next(context);
        note(clock, state, exchange, lastOrder);
        return exchange;
      } finally {
        state.inFlight -= 1;
        if (isProbe) {
          state.isProbing = false;
        }
        if (state.waiters.size > 0) {
          advance(state);
        }
      }
    },
    heldUntil: (context) => stateOf(context).heldUntil,
  };
}

function isAgain({ advancing }: GateState): boolean {
  return advancing === 'again';
}

/** Why a call may not even wait. */
function refusalOf(state: GateState, { order, deadlineAt }: CallContext, now: number): SocialDataError | undefined {
  if (state.stopped !== undefined && order <= state.stopped.order) {
    return state.stopped.error;
  }
  const wait = state.heldUntil - now;
  return wait > 0 && (wait > maxWaitMs || state.heldUntil > deadlineAt)
    ? new SocialDataError('rateLimited', 'the service asked to wait longer than this call can', {
        spent: 'no',
        retryAt: state.heldUntil,
      })
    : undefined;
}

/** What keeps the next call from being sent: a hold until a time, one that goes first, or the limit; undefined for nothing. */
function blockOf(state: GateState, now: number, maxConcurrent: number): number | 'first' | 'queued' | undefined {
  if (state.heldUntil > now) {
    return state.heldUntil;
  }
  return state.isProbing ? 'first' : state.inFlight >= maxConcurrent ? 'queued' : undefined;
}

/** @returns whether this call goes first after a hold */
function depart(state: GateState): boolean {
  state.inFlight += 1;
  state.isProbing = state.strikes > 0;
  return state.isProbing;
}

/** Reports what a call waits for, unless that was reported last, by the retry policy for example. */
function report(waiter: Waiter, block: number | 'first' | 'queued'): void {
  const { endpoint, onWaiting } = waiter.context;
  if (waiter.reported === block || onWaiting === undefined) {
    return;
  }
  waiter.reported = block;
  const waiting: Waiting =
    block === 'queued'
      ? { kind: 'queued', endpoint, at: undefined }
      : { kind: 'held', endpoint, at: block === 'first' ? undefined : block };
  apart(() => onWaiting(waiting));
}

function note(clock: Clock, state: GateState, exchange: Exchange, lastOrder: number): void {
  const { status } = exchange;
  if (status === 429) {
    const fallback = Math.min(maxWaitMs, firstWaitMs * 2 ** state.strikes);
    state.strikes += 1;
    const asked = retryAfterMs(exchange);
    // Counted from the later of two readings: the clock may have been moved between them.
    const from = Math.max(arrivedAt(exchange), clock.now());
    state.heldUntil = Math.max(state.heldUntil, from + (asked ?? fallback));
    return;
  }
  state.strikes = 0;
  if (status === 401 || status === 402 || (status === 403 && exchange.request.service === 'primary')) {
    const error = errorOf(exchange);
    if (error !== undefined) {
      state.stopped = {
        order: lastOrder,
        error: new SocialDataError(error.kind, `stopped, because ${error.message}`, { spent: 'no' }),
      };
    }
  }
}
