import { awaitUnlessAborted } from '../../client/clock.ts';
import type { Endpoint } from '../../client/endpoint.ts';
import type { Money } from '../../client/money.ts';
import { type Budget, createBudget, findRoom } from '../../client/policies/budget.ts';
import { getBudgetLeft } from '../../core/cost/cost.ts';

/** One dialog or form. */
export interface ConsentRequest {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, unknown>>;
  /** The name that the agent's program reports. */
  readonly agent?: string | undefined;
  /** Assumed if `isPriceKnown` is false. */
  readonly price: Money;
  readonly isPriceKnown: boolean;
  /** The lowest remaining budget. */
  readonly left: Money;
}

/** Five cents. */
const maxOfferedAllowance = 50_000n;

/** The amount offered next to "once". Undefined if the budget doesn't allow the same request again. */
export function getOfferedAllowance({ left, price }: ConsentRequest): Money | undefined {
  const amount = left < maxOfferedAllowance ? left : maxOfferedAllowance;
  return amount >= price * 2n ? amount : undefined;
}

/** `upTo` allows this and later requests, up to that amount in total. There is no "always". */
export type ConsentReply = 'no' | 'once' | { readonly upTo: Money };

/** An allowance expires if no agent uses it for this long. */
export const allowanceIdleTimeoutMs = 30 * 60 * 1_000;

/**
 * What the user allows agents to spend. One question is open at a time. Requests that arrive while it is open use the amount
 * allowed in it, or are asked about next.
 */
export class Consents {
  readonly #ask: (request: ConsentRequest) => Promise<ConsentReply>;
  readonly #now: () => number;
  #allowance: Budget | undefined;
  #usedAt = 0;
  #expiresAfterMs = allowanceIdleTimeoutMs;
  #stop = new AbortController();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(ask: (request: ConsentRequest) => Promise<ConsentReply>, now: () => number) {
    this.#ask = ask;
    this.#now = now;
  }

  /** Aborted by `revoke`. Later requests use a new signal. */
  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  /** Undefined if no amount is allowed. */
  get left(): Money | undefined {
    const state = this.#activeAllowance()?.state();
    return state === undefined ? undefined : getBudgetLeft(state);
  }

  /** Allows an amount that doesn't expire, given when a server starts. */
  allow(upTo: Money): void {
    this.#allowance = createBudget({ cap: upTo });
    this.#expiresAfterMs = Number.POSITIVE_INFINITY;
  }

  /**
   * Asks for consent unless an allowed amount covers the request.
   * @param stop aborted when the request is no longer wanted
   * @returns undefined if the request was declined, stopped, or revoked
   */
  async obtain(request: ConsentRequest, stop: AbortSignal): Promise<Budget | undefined> {
    const ended = AbortSignal.any([stop, this.stopped]);
    const mine = this.#turn.then(async () =>
      ended.aborted ? undefined : (this.#use(request) ?? (await this.#askFor(request, ended))),
    );
    this.#turn = mine.catch(() => undefined);
    try {
      return await awaitUnlessAborted(mine, ended);
    } catch (error) {
      if (ended.aborted) {
        return undefined;
      }
      throw error;
    }
  }

  /** Revokes the remaining amount, and ends all waiting requests. */
  revoke(): void {
    this.#allowance = undefined;
    this.#stop.abort(new Error("the agents' allowance was withdrawn"));
    this.#stop = new AbortController();
  }

  async #askFor(request: ConsentRequest, ended: AbortSignal): Promise<Budget | undefined> {
    const reply = await this.#ask(request);
    if (reply === 'no' || ended.aborted) {
      return undefined; // replies after Stop are ignored
    }
    if (reply === 'once') {
      return createBudget({ cap: request.price });
    }
    this.#allowance = createBudget({ cap: reply.upTo });
    this.#expiresAfterMs = allowanceIdleTimeoutMs;
    this.#usedAt = this.#now();
    return this.#use(request);
  }

  #use({ price, isPriceKnown }: ConsentRequest): Budget | undefined {
    const allowance = this.#activeAllowance();
    if (allowance === undefined || findRoom(allowance.state(), { amount: price, isGuess: !isPriceKnown }) === 'over') {
      return undefined;
    }
    this.#usedAt = this.#now();
    return allowance;
  }

  #activeAllowance(): Budget | undefined {
    if (this.#now() - this.#usedAt > this.#expiresAfterMs) {
      this.#allowance = undefined;
    }
    return this.#allowance;
  }
}
