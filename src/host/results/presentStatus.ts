import * as vscode from 'vscode';
import type { Client } from '../../client/client.ts';
import type { Endpoint } from '../../client/endpoint.ts';
import type { Waiting } from '../../client/policies/send.ts';
import type { ResultsStatus } from '../../protocol/resultsContract.ts';
import { threadQuote } from '../shared/threadQuote.ts';
import { presentClosed } from '../shared/words/presentClosed.ts';
import { formatPrice } from '../../app/cost/formatPrice.ts';
import { otherWorldFailure } from '../shared/words/presentWorld.ts';
import type { World } from '../shared/connections/world.ts';
import { wordWaiting } from '../shared/words/wordWaiting.ts';
import type { AnswerPages } from './answerPages.ts';
import { type Onward, presentElsewhere, presentSummary } from './presentSummary.ts';
import type { Texts } from './question.ts';
import type { Trouble } from './trouble.ts';

/** Kept answers that come back in slices: those that have been read, and all that are wanted. */
export interface ComingBack {
  readonly done: number;
  readonly ids: readonly string[];
}

/** That some of the kept answers are gone, and that a call was cut off with its window; empty where neither is so. */
export function presentRestored(missing: number, wanted: number, wasUnderWay: boolean): string {
  const gone =
    missing === 0 || missing === wanted ? '' : vscode.l10n.t('{0} of {1} pages are not kept any more.', missing, wanted);
  return [gone, presentClosed(wasUnderWay)].filter((part) => part !== '').join(' ');
}

/** That a newer question took the place of one that was under way, and what that may have cost. */
export function presentStopped(waiting: Waiting | undefined): string {
  return waiting !== undefined
    ? vscode.l10n.t('The earlier question was stopped while it waited; what waits costs nothing.')
    : vscode.l10n.t('The earlier question was stopped; it may have been charged.');
}

interface SessionState extends Pick<ResultsStatus, 'phase' | 'isLoading' | 'notice' | 'progress'> {
  readonly endpoint: Endpoint;
  readonly texts: Texts;
  readonly pages: AnswerPages;
  readonly comingBack: ComingBack | undefined;
  /** The answers that stood here and are not kept any more, where none is left. */
  readonly lost: readonly string[];
  readonly failure: Trouble | undefined;
  /** The world of the records, where they may not be asked about now. */
  readonly elsewhere: World | undefined;
  /** What a call on its way waits for. */
  readonly waiting: Waiting | undefined;
  /** What the next page is asked with on the connection that is selected. */
  readonly next: Readonly<Record<string, unknown>> | undefined;
}

/** How a question and its answers stand, as the page shows it. */
export function presentStatus(client: Client, state: SessionState): ResultsStatus {
  const { endpoint, pages, comingBack, failure, waiting, next } = state;
  const onward: Onward = next !== undefined ? 'here' : pages.leadsOn ? 'elsewhere' : 'none';
  const pagePrice = formatPrice(next === undefined ? undefined : client.quote(endpoint, next, { format: pages.format }));
  const price = client.priceOf(endpoint);
  const { answers, last, size } = pages.records;
  const isBack = comingBack === undefined;
  const words = state.elsewhere === undefined ? failure?.words : otherWorldFailure(state.elsewhere);
  const elsewhere =
    isBack && onward === 'elsewhere' && state.elsewhere === undefined ? presentElsewhere(last?.head.request.baseUrl ?? '') : '';
  return {
    phase: state.phase,
    isLoading: state.isLoading,
    loaded: size,
    hasMore: isBack && onward === 'here',
    pagePrice,
    threadPrice: pages.records.kind === 'post' && state.elsewhere === undefined ? formatPrice(threadQuote(client)) : '',
    pageMicroDollars: price === undefined ? null : Number(price),
    // what leads on is known when the last one is back
    summary: last === undefined || !isBack ? '' : presentSummary({ loaded: size, onward, pagePrice, spent: pages.spent }),
    notice: [state.notice, elsewhere].filter((part) => part !== '').join(' '),
    waiting: waiting === undefined ? '' : wordWaiting(waiting),
    failure: words === undefined ? null : { ...words, actions: [...words.actions] },
    progress: state.progress,
    comingBack: isBack ? null : { done: comingBack.done, atMost: comingBack.ids.length },
    source: {
      endpointId: endpoint.id,
      texts: { ...state.texts },
      // a window that closes before all are back shall find all of them again, or say again that they are gone
      exchangeIds: [...(comingBack?.ids ?? (answers.length === 0 ? state.lost : answers.map(({ head }) => head.id)))],
      ...(pages.world === undefined ? {} : { world: pages.world }),
      ...(state.isLoading && waiting === undefined ? { isUnderWay: true } : {}),
    },
  };
}
