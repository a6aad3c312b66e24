import type { Format } from '../../client/endpoint.ts';
import type { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import { type Cost, costOfExchange, sumCosts } from '../cost/cost.ts';
import type { JobProgress, ParkedJob } from './backgroundJob.ts';

export type Params = Readonly<Record<string, unknown>>;

/** One page as it was loaded, and what the view keeps of it. */
export interface LoadedPage<C> {
  readonly exchangeId: string;
  readonly params: Params;
  readonly format: Format;
  readonly sentAt: number;
  readonly from: Exchange['from'];
  readonly cost: Cost;
  readonly content: C;
}

/** Pages of a refresh that arrived and are paid for, while the rest of them is missing. */
interface HeldPages<C> {
  readonly pages: readonly LoadedPage<C>[];
  /** How many were asked for. */
  readonly wanted: number;
}

/**
 * Why something that was asked for is not there and waits for a person: its service is reached at another address or with another
 * key, another service answers by now, there is room in the budget again, or a fault of this program kept it back.
 */
export type IdleReason = 'reconnected' | 'otherService' | 'budgetRaised' | 'fault';

/** Why the last load failed. */
interface LoadFailure {
  readonly error: SocialDataError;
  /** How many requests it takes at most to do again what failed. */
  readonly retryCalls: number;
  /** The job that waits at the budget because of it. */
  readonly parked: ParkedJob | undefined;
}

/**
 * How a question stands.
 * `unasked`: nobody asked it yet · `idle`: what it had is gone, and it waits for a person · `restoring`: kept answers are read again ·
 * `gone`: none of them is kept any more.
 */
export interface PagedState<C> {
  readonly status: 'unasked' | 'idle' | 'loading' | 'restoring' | 'gone' | 'loaded';
  readonly pages: readonly LoadedPage<C>[];
  /** The parameters of the next page; undefined at the end. */
  readonly next: Params | undefined;
  /** Several pages in a row brought nothing new, though each said that more follows. */
  readonly isStalled: boolean;
  /** What was loaded before stays. */
  readonly failure: LoadFailure | undefined;
  /** What a refresh that failed had brought: it is not paid for twice, so it is held until the rest is here. */
  readonly held: HeldPages<C> | undefined;
  readonly progress: JobProgress | undefined;
  readonly idleBecause: IdleReason | undefined;
}

export function initialState<C>(idleBecause?: IdleReason): PagedState<C> {
  return {
    status: idleBecause === undefined ? 'unasked' : 'idle',
    pages: [],
    next: undefined,
    isStalled: false,
    failure: undefined,
    held: undefined,
    progress: undefined,
    idleBecause,
  };
}

export function loadedPage<C>(exchange: Exchange, content: C): LoadedPage<C> {
  const { id: exchangeId, request, sentAt, from } = exchange;
  const { params, format } = request;
  return { exchangeId, params, format, sentAt, from, cost: costOfExchange(exchange), content };
}

/** What pages cost together. */
export function costOfPages(pages: readonly Pick<LoadedPage<unknown>, 'cost'>[]): Cost {
  return sumCosts(pages.map(({ cost }) => cost));
}

/** How many pages are missing before those that are held can be shown: at least as many pages as are shown now. */
export function missingPages({ held, pages }: Pick<PagedState<unknown>, 'held' | 'pages'>): number {
  return held === undefined ? 0 : Math.max(held.wanted, pages.length) - held.pages.length;
}
