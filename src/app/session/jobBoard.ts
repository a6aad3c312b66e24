import type { Endpoint } from '../../client/endpoint.ts';
import { SocialDataError } from '../../client/errors.ts';
import { type BackgroundJob, type JobEnd, type ParkedJob, refusesKey } from './backgroundJob.ts';

/** All jobs of a window: those that run and those that wait. */
export interface JobBoard {
  /** Runs a job until it comes to rest. @throws what is no SocialDataError, after the job was ended */
  run(job: BackgroundJob): Promise<JobEnd>;
  /** Those that wait at the budget, the longest waiting first. */
  parked(): readonly ParkedJob[];
  /** Ends the jobs that wait for a connection that is not the current one any more. */
  letGoElsewhere(): void;
}

/** Where the calls of an endpoint go. */
export interface JobPlace {
  /** Service and address: a job is never taken to another one than it was agreed to for. */
  readonly address: string;
  /** The address with the key: what a refusal of the key is about. */
  readonly account: string;
}

export interface JobBoardOptions {
  readonly placeOf: (endpoint: Endpoint) => JobPlace;
  /** Jobs have come to rest at the budget: told once for all that do so together. Gives every one that waits. */
  readonly onParked: (parked: readonly ParkedJob[]) => void;
  /** A refused key ended several jobs; the first is the one that met the refusal. */
  readonly onKeyRefused: (error: SocialDataError, jobs: readonly BackgroundJob[]) => void;
  /** The jobs that wait have changed. */
  readonly onChange: () => void;
}

/** What is known of one job. */
interface Entry {
  readonly job: BackgroundJob;
  readonly address: string;
  account: string;
  done: number;
  /** Another job on the same account was refused: no further call is begun. */
  refused: SocialDataError | undefined;
}

/**
 * Runs jobs one call after the other. A job ends as done, stopped, failed or parked; a parked one waits until it is resumed,
 * and is forgotten when what it is for is gone. Pure: time passes only in the jobs' own calls.
 */
export function createJobBoard({ placeOf, onParked, onKeyRefused, onChange }: JobBoardOptions): JobBoard {
  const running = new Set<Entry>();
  const waiting = new Map<Entry, ParkedJob>();
  /** Jobs that still have to come by the budget before the person is told, so that one message tells of all. */
  const awaited = new Map<Entry, 'callBefore' | 'callSince'>();
  let isUntold = false;

  async function go(entry: Entry): Promise<JobEnd> {
    const { job } = entry;
    const stop = new AbortController();
    const ended = Promise.withResolvers<undefined>();
    entry.refused = undefined;
    running.add(entry);
    job.onRun({ ended: ended.promise, stop: () => stop.abort() });
    try {
      const end = await walk(entry, stop.signal);
      running.delete(entry);
      if (end.kind === 'parked') {
        park(entry, end.parked);
      }
      await job.onEnd(end);
      return end;
    } catch (fault) {
      await job.onEnd({ kind: 'stopped' });
      throw fault;
    } finally {
      running.delete(entry);
      awaited.delete(entry);
      ended.resolve(undefined);
      tellIfAllCame();
    }
  }

  async function walk(entry: Entry, stop: AbortSignal): Promise<JobEnd> {
    const { job } = entry;
    const signal = AbortSignal.any([stop, job.gone]);
    while (entry.done < job.atMost) {
      const place = placeOf(job.endpoint);
      if (signal.aborted || place.address !== entry.address) {
        return { kind: 'stopped' };
      }
      if (entry.refused !== undefined) {
        return { kind: 'failed', error: entry.refused };
      }
      entry.account = place.account;
      if (awaited.has(entry)) {
        awaited.set(entry, 'callSince');
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
        return endOf(entry, error, signal);
      }
      if (awaited.get(entry) === 'callSince') {
        awaited.delete(entry); // it got past the budget that stopped the other one
        tellIfAllCame();
      }
    }
    return { kind: 'done' };
  }

  function endOf(entry: Entry, error: SocialDataError, signal: AbortSignal): JobEnd {
    if (signal.aborted) {
      return { kind: 'stopped', error };
    }
    if (error.kind === 'budget') {
      return { kind: 'parked', error, parked: toParked(entry, error) };
    }
    if (entry.refused === undefined && refusesKey(error, entry.job.endpoint.service)) {
      endOthers(entry, error);
    }
    return { kind: 'failed', error };
  }

  /** A call that is on its way is let come, because it may have been paid for; none is begun after it. */
  function endOthers(entry: Entry, error: SocialDataError): void {
    const others = [...running].filter((one) => one !== entry && one.account === entry.account && one.refused === undefined);
    for (const other of others) {
      other.refused = new SocialDataError(error.kind, `stopped, because ${error.message}`, { spent: 'no' });
    }
    if (others.length > 0) {
      onKeyRefused(
        error,
        [entry, ...others].map(({ job }) => job),
      );
    }
  }

  function toParked(entry: Entry, error: SocialDataError): ParkedJob {
    const { job, done } = entry;
    return {
      title: job.title,
      endpoint: job.endpoint,
      callsLeft: job.atMost - done,
      error,
      resume: async () => {
        if (forget(entry)) {
          await go(entry);
        }
      },
      stop: () => {
        if (forget(entry)) {
          job.onLetGo();
        }
      },
    };
  }

  function park(entry: Entry, parked: ParkedJob): void {
    if (!isUntold) {
      isUntold = true;
      for (const other of running) {
        awaited.set(other, 'callBefore');
      }
    }
    waiting.set(entry, parked);
    onChange();
  }

  function forget(entry: Entry): boolean {
    const was = waiting.delete(entry);
    if (was) {
      onChange();
    }
    return was;
  }

  function tellIfAllCame(): void {
    if (isUntold && awaited.size === 0) {
      isUntold = false;
      if (waiting.size > 0) {
        onParked([...waiting.values()]);
      }
    }
  }

  return {
    run: async (job) => {
      if (job.gone.aborted) {
        return { kind: 'stopped' };
      }
      const { address, account } = placeOf(job.endpoint);
      const entry: Entry = { job, address, account, done: 0, refused: undefined };
      job.gone.addEventListener('abort', () => forget(entry), { once: true });
      return await go(entry);
    },
    parked: () => [...waiting.values()],
    letGoElsewhere: () => {
      for (const [entry, parked] of waiting) {
        if (placeOf(entry.job.endpoint).address !== entry.address) {
          parked.stop();
        }
      }
    },
  };
}
