import { apart } from '../apart.ts';
import type { Clock } from '../clock.ts';
import { abortedError, startDeadline } from '../deadline.ts';
import { errorOf } from '../errorOf.ts';
import { SocialDataError } from '../errors.ts';
import type { Exchange, ExchangeRequest } from '../exchange.ts';
import { identityOf } from '../identity.ts';
import type { CallContext, Policy, Reuse, Send, Waiting } from './send.ts';
import { callOrWait } from './share.ts';

/** Where answers are kept. */
export interface HistoryStore {
  /** The newest good answer to the same question (see identityOf). */
  find(identity: string): Exchange | undefined;
  /** Takes an answer that may serve again. */
  put(exchange: Exchange): void;
}

/** Only a success that can be read may stand in for a call. */
function isReusable(exchange: Exchange): boolean {
  return errorOf(exchange) === undefined && !exchange.receipt.refunded;
}

/** The kept answer that serves a question, if one does. Free. */
export function keptAnswer(store: HistoryStore, request: ExchangeRequest, reuse: Reuse, now: number): Exchange | undefined {
  return reuse === 'never' ? undefined : findAnswer(store, identityOf(request), reuse, now, now);
}

/** @param askedAt an answer that came after it serves at any age: its call was under way when this one was asked */
function findAnswer(
  store: HistoryStore,
  identity: string,
  reuse: Exclude<Reuse, 'never'>,
  now: number,
  askedAt: number,
): Exchange | undefined {
  const kept = store.find(identity);
  if (kept === undefined) {
    return undefined;
  }
  const serves = reuse === 'only' || now - kept.sentAt <= reuse.maxAgeMs || kept.sentAt + kept.durationMs > askedAt;
  return serves ? { ...kept, from: 'history' } : undefined;
}

/** A call under way that others may have joined. */
interface Flight {
  readonly answer: Promise<Exchange>;
  waiters: number;
  /** Those of the callers that want to know what it waits for, and what that was last. */
  readonly watchers: Set<(waiting: Waiting | undefined) => void>;
  readonly waiting: () => Waiting | undefined;
  /** Ends the call: the last one that waited is gone. */
  readonly abandon: (reason: unknown) => void;
}

/**
 * Takes an answer that is kept instead of calling, and joins a call of the same question that is under way, in this client or
 * in another window.
 * The joined call has a deadline of its own, so that one caller's abort does not take the answer from the others; it is
 * aborted when nobody waits any more.
 * @throws SocialDataError `notKept` when only kept answers were asked for
 */
export function historyPolicy(options: {
  readonly store: HistoryStore;
  readonly clock: Clock;
  readonly deadlineMs: number;
}): Policy {
  const { store, clock } = options;
  return (next) => {
    const flights = new Map<string, Flight>();
    const land = (identity: string, flight: Flight | undefined) => {
      // A call that was abandoned may have been followed by another one of the same question.
      if (flights.get(identity) === flight) {
        flights.delete(identity);
      }
    };
    return async (context) => {
      const { reuse } = context;
      if (reuse === 'never') {
        return keep(store, await next(context));
      }
      const identity = identityOf(context.request);
      const askedAt = clock.now();
      const look = () => findAnswer(store, identity, reuse, clock.now(), askedAt);
      const kept = look();
      if (kept !== undefined) {
        return kept;
      }
      if (reuse === 'only') {
        throw new SocialDataError('notKept', 'no answer to this question is kept', { spent: 'no' });
      }
      let flight = flights.get(identity);
      if (flight === undefined) {
        flight = takeOff(
          options,
          context,
          (flightContext) => callOrWait({ clock, longestMs: options.deadlineMs, look }, flightContext, next),
          () => land(identity, flight),
        );
        flights.set(identity, flight);
      }
      return join(flight, context, () => land(identity, flight));
    };
  };
}

function takeOff(
  options: { readonly store: HistoryStore; readonly clock: Clock; readonly deadlineMs: number },
  context: CallContext,
  next: Send,
  land: () => void,
): Flight {
  const deadline = startDeadline(options.clock, options.deadlineMs, undefined);
  const watchers = new Set<(waiting: Waiting | undefined) => void>();
  let latest: Waiting | undefined;
  const onWaiting = (waiting: Waiting | undefined) => {
    latest = waiting; // told before anybody joined, where a call waits from the first
    for (const watcher of watchers) {
      apart(() => watcher(waiting));
    }
  };
  const answer = next({ ...context, signal: deadline.signal, deadlineAt: deadline.at, onWaiting })
    .then((exchange) => keep(options.store, exchange))
    .finally(() => {
      deadline.end();
      land();
    });
  return { answer, waiters: 0, watchers, waiting: () => latest, abandon: deadline.abort };
}

async function join(flight: Flight, context: CallContext, land: () => void): Promise<Exchange> {
  const isFirst = flight.waiters === 0;
  flight.waiters += 1;
  const leave = () => {
    flight.waiters -= 1;
    if (flight.waiters === 0) {
      land();
      flight.abandon(context.signal.reason);
    }
  };
  context.signal.addEventListener('abort', leave, { once: true });
  if (context.signal.aborted) {
    leave();
  }
  const { onWaiting } = context;
  if (onWaiting !== undefined) {
    flight.watchers.add(onWaiting);
    const waiting = flight.waiting();
    if (waiting !== undefined) {
      apart(() => onWaiting(waiting)); // it joined while the call waits
    }
  }
  try {
    const exchange = await waitFor(flight, context.signal);
    return isFirst || !isReusable(exchange) ? exchange : { ...exchange, from: 'history' };
  } finally {
    context.signal.removeEventListener('abort', leave);
    if (onWaiting !== undefined) {
      flight.watchers.delete(onWaiting);
    }
  }
}

/** The last one who waits learns how the call itself ended, for that tells what it may have cost; others just leave. */
function waitFor(flight: Flight, signal: AbortSignal): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    flight.answer.then(resolve, reject);
    const leave = () => {
      if (flight.waiters > 0) {
        reject(abortedError(signal, { spent: 'no' }));
      }
    };
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) {
      leave();
    }
  });
}

function keep(store: HistoryStore, exchange: Exchange): Exchange {
  if (exchange.from === 'network' && isReusable(exchange)) {
    apart(() => store.put(exchange));
  }
  return exchange;
}
