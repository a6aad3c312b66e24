import { apart } from '../apart.ts';
import { type Clock, sleep } from '../clock.ts';
import { abortedError, withSignal } from '../deadline.ts';
import { errorOf } from '../errorOf.ts';
import { SocialDataError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { arrivedAt, retryAfterMs } from '../retryAfter.ts';
import type { CallContext, Policy } from './send.ts';

/** A longer wait is not begun: the caller is told the time instead. */
export const longestWaitMs = 60_000;
const firstWaitMs = 5_000;

/** Holds every caller of a connection back when the service says so. */
export interface Gate {
  readonly policy: Policy;
  /** Until when a connection is held, milliseconds since 1970; 0 when it is not. */
  heldUntil(context: CallContext): number;
}

/** What is known of one connection. */
interface GateState {
  heldUntil: number;
  /** How many 429 in a row. */
  strikes: number;
  /** After a hold one call goes first; the others wait for what becomes of it. */
  probe: Promise<void> | undefined;
  /** Calls that began up to this one have been stopped by a refused key. */
  stopped: { readonly order: number; readonly error: SocialDataError } | undefined;
  /** Wakes those who wait when they are stopped. */
  stopping: AbortController;
}

/**
 * One gate for all connections of a client.
 * A 429 holds every caller of its connection until the service's time (or 5 s, doubling to 60 s, when it names none), then
 * one call goes first. 401, 402 and 403 stop the calls of the connection that wait or would be tried again: the key or the
 * balance has to change first. (A 403 of the gateway is about one private thing, and stops nobody.)
 */
export function createGate(clock: Clock): Gate {
  const states = new Map<string, GateState>();
  let lastOrder = 0;
  const stateOf = (context: CallContext): GateState => {
    let state = states.get(context.connectionName);
    if (state === undefined) {
      state = { heldUntil: 0, strikes: 0, probe: undefined, stopped: undefined, stopping: new AbortController() };
      states.set(context.connectionName, state);
    }
    return state;
  };
  return {
    policy: (next) => async (context) => {
      const state = stateOf(context);
      lastOrder = Math.max(lastOrder, context.order);
      const leave = await enter(clock, state, context);
      try {
        const exchange = await next(context);
        note(clock, state, exchange, lastOrder);
        return exchange;
      } finally {
        leave?.();
      }
    },
    heldUntil: (context) => stateOf(context).heldUntil,
  };
}

/**
 * Waits until the connection is free.
 * @returns for the call that goes first after a hold: lets the others look again
 */
async function enter(clock: Clock, state: GateState, context: CallContext): Promise<(() => void) | undefined> {
  const teller = holdTeller(context);
  for (;;) {
    if (state.stopped !== undefined && context.order <= state.stopped.order) {
      throw state.stopped.error;
    }
    const wait = state.heldUntil - clock.now();
    if (wait <= 0 && state.probe === undefined) {
      teller.over();
      return state.strikes === 0 ? undefined : goFirst(state);
    }
    if (wait > longestWaitMs || state.heldUntil > context.deadlineAt) {
      throw new SocialDataError('rateLimited', 'the service asked to wait longer than this call can', {
        spent: 'no',
        retryAt: state.heldUntil,
      });
    }
    teller.held(wait > 0 ? state.heldUntil : undefined);
    const either = AbortSignal.any([context.signal, state.stopping.signal]);
    try {
      await (wait > 0 ? sleep(clock, wait, either) : withSignal(state.probe ?? Promise.resolve(), either));
    } catch (error) {
      if (context.signal.aborted) {
        throw abortedError(context.signal, { spent: 'no' });
      }
      if (!either.aborted) {
        throw error;
      }
    }
  }
}

/** Tells who called what holds the call, each time it is something else; not what they were told of when it began. */
function holdTeller({ endpoint, onWaiting, toldUntil }: CallContext) {
  let last: number | 'first' | undefined = toldUntil;
  let hasTold = false;
  return {
    /** @param at undefined: another call goes first */
    held(at: number | undefined): void {
      const now = at ?? 'first';
      // who was told of its next try knows what it waits for, until the hold is a longer one
      const isNews = now !== last && (at !== undefined || toldUntil === undefined || hasTold);
      if (isNews && onWaiting !== undefined) {
        hasTold = true;
        last = now;
        apart(() => onWaiting({ kind: 'held', endpoint, at }));
      }
    },
    over(): void {
      if (hasTold) {
        apart(() => onWaiting?.(undefined));
      }
    },
  };
}

function goFirst(state: GateState): () => void {
  let done: () => void = () => undefined;
  state.probe = new Promise((resolve) => {
    done = resolve;
  });
  return () => {
    state.probe = undefined;
    done();
  };
}

function note(clock: Clock, state: GateState, exchange: Exchange, lastOrder: number): void {
  const { status } = exchange;
  if (status === 429) {
    const fallback = Math.min(longestWaitMs, firstWaitMs * 2 ** state.strikes);
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
      state.stopping.abort();
      state.stopping = new AbortController();
    }
  }
}
