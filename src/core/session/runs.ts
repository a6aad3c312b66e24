import type { Client } from '../../client/client.ts';
import type { Endpoint } from '../../client/endpoint.ts';
import { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { Money } from '../../client/money.ts';
import type { WaitReason, CallOptions } from '../../client/policies/send.ts';
import { addCost, type Cost, getExchangeCost, getFailedCallCost, noCost } from '../cost/cost.ts';

interface PendingCall {
  waiting: WaitReason | undefined;
  /** The latest time at which its request fails; set while the request is in flight. */
  endsBy: number | undefined;
}

export class PendingCalls {
  /** Ordered by the latest report. */
  readonly #calls = new Set<PendingCall>();
  readonly #changed: () => void;

  /** @param changed called when a call starts waiting, stops waiting, or waits for something else */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The latest report, if several calls are waiting. */
  get waiting(): WaitReason | undefined {
    return [...this.#calls].findLast(({ waiting }) => waiting !== undefined)?.waiting;
  }

  /** The latest time at which a request in flight fails; undefined if no request is in flight. */
  get endsBy(): number | undefined {
    const all = [...this.#calls].flatMap(({ endsBy }) => endsBy ?? []);
    return all.length === 0 ? undefined : Math.max(...all);
  }

  /** @param run counts the call if a request was sent */
  async track<T>(
    make: (reports: Required<Pick<CallOptions, 'onSent' | 'onWaiting'>>) => Promise<T>,
    run?: { requests: number },
  ): Promise<T> {
    const call: PendingCall = { waiting: undefined, endsBy: undefined };
    const update = (waiting: WaitReason | undefined, endsBy?: number) => {
      const wasWaiting = call.waiting !== undefined;
      call.waiting = waiting;
      call.endsBy = endsBy;
      this.#calls.delete(call);
      this.#calls.add(call);
      if (wasWaiting || waiting !== undefined) {
        this.#changed(); // a call that is sent at once doesn't change anything visible
      }
    };
    this.#calls.add(call);
    try {
      return await make({ onWaiting: (waiting) => update(waiting), onSent: (endsBy) => update(undefined, endsBy) });
    } finally {
      this.#calls.delete(call);
      if (run !== undefined && call.endsBy !== undefined) {
        run.requests += 1;
      }
      if (call.waiting !== undefined) {
        this.#changed();
      }
    }
  }
}

/**
 * The cost of a view's requests, including failed ones. A view that repeats a query continues its tally, because the previous
 * query's requests in flight are also charged.
 */
export class CostTally {
  readonly #counted = new Set<string>();
  #cost = noCost;

  get cost(): Cost {
    return this.#cost;
  }

  add(exchange: Exchange): void {
    this.#counted.add(exchange.id);
    this.#cost = addCost(this.#cost, getExchangeCost(exchange));
  }

  /** Counts a response that is shown without a request, unless it was already counted. */
  addShown(exchange: Exchange): void {
    if (!this.#counted.has(exchange.id)) {
      this.add(exchange);
    }
  }

  addFailure(error: SocialDataError): void {
    this.#cost = addCost(this.#cost, getFailedCallCost(error));
  }
}

export interface RaisedPrice {
  readonly agreed: Money;
  readonly price: Money;
}

/** @returns undefined if the price didn't increase or is unknown */
export function findRaisedPrice(agreed: Money | undefined, price: Money | undefined): RaisedPrice | undefined {
  return agreed === undefined || price === undefined || price <= agreed ? undefined : { agreed, price };
}

type RunCallOptions = Required<Pick<CallOptions, 'onSent' | 'onWaiting' | 'stop'>>;

/** One user command that sends requests: a page, several pages, or a refresh. */
export class Run {
  /** How many calls have ended after sending a request. */
  requests = 0;
  readonly #stop = new AbortController();

  /** After an abort, no further requests are sent, but a request in flight completes. */
  get stopSignal(): AbortSignal {
    return this.#stop.signal;
  }

  get isStopping(): boolean {
    return this.#stop.signal.aborted;
  }

  stop(): void {
    this.#stop.abort();
  }
}

export interface BatchProgress {
  readonly done: number;
  readonly atMost: number;
}

/** Reaching the budget is treated as a failure. */
export type BatchEnd =
  | { readonly kind: 'done' }
  /** Stopped by the user; `error` is from a request canceled in flight. */
  | { readonly kind: 'stopped'; readonly error?: SocialDataError }
  /** The next request would cost more than agreed, so it wasn't sent. */
  | { readonly kind: 'priceRaised'; readonly raised: RaisedPrice; readonly callsLeft: number }
  | { readonly kind: 'failed'; readonly error: SocialDataError; readonly callsLeft: number };

interface Batch {
  /** The most requests that the user agreed to. */
  readonly atMost: number;
  readonly client: () => Promise<Pick<Client, 'priceOf'>>;
  /** Used for every request. */
  readonly endpoint: Endpoint;
  /** The price per request that the user agreed to. Default: its price at the start. */
  readonly agreed?: Money | undefined;
  /** Sends the next request. @throws SocialDataError, which ends the batch */
  readonly step: (run: Run, progress: BatchProgress) => Promise<'more' | 'last'>;
  /** @param requests how many were sent */
  readonly onEnd: (end: BatchEnd, requests: number) => void;
}

/** A view's active runs, one per name, with their waits and cost. */
export class Runs {
  readonly pending: PendingCalls;
  readonly #running = new Map<string, { readonly run: Run; readonly ended: Promise<void> }>();
  readonly #closed = new AbortController();
  readonly #changed: () => void;
  #change = Promise.withResolvers<undefined>();
  readonly tally: CostTally;

  /**
   * @param changed called when the view has something new to show, until it is closed
   * @param tally the previous tally of the same query
   */
  constructor(changed: () => void, tally = new CostTally()) {
    this.#changed = changed;
    this.pending = new PendingCalls(() => this.changed());
    this.tally = tally;
  }

  get cost(): Cost {
    return this.tally.cost;
  }

  get isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  /** When the last request in flight times out, if all runs were stopped. */
  get stopsBy(): number | undefined {
    return [...this.#running.values()].every(({ run }) => run.isStopping) ? this.pending.endsBy : undefined;
  }

  get names(): readonly string[] {
    return [...this.#running.keys()];
  }

  get(name: string): Run | undefined {
    return this.#running.get(name)?.run;
  }

  changed(): void {
    if (!this.isClosed) {
      this.#change.resolve(undefined);
      this.#change = Promise.withResolvers();
      this.#changed();
    }
  }

  async nextChange(): Promise<void> {
    await this.#change.promise;
  }

  /** @returns undefined if a run with this name is active */
  begin(name: string): { readonly run: Run; readonly end: () => void } | undefined {
    if (this.#running.has(name)) {
      return undefined;
    }
    const run = new Run();
    const ended = Promise.withResolvers<undefined>();
    this.#running.set(name, { run, ended: ended.promise });
    return {
      run,
      end: () => {
        this.#running.delete(name);
        ended.resolve(undefined);
      },
    };
  }

  async join(name: string): Promise<void> {
    await this.#running.get(name)?.ended;
  }

  /** If a run with this name is active, waits for it instead. */
  async start(name: string, work: (run: Run) => Promise<void>): Promise<void> {
    const begun = this.begin(name);
    if (begun === undefined) {
      await this.join(name);
      return;
    }
    try {
      await work(begun.run);
    } finally {
      begun.end();
    }
  }

  /**
   * Makes requests until all are done, one fails, or the next one costs more than agreed.
   * Does nothing if a run with this name is active.
   */
  async startBatch(name: string, batch: Batch): Promise<void> {
    const begun = this.begin(name);
    if (begun === undefined) {
      return;
    }
    const { run } = begun;
    let end: BatchEnd = { kind: 'stopped' };
    try {
      end = await this.#makeCalls(run, batch);
    } finally {
      begun.end();
      batch.onEnd(end, run.requests);
    }
  }

  async #makeCalls(run: Run, { atMost, client, endpoint, step, ...batch }: Batch): Promise<BatchEnd> {
    let done = 0;
    try {
      const { priceOf } = await client();
      const agreed = batch.agreed ?? priceOf(endpoint);
      while (done < atMost) {
        if (run.isStopping) {
          return { kind: 'stopped' };
        }
        const raised = findRaisedPrice(agreed, priceOf(endpoint));
        if (raised !== undefined) {
          return { kind: 'priceRaised', raised, callsLeft: atMost - done };
        }
        const isLast = (await step(run, { done, atMost })) === 'last';
        done += 1;
        if (isLast) {
          break;
        }
      }
      return { kind: 'done' };
    } catch (error) {
      if (!(error instanceof SocialDataError)) {
        throw error;
      }
      return run.isStopping ? { kind: 'stopped', error } : { kind: 'failed', error, callsLeft: atMost - done };
    }
  }

  /** Counts the call's cost. @throws SocialDataError `cancelled` after Stop */
  async call<T extends Exchange | undefined>(run: Run, make: (options: RunCallOptions) => Promise<T>): Promise<T> {
    const { isStopping, stopSignal: stop } = run;
    if (isStopping) {
      throw new SocialDataError('cancelled', 'stopped before the next request was sent', { spent: 'no' });
    }
    try {
      const exchange = await this.pending.track(async (reports) => await make({ ...reports, stop }), run);
      if (exchange !== undefined) {
        this.tally.add(exchange);
      }
      return exchange;
    } catch (error) {
      if (error instanceof SocialDataError) {
        this.tally.addFailure(error);
      }
      throw error;
    }
  }

  /** Stops sending requests. A request in flight is completed. */
  stop(): void {
    for (const { run } of this.#running.values()) {
      run.stop();
    }
    this.changed();
  }

  /** Stops sending requests and reporting changes. The client still stores the response to a request in flight. */
  close(): void {
    this.#closed.abort();
    this.stop();
  }
}
