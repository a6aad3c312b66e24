import * as vscode from 'vscode';
import { tweet } from '../../client/endpoints/primary/tweets.ts';
import type { JobEnd, JobRun } from '../../app/session/backgroundJob.ts';
import { presentFailure } from '../shared/presentError.ts';
import type { Services } from '../shared/services.ts';
import { type ThreadFacts, nothingToSay } from './threadFacts.ts';

/** Who is told of a completion as it goes. */
export interface CompletionHooks {
  readonly onRun: (run: JobRun) => void;
  /** It came to its end, or was stopped, after this many calls; not told where it waits or failed, which the page says. */
  readonly onRest: (calls: number) => void;
}

/** What of a thread the job that completes it needs. */
export interface Completable extends CompletionHooks {
  readonly handle: string;
  readonly atMost: number;
  readonly gone: AbortSignal;
  /** The line that is fetched next; undefined when the thread is whole. */
  readonly next: () => string | undefined;
  readonly fetch: (key: string) => Promise<void>;
  readonly set: (facts: Partial<ThreadFacts>) => void;
  /** Fetches the line that could not be had. */
  readonly again: () => Promise<void>;
}

/** Fetches one page after the other until the thread is whole, as a job: it waits at the budget and goes on from there. */
export async function runCompletion(services: Services, thread: Completable): Promise<void> {
  const { handle, atMost, gone, next, fetch, set, again, onRun, onRest } = thread;
  let calls = 0;
  const jobs = await services.jobs();
  await jobs.run({
    title: vscode.l10n.t('Fetching the thread of @{0}', handle),
    endpoint: tweet,
    atMost,
    gone,
    step: async (completing) => {
      const key = next();
      if (key !== undefined) {
        set({ completing });
        await fetch(key);
        calls += 1;
      }
      return next() === undefined ? 'last' : 'more';
    },
    onRun: (run) => {
      set(nothingToSay);
      onRun(run);
    },
    onEnd: async (end) => {
      const facts = await factsOf(services, end, again);
      if (!gone.aborted) {
        set({ ...nothingToSay, ...facts });
        if (end.kind === 'done' || end.kind === 'stopped') {
          onRest(calls);
        }
      }
    },
    onLetGo: () => {
      set({ parked: undefined });
    },
  });
}

async function factsOf(services: Services, end: JobEnd, again: () => Promise<void>): Promise<Partial<ThreadFacts>> {
  switch (end.kind) {
    case 'done':
    case 'stopped':
      return {};
    case 'failed':
      return { failure: { error: end.error, words: await presentFailure(services, end.error, tweet), again } };
    case 'parked': {
      const { error, parked } = end;
      return { parked: { error, words: await presentFailure(services, error, tweet, parked), job: parked } };
    }
  }
}
