import type { CallOptions } from '../../client/client.ts';
import { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import { addCost, type Cost, costOfError, costOfExchange, noCost } from '../cost/cost.ts';
import { PendingCalls } from './pendingCalls.ts';

/** What a call is made with in the name of a run. */
export type RunCallOptions = Required<Pick<CallOptions, 'onSent' | 'onWaiting' | 'signal' | 'stop'>>;

/** Something that a person asked for and that makes requests: a page, several pages, a refresh. */
export class Run {
  readonly #stop = new AbortController();
  readonly #abort = new AbortController();

  /** Aborted by Stop: nothing further is sent, a request on its way comes. */
  get stopSignal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Aborted by Stop Now: a request on its way is cut off as well, and may have been charged. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get isStopping(): boolean {
    return this.#stop.signal.aborted;
  }

  stop(): void {
    this.#stop.abort();
  }

  stopNow(): void {
    this.#stop.abort();
    this.#abort.abort();
  }

  /** @throws SocialDataError `cancelled` after Stop */
  throwIfStopped(): void {
    if (this.isStopping) {
      throw new SocialDataError('cancelled', 'stopped before the next request was made', { spent: 'no' });
    }
  }
}

/**
 * The runs of a view, by name: one of a name at a time, and who wants the same meanwhile waits for it. Knows what their calls wait
 * for and what they cost.
 */
export class Runs {
  readonly pending: PendingCalls;
  readonly #running = new Map<string, { readonly run: Run; readonly ended: Promise<void> }>();
  readonly #changed: () => void;
  #cost: Cost;

  /** @param cost what was spent for the same before */
  constructor(changed: () => void, cost: Cost = noCost) {
    this.#changed = changed;
    this.pending = new PendingCalls(changed);
    this.#cost = cost;
  }

  /** What the calls came to, those that failed included. */
  get cost(): Cost {
    return this.#cost;
  }

  /** Counts what was spent for what the view shows without a call of its own. */
  addCost(cost: Cost): void {
    this.#cost = addCost(this.#cost, cost);
  }

  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  get names(): readonly string[] {
    return [...this.#running.keys()];
  }

  get(name: string): Run | undefined {
    return this.#running.get(name)?.run;
  }

  /**
   * Begins a run that lasts until it is ended.
   * @returns undefined while one of that name is under way
   */
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
        if (this.#running.get(name)?.run === run) {
          this.#running.delete(name);
        }
        ended.resolve(undefined);
      },
    };
  }

  /** Waits until the run of that name is over. */
  async join(name: string): Promise<void> {
    await this.#running.get(name)?.ended;
  }

  /** Does the work as a run, unless one of that name is under way: then waits for that one. */
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
   * Makes a call of a run, unless it was stopped, and counts what it cost.
   * @throws SocialDataError
   */
  async call<T extends Exchange | undefined>(run: Run, make: (options: RunCallOptions) => Promise<T>): Promise<T> {
    run.throwIfStopped();
    try {
      const exchange = await this.pending.track(
        async (reports) => await make({ ...reports, signal: run.signal, stop: run.stopSignal }),
      );
      if (exchange !== undefined) {
        this.addCost(costOfExchange(exchange));
      }
      return exchange;
    } catch (error) {
      if (error instanceof SocialDataError) {
        this.addCost(costOfError(error));
      }
      throw error;
    }
  }

  /** Stop: nothing further is sent for them. @param names default: all */
  stop(names: readonly string[] = this.names): void {
    for (const name of names) {
      this.get(name)?.stop();
    }
    this.#changed();
  }

  /** Stop Now. @param names default: all */
  stopNow(names: readonly string[] = this.names): void {
    for (const name of names) {
      this.get(name)?.stopNow();
    }
    this.#changed();
  }
}
