import type { Client, Connection } from '../../client/client.ts';
import type { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { WaitReason } from '../../client/policies/send.ts';
import type { RankingMode } from '../../protocol/threadContract.ts';
import { type Cost, noCost } from '../cost/cost.ts';
import type { BackgroundJob, JobEnd, JobProgress, JobRunHandle, ParkedJob } from '../session/backgroundJob.ts';
import type { CostTally } from '../session/costTally.ts';
import type { ThreadPage } from './threadPage.ts';

interface ConversationFailure {
  readonly error: SocialDataError;
  /** Does the same once more. */
  readonly again: () => Promise<void>;
  /** Set where it would not fail for that any more, and nothing else is shown. */
  readonly isCauseGone?: boolean;
}

/** How a conversation stands. `gone`: none of its answers is kept any more. */
export interface ConversationState {
  readonly phase: 'empty' | 'loading' | 'ready' | 'failed' | 'gone';
  readonly focalId: string | undefined;
  readonly ranking: RankingMode;
  /** The keys of lines whose pages are under way, and the names of orders that are. */
  readonly busy: readonly string[];
  readonly failure: ConversationFailure | undefined;
  readonly completing: JobProgress | undefined;
  readonly isLoading: boolean;
  /** Set where Stop was pressed and a page on its way is let come: when it fails at the latest. */
  readonly stopsBy: number | undefined;
  readonly waiting: WaitReason | undefined;
  readonly cost: Cost;
  /** Completing the thread waits at the budget. */
  readonly parked: ParkedJob | undefined;
}

/** No failure, and no job that runs or waits. */
export const noFailureOrJob = { failure: undefined, completing: undefined, parked: undefined };

/** @param focalId undefined: nothing was opened yet */
export function createInitialConversationState(focalId: string | undefined, ranking: RankingMode): ConversationState {
  const work = { busy: [], isLoading: false, stopsBy: undefined, waiting: undefined, cost: noCost };
  return { phase: 'empty', focalId, ranking, ...work, ...noFailureOrJob };
}

/** How a conversation stands after the job that completes it. @param again loads what could not be had */
export function toStateAfterJob(end: JobEnd, again: ConversationFailure['again']): Partial<ConversationState> {
  switch (end.kind) {
    case 'done':
    case 'dearer': // whoever runs jobs says so
      return noFailureOrJob;
    case 'stopped': // it is only said what it may have cost
      return { ...noFailureOrJob, ...(end.error?.spent === 'maybe' ? { failure: { error: end.error, again } } : {}) };
    case 'failed':
      return { ...noFailureOrJob, failure: { error: end.error, again } };
    case 'parked':
      return { ...noFailureOrJob, parked: end.parked };
  }
}

export interface ConversationOptions {
  /** The client, once the connections are ready. Makes no call. */
  readonly client: () => Promise<Client>;
  /** Where its posts are asked for now, and as whom. */
  readonly connection: () => Connection | undefined;
  readonly read: (exchange: Exchange) => ThreadPage;
  /** Whether its posts are known where requests go now. If not, it makes none. */
  readonly mayRequest: () => boolean;
  /** Runs several requests as a job, which waits at the budget. */
  readonly runJob: (job: BackgroundJob) => Promise<JobEnd>;
  readonly changed: () => void;
  /** What the same thread was counted into before. */
  readonly tally?: CostTally | undefined;
}

export interface ThreadCompletionOptions {
  readonly title: string;
  readonly atMost: number;
  readonly onRun: (run: JobRunHandle) => void;
  /** It came to rest after it sent this many requests. Not called where it waits or failed: the state says so. */
  readonly onRest: (requests: number, why: ThreadCompletionEnd) => void;
}

/** Why completing a thread came to rest: it was stopped, all that was agreed to is made, or nothing that brought new posts is left. */
export type ThreadCompletionEnd = 'stopped' | 'agreed' | 'exhausted';
