import { awaitUnlessAborted } from '../../client/clock.ts';
import type { Endpoint } from '../../client/endpoint.ts';
import type { Money } from '../../client/money.ts';
import { type Budget, createBudget, findRoom } from '../../client/policies/budget.ts';
import { getBudgetLeft } from '../../core/cost/cost.ts';

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

/** One dialog or form, about waiting requests from the same agent. */
export interface ConsentQuestion {
  readonly requests: readonly [ConsentRequest, ...ConsentRequest[]];
  readonly agent: string | undefined;
  /** The total for all requests. */
  readonly price: Money;
  readonly isPriceKnown: boolean;
  readonly left: Money;
}

/** Adds waiting requests from the same agent while their total fits the budgets. */
function toConsentQuestion(first: ConsentRequest, others: readonly ConsentRequest[], maxRequests: number): ConsentQuestion {
  const { agent, price, isPriceKnown, left } = first;
  let question: ConsentQuestion = { requests: [first], agent, price, isPriceKnown, left };
  for (const other of others) {
    const sum = question.price + other.price;
    const least = other.left < question.left ? other.left : question.left;
    if (other.agent === agent && sum <= least && question.requests.length < maxRequests) {
      const isKnown = question.isPriceKnown && other.isPriceKnown;
      question = { requests: [...question.requests, other], agent, price: sum, isPriceKnown: isKnown, left: least };
    }
  }
  return question;
}

/** Five cents. */
const maxOfferedAllowance = 50_000n;

/** The amount offered next to "once". Undefined if the budget doesn't allow the same request again. */
export function getOfferedAllowance({ left, price }: ConsentQuestion): Money | undefined {
  const amount = left < maxOfferedAllowance ? left : maxOfferedAllowance;
  return amount >= price * 2n ? amount : undefined;
}

/** A longer list wouldn't be read. */
const maxRequestsPerQuestion = 20;

/** `upTo` allows this and later requests, up to that amount in total. There is no "always". */
export type ConsentReply = 'no' | 'once' | { readonly upTo: Money };

/** An allowance expires if no agent uses it for this long. */
export const allowanceIdleTimeoutMs = 30 * 60 * 1_000;

interface WaitingRequest {
  readonly request: ConsentRequest;
  /** Aborted by the caller or by `revoke`. */
  readonly ended: AbortSignal;
  /** Set if an earlier question included this request. */
  reply?: 'no' | 'once';
}

/**
 * What the user allows agents to spend. One question is open at a time. Requests that arrive while it is open use the amount
 * allowed in it, or are combined in the next question.
 */
export class Consents {
  readonly #ask: (question: ConsentQuestion) => Promise<ConsentReply>;
  readonly #now: () => number;
  readonly #maxRequests: number;
  readonly #waiting = new Set<WaitingRequest>();
  #allowance: Budget | undefined;
  #usedAt = 0;
  #expiresAfterMs = allowanceIdleTimeoutMs;
  #stop = new AbortController();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    ask: (question: ConsentQuestion) => Promise<ConsentReply>,
    now: () => number,
    maxRequests = maxRequestsPerQuestion,
  ) {
    this.#ask = ask;
    this.#now = now;
    this.#maxRequests = maxRequests;
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
    const waiting: WaitingRequest = { request, ended };
    this.#waiting.add(waiting);
    const mine = this.#turn.then(async () => {
      this.#waiting.delete(waiting);
      if (ended.aborted || waiting.reply === 'no') {
        return undefined;
      }
      return waiting.reply === 'once'
        ? createBudget({ cap: request.price })
        : (this.#use(request) ?? (await this.#askFor(waiting)));
    });
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

  async #askFor(first: WaitingRequest): Promise<Budget | undefined> {
    const others = [...this.#waiting].filter(({ ended, reply }) => !ended.aborted && reply === undefined);
    const question = toConsentQuestion(
      first.request,
      others.map(({ request }) => request),
      this.#maxRequests,
    );
    const asked = [first, ...others.filter(({ request }) => question.requests.includes(request))];
    const reply = await this.#ask(question);
    if (asked.every(({ ended }) => ended.aborted)) {
      return undefined; // replies after Stop are ignored
    }
    if (typeof reply === 'string') {
      asked.forEach((one) => (one.reply = reply));
      return reply === 'once' && !first.ended.aborted ? createBudget({ cap: first.request.price }) : undefined;
    }
    this.#allowance = createBudget({ cap: reply.upTo });
    this.#expiresAfterMs = allowanceIdleTimeoutMs;
    this.#usedAt = this.#now();
    return first.ended.aborted ? undefined : this.#use(first.request);
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
