import type { Connection } from '../connection.ts';
import type { Endpoint, ResponseFormat } from '../endpoint.ts';
import type { SocialDataError } from '../errors.ts';
import type { Exchange, ExchangeRequest } from '../exchange.ts';
import type { Budget } from './budget.ts';

/** Who asked: kept with the receipt. */
export type Initiator = 'command' | 'tree' | 'panel' | 'fixture' | 'replay' | 'tool' | 'program';

/**
 * When a stored response is used instead of sending a request.
 * - `never`: always sends one.
 * - `inFlight`: joins a request for the same query that is in flight, otherwise sends one.
 * - `only`: never sends one.
 * - `maxAgeMs`: uses a response up to this age. `since`: uses one that was requested at or after this time, in milliseconds since
 *   1970. With `only`, neither ever sends one.
 */
export type ResponseReuse =
  | 'never'
  | 'inFlight'
  | 'only'
  | (({ readonly maxAgeMs: number } | { readonly since: number }) & { readonly only?: boolean });

/** Another try of a call by itself: all that was tried so far cost nothing. */
export interface RetryWait {
  readonly kind: 'again';
  readonly endpoint: Endpoint;
  /** Why the last attempt failed. */
  readonly error: SocialDataError;
  /** The number of the next attempt; the first one is 1. */
  readonly attempt: number;
  /** The most attempts that the call gets, as known now. */
  readonly maxAttempts: number;
  /** When it comes, milliseconds since 1970. */
  readonly at: number;
}

/** The end of a hold: the service asked another call of the same connection to wait, and this one is not sent before. */
export interface RateLimitWait {
  readonly kind: 'held';
  readonly endpoint: Endpoint;
  /** When it comes, milliseconds since 1970; undefined while one call goes first to see whether it has come. */
  readonly at: number | undefined;
}

/**
 * The end of other calls. `queued`: the connection has as many requests on their way as it takes at once. `price`: until the price of
 * a call that is under way is known, nobody can tell whether the budget has room for this one.
 */
export interface QueueWait {
  readonly kind: 'queued' | 'price';
  readonly endpoint: Endpoint;
  /** Nobody knows when. */
  readonly at: undefined;
}

/** What a call waits for before it is sent, or sent again. It has cost nothing so far. */
export type WaitReason = RetryWait | RateLimitWait | QueueWait;

export interface CallOptions {
  /** Aborted: the call ends at once; a request that is on its way is cut off and may have been charged. */
  readonly signal?: AbortSignal;
  /**
   * Aborted: nothing further is sent. A call that waits ends at once as `cancelled`, with nothing spent; a request that is on its
   * way is let come, and is not tried again.
   */
  readonly stop?: AbortSignal;
  /** The name of the connection to call over, if the client knows several. Default: the one selected for its service. */
  readonly connection?: string;
  /** Default: the client's `reuse`. */
  readonly reuse?: ResponseReuse;
  /** Default: `simple`. */
  readonly format?: ResponseFormat;
  /** Default: the client's `strictShape`. */
  readonly strictShape?: boolean;
  readonly initiator?: Initiator;
  /** The program of the agent that asks (`tool`), as it calls itself: kept with the receipt. Another text of somebody else. */
  readonly agent?: string | undefined;
  /** Caps of this call beside the client's own, such as what a run of several calls may cost; with a reused answer nothing is spent. */
  readonly budgets?: readonly Budget[];
  /** Called at once whenever the call has to wait: it is not on its way, and costs nothing meanwhile. */
  readonly onWaiting?: (waiting: WaitReason) => void;
  /**
   * Called for each try that is handed to the transport: it is on its way, and may be charged.
   * @param endsBy when the call fails at the latest, in milliseconds since the epoch
   */
  readonly onSent?: (endsBy: number) => void;
}

/** One call on its way through the policies. */
export interface CallContext {
  readonly endpoint: Endpoint;
  readonly request: ExchangeRequest;
  /** Where it goes; the same one for the whole way, automatic retries included. */
  readonly connection: Connection;
  /** Under which holds and outages of the connection are remembered (see toConnectionStateKey). */
  readonly connectionStateKey: string;
  /** Counts the calls of a client, in the order in which they began. */
  readonly order: number;
  /** Joins the caller's signal and the total deadline. Its reason is a DeadlinePassed when the deadline did it. */
  readonly signal: AbortSignal;
  /** The end of the total deadline, by the clock's steady time: a wait that would pass it is not begun. */
  readonly deadlineAt: number;
  /** Starts the total deadline, or starts it again, when the call has what it needs to be sent. @returns its end */
  readonly startDeadline: () => number;
  readonly budgets: readonly Budget[];
  readonly reuse: ResponseReuse;
  readonly initiator: Initiator;
  readonly agent?: CallOptions['agent'];
  readonly stop: CallOptions['stop'];
  readonly onWaiting: CallOptions['onWaiting'];
  readonly onSent: CallOptions['onSent'];
  /**
   * Called right before each try is sent, after everything it waited for.
   * @throws SocialDataError when the call must not be sent any more, with nothing spent on this try
   */
  readonly checkBeforeSend: () => void;
  /** Until when the connection is held, as far as that was reported already; milliseconds since 1970. */
  readonly reportedUntil?: number | undefined;
}

/**
 * The way of one call: every policy takes one and gives one.
 * Resolves to an exchange for every HTTP answer, whatever its status; rejects with SocialDataError when there was none.
 */
export type Send = (context: CallContext) => Promise<Exchange>;

export type Policy = (next: Send) => Send;

/**
 * Runs what a stranger handed in (a hook, a store) so that its failure is not the call's: a response that was paid for is
 * given back whatever happens beside it. The failure is not lost either: it becomes an uncaught exception of its own.
 */
export function runWithDeferredError(action: () => void): void {
  try {
    action();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
