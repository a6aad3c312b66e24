import type { RecordKind } from '../../client/endpoint.ts';
import { tweet } from '../../client/endpoints/primary/tweets.ts';
import type { Exchange } from '../../client/exchange.ts';
import { type RecordPage, toPage } from '../../client/records/toPage.ts';

export type ResponseView = 'page' | 'results' | 'thread';

export type ResponseKind = RecordKind | 'records';

export function getResponseKind({ kind, records }: Pick<RecordPage, 'kind' | 'records'>): ResponseKind {
  const [first, ...others] = records.filter((record) => record.kind === kind);
  return first === undefined || others.length > 0 || typeof first.path?.at(-1) === 'number' ? 'records' : kind;
}

/** A response with a post and its replies is treated as a single post. */
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

export const resultsViewModes = ['cards', 'table', 'json', 'plots'] as const;
export type ResultsViewMode = (typeof resultsViewModes)[number];
