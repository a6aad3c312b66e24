import type { Client, Quote } from '../../client/client.ts';
import type { Endpoint, ResponseFormat, EndpointParams } from '../../client/endpoint.ts';
import { tweet } from '../../client/endpoints/primary/tweets.ts';
import type { Exchange } from '../../client/exchange.ts';
import { reuseAnyAge } from '../../client/policies/history.ts';
import type { ResponseReuse } from '../../client/policies/send.ts';
import type { RankingMode } from './threadContract.ts';
import type { Params } from '../../core/session/pagedSession.ts';
import type { ThreadPage, ThreadPageKey } from './threadPage.ts';

export interface ThreadRequest extends ThreadPageKey {
  /** The reply order; inside branches always the service's default. */
  readonly ranking: RankingMode;
}

export interface LoadedThreadPage {
  readonly page: ThreadPage;
  readonly exchange: Exchange;
  /** Counts the thread's pages in the order in which they arrived. */
  readonly at: number;
}

/** The name of the query for the focal post's replies, and of the run that loads them. */
export const repliesQueryName = 'replies';

export function toConversationQueryName(focalId: string, postId: string): string {
  return postId === focalId ? repliesQueryName : `post-${postId}`;
}

/** The name of the query for posts that came from a different endpoint's response or from a document. */
export const excerptQueryName = 'excerpt';

export function toBranchQueryName(conversation: string, cursor: string): string {
  return `${conversation} ${cursor}`;
}

export function toThreadParams({ postId, cursor, ranking }: ThreadRequest): EndpointParams<typeof tweet> {
  return {
    tweetId: postId,
    // omits the default, so stored responses to requests without it are found
    ...(ranking === 'Relevance' ? {} : { rankingMode: ranking }),
    ...(cursor === undefined ? {} : { cursor }),
  };
}

export function toThreadRequest({ request }: Exchange): ThreadRequest {
  const { tweetId, cursor, rankingMode } = request.params;
  return {
    postId: typeof tweetId === 'string' ? tweetId : '',
    cursor: typeof cursor === 'string' ? cursor : undefined,
    ranking: rankingMode === 'Recency' || rankingMode === 'Likes' ? rankingMode : 'Relevance',
  };
}

/** Free if either format is in history. */
export function quoteThreadPage(client: Client, request: ThreadRequest, reuse: ResponseReuse = reuseAnyAge): Quote | undefined {
  const quotes = (['raw', 'simple'] as const).map((format) => client.quote(tweet, toThreadParams(request), { format, reuse }));
  return quotes.find((quote) => quote?.kind === 'stored') ?? quotes[0];
}

export function quoteThread(client: Client, postId: string): Quote | undefined {
  return quoteThreadPage(client, { postId, cursor: undefined, ranking: 'Relevance' });
}

/** The price of any page that isn't in history. */
export function quoteUnstoredThreadPage(client: Client): Quote | undefined {
  return quoteThreadPage(client, { postId: '0', cursor: 'any', ranking: 'Relevance' }, 'never');
}

/** Doesn't send requests. */
export function findStoredThreadPage(client: Client, request: ThreadRequest, reuse?: ResponseReuse): Exchange | undefined {
  const quote = quoteThreadPage(client, request, reuse);
  return quote?.kind === 'stored' ? quote.exchange : undefined;
}

/** Prefers raw, the only format with tombstones, branches, and polls. Also uses simple responses from history, because they're free. */
export function chooseThreadFormat(client: Client, params: Params, reuse: ResponseReuse): ResponseFormat {
  const isStored = (format: ResponseFormat) => client.quote<Endpoint>(tweet, params, { format, reuse })?.kind === 'stored';
  return !isStored('raw') && isStored('simple') ? 'simple' : 'raw';
}
