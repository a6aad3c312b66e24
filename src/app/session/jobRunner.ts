import type { Service, Endpoint } from '../../client/endpoint.ts';
import { SocialDataError } from '../../client/errors.ts';
import { type PriceLookup, capturePrices, findRaisedPrice } from './agreedPrices.ts';
import type { BackgroundJob, JobEnd, ParkedJob, PriceRaisedJob, RemainingWork } from './backgroundJob.ts';

/**
 * Whether an error means that no further call with this key will be answered, as the gate of the client has it: 401, 402 and
 * 403. A 403 of the gateway is about one private thing.
 */
function isKeyRefusal({ kind }: SocialDataError, service: Service): boolean {
  return kind === 'unauthorized' || kind === 'noBalance' || (kind === 'forbidden' && service === 'primary');
}

export interface JobAddressAndAccount {
  /** Service and address: a job is never taken to another one than it was agreed to for. */
  readonly address: string;
  /** The address with the key: what a refusal of the key is about. */
  readonly account: string;
}

interface JobRunnerOptions {
  readonly placeOf: (endpoint: Endpoint) => JobAddressAndAccount;
  /** Jobs have come to rest at the budget, not all of them in sight: called once for all that do so together, with every one that waits. */
  readonly onParked: (parked: readonly ParkedJob[]) => void;
  /** A refused key ended several jobs; the first is the one that met the refusal. */
  readonly onKeyRefused: (error: SocialDataError, jobs: readonly BackgroundJob[]) => void;
  /** A job stopped before a call that costs more than was agreed to, and does not say so itself. */
  readonly onDearer: (dearer: PriceRaisedJob) => void;
  readonly onChange: () => void;
  /** What one call costs now; undefined where it is not known. */
  readonly priceOf: PriceLookup;
  /** Asks the person before a job goes on with another key than the one that its calls had so far. */
  readonly mayUseKey: (job: RemainingWork) => Promise<boolean>;
}

interface JobEntry {
  readonly job: BackgroundJob;
  readonly address: string;
  account: string;
  done: number;
  agreedPrice: PriceLookup;
  /** Another job on the same account was refused: no further call is begun. */
  refused: SocialDataError | undefined;
}

/**
 * All jobs of a window, each with one call after the other. A job ends as done, stopped, failed or parked; a parked one waits
 * until it is resumed, and is forgotten when what it is for is gone. Time passes only in the jobs' own calls.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #running = new Set<JobEntry>();
  readonly #waiting = new Map<JobEntry, ParkedJob>();
  /** Jobs that still have to come by the budget before those that wait are reported, so that one message names all. */
  readonly #awaited = new Map<JobEntry, 'callBefore' | 'callSince'>();
  #isReportDue = false;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  /** Those that wait at the budget, in the order in which they came to it. */
  get parked(): readonly ParkedJob[] {
    return [...this.#waiting.values()];
  }

  /** Whether any of those that wait is in no view in sight, so that a message has to say it. */
  get hasUnseenParkedJob(): boolean {
    return [...this.#waiting.keys()].some(({ job }) => job.isInSight?.() !== true);
  }

  /** Runs a job until it comes to rest. @throws what is no SocialDataError, after the job was ended */
  async run(job: BackgroundJob): Promise<JobEnd> {
    if (job.closeSignal.aborted) {
      return { kind: 'stopped' };
    }
    const agreedPrice = job.agreedPrice ?? capturePrices([job], this.#options.priceOf);
    const entry: JobEntry = { job, ...this.#options.placeOf(job.endpoint), done: 0, agreedPrice, refused: undefined };
    job.closeSignal.addEventListener('abort', () => this.#forget(entry), { once: true });
    return await this.#go(entry);
  }

  /** Ends the jobs that wait for a connection that is not the current one any more. */
  dropForeign(): void {
    for (const [{ job, address }, parked] of this.#waiting) {
      if (this.#options.placeOf(job.endpoint).address !== address) {
        parked.stop();
      }
    }
  }

  async #go(entry: JobEntry): Promise<JobEnd> {
    const { job } = entry;
    const stop = new AbortController();
    const ended = Promise.withResolvers<undefined>();
    entry.refused = undefined;
    this.#running.add(entry);
    job.onRun({ ended: ended.promise, stop: () => stop.abort() });
    try {
      const end = await this.#walk(entry, AbortSignal.any([stop.signal, job.closeSignal]));
      this.#running.delete(entry);
      if (end.kind === 'parked') {
        this.#park(entry, end.parked);
      }
      job.onEnd(end);
      if (end.kind === 'dearer' && job.offersRest !== true) {
        this.#options.onDearer(end.dearer);
      }
      return end;
    } catch (fault) {
      job.onEnd({ kind: 'stopped' });
      throw fault;
    } finally {
      this.#running.delete(entry);
      this.#awaited.delete(entry);
      ended.resolve(undefined);
      this.#reportOnceAllCame();
    }
  }

  async #walk(entry: JobEntry, signal: AbortSignal): Promise<JobEnd> {
    const { job } = entry;
    while (entry.done < job.atMost) {
      const { address, account } = this.#options.placeOf(job.endpoint);
      if (signal.aborted || address !== entry.address) {
        return { kind: 'stopped' };
      }
      if (entry.refused !== undefined) {
        return { kind: 'failed', error: entry.refused };
      }
      if (account !== entry.account) {
        entry.account = account;
        if (!(await this.#options.mayUseKey(toRemainingWork(entry)))) {
          return { kind: 'stopped' };
        }
        continue; // it may have been stopped, or the key replaced again, while the person was asked
      }
      const dearer = this.#dearerOf(entry);
      if (dearer !== undefined) {
        return { kind: 'dearer', dearer };
      }
      if (this.#awaited.has(entry)) {
        this.#awaited.set(entry, 'callSince');
      }
      try {
        const next = await job.step({ done: entry.done, atMost: job.atMost }, signal);
        entry.done += 1;
        if (next === 'last') {
          return { kind: 'done' };
        }
      } catch (error) {
        if (!(error instanceof SocialDataError)) {
          throw error;
        }
        return this.#endOf(entry, error, signal);
      }
      if (this.#awaited.get(entry) === 'callSince') {
        this.#awaited.delete(entry); // it got past the budget that stopped the other one
        this.#reportOnceAllCame();
      }
    }
    return { kind: 'done' };
  }

  /** @returns undefined where the next call costs no more than the person agreed to */
  #dearerOf(entry: JobEntry): PriceRaisedJob | undefined {
    const { job, agreedPrice } = entry;
    const raised = findRaisedPrice(job, agreedPrice, this.#options.priceOf);
    const goOn = async (agreedPrice: PriceLookup = capturePrices([job], this.#options.priceOf)) => {
      entry.agreedPrice = agreedPrice;
      await this.#go(entry);
    };
    return raised && { ...toRemainingWork(entry), ...raised, goOn };
  }

  #endOf(entry: JobEntry, error: SocialDataError, signal: AbortSignal): JobEnd {
    if (signal.aborted) {
      return { kind: 'stopped', error };
    }
    if (error.kind === 'budget') {
      return { kind: 'parked', error, parked: this.#toParked(entry, error) };
    }
    if (entry.refused === undefined && isKeyRefusal(error, entry.job.endpoint.service)) {
      this.#endOthers(entry, error);
    }
    return { kind: 'failed', error };
  }

  /** A call that is on its way is let come, because it may have been paid for; none is begun after it. */
  #endOthers(entry: JobEntry, error: SocialDataError): void {
    const others = [...this.#running].filter(
      (one) => one !== entry && one.account === entry.account && one.refused === undefined,
    );
    for (const other of others) {
      other.refused = new SocialDataError(error.kind, `stopped, because ${error.message}`, { spent: 'no' });
    }
    if (others.length > 0) {
      const ended = [entry, ...others].map(({ job }) => job);
      this.#options.onKeyRefused(error, ended);
    }
  }

  #toParked(entry: JobEntry, error: SocialDataError): ParkedJob {
    const { onDropped } = entry.job;
    const resume = async (agreedPrice: PriceLookup = capturePrices([entry.job], this.#options.priceOf)) => {
      if (this.#forget(entry)) {
        entry.agreedPrice = agreedPrice;
        await this.#go(entry);
      }
    };
    const stop = () => {
      if (this.#forget(entry)) {
        onDropped();
      }
    };
    return { ...toRemainingWork(entry), error, resume, stop };
  }

  #park(entry: JobEntry, parked: ParkedJob): void {
    if (!this.#isReportDue) {
      this.#isReportDue = true;
      for (const other of this.#running) {
        this.#awaited.set(other, 'callBefore');
      }
    }
    this.#waiting.set(entry, parked);
    this.#options.onChange();
  }

  /** @returns whether it waited */
  #forget(entry: JobEntry): boolean {
    const waited = this.#waiting.delete(entry);
    if (waited) {
      this.#options.onChange();
    }
    return waited;
  }

  #reportOnceAllCame(): void {
    if (this.#isReportDue && this.#awaited.size === 0) {
      this.#isReportDue = false;
      if (this.hasUnseenParkedJob) {
        this.#options.onParked(this.parked);
      }
    }
  }
}

function toRemainingWork({ job: { title, endpoint, atMost, rest }, done }: JobEntry): RemainingWork {
  const endpointsLeft = rest?.();
  return endpointsLeft === undefined
    ? { title, endpoint, callsLeft: atMost - done }
    : { title, endpoint, callsLeft: endpointsLeft.length, endpointsLeft };
}
