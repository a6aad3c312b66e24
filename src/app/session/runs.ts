import type { CallOptions, Connection } from '../../client/client.ts';
import { isSameConnection } from '../../client/connection.ts';
import { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { Waiting } from '../../client/policies/send.ts';
import { addCost, type Cost, costOfError, costOfExchange, noCost } from '../cost/cost.ts';
import type { BackgroundJob, JobEnd, JobProgress, JobRun } from './backgroundJob.ts';

type RunCallOptions = Required<Pick<CallOptions, 'onSent' | 'onWaiting' | 'signal' | 'stop'>>;

/** Something that a person asked for and that makes requests: a page, several pages, a refresh. */
export class Run {
  /** How many of its calls are over with a request sent: answered or cut off, but not refused and waiting to be tried again. */
  requests = 0;
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
}

/** A call that is under way: what it waits for, or that a request is on its way. */
interface PendingCall {
  waiting: Waiting | undefined;
  isSent: boolean;
}

/** The calls of a view that are under way: which of them wait, what for, and which may be charged. */
export class PendingCalls {
  /** What was reported last stands last. */
  readonly #calls = new Set<PendingCall>();
  readonly #observers: Set<() => void>;

  /** @param changed called whenever a call waits for something, for something other than before, or no longer */
  constructor(changed: () => void) {
    this.#observers = new Set([changed]);
  }

  /** Calls another one as well. @returns unsubscribes */
  observe(changed: () => void): () => void {
    this.#observers.add(changed);
    return () => this.#observers.delete(changed);
  }

  /** What a call waits for, of those that are under way; where several do, what was reported last. */
  get waiting(): Waiting | undefined {
    return [...this.#calls].findLast(({ waiting }) => waiting !== undefined)?.waiting;
  }

  /** Whether a request is on its way: it may be charged, whatever becomes of it. */
  get isSent(): boolean {
    return [...this.#calls].some(({ isSent }) => isSent);
  }

  /** Makes a call, and keeps what it reports as long as it is under way. @param run counts it where a request was sent for it */
  async track<T>(
    make: (reports: Pick<RunCallOptions, 'onSent' | 'onWaiting'>) => Promise<T>,
    run?: Pick<Run, 'requests'>,
  ): Promise<T> {
    const call: PendingCall = { waiting: undefined, isSent: false };
    const update = (waiting: Waiting | undefined) => {
      const wasWaiting = call.waiting !== undefined;
      call.waiting = waiting;
      call.isSent = waiting === undefined;
      this.#calls.delete(call);
      this.#calls.add(call);
      if (wasWaiting || waiting !== undefined) {
        this.#report(); // that a call is sent at once is no news
      }
    };
    this.#calls.add(call);
    try {
      return await make({ onWaiting: update, onSent: () => update(undefined) });
    } finally {
      this.#calls.delete(call);
      if (run !== undefined && call.isSent) {
        run.requests += 1;
      }
      if (call.waiting !== undefined) {
        this.#report();
      }
    }
  }

  #report(): void {
    for (const changed of this.#observers) {
      changed();
    }
  }
}

interface RunJob extends Pick<BackgroundJob, 'atMost' | 'endpoint' | 'onDropped' | 'title'> {
  readonly step: (run: Run, progress: JobProgress) => Promise<'more' | 'last'>;
  /** It begins, or goes on after it waited at the budget. */
  readonly onBegin: (run: JobRun) => void;
  /** @param requests how many it sent so far, those before it waited included */
  readonly onEnd: (end: JobEnd, requests: number) => void;
}

interface RunsOptions {
  /** Where requests go now, and as whom. */
  readonly connection: () => Connection | undefined;
  /** What was spent for the same before, and the answers that are in it. */
  readonly cost?: Cost | undefined;
  readonly counted?: ReadonlySet<string> | undefined;
}

/**
 * The runs of a view, by name: one of a name at a time, and who wants the same meanwhile waits for it. Knows what their calls wait
 * for, what they cost and over which connection they were asked for.
 */
export class Runs {
  readonly pending: PendingCalls;
  readonly #running = new Map<string, { readonly run: Run; readonly ended: Promise<void> }>();
  readonly #closed = new AbortController();
  readonly #changed: () => void;
  readonly #connection: () => Connection | undefined;
  /** The answers that were shown or came: one that is shown again costs nothing again. */
  readonly counted: Set<string>;
  #askedOver: Connection | undefined;
  #cost: Cost;

  /** @param changed called whenever the view has something else to show, until it is closed */
  constructor(changed: () => void, { connection, cost = noCost, counted }: RunsOptions) {
    this.#changed = changed;
    this.#connection = connection;
    this.#askedOver = connection();
    this.pending = new PendingCalls(() => this.changed());
    this.#cost = cost;
    this.counted = new Set(counted);
  }

  /** What the calls came to, those that failed included. */
  get cost(): Cost {
    return this.#cost;
  }

  /** Counts what was spent for an answer that is shown without a call: once. */
  count(exchange: Exchange): void {
    if (!this.counted.has(exchange.id)) {
      this.#add(exchange);
    }
  }

  get isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  /** Whether requests still go where, and as whom, they did when something was asked last. */
  get isAskedHere(): boolean {
    return isSameConnection(this.#askedOver, this.#connection());
  }

  /** Whether Stop was pressed for all of it while a request is on its way: it is let come, and Stop Now cuts it off. */
  get canStopNow(): boolean {
    return this.pending.isSent && [...this.#running.values()].every(({ run }) => run.isStopping);
  }

  get names(): readonly string[] {
    return [...this.#running.keys()];
  }

  get(name: string): Run | undefined {
    return this.#running.get(name)?.run;
  }

  changed(): void {
    if (!this.isClosed) {
      this.#changed();
    }
  }

  /**
   * Begins a run that lasts until it is ended.
   * @returns undefined while one of that name is under way
   */
  begin(name: string): { readonly run: Run; readonly end: () => void } | undefined {
    if (this.#running.has(name)) {
      return undefined;
    }
    this.#askedOver = this.#connection();
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
   * Makes several requests as a job, which waits at the budget, in runs of a name: one until it comes to rest, another one when a
   * person resumes it. Stop of the run stops the job. Does nothing while a run of that name is under way.
   */
  async startJob(
    name: string,
    runJob: (job: BackgroundJob) => Promise<JobEnd>,
    { step, onBegin, onEnd, ...job }: RunJob,
  ): Promise<void> {
    let current = this.begin(name);
    let requests = 0;
    if (current === undefined) {
      return;
    }
    try {
      await runJob({
        ...job,
        gone: this.#closed.signal,
        step: async (progress) => (current === undefined ? 'last' : await step(current.run, progress)),
        onRun: ({ ended, stop }) => {
          current ??= this.begin(name);
          const run = current?.run;
          if (run === undefined || run.isStopping) {
            stop(); // before the job began, or because something else of this name is under way by now
          }
          run?.stopSignal.addEventListener('abort', stop, { once: true });
          onBegin({ ended, stop: () => this.stop([name]) });
        },
        onEnd: (end) => {
          requests += current?.run.requests ?? 0;
          current?.end();
          current = undefined;
          onEnd(end, requests);
        },
      });
    } finally {
      current?.end(); // it never began
    }
  }

  /**
   * Makes a call of a run, and counts what it cost.
   * @throws SocialDataError `cancelled` after Stop
   */
  async call<T extends Exchange | undefined>(run: Run, make: (options: RunCallOptions) => Promise<T>): Promise<T> {
    const { isStopping, signal, stopSignal: stop } = run;
    if (isStopping) {
      throw new SocialDataError('cancelled', 'stopped before the next request was made', { spent: 'no' });
    }
    this.#askedOver = this.#connection(); // a sandbox may have been started for it
    try {
      const exchange = await this.pending.track(async (reports) => await make({ ...reports, signal, stop }), run);
      if (exchange !== undefined) {
        this.#add(exchange);
      }
      return exchange;
    } catch (error) {
      if (error instanceof SocialDataError) {
        this.#cost = addCost(this.#cost, costOfError(error));
      }
      throw error;
    }
  }

  /** Stop: nothing further is sent for them; a request on its way comes. @param names default: all */
  stop(names: readonly string[] = this.names): void {
    for (const name of names) {
      this.get(name)?.stop();
    }
    this.changed();
  }

  /** Stop Now: a request on its way is cut off, and may have been charged. */
  stopNow(): void {
    for (const { run } of this.#running.values()) {
      run.stopNow();
    }
    this.changed();
  }

  /** The connection changed: what was asked over another one is stopped. */
  stopForeign(): void {
    if (this.isRunning && !this.isAskedHere) {
      this.stop();
    }
  }

  /** Nothing further is sent and nothing is shown any more; a request on its way comes and is kept by the client. */
  close(): void {
    this.#closed.abort();
    this.stop();
  }

  #add(exchange: Exchange): void {
    this.counted.add(exchange.id);
    this.#cost = addCost(this.#cost, costOfExchange(exchange));
  }
}
