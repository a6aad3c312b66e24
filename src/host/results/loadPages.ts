import * as vscode from 'vscode';
import type { Endpoint } from '../../client/endpoint.ts';
import type { ResultsStatus } from '../../protocol/resultsContract.ts';
import type { JobEnd } from '../../app/session/backgroundJob.ts';
import type { Services } from '../shared/services.ts';

type Progress = NonNullable<ResultsStatus['progress']>;
type Params = Readonly<Record<string, unknown>>;

/** What ends a call, and how it is made. */
export interface CallEnds {
  /** Aborted when another question takes the place of this one. */
  readonly gone: AbortSignal;
  readonly signal: AbortSignal;
  readonly stop?: AbortSignal;
  readonly reuse?: 'never';
}

/** What of a question the job that loads several pages needs. */
export interface LoadedPages {
  readonly endpoint: Endpoint;
  readonly atMost: number;
  /** Aborted when another question takes the place of this one. */
  readonly gone: AbortSignal;
  /** Aborted when it was stopped before there was a job to stop. */
  readonly stopped: AbortSignal;
  /** What the next page is asked with; undefined where there is none. */
  readonly next: () => Params | undefined;
  readonly fetch: (params: Params, ends: Omit<CallEnds, 'gone'>) => Promise<void>;
  /** Whether its call waits, so that nothing is on its way. */
  readonly isWaiting: () => boolean;
  readonly set: (progress: Progress) => Promise<void>;
  /** The job begins, or goes on after it was parked; gives what stops it. */
  readonly onRun: (stop: () => void) => void;
  readonly onEnd: (end: JobEnd) => Promise<void>;
  readonly onLetGo: () => void;
}

/**
 * Loads several pages as a job, which waits at the budget. When it is stopped, the page on its way still comes, as it may be
 * charged anyway; one that waits, or has to wait since, does not, and stopped once more, none does.
 */
export async function loadPages(services: Services, pages: LoadedPages): Promise<void> {
  const { endpoint, atMost, gone, stopped, next, fetch, isWaiting, set, onRun, onEnd, onLetGo } = pages;
  const cut = new AbortController();
  const stopping = new AbortController();
  let progress: Progress | undefined;
  const isStopping = () => progress?.isStopping === true;
  const jobs = await services.jobs();
  await jobs.run({
    title: vscode.l10n.t('Loading more of {0}', endpoint.title),
    endpoint,
    atMost,
    gone,
    step: async (now) => {
      progress = { ...now, isStopping: false };
      await set(progress);
      const params = next();
      if (params !== undefined && !isStopping()) {
        await fetch(params, { signal: AbortSignal.any([gone, cut.signal]), stop: stopping.signal });
      }
      return next() === undefined ? 'last' : 'more';
    },
    onRun: ({ stop }) => {
      onRun(() => {
        const isLate = isStopping();
        const isFree = isWaiting();
        stop();
        stopping.abort();
        if (isLate) {
          cut.abort();
        } else if (progress !== undefined && !isFree) {
          progress = { ...progress, isStopping: true };
          void set(progress);
        }
      });
      if (stopped.aborted) {
        stop();
      }
    },
    onEnd,
    onLetGo,
  });
}
