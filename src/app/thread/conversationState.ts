import type { Client } from '../../client/client.ts';
import type { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { WaitReason } from '../../client/policies/send.ts';
import { type Cost, noCost } from '../cost/cost.ts';
import type { BatchEnd, BatchProgress, CostTally } from '../session/runs.ts';
import type { ThreadPage } from './threadPage.ts';

interface ConversationFailure {
  readonly error: SocialDataError;
  /** Does the same once more. */
  readonly again: () => Promise<void>;
  /** How many of several requests were left. */
  readonly callsLeft?: number;
}

/** How a conversation stands. `gone`: none of its answers is kept any more. */
export interface ConversationState {
  readonly phase: 'empty' | 'loading' | 'ready' | 'failed' | 'gone';
  readonly focalId: string | undefined;
  /** The keys of lines whose pages are under way. */
  readonly busy: readonly string[];
  readonly failure: ConversationFailure | undefined;
  readonly completing: BatchProgress | undefined;
  readonly isLoading: boolean;
  /** Set where Stop was pressed and a page on its way is let come: when it fails at the latest. */
  readonly stopsBy: number | undefined;
  readonly waiting: WaitReason | undefined;
  readonly cost: Cost;
}

/** No failure, and nothing that completes it. */
export const noFailureOrCompletion = { failure: undefined, completing: undefined };

/** @param focalId undefined: nothing was opened yet */
export function createInitialConversationState(focalId: string | undefined): ConversationState {
  const work = { busy: [], isLoading: false, stopsBy: undefined, waiting: undefined, cost: noCost };
  return { phase: 'empty', focalId, ...work, ...noFailureOrCompletion };
}

/** How a conversation stands after it was completed as far as it went. @param again loads what could not be had */
export function toStateAfterCompletion(end: BatchEnd, again: ConversationFailure['again']): Partial<ConversationState> {
  switch (end.kind) {
    case 'done':
    case 'priceRaised': // whoever asked for it says so
      return noFailureOrCompletion;
    case 'stopped': // it is only said what it may have cost
      return { ...noFailureOrCompletion, ...(end.error?.spent === 'maybe' ? { failure: { error: end.error, again } } : {}) };
    case 'failed':
      return { ...noFailureOrCompletion, failure: { error: end.error, again, callsLeft: end.callsLeft } };
  }
}

export interface ConversationOptions {
  /** The client, once the connections are ready. Makes no call. */
  readonly client: () => Promise<Client>;
  readonly read: (exchange: Exchange) => ThreadPage;
  readonly changed: () => void;
  /** What the same thread was counted into before. */
  readonly tally?: CostTally | undefined;
}

export interface ThreadCompletionOptions {
  readonly atMost: number;
  /** It came to rest after it sent this many requests. Not called where it failed: the state says so. */
  readonly onRest: (requests: number, why: ThreadCompletionEnd) => void;
}

/** Why completing a thread came to rest: it was stopped, the next request costs more, all that was agreed to is made, or nothing that brought new posts is left. */
export type ThreadCompletionEnd = 'stopped' | 'priceRaised' | 'agreed' | 'exhausted';
