import type { Endpoint } from '../../client/endpoint.ts';
import type { Money } from '../../client/money.ts';
import { type Budget, createBudget, findRoom } from '../../client/policies/budget.ts';
import { getBudgetLeft } from '../../core/cost/cost.ts';

export interface ConsentRequest {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, unknown>>;
  /** The program that asks, as it calls itself. */
  readonly agent?: string | undefined;
  /** What it counts as: its price, or what is assumed where none is known. */
  readonly price: Money;
  readonly isPriceKnown: boolean;
  readonly left: Money;
}

/** What a person is asked at once: the requests of one agent that wait for them. */
export interface ConsentQuestion {
  readonly calls: readonly [ConsentRequest, ...ConsentRequest[]];
  readonly agent: string | undefined;
  /** What all of them come to, at most. */
  readonly price: Money;
  readonly isPriceKnown: boolean;
  readonly left: Money;
}

/** The question about a request, and about those of the same agent that wait with it, as far as the budgets have room for their sum. */
function toConsentQuestion(first: ConsentRequest, others: readonly ConsentRequest[], maxCalls: number): ConsentQuestion {
  const { agent, price, isPriceKnown, left } = first;
  let query: ConsentQuestion = { calls: [first], agent, price, isPriceKnown, left };
  for (const other of others) {
    const sum = query.price + other.price;
    const least = other.left < query.left ? other.left : query.left;
    if (other.agent === agent && sum <= least && query.calls.length < maxCalls) {
      const isKnown = query.isPriceKnown && other.isPriceKnown;
      query = { calls: [...query.calls, other], agent, price: sum, isPriceKnown: isKnown, left: least };
    }
  }
  return query;
}

/** What a person may allow for several requests at once: five cents. */
const maxOfferedAllowance = 50_000n;

/** The amount that is offered beside "once", within the tightest budget; undefined where it would not pay for two such questions. */
export function getOfferedAllowance({ left, price }: ConsentQuestion): Money | undefined {
  const amount = left < maxOfferedAllowance ? left : maxOfferedAllowance;
  return amount >= price * 2n ? amount : undefined;
}

/** More requests in one query nobody reads. */
const maxRequestsPerRequest = 20;

/** `upTo`: this and further requests, until they come to that amount together. There is no "always". */
export type ConsentReply = 'no' | 'once' | { readonly upTo: Money };

/** An amount that a person allowed is forgotten when no agent used it for so long. */
export const allowanceIdleTimeoutMs = 30 * 60 * 1_000;

interface WaitingRequest {
  readonly request: ConsentRequest;
  /** Whether nobody waits for it any more. */
  readonly isOver: () => boolean;
  /** What the person said when they were asked about it together with another one. */
  reply?: 'no' | 'once';
}

/**
 * What persons allow agents to spend: what they were asked about, or an amount that several share. One question is open at a time: what
 * comes meanwhile shares an amount given to the first, else it is asked about together. Nothing of it outlives the window.
 */
export class Consents {
  readonly #ask: (query: ConsentQuestion) => Promise<ConsentReply>;
  readonly #now: () => number;
  readonly #maxCalls: number;
  readonly #waiting = new Set<WaitingRequest>();
  #allowance: Budget | undefined;
  #usedAt = 0;
  #lastsMs = allowanceIdleTimeoutMs;
  #stop = new AbortController();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(ask: (query: ConsentQuestion) => Promise<ConsentReply>, now: () => number, maxCalls = maxRequestsPerRequest) {
    this.#ask = ask;
    this.#now = now;
    this.#maxCalls = maxCalls;
  }

  /** Aborted when what was allowed is taken back: nothing further of what agents asked until now is sent. */
  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  /** Undefined if no amount is allowed. */
  get left(): Money | undefined {
    const state = this.#livingAllowance()?.state();
    return state === undefined ? undefined : getBudgetLeft(state);
  }

  /** Lets requests pass without asking until they come to an amount together, however long that takes: whoever starts a server may. */
  allow(upTo: Money): void {
    this.#allowance = createBudget({ cap: upTo });
    this.#lastsMs = Number.POSITIVE_INFINITY;
  }

  /**
   * What a request may cost, within what a person allowed, or asks them. The client sets it aside.
   * @param stop nobody waits for it any more
   * @returns undefined where it was refused, or taken back meanwhile
   */
  async obtain(request: ConsentRequest, stop: AbortSignal): Promise<Budget | undefined> {
    const { stopped } = this;
    const waiting: WaitingRequest = { request, isOver: () => stop.aborted || stopped.aborted };
    this.#waiting.add(waiting);
    const mine = this.#turn.then(async () => {
      this.#waiting.delete(waiting);
      if (waiting.isOver() || waiting.reply === 'no') {
        return undefined;
      }
      return waiting.reply === 'once'
        ? createBudget({ cap: request.price })
        : (this.#use(request) ?? (await this.#askFor(waiting)));
    });
    this.#turn = mine.catch(() => undefined);
    return await awaitUnlessAborted(mine, [stop, stopped]);
  }

  /** Takes everything back: the amount that is left, and what waits for a response or to be sent. */
  revoke(): void {
    this.#allowance = undefined;
    this.#stop.abort(new Error('the allowance of agents was withdrawn'));
    this.#stop = new AbortController();
  }

  async #askFor(first: WaitingRequest): Promise<Budget | undefined> {
    const others = [...this.#waiting].filter((one) => !one.isOver() && one.reply === undefined);
    const query = toConsentQuestion(
      first.request,
      others.map(({ request }) => request),
      this.#maxCalls,
    );
    const asked = [first, ...others.filter(({ request }) => query.calls.includes(request))];
    const reply = await this.#ask(query);
    if (asked.every(({ isOver }) => isOver())) {
      return undefined; // a response that comes after Stop allows nothing
    }
    if (typeof reply === 'string') {
      asked.forEach((one) => (one.reply = reply));
      return reply === 'once' && !first.isOver() ? createBudget({ cap: first.request.price }) : undefined;
    }
    this.#allowance = createBudget({ cap: reply.upTo });
    this.#lastsMs = allowanceIdleTimeoutMs;
    this.#usedAt = this.#now();
    return first.isOver() ? undefined : this.#use(first.request);
  }

  #use({ price, isPriceKnown }: ConsentRequest): Budget | undefined {
    const allowance = this.#livingAllowance();
    if (allowance === undefined || findRoom(allowance.state(), { amount: price, isGuess: !isPriceKnown }) === 'over') {
      return undefined;
    }
    this.#usedAt = this.#now();
    return allowance;
  }

  #livingAllowance(): Budget | undefined {
    if (this.#now() - this.#usedAt > this.#lastsMs) {
      this.#allowance = undefined;
    }
    return this.#allowance;
  }
}

/** @returns undefined as soon as one of the signals is aborted */
async function awaitUnlessAborted<T>(promise: Promise<T>, signals: readonly AbortSignal[]): Promise<T | undefined> {
  const end = new AbortController();
  const any = AbortSignal.any([...signals]);
  try {
    return await Promise.race([
      promise,
      new Promise<undefined>((resolve) => {
        const abort = () => resolve(undefined);
        if (any.aborted) {
          abort();
        }
        any.addEventListener('abort', abort, { signal: end.signal });
      }),
    ]);
  } finally {
    end.abort();
  }
}
