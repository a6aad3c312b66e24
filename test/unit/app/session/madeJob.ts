import { SocialDataError } from '../../../../src/client/errors.ts';
import type { Endpoint } from '../../../../src/client/endpoint.ts';
import type { BackgroundJob, JobEnd, JobProgress, JobRunHandle } from '../../../../src/app/session/backgroundJob.ts';
import { testPagedEndpoint } from '../../../support/testEndpoints.ts';

/** The error of a call that the budget has no room for. */
export function overCap(): SocialDataError {
  return new SocialDataError('budget', 'the call would pass the budget', {
    spent: 'no',
    budget: { cap: 400n, left: 0n, needed: 200n, isPriceAssumed: false, per: 'session' },
  });
}

/** A call on its way, which the test answers. */
export interface Call {
  readonly progress: JobProgress;
  readonly signal: AbortSignal;
  readonly answer: (next: 'more' | 'last') => void;
  readonly fail: (error: unknown) => void;
}

/** A job whose calls a test answers one by one, and what its owner heard. */
export interface MadeJob {
  readonly job: BackgroundJob;
  /** The calls so far. */
  readonly calls: readonly Call[];
  /** The call that is on its way. */
  readonly call: () => Call;
  readonly runs: readonly JobRunHandle[];
  readonly ends: readonly JobEnd[];
  readonly dropped: () => number;
  /** What it is for goes away. */
  readonly vanish: () => void;
}

export function madeJob(
  title: string,
  { atMost = 3, endpoint = testPagedEndpoint }: { readonly atMost?: number; readonly endpoint?: Endpoint } = {},
): MadeJob {
  const gone = new AbortController();
  const calls: Call[] = [];
  const runs: JobRunHandle[] = [];
  const ends: JobEnd[] = [];
  let dropped = 0;
  const job: BackgroundJob = {
    title,
    endpoint,
    atMost,
    closeSignal: gone.signal,
    step: async (progress, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<'more' | 'last'>();
      calls.push({ progress, signal, answer: resolve, fail: reject });
      return await promise;
    },
    onRun: (run) => {
      runs.push(run);
    },
    onEnd: (end) => {
      ends.push(end);
    },
    onDropped: () => {
      dropped += 1;
    },
  };
  return {
    job,
    calls,
    call: () => {
      const last = calls.at(-1);
      if (last === undefined) {
        throw new Error(`${title} has made no call`);
      }
      return last;
    },
    runs,
    ends,
    dropped: () => dropped,
    vanish: () => {
      gone.abort();
    },
  };
}
