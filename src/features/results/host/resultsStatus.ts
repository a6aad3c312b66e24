import { isPaidService } from '../../../core/cost/cost.ts';
import * as vscode from 'vscode';
import { formatCost, formatFree } from '../../../core/cost/formatCost.ts';
import { formatPrice, formatOpenAsThreadPrice, formatStoredAge } from '../../../core/cost/formatPrice.ts';
import { type PagedSession, type Params, formatMoreAvailable, quoteNextPage } from '../../../core/session/pagedSession.ts';
import type { CostTally } from '../../../core/session/runs.ts';
import { quoteUnstoredThreadPage } from '../../threads/index.ts';
import type { Client } from '../../../client/client.ts';
import type { Endpoint } from '../../../client/endpoint.ts';
import type { RestorableResults, ResultsStatus } from '../resultsContract.ts';
import { findQuerySubject } from '../../../core/requests/findQuerySubject.ts';
import type { FieldTexts } from '../../../core/requests/form.ts';
import { findSearchTab } from './query.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import type { FailureDescription } from '../../../workbench/showErrorNotification.ts';
import { describeStopping, describeWaiting } from '../../../core/errors/describeError.ts';
import { parseCollectedFolder } from '../../collect/host/index.ts';
import { formatFixturePath, parseFixtureResponseId } from '../../fixtures/host/index.ts';
import { type LoadedRecords, maxLoadedRecords } from './loadedRecords.ts';
import { joinParts } from '../../../core/text/joinParts.ts';

export interface OpenResultsQuery {
  readonly endpoint: Endpoint;
  readonly texts: FieldTexts;
  readonly records: LoadedRecords;
  /** A page's content is the index of its first record. */
  readonly pages: PagedSession<number>;
  readonly connection: string;
  readonly notice: string;
  readonly restoringIds?: readonly string[] | undefined;
  /** The responses that are no longer stored, so a reloaded tab can say so again. */
  readonly lostIds?: readonly string[];
}

export interface NewQueryOptions {
  readonly endpoint: Endpoint;
  readonly texts: FieldTexts;
  readonly connection: string;
  readonly tally?: CostTally | undefined;
}

interface QueryState extends OpenResultsQuery {
  readonly mark: string;
  readonly hasWebPages: boolean;
  readonly failure: FailureDescription | undefined;
  readonly next: Params | undefined;
}

export function toResultsStatus(client: Client, query: QueryState): ResultsStatus {
  const { endpoint, records, pages, failure, next } = query;
  const { query: request, runs, state } = pages;
  const { last, size } = records;
  const { waiting } = runs.pending;
  const pagePrice = formatPrice(
    pages.offers.offer('next', next === undefined ? undefined : quoteNextPage(client, request, state)),
  );
  const isLive = isPaidService(client, endpoint.service);
  return {
    phase: getResultsPhase(query),
    isLoading: pages.isLoading,
    stopping: describeStopping(runs.stopsBy),
    loaded: size,
    hasMore: next !== undefined,
    pagePrice,
    threadPrice: records.kind === 'post' ? formatOpenAsThreadPrice(quoteUnstoredThreadPage(client), Date.now()) : '',
    summary: last === undefined ? '' : formatSummary(query, isLive),
    age: formatResultsAge(records),
    isLive,
    mark: query.mark,
    hasWebPages: query.hasWebPages,
    notice: query.notice,
    waiting: waiting === undefined ? '' : describeWaiting(waiting),
    failure: failure ?? null,
    progress: pages.isLoading ? (state.progress ?? null) : null,
    source: toRestorableResults(query),
  };
}

/** "Fixture: coffee", "Collected: followers-ada_writes-2026-11-28"; undefined for other responses. */
export function formatFileTitle(id: string): string | undefined {
  const fixture = parseFixtureResponseId(id)?.sidecarUri;
  const path = fixture === undefined ? parseCollectedFolder(id) : formatFixturePath(fixture);
  const name = sanitizeForVsCode(path?.split(/[/\\]/).at(-1) ?? '', 60);
  return fixture !== undefined
    ? vscode.l10n.t('Fixture: {0}', name)
    : path === undefined
      ? undefined
      : vscode.l10n.t('Collected: {0}', name);
}

/** "Search: coffee", "Followers: @ada_writes" @param subject '' if it is unknown */
export function formatResultsTitle(endpoint: Endpoint, texts: FieldTexts, subject: string): string {
  const tab = findSearchTab(endpoint);
  const name = sanitizeForVsCode(tab === undefined ? subject || (findQuerySubject(texts) ?? '') : (texts[tab.words] ?? ''), 40);
  return name === '' ? endpoint.title : `${endpoint.title}: ${name}`;
}

export function toRestorableResults({
  endpoint,
  texts,
  records,
  connection,
  restoringIds,
  lostIds = [],
}: OpenResultsQuery): RestorableResults {
  const { responses } = records;
  return {
    endpointId: endpoint.id,
    texts: { ...texts },
    // a window that closes while responses are restored must not lose the others
    exchangeIds: [...(restoringIds ?? (responses.length === 0 ? lostIds : responses.map(({ id }) => id)))],
    connection,
  };
}

function getResultsPhase({ records, restoringIds, pages: { state } }: QueryState): ResultsStatus['phase'] {
  if (restoringIds !== undefined) {
    return 'loading';
  }
  if (records.size > 0) {
    return 'ready';
  }
  switch (state.status) {
    case 'unsent':
    case 'idle':
      return 'idle';
    case 'loading':
      return state.pages.length > 0 ? 'empty' : 'loading';
    case 'gone':
      return 'gone';
    case 'loaded':
      return state.failure === undefined || state.failure.error.kind === 'noResults' ? 'empty' : 'failed';
  }
}

/** The fixture or folder of collected pages that a response is from; undefined for other ids. */
export function getSourceFile(id: string): string | undefined {
  return parseFixtureResponseId(id)?.sidecarUri.toString() ?? parseCollectedFolder(id);
}

/** The first page's, because later ones aren't older. A file isn't from history. */
function formatResultsAge({ responses: [first] }: LoadedRecords): string {
  return first?.from === 'history' && getSourceFile(first.id) === undefined ? formatStoredAge(first, Date.now()) : '';
}

/** "120 results · $0.0012 · more available". */
function formatSummary({ records, next, pages: { runs, state } }: QueryState, isLive: boolean): string {
  const { l10n } = vscode;
  const spent = isLive ? formatCost(runs.cost) : formatFree();
  const results = records.size === 1 ? l10n.t('1 result') : l10n.t('{0} results', records.size);
  const isFull = records.size >= maxLoadedRecords;
  const full = l10n.t('tab limit reached: save the results to a file or narrow the query');
  const isCollected = parseCollectedFolder(records.last?.id ?? '') !== undefined;
  const end = isCollected ? l10n.t('up to 10,000 collected records') : l10n.t('end of fixture');
  const onward = state.next === undefined ? l10n.t('end of list') : isFull ? full : end;
  const more = next === undefined ? onward : formatMoreAvailable(state.isStalled);
  return joinParts([results, spent, more]);
}
