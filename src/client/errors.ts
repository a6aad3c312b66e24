import { type Exchange, type Receipt, toJsonFields, withJson } from './exchange.ts';
import type { Money } from './money.ts';

/** Errors before sending, error responses, and transport errors. */
export type ErrorKind =
  // before sending
  | 'input' // an invalid parameter
  | 'noKey' // the connection doesn't have a key for its address
  | 'address' // the address isn't allowed or belongs to a different key, or the key can't be sent
  | 'budget' // the call would exceed a budget
  | 'noConnection' // there is no connection with that name
  | 'connectionChanged' // the connection's address, kind, or key changed before the request was sent
  | 'storage' // the call or its response couldn't be stored on this machine
  | 'notStored' // only stored responses were allowed, but no stored response was found
  // error responses (primary reference, Errors; gateway reference, Errors)
  | 'badRequest' // 400
  | 'unauthorized' // 401
  | 'noBalance' // 402
  | 'forbidden' // 403
  | 'notFound' // 404 with a message, or 400 with a message that something doesn't exist
  | 'upstreamTimeout' // 408
  | 'conflict' // 409
  | 'invalid' // 422
  | 'rateLimited' // 429
  | 'server' // 5xx
  | 'noResults' // 502 with `attempts`: an empty search, refunded
  | 'redirect' // 3xx, never followed
  | 'unexpectedStatus' // any other status, or a 404 from something that isn't the service
  // transport errors
  | 'network' // not sent: unknown host, connection refused, unreachable
  | 'certificate' // not sent: TLS
  | 'interrupted' // sent, but the response is incomplete
  | 'timeout' // the deadline has passed
  | 'cancelled'
  | 'tooLarge' // the body exceeds the limit
  | 'shape'; // a successful response that can't be parsed

/** Whether a call cost money. `maybe`: it may have been charged. */
export type ChargeStatus = 'no' | 'refunded' | 'yes' | 'maybe';

/** `call`: a single call's budgets. `session`: a client's. `day`: for all sessions. `agents`: for agents, daily. */
export type BudgetScope = 'call' | SettableBudgetScope;

export type SettableBudgetScope = 'session' | 'day' | 'agents';

export interface SocialDataErrorFacts {
  readonly spent: ChargeStatus;
  /** The response, complete or not: it may have been charged. */
  readonly exchange?: Exchange;
  readonly receipt?: Receipt;
  /** For `noConnection`: the name that wasn't found. */
  readonly connection?: string;
  /** For `input`: the invalid parameter. */
  readonly param?: string;
  /** For `rateLimited`: when the call may be retried, milliseconds since 1970. */
  readonly retryAt?: number;
  /** For `budget`: the cap, what is left of it, and the expected cost. */
  readonly budget?: {
    readonly cap: Money;
    readonly left: Money;
    readonly needed: Money;
    /** The price is unknown, so `needed` is an assumption. */
    readonly isPriceAssumed: boolean;
    readonly per: BudgetScope;
  };
  /** The service's error message (assumption T5). */
  readonly said?: string;
  /** For a call without a complete response: the host, with its port if that is unusual. */
  readonly host?: string;
  /** The underlying error's code: ECONNREFUSED, CERT_HAS_EXPIRED, … */
  readonly code?: string;
  readonly cause?: unknown;
}

/** Every client error. `message` is for logs; the UI chooses its wording by `kind`. */
export class SocialDataError extends Error {
  override readonly name = 'SocialDataError';
  readonly kind: ErrorKind;
  readonly facts: SocialDataErrorFacts;

  constructor(kind: ErrorKind, message: string, facts: SocialDataErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.kind = kind;
    this.facts = facts.exchange === undefined ? facts : { ...facts, exchange: withJson(facts.exchange) };
  }

  get spent(): ChargeStatus {
    return this.facts.spent;
  }

  get exchange(): Exchange | undefined {
    return this.facts.exchange;
  }

  /** For logs: amounts are decimal dollars, and the cause is left out. */
  toJSON(): unknown {
    const { name, kind, message } = this;
    const { cause: _cause, ...facts } = this.facts;
    return { name, kind, message, ...toJsonFields(facts) };
  }
}
