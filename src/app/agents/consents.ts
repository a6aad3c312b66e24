import type { Endpoint } from '../../client/endpoint.ts';
import type { Money } from '../../client/money.ts';
import { type Budget, type BudgetState, createBudget, type Reservation } from '../../client/policies/budget.ts';

/** What a person is asked before an agent's request is paid for. */
export interface ConsentRequest {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, unknown>>;
  /** The program that asks, as it calls itself. */
  readonly agent?: string | undefined;
  /** What it counts as: its price, or what is assumed where none is known. */
  readonly price: Money;
  readonly isPriceKnown: boolean;
  /** What is left of the tightest budget. */
  readonly left: Money;
}

/** `upTo`: this and further requests, until they come to that amount together. There is no "always". */
export type ConsentReply = 'no' | 'once' | { readonly upTo: Money };

/** An amount that a person allowed is forgotten when no agent used it for so long. */
export const allowanceMs = 30 * 60 * 1_000;

/**
 * What persons allow agents to spend: one request, or an amount that several share. It is asked one request after the other, so
 * that an amount given to the first serves those that waited. Nothing of it outlives the window.
 */
export class Consents {
  readonly #ask: (request: ConsentRequest) => Promise<ConsentReply>;
  readonly #now: () => number;
  #allowance: Budget | undefined;
  #usedAt = 0;
  #lastsMs = allowanceMs;
  #stop = new AbortController();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(ask: (request: ConsentRequest) => Promise<ConsentReply>, now: () => number) {
    this.#ask = ask;
    this.#now = now;
  }

  /** Aborted when what was allowed is taken back: nothing further of what agents asked until now is sent. */
  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  /** What is left of an amount that was allowed; undefined where none is. */
  get left(): Money | undefined {
    const state = this.#livingAllowance()?.state();
    return state === undefined ? undefined : leftOf(state);
  }

  /** Lets requests pass without asking until they come to an amount together, however long that takes: whoever starts a server may. */
  allow(upTo: Money): void {
    this.#allowance = createBudget({ cap: upTo });
    this.#lastsMs = Number.POSITIVE_INFINITY;
  }

  /** Whether a request would be sent without asking. */
  covers(price: Money): boolean {
    return (this.left ?? -1n) >= price;
  }

  /**
   * Sets what a request may cost aside, within what a person allowed, or asks.
   * @param stop nobody waits for it any more
   * @returns undefined where it was refused, or taken back meanwhile
   */
  async obtain(request: ConsentRequest, stop: AbortSignal): Promise<Reservation | undefined> {
    const { stopped } = this;
    const isOver = () => stop.aborted || stopped.aborted;
    const mine = this.#turn.then(async () => {
      if (isOver()) {
        return undefined;
      }
      return this.#reserve(request.price) ?? (await this.#askFor(request, isOver));
    });
    this.#turn = mine.catch(() => undefined);
    const reservation = await orAborted(mine, [stop, stopped]);
    if (reservation === undefined) {
      void mine.then((late) => late?.settle(0n)); // nobody waits for it any more
    }
    return reservation;
  }

  /** Takes everything back: the amount that is left, and what waits for an answer or to be sent. */
  revoke(): void {
    this.#allowance = undefined;
    this.#stop.abort(new Error('what agents were allowed was taken back'));
    this.#stop = new AbortController();
  }

  async #askFor(request: ConsentRequest, isOver: () => boolean): Promise<Reservation | undefined> {
    const reply = await this.#ask(request);
    if (reply === 'no' || isOver()) {
      return undefined; // an answer that comes after Stop allows nothing
    }
    if (reply === 'once') {
      return { settle: () => undefined };
    }
    this.#allowance = createBudget({ cap: reply.upTo });
    this.#lastsMs = allowanceMs;
    this.#usedAt = this.#now();
    return this.#reserve(request.price);
  }

  #reserve(price: Money): Reservation | undefined {
    const reservation = this.#livingAllowance()?.reserve(price);
    if (reservation !== undefined) {
      this.#usedAt = this.#now();
    }
    return reservation;
  }

  #livingAllowance(): Budget | undefined {
    if (this.#now() - this.#usedAt > this.#lastsMs) {
      this.#allowance = undefined;
    }
    return this.#allowance;
  }
}

/** What is left of a budget with a cap; a request may have cost more than was set aside for it. */
export function leftOf({ cap = 0n, spent, reserved }: BudgetState): Money {
  const left = cap - spent - reserved;
  return left > 0n ? left : 0n;
}

/** What a promise comes to, or undefined as soon as one of the signals is aborted. */
async function orAborted<T>(promise: Promise<T>, signals: readonly AbortSignal[]): Promise<T | undefined> {
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
