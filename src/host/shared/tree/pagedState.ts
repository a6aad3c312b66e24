import type { Cost } from '../../../app/cost/cost.ts';
import type { SocialDataError } from '../../../client/errors.ts';
import { keyOfRecord, matchesFilter, type TreeRecord } from './treeRecord.ts';

export type Params = Readonly<Record<string, unknown>>;

/** One page as it was loaded: what was asked, and what of it stands among the records. */
export interface LoadedPage {
  readonly exchangeId: string;
  readonly params: Params;
  readonly sentAt: number;
  /** Where its service was reached. */
  readonly baseUrl: string;
  readonly from: 'network' | 'history';
  readonly cost: Cost;
  /** Whether its answer says that a sandbox gave it. */
  readonly isMadeUp?: boolean;
  /** How many of the node's records came with this page. */
  readonly count: number;
}

/** A page that arrived. */
export interface ArrivedPage {
  readonly page: Omit<LoadedPage, 'count'>;
  readonly records: readonly TreeRecord[];
  /** The parameters that lead on; undefined at the end. */
  readonly next: Params | undefined;
}

/** Pages that were asked for anew and are paid for, while the rest of them is missing. */
export interface WaitingPages {
  readonly fresh: PagedState;
  /** How many were asked for. */
  readonly wanted: number;
}

/**
 * The pages of one node.
 * `unloaded`: nobody asked for it yet; to expand it is to ask.
 * `idle`: it was asked for, but what it had is gone (another connection): it says so and waits for a click.
 */
export interface PagedState {
  readonly status: 'unloaded' | 'idle' | 'loading' | 'loaded';
  readonly pages: readonly LoadedPage[];
  readonly records: readonly TreeRecord[];
  readonly next: Params | undefined;
  /** Why the last load came to nothing; what was loaded before stays. */
  readonly failure: SocialDataError | undefined;
  /** What a refresh that failed had brought: it is not paid for twice, so it waits for the rest. */
  readonly waiting: WaitingPages | undefined;
  /** Empty: everything that is loaded is shown. */
  readonly filter: string;
  /** Why an `idle` node has nothing. */
  readonly idleBecause?: IdleReason;
}

/**
 * Why what was asked for is not there and waits for a click: its service is reached elsewhere or as somebody else, another service
 * answers by now, there is room in the budget again, or a fault of this program kept it back.
 */
export type IdleReason = 'reconnected' | 'otherService' | 'budgetRaised' | 'fault';

export const unloaded: PagedState = Object.freeze({
  status: 'unloaded',
  pages: [],
  records: [],
  next: undefined,
  failure: undefined,
  waiting: undefined,
  filter: '',
});

/** A load begins: the failure of the one before is over. */
export function beginLoad(state: PagedState): PagedState {
  return { ...state, status: 'loading', failure: undefined };
}

/** A page arrived. Records that an earlier page had are left out; a page that brings nothing new, or a cursor seen before, is the end. */
export function addPage(state: PagedState, { page, records, next }: ArrivedPage): PagedState {
  const seen = new Set(state.records.map(keyOfRecord));
  const fresh = records.filter((record) => {
    const key = keyOfRecord(record);
    if (key === undefined) {
      return true;
    }
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
  const asked = next === undefined ? undefined : JSON.stringify(next);
  const wasAsked = [...state.pages.map(({ params }) => params), page.params].some((params) => JSON.stringify(params) === asked);
  return {
    ...state,
    status: 'loaded',
    failure: undefined,
    pages: [...state.pages, { ...page, count: fresh.length }],
    records: [...state.records, ...fresh],
    next: fresh.length === 0 || wasAsked ? undefined : next,
  };
}

/** A load failed: what was loaded stays. An empty search behind a cursor is no failure but the end. */
export function failLoad(state: PagedState, failure: SocialDataError): PagedState {
  if (failure.kind === 'noResults' && state.pages.length > 0) {
    return { ...state, status: 'loaded', next: undefined, failure: undefined };
  }
  return { ...state, status: 'loaded', failure };
}

/** A refresh failed: what was loaded stays, and what it had brought waits. An empty search behind a cursor is the end. */
export function failRefresh(state: PagedState, failure: SocialDataError, { fresh, wanted }: WaitingPages): PagedState {
  if (fresh.pages.length === 0) {
    return { ...state, status: 'loaded', failure };
  }
  return failure.kind === 'noResults'
    ? replacePages(state, { ...fresh, next: undefined })
    : { ...state, status: 'loaded', failure, waiting: { fresh, wanted } };
}

/** How many pages still have to come before those that wait can be shown: at least as many pages as are shown now. */
export function missingPages({ waiting, pages }: PagedState): number {
  return waiting === undefined ? 0 : Math.max(waiting.wanted, pages.length) - waiting.fresh.pages.length;
}

/** The pages that a refresh brought take the place of those that were loaded; the filter stays. */
export function replacePages(state: PagedState, fresh: PagedState): PagedState {
  return { ...fresh, filter: state.filter };
}

/** What was asked for is not there, and waits for a click. */
export function idleState(idleBecause: IdleReason, filter = ''): PagedState {
  return { ...unloaded, status: 'idle', filter, idleBecause };
}

/** What was loaded belongs to another connection. A node that nobody expanded stays as it was. */
export function forgetPages(state: PagedState): PagedState {
  return state.status === 'unloaded' ? state : idleState('reconnected', state.filter);
}

/** What a node shows of its records. */
export function shownRecords({ records, filter }: PagedState): readonly TreeRecord[] {
  return filter === '' ? records : records.filter((record) => matchesFilter(record, filter));
}

/** The page that a record came with. */
export function pageOfRecord({ pages }: PagedState, index: number): LoadedPage | undefined {
  let end = 0;
  return pages.find(({ count }) => {
    end += count;
    return index < end;
  });
}
