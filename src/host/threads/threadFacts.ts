import { SocialDataError } from '../../client/errors.ts';
import { tweet } from '../../client/endpoints/primary/tweets.ts';
import type { RankingMode, ThreadSource } from '../../protocol/threadContract.ts';
import type { ThreadRow } from '../../protocol/threadRow.ts';
import type { JobProgress, ParkedJob } from '../../app/session/backgroundJob.ts';
import { type Failure, presentFailure } from '../shared/presentError.ts';
import { reuseOfRetry } from '../shared/reuseOfRetry.ts';
import type { Services } from '../shared/services.ts';
import type { World } from '../shared/connections/world.ts';
import type { ReadPage } from './threadCalls.ts';
import { nothingForThread, type ThreadSpent } from './threadSpent.ts';

/** The most pages that are put together from what is kept when a thread is opened. */
export const mostKeptPages = 200;

/** What went wrong, and the very thing that was tried, to try it again. */
interface ThreadFailure {
  readonly error: SocialDataError;
  readonly words: Failure;
  readonly again: () => Promise<void>;
}

/** What a thread stands at. */
export interface ThreadFacts {
  readonly phase: 'empty' | 'loading' | 'ready' | 'failed' | 'gone';
  readonly focalId: string | undefined;
  readonly ranking: RankingMode;
  /** Where its ids say something; undefined where that is not known: it was read from a document. */
  readonly world: World | undefined;
  readonly pages: readonly ReadPage[];
  readonly rows: readonly ThreadRow[];
  readonly busy: readonly string[];
  readonly spent: ThreadSpent;
  readonly failure: ThreadFailure | undefined;
  /** What became of a call for the thread that stood here before; empty for nothing. */
  readonly notice: string;
  readonly completing: JobProgress | undefined;
  /** Completing the thread waits at the budget. */
  readonly parked: { readonly error: SocialDataError; readonly words: Failure; readonly job: ParkedJob } | undefined;
}

/** No failure, nothing of the thread before, and no job that runs or waits. */
export const nothingToSay = { failure: undefined, notice: '', completing: undefined, parked: undefined };

/** Nothing was opened yet. */
export const emptyFacts: ThreadFacts = {
  phase: 'empty',
  focalId: undefined,
  ranking: 'Relevance',
  world: undefined,
  pages: [],
  rows: [],
  busy: [],
  spent: nothingForThread,
  ...nothingToSay,
};

/** Stands in `busy` while the answers in that order are on their way. */
export function rankCall(ranking: RankingMode): string {
  return `rank-${ranking}`;
}

/** What a thread is made of, to have it again later from what is kept; undefined before there is one. */
export function sourceOf(
  { focalId, pages, world, busy }: ThreadFacts,
  ranking: RankingMode,
  isSent: boolean,
): ThreadSource | undefined {
  const kept = pages.map(({ page: { askedId, cursor = null }, exchange }) => ({
    exchangeId: exchange.id,
    askedId,
    cursor,
    format: exchange.request.format,
  }));
  return focalId === undefined
    ? undefined
    : {
        focalId,
        ranking,
        pages: kept,
        ...(world === undefined ? {} : { world }),
        ...(busy.length > 0 && isSent ? { isUnderWay: true } : {}),
      };
}

/**
 * What is said of a call that brought no page; nothing where another thread took its place.
 * @throws what is a fault of ours: VS Code shows it with the command's name
 */
export async function failureOf(
  services: Services,
  error: unknown,
  signal: AbortSignal,
  again: (reuse?: 'never') => Promise<void>,
): Promise<ThreadFailure | undefined> {
  if (!(error instanceof SocialDataError)) {
    throw error;
  }
  const tryAgain = async () => await again(reuseOfRetry(error));
  return signal.aborted ? undefined : { error, words: await presentFailure(services, error, tweet), again: tryAgain };
}
