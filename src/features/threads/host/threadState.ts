import { isPaidService } from '../../../core/cost/price.ts';
import * as vscode from 'vscode';
import type { HostMessage } from '../../../core/channel/channel.ts';
import type { ThreadState } from '../threadContract.ts';
import { formatCost } from '../../../core/cost/formatCost.ts';
import { formatPriceEach, formatPrice } from '../../../core/cost/formatPrice.ts';
import { toPageFailure } from '../../../workbench/showErrorNotification.ts';
import type { Services } from '../../../workbench/services.ts';
import { describeStopping, describeWaiting } from '../../../core/errors/describeError.ts';
import { formatUnloadedParts } from '../threadPages.ts';
import { quoteUnstoredThreadPage, quoteThreadPage } from '../threadQuery.ts';
import type { ThreadSession } from './threadSession.ts';

/** More responses than any page shows at once. */
const maxInitialReplies = 30;

/** What of a thread comes with the document of its page, so that a person sees it before the page has asked for anything. */
export interface InitialThread {
  readonly messages: readonly HostMessage[];
  readonly postIds: readonly string[];
}

/** Makes no call. */
export async function createInitialThread(services: Services, session: ThreadSession): Promise<InitialThread | undefined> {
  if (session.state.phase !== 'ready') {
    return undefined;
  }
  const whole = await toThreadState(services, session);
  const focalAt = whole.rows.findIndex(({ kind, key }) => kind === 'post' && key === whole.focalId);
  const rows = whole.rows.slice(0, Math.max(focalAt, 0) + 1 + maxInitialReplies);
  const posts = rows.flatMap((row) => (row.kind === 'post' ? (session.pages.post(row.id) ?? []) : []));
  return {
    messages: [
      { kind: 'event', name: 'posts', payload: posts },
      { kind: 'event', name: 'state', payload: { ...whole, rows } },
    ],
    postIds: posts.map(({ id }) => id),
  };
}

/** Makes no call. */
export async function toThreadState(services: Services, session: ThreadSession): Promise<ThreadState> {
  const client = await session.services.client();
  const described = await session.describeFailure();
  // from here on nothing is awaited: all of it is of one moment
  const { state, pages, offers } = session;
  const { phase, focalId, busy, completing, waiting, isLoading, stopsBy } = state;
  const failure = state.failure === undefined ? undefined : described;
  const quotes = [...pages.requests].map(([key, request]) => ({
    key,
    quote: offers.offer(key, quoteThreadPage(client, request, pages.reuse)),
  }));
  const quote = quotes.find((one) => one.quote?.kind === 'known')?.quote ?? quoteUnstoredThreadPage(client);
  const price = formatPrice(quote);
  return {
    phase,
    failure: failure === undefined ? null : toPageFailure(failure),
    waiting: waiting === undefined ? '' : describeWaiting(waiting),
    notice: session.notice,
    focalId: focalId ?? null,
    rows: pages.rows,
    busy: [...busy],
    price,
    free: quotes.flatMap((one) => (one.quote?.kind === 'stored' ? [one.key] : [])),
    summary: [
      formatSummary(session, { words: price, isKnown: quote?.kind === 'known' }),
      phase === 'ready' ? services.connections.markOf(session.connection) : '',
    ]
      .filter((part) => part !== '')
      .join(' · '),
    isLive: isPaidService(client, 'primary'),
    isLoading,
    stopping: describeStopping(stopsBy),
    completing: completing ?? null,
    source: session.source ?? null,
  };
}

/** Unknown before the first call. */
interface ThreadPagePrice {
  readonly words: string;
  readonly isKnown: boolean;
}

/** "104 posts, more available, 2 branches left (≈$0.0002 each) · $0.0004". */
function formatSummary({ state: { phase, cost }, pages }: ThreadSession, price: ThreadPagePrice): string {
  if (phase !== 'ready') {
    return '';
  }
  const posts = pages.rows.filter(({ kind }) => kind === 'post').length;
  const loaded = posts === 1 ? vscode.l10n.t('1 post') : vscode.l10n.t('{0} posts', posts);
  const places = pages.requests.size;
  const each = places > 1 && price.isKnown ? formatPriceEach(price.words) : price.words;
  return `${places === 0 ? loaded : `${loaded}, ${formatUnloadedParts(pages)} (${each})`} · ${formatCost(cost)}`;
}
