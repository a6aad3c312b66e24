import { toCancelledOrTimeoutError, createDeadline, type Clock } from '../clock.ts';
import { toResponseError } from '../toResponseError.ts';
import { SocialDataError, type SocialDataErrorFacts } from '../errors.ts';
import { type Exchange, type ExchangeRequest, toQueryIdentity } from '../exchange.ts';
import { runWithDeferredError, type CallContext, type Policy, type ResponseReuse, type Send, type WaitReason } from './send.ts';

const defaultMaxBytes = 64 * 1024 * 1024;

/** What is kept is taken first, however old it is: it is paid for. A call is made where nothing is kept. */
export const reuseAnyAge: ResponseReuse = Object.freeze({ since: 0 });

/** Where answers are kept. */
export interface HistoryStore {
  /** The newest good response to the same query (see toQueryIdentity). */
  find(identity: string): Exchange | undefined;
  /** Takes a response that may serve again. */
  put(exchange: Exchange): void;
}

/**
 * Keeps the newest response of each query in memory, as long as there is room.
 * @param maxBytes the most bytes of bodies; the responses that were not asked for longest leave first
 */
export function memoryHistory(maxBytes: number = defaultMaxBytes): HistoryStore {
  const stored = new Map<string, Exchange>();
  let bytes = 0;
  const drop = (identity: string) => {
    bytes -= stored.get(identity)?.body.byteLength ?? 0;
    stored.delete(identity);
  };
  return {
    find(identity) {
      const exchange = stored.get(identity);
      if (exchange !== undefined) {
        stored.delete(identity); // to the end of the line
        stored.set(identity, exchange);
      }
      return exchange;
    },
    put(exchange) {
      const identity = toQueryIdentity(exchange.request);
      const older = stored.get(identity);
      if (exchange.body.byteLength > maxBytes || (older !== undefined && older.sentAt > exchange.sentAt)) {
        return;
      }
      drop(identity);
      stored.set(identity, exchange);
      bytes += exchange.body.byteLength;
      for (const oldest of stored.keys()) {
        if (bytes <= maxBytes) {
          break;
        }
        drop(oldest);
      }
    },
  };
}

/** Whether a response may stand in for a later call: a success that can be read and was not refunded. */
export function isReusableResponse(exchange: Exchange): boolean {
  return toResponseError(exchange) === undefined && !exchange.receipt.refunded;
}

/** Free. */
export function findStoredResponse(
  store: HistoryStore,
  request: ExchangeRequest,
  reuse: ResponseReuse,
  now: number,
): Exchange | undefined {
  if (reuse === 'never' || reuse === 'inFlight') {
    return undefined;
  }
  const stored = store.find(toQueryIdentity(request));
  return stored !== undefined && (reuse === 'only' || isNewEnough(stored, reuse, now))
    ? { ...stored, from: 'history' }
    : undefined;
}

function isNewEnough({ sentAt }: Exchange, reuse: Exclude<ResponseReuse, string>, now: number): boolean {
  return 'since' in reuse ? sentAt >= reuse.since : now - sentAt <= reuse.maxAgeMs;
}

interface SharedCall {
  response: Promise<Exchange> | undefined;
  readonly callers: Set<Caller>;
  /** Who began it: it is held to the budgets of this call. */
  readonly first: Pick<CallContext, 'initiator' | 'budgets'>;
  /** Set while a request is on its way, which may be charged: when it fails at the latest. */
  endsBy: number | undefined;
  /** What it waits for; undefined while nothing is known or a request is on its way. */
  waiting: WaitReason | undefined;
  /** Whether one of the callers was given the response as the one that it paid for, a failure included: the others have it for free. */
  isPaid: boolean;
  /** Ends the call: the last one that waited is gone. */
  readonly abandon: (reason: unknown) => void;
}

interface Caller {
  readonly context: Pick<CallContext, 'onSent' | 'onWaiting' | 'stop'>;
  readonly leave: (reason: unknown) => void;
}

interface HistoryOptions {
  readonly store: HistoryStore;
  readonly clock: Clock;
  readonly deadlineMs: number;
}

/**
 * Returns a stored response instead of sending a request, and joins a request for the same query that this client has in flight.
 * The joined call has a deadline of its own, so that one caller's abort does not take the response from the others; it is
 * aborted when nobody waits any more. A caller that wants nothing further to be sent leaves as soon as no request is on its way.
 * @throws SocialDataError `notStored` when only stored responses were asked for
 */
export function createHistoryPolicy(options: HistoryOptions): Policy {
  const { store, clock } = options;
  return (next) => {
    const flights = new Map<string, SharedCall>();
    return async (context) => {
      const { reuse } = context;
      if (reuse === 'never' && context.stop === undefined) {
        return keepIfReusable(store, await next(context)); // a flight costs more than the rest here, and only what can be stopped needs one
      }
      const identity = toQueryIdentity(context.request);
      const begin = (): SharedCall => {
        const land = () => {
          // a call that was abandoned may have been followed by another one of the same query
          if (flights.get(identity) === flight) {
            flights.delete(identity);
          }
        };
        const flight = startSharedCall(options, context, next, land);
        flights.set(identity, flight);
        return flight;
      };
      if (reuse === 'never') {
        return joinSharedCall(begin(), context); // it must be new, so it joins no other; who asks the same meanwhile joins it
      }
      const stored = findStoredResponse(store, context.request, reuse, clock.now());
      if (stored !== undefined) {
        return stored;
      }
      if (reuse === 'only' || (reuse !== 'inFlight' && reuse.only === true)) {
        throw new SocialDataError('notStored', 'no response to this request is in history', { spent: 'no' });
      }
      for (;;) {
        const flight = flights.get(identity);
        if (flight === undefined) {
          return joinSharedCall(begin(), context);
        }
        try {
          return await joinSharedCall(flight, context);
        } catch (error) {
          const isBudget = error instanceof SocialDataError && error.kind === 'budget';
          if (!isBudget || hasSameCaps(flight.first, context)) {
            throw error;
          }
        }
      }
    };
  };
}

/** Calls of agents have a cap of their own. */
function hasSameCaps(a: SharedCall['first'], b: SharedCall['first']): boolean {
  const isSameList = a.budgets.length === b.budgets.length && a.budgets.every((budget, index) => budget === b.budgets[index]);
  return (a.initiator === 'tool') === (b.initiator === 'tool') && isSameList;
}

function startSharedCall(options: HistoryOptions, context: CallContext, next: Send, land: () => void): SharedCall {
  const deadline = createDeadline(options.clock, options.deadlineMs, undefined);
  let hasWaited = false;
  let stored: Exchange | undefined;
  const onWaiting = (waiting: WaitReason) => {
    hasWaited = true;
    flight.endsBy = undefined;
    flight.waiting = waiting;
    for (const { context: caller, leave } of flight.callers) {
      if (caller.stop?.aborted === true) {
        leave(caller.stop.reason);
      } else {
        runWithDeferredError(() => caller.onWaiting?.(waiting));
      }
    }
  };
  const onSent = (endsBy: number) => {
    flight.endsBy = endsBy;
    flight.waiting = undefined;
    for (const { context: caller } of flight.callers) {
      runWithDeferredError(() => caller.onSent?.(endsBy));
    }
  };
  const flight: SharedCall = {
    response: undefined,
    callers: new Set(),
    first: context,
    endsBy: undefined,
    waiting: undefined,
    isPaid: false,
    abandon: (reason) => {
      land();
      deadline.abort(reason);
    },
  };
  const checkBeforeSend = () => {
    stored = hasWaited ? findStoredResponse(options.store, context.request, context.reuse, options.clock.now()) : undefined;
    if (stored !== undefined) {
      throw new SocialDataError('cancelled', 'another window has already sent this request', { spent: 'no' });
    }
    context.checkBeforeSend();
  };
  const fly = async (): Promise<Exchange> => {
    try {
      const own = { onWaiting, onSent, checkBeforeSend, signal: deadline.signal, startDeadline: deadline.start };
      return keepIfReusable(options.store, await next({ ...context, ...own }));
    } catch (error) {
      if (stored !== undefined) {
        return stored;
      }
      throw error;
    } finally {
      deadline.end();
      land();
    }
  };
  flight.response = fly();
  return flight;
}

/**
 * Waits for the response of a flight. The last one who leaves learns how the call itself ended, for that tells what it may have
 * cost; others just leave.
 */
function joinSharedCall(flight: SharedCall, context: CallContext): Promise<Exchange> {
  const { signal, stop } = context;
  return new Promise((resolve, reject) => {
    let hasLeft = false;
    const end = () => {
      flight.callers.delete(caller);
      signal.removeEventListener('abort', abort);
      stop?.removeEventListener('abort', stopWaiting);
    };
    const caller: Caller = {
      context,
      leave: (reason) => {
        end();
        if (flight.callers.size === 0) {
          flight.abandon(reason);
        } else {
          hasLeft = true;
          reject(toCancelledOrTimeoutError(signal, { spent: 'no' }));
        }
      },
    };
    const abort = () => caller.leave(signal.reason);
    const stopWaiting = () => {
      if (flight.endsBy === undefined) {
        caller.leave(stop?.reason);
      }
    };
    flight.callers.add(caller);
    signal.addEventListener('abort', abort, { once: true });
    stop?.addEventListener('abort', stopWaiting, { once: true });
    const isPaidHere = (): boolean => {
      end();
      const isPayer = !flight.isPaid && !hasLeft;
      flight.isPaid ||= isPayer;
      return isPayer;
    };
    flight.response?.then(
      (exchange) => resolve(isPaidHere() ? exchange : { ...exchange, from: 'history' }),
      (error: unknown) => reject(isPaidHere() ? toError(error) : toErrorWithoutCost(error)),
    );
    if (signal.aborted) {
      abort();
    } else if (stop?.aborted === true) {
      stopWaiting();
    } else {
      reportProgress(flight, context);
    }
  });
}

/** The error of a call as those who joined it have it: what it cost, or may have cost, is counted where it was made. */
function toErrorWithoutCost(error: unknown): Error {
  if (!(error instanceof SocialDataError) || error.spent === 'no' || error.spent === 'refunded') {
    return toError(error);
  }
  const { exchange, ...facts } = error.facts;
  const response: Pick<SocialDataErrorFacts, 'exchange'> =
    exchange === undefined ? {} : { exchange: { ...exchange, from: 'history' } };
  return new SocialDataError(error.kind, error.message, { ...facts, ...response, spent: 'no' });
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Who joins a call that is under way learns at once how far it is. */
function reportProgress({ endsBy, waiting }: SharedCall, { onWaiting, onSent }: CallContext): void {
  if (waiting !== undefined && onWaiting !== undefined) {
    runWithDeferredError(() => onWaiting(waiting));
  } else if (endsBy !== undefined && onSent !== undefined) {
    runWithDeferredError(() => onSent(endsBy));
  }
}

function keepIfReusable(store: HistoryStore, exchange: Exchange): Exchange {
  if (exchange.from === 'network' && isReusableResponse(exchange)) {
    runWithDeferredError(() => store.put(exchange));
  }
  return exchange;
}
