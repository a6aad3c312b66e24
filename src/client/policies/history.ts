import { toCancelledOrTimeoutError, createDeadline, type Clock } from '../clock.ts';
import { toResponseError } from '../toResponseError.ts';
import { SocialDataError, type SocialDataErrorFacts } from '../errors.ts';
import { type Exchange, type ExchangeRequest, toQueryIdentity } from '../exchange.ts';
import { runWithDeferredError, type CallContext, type Policy, type ResponseReuse, type Send, type WaitReason } from './send.ts';

const defaultMaxBytes = 64 * 1024 * 1024;

/** Uses a stored response of any age, because it was already paid for. */
export const reuseAnyAge: ResponseReuse = Object.freeze({ since: 0 });

export interface HistoryStore {
  /** The newest reusable response to the same query (see toQueryIdentity). */
  find(identity: string): Exchange | undefined;
  /** Stores a reusable response. */
  put(exchange: Exchange): void;
}

/**
 * Stores each query's newest response in memory.
 * @param maxBytes the maximum total body size; the least recently used responses are dropped first
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
        stored.delete(identity); // most recently used last
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

/** Whether a response can be reused: it succeeded, could be parsed, and wasn't refunded. */
export function isReusableResponse(exchange: Exchange): boolean {
  return toResponseError(exchange) === undefined && !exchange.receipt.refunded;
}

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
  const oldest = reuse === 'only' ? Number.NEGATIVE_INFINITY : 'since' in reuse ? reuse.since : now - reuse.maxAgeMs;
  return stored !== undefined && stored.sentAt >= oldest ? { ...stored, from: 'history' } : undefined;
}

interface SharedCall {
  response: Promise<Exchange> | undefined;
  readonly callers: Set<Caller>;
  /** The call that sent the request; its budgets apply. */
  readonly first: Pick<CallContext, 'initiator' | 'budgets'>;
  /** The latest time when the request fails; set while it is in flight and may be charged. */
  endsBy: number | undefined;
  /** Undefined while the reason is unknown or a request is in flight. */
  waiting: WaitReason | undefined;
  /** Whether a caller has received the cost, even for a failure: the others get the response for free. */
  isPaid: boolean;
  /** Aborts the call after the last caller has left. */
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
 * Returns a stored response instead of sending a request, or joins a request for the same query that is in flight. The joined
 * call has its own deadline, so one caller's abort doesn't cancel it for the others; it is aborted after the last
 * caller has left. A caller with an aborted `stop` leaves as soon as no request is in flight.
 * @throws SocialDataError `notStored` if only stored responses are allowed and no stored response is found
 */
export function createHistoryPolicy(options: HistoryOptions): Policy {
  const { store, clock } = options;
  return (next) => {
    /** Calls in flight by query. A refresh may be sent while an older call is in flight. */
    const sharedCalls = new Map<string, readonly SharedCall[]>();
    return async (context) => {
      const { reuse } = context;
      if (reuse === 'never' && context.stop === undefined) {
        const exchange = await next(context); // sharing the call is slow, and only needed to stop it
        return context.isStored ? storeIfReusable(store, exchange) : exchange;
      }
      const identity = toQueryIdentity(context.request);
      const begin = (): SharedCall => {
        const remove = () => {
          const others = (sharedCalls.get(identity) ?? []).filter((other) => other !== shared);
          if (others.length === 0) {
            sharedCalls.delete(identity);
          } else {
            sharedCalls.set(identity, others);
          }
        };
        const shared = startSharedCall(options, context, next, remove);
        sharedCalls.set(identity, [...(sharedCalls.get(identity) ?? []), shared]);
        return shared;
      };
      if (reuse === 'never') {
        return joinSharedCall(begin(), context); // doesn't join other calls, since the response must be new; others may join it
      }
      const stored = findStoredResponse(store, context.request, reuse, clock.now());
      if (stored !== undefined) {
        return stored;
      }
      if (reuse === 'only' || (reuse !== 'inFlight' && reuse.only === true)) {
        throw new SocialDataError('notStored', 'no response to this request is in history', { spent: 'no' });
      }
      for (;;) {
        const shared = sharedCalls.get(identity)?.at(-1);
        if (shared === undefined) {
          return joinSharedCall(begin(), context);
        }
        try {
          return await joinSharedCall(shared, context);
        } catch (error) {
          const isBudget = error instanceof SocialDataError && error.kind === 'budget';
          if (!isBudget || hasSameCaps(shared.first, context)) {
            throw error;
          }
        }
      }
    };
  };
}

/** Agents have a separate budget. */
function hasSameCaps(a: SharedCall['first'], b: SharedCall['first']): boolean {
  const isSameList = a.budgets.length === b.budgets.length && a.budgets.every((budget, index) => budget === b.budgets[index]);
  return (a.initiator === 'tool') === (b.initiator === 'tool') && isSameList;
}

function startSharedCall(options: HistoryOptions, context: CallContext, next: Send, remove: () => void): SharedCall {
  const deadline = createDeadline(options.clock, options.deadlineMs, undefined);
  let stored: Exchange | undefined;
  const onWaiting = (waiting: WaitReason) => {
    shared.endsBy = undefined;
    shared.waiting = waiting;
    for (const { context: caller, leave } of shared.callers) {
      if (caller.stop?.aborted === true) {
        leave(caller.stop.reason);
      } else {
        runWithDeferredError(() => caller.onWaiting?.(waiting));
      }
    }
  };
  const onSent = (endsBy: number) => {
    shared.endsBy = endsBy;
    shared.waiting = undefined;
    for (const { context: caller } of shared.callers) {
      runWithDeferredError(() => caller.onSent?.(endsBy));
    }
  };
  const shared: SharedCall = {
    response: undefined,
    callers: new Set(),
    first: context,
    endsBy: undefined,
    waiting: undefined,
    isPaid: false,
    abandon: (reason) => {
      remove();
      deadline.abort(reason);
    },
  };
  const checkBeforeSend = () => {
    // another window may have stored it while this call waited
    stored = findStoredResponse(options.store, context.request, context.reuse, options.clock.now());
    if (stored !== undefined) {
      throw new SocialDataError('cancelled', 'another window has already sent this request', { spent: 'no' });
    }
    context.checkBeforeSend();
  };
  const run = async (): Promise<Exchange> => {
    try {
      const own = { onWaiting, onSent, checkBeforeSend, signal: deadline.signal, startDeadline: deadline.start };
      const exchange = await next({ ...context, ...own });
      return context.isStored ? storeIfReusable(options.store, exchange) : exchange;
    } catch (error) {
      if (stored !== undefined) {
        return stored;
      }
      throw error;
    } finally {
      deadline.end();
      remove();
    }
  };
  shared.response = run();
  return shared;
}

/**
 * Waits for a shared call's response. The last caller to leave learns how the call ended, because that shows what it may
 * have cost.
 */
function joinSharedCall(shared: SharedCall, context: CallContext): Promise<Exchange> {
  const { signal, stop } = context;
  return new Promise((resolve, reject) => {
    let hasLeft = false;
    const end = () => {
      shared.callers.delete(caller);
      signal.removeEventListener('abort', abort);
      stop?.removeEventListener('abort', stopWaiting);
    };
    const caller: Caller = {
      context,
      leave: (reason) => {
        end();
        if (shared.callers.size === 0) {
          shared.abandon(reason);
        } else {
          hasLeft = true;
          reject(toCancelledOrTimeoutError(signal, { spent: 'no' }));
        }
      },
    };
    const abort = () => caller.leave(signal.reason);
    const stopWaiting = () => {
      if (shared.endsBy === undefined) {
        caller.leave(stop?.reason);
      }
    };
    shared.callers.add(caller);
    signal.addEventListener('abort', abort, { once: true });
    stop?.addEventListener('abort', stopWaiting, { once: true });
    const isPaidHere = (): boolean => {
      end();
      const isPayer = !shared.isPaid && !hasLeft;
      shared.isPaid ||= isPayer;
      return isPayer;
    };
    shared.response?.then(
      (exchange) => resolve(isPaidHere() ? exchange : { ...exchange, from: 'history' }),
      (error: unknown) => reject(isPaidHere() ? toError(error) : toErrorWithoutCost(error)),
    );
    if (signal.aborted) {
      abort();
    } else if (stop?.aborted === true) {
      stopWaiting();
    } else {
      reportProgress(shared, context);
    }
  });
}

/** The error for callers that joined, without the cost, which the first caller already gets. */
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

/** Reports the call's progress to a caller that joins. */
function reportProgress({ endsBy, waiting }: SharedCall, { onWaiting, onSent }: CallContext): void {
  if (waiting !== undefined && onWaiting !== undefined) {
    runWithDeferredError(() => onWaiting(waiting));
  } else if (endsBy !== undefined && onSent !== undefined) {
    runWithDeferredError(() => onSent(endsBy));
  }
}

function storeIfReusable(store: HistoryStore, exchange: Exchange): Exchange {
  if (exchange.from === 'network' && isReusableResponse(exchange)) {
    runWithDeferredError(() => store.put(exchange));
  }
  return exchange;
}
