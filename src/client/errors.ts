import { type Exchange, type Receipt, toJsonFields, withJson } from './exchange.ts';
import type { Money } from './money.ts';

/** What went wrong. Local kinds were never sent; the middle ones are answers; the last ones are faults on the way. */
export type ErrorKind =
  // refused here, nothing sent
  | 'input' // a parameter does not fit
  | 'noKey' // the connection has no key for its address
  | 'address' // the address is not allowed, the key belongs to another one, or cannot be sent
  | 'budget' // the call would pass the cap
  | 'noConnection' // no connection has the name that the call asked for
  | 'connectionChanged' // the address, kind or key of the connection changed before the request was sent
  | 'storage' // the call or its response could not be kept on this machine
  | 'notStored' // only stored responses were allowed, and none was found
  // a response that is an error (primary reference, Errors; gateway reference, Errors)
  | 'badRequest' // 400
  | 'unauthorized' // 401
  | 'noBalance' // 402
  | 'forbidden' // 403
  | 'notFound' // 404, or 400 with the words of the service for a thing that is not there
  | 'upstreamTimeout' // 408
  | 'conflict' // 409
  | 'invalid' // 422
  | 'rateLimited' // 429
  | 'server' // 5xx
  | 'noResults' // 502 with `attempts`: an empty search, refunded
  | 'redirect' // 3xx: never followed
  | 'unexpectedStatus' // any other status
  // a fault on the way
  | 'network' // not sent: name resolution, refused, unreachable
  | 'certificate' // not sent: TLS
  | 'interrupted' // sent, but no whole response came
  | 'timeout' // the total deadline passed
  | 'cancelled'
  | 'tooLarge' // the body passed the cap
  | 'shape'; // answered with success, but the body is not readable JSON

/** Whether a failed call cost money. `maybe`: it may have been billed and nobody can tell from here. */
export type ChargeStatus = 'no' | 'refunded' | 'yes' | 'maybe';

/** What a budget is for: calls that were given one of their own, a session (of a client), a day over all sessions, or what agents may spend on a day. */
export type BudgetScope = 'call' | SettableBudgetScope;

/** Those that a person sets for all that comes. */
export type SettableBudgetScope = 'session' | 'day' | 'agents';

export interface SocialDataErrorFacts {
  readonly spent: ChargeStatus;
  /** The response, where there was one (also a cut one: it may have been paid for). */
  readonly exchange?: Exchange;
  readonly receipt?: Receipt;
  /** For `noConnection`: the name that the call asked for. */
  readonly connection?: string;
  /** The parameter that was refused, for `input`. */
  readonly param?: string;
  /** When a call may be tried again, milliseconds since 1970, for `rateLimited`. */
  readonly retryAt?: number;
  /** For `budget`: which cap it is, what is left of it and what the call was expected to cost. */
  readonly budget?: {
    readonly cap: Money;
    readonly left: Money;
    readonly needed: Money;
    /** True where no price is known, so that `needed` is what the connection assumes. */
    readonly isPriceAssumed: boolean;
    readonly per: BudgetScope;
  };
  /** What the service said in the body of an error answer (assumption T5), for people. */
  readonly said?: string;
  /** Whom a call that got no whole response was sent to: a name or address, with its port where that is not the usual one. */
  readonly host?: string;
  /** The code of the underlying fault: ECONNREFUSED, CERT_HAS_EXPIRED, … */
  readonly code?: string;
  readonly cause?: unknown;
}

/** The one error of the client. `message` is plain English for logs; people see the host's wording by `kind`. */
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

  /** For logs: amounts are decimal texts of dollars; the cause is left out. */
  toJSON(): unknown {
    const { name, kind, message } = this;
    const { cause: _cause, ...facts } = this.facts;
    return { name, kind, message, ...toJsonFields(facts) };
  }
}
