import type { RecordKind } from '../../client/endpoint.ts';
import { tweet } from '../../client/endpoints/primary/tweets.ts';
import type { Exchange } from '../../client/exchange.ts';
import { type RecordPage, toPage } from '../../client/records/toPage.ts';

/** How a response is shown: the page of one thing, a table or cards of records, a conversation. */
export type ResponseView = 'page' | 'results' | 'thread';

/** What a response is about: one thing of a kind, or a list. */
export type ResponseKind = RecordKind | 'records';

export function getResponseKind({ kind, records }: Pick<RecordPage, 'kind' | 'records'>): ResponseKind {
  const [first, ...others] = records.filter((record) => record.kind === kind);
  return first === undefined || others.length > 0 || typeof first.path?.at(-1) === 'number' ? 'records' : kind;
}

/** A post with its replies is about that post, however many records it holds. */
export function getExchangeKind(exchange: Exchange): ResponseKind {
  return exchange.request.endpointId === tweet.id ? 'post' : getResponseKind(toPage(exchange));
}

export function getResponseView(kind: ResponseKind): ResponseView {
  switch (kind) {
    case 'user':
    case 'list':
    case 'community':
    case 'space':
    case 'job':
      return 'page';
    case 'post':
      return 'thread';
    case 'records':
    case 'trend':
    case 'place':
    case 'hashtagPoint':
    case 'handleState':
    case 'other':
      return 'results';
  }
}

/** How a tab shows results. */
export const resultsViewModes = ['cards', 'table', 'json', 'plots'] as const;
export type ResultsViewMode = (typeof resultsViewModes)[number];
