import type { Connection } from '../connection.ts';
import type { Endpoint, ResponseFormat } from '../endpoint.ts';
import type { SocialDataError } from '../errors.ts';
import type { Exchange, ExchangeRequest } from '../exchange.ts';
import type { Budget } from './budget.ts';

/** A call's source, stored with its receipt. */
export type Initiator = 'command' | 'tree' | 'panel' | 'fixture' | 'replay' | 'tool' | 'program';

/**
 * When to use a stored response instead of sending a request.
 * - `never`: always sends a request.
 * - `inFlight`: joins a request for the same query that is in flight, otherwise sends one.
 * - `only`: never sends a request.
 * - `maxAgeMs`: uses a response up to this age. `since`: uses a response that was requested at or after this time, in
 *   milliseconds since 1970. With `only`, neither ever sends a request.
 */
export type ResponseReuse =
  | 'never'
  | 'inFlight'
  | 'only'
  | (({ readonly maxAgeMs: number } | { readonly since: number }) & { readonly only?: boolean });

/** An automatic retry; all earlier attempts were free. */
export interface RetryWait {
  readonly kind: 'again';
  readonly endpoint: Endpoint;
  readonly error: SocialDataError;
  /** The next attempt's number; the first one is 1. */
  readonly attempt: number;
  /** The current maximum. */
  readonly maxAttempts: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * `held`: the connection's rate limit applies to all of its calls. `queued`: the connection has the maximum number of requests in
 * flight. `price`: the budget may lack room for this call, depending on the price of a request in flight.
 */
export interface QueueWait {
  readonly kind: 'held' | 'queued' | 'price';
  readonly endpoint: Endpoint;
  /** When the rate limit ends, milliseconds since 1970. Undefined for others, and while one call is sent first as a test. */
  readonly at: number | undefined;
}

/** What a call waits for. It hasn't cost anything so far. */
export type WaitReason = RetryWait | QueueWait;

export interface CallOptions {
  /** Ends the call at once. A request in flight is aborted and may have been charged. */
  readonly signal?: AbortSignal;
  /**
   * Stops sending. A waiting call ends at once as `cancelled`, with nothing spent; a request in flight may finish and is
   * not retried.
   */
  readonly stop?: AbortSignal;
  /** A connection's name. Default: the service's selected connection. */
  readonly connection?: string;
  /** Default: the client's `reuse`. */
  readonly reuse?: ResponseReuse;
  /** Whether history stores the response. Default: true. */
  readonly isStored?: boolean;
  /** Default: `simple`. */
  readonly format?: ResponseFormat;
  /** Default: the client's `strictShape`. */
  readonly strictShape?: boolean;
  readonly initiator?: Initiator;
  /** The name that an agent's program gives itself, stored with the receipt. Untrusted text. */
  readonly agent?: string | undefined;
  /** Budgets in addition to the client's own, for example for a series of calls. A reused response is free. */
  readonly budgets?: readonly Budget[];
  /** Called whenever the call starts to wait, without a request in flight. */
  readonly onWaiting?: (waiting: WaitReason) => void;
  /**
   * Called for each attempt that is sent and may be charged.
   * @param endsBy the latest time when the attempt fails, milliseconds since 1970
   */
  readonly onSent?: (endsBy: number) => void;
}

/** A call as it passes through the policies. */
export interface CallContext {
  readonly endpoint: Endpoint;
  readonly request: ExchangeRequest;
  /** The same for all attempts. */
  readonly connection: Connection;
  /** Identifies the connection's rate limits; differs for each key but doesn't contain it. */
  readonly connectionStateKey: string;
  /** The position among all the client's calls. */
  readonly order: number;
  /** Aborted by the caller, or with the reason DeadlinePassed. */
  readonly signal: AbortSignal;
  /** Monotonic milliseconds. A wait that would exceed it isn't started. */
  readonly deadlineAt: number;
  /** Starts or restarts the deadline once the call may be sent. @returns its end */
  readonly startDeadline: () => number;
  readonly budgets: readonly Budget[];
  readonly reuse: ResponseReuse;
  readonly isStored: boolean;
  readonly initiator: Initiator;
  readonly agent?: CallOptions['agent'];
  readonly stop: CallOptions['stop'];
  readonly onWaiting: CallOptions['onWaiting'];
  readonly onSent: CallOptions['onSent'];
  /**
   * Called right before each attempt is sent, after all waits.
   * @throws SocialDataError if the call must no longer be sent; the attempt is free
   */
  readonly checkBeforeSend: () => void;
  /** A hold's last reported end, milliseconds since 1970. */
  readonly reportedUntil?: number | undefined;
}

/**
 * Sends a call.
 * @returns an exchange for every HTTP response, regardless of its status
 * @throws SocialDataError if there is no complete response
 */
export type Send = (context: CallContext) => Promise<Exchange>;

export type Policy = (next: Send) => Send;

/**
 * Runs the caller's callback (a hook or a store). If it fails, the paid response is still returned, and the error becomes an
 * uncaught exception.
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
