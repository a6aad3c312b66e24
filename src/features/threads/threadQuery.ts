import type { Client, Quote } from '../../client/client.ts';
import type { Endpoint, ResponseFormat, EndpointParams } from '../../client/endpoint.ts';
import { tweet } from '../../client/endpoints/primary/tweets.ts';
import type { Exchange } from '../../client/exchange.ts';
import { reuseAnyAge } from '../../client/policies/history.ts';
import type { ResponseReuse } from '../../client/policies/send.ts';
import type { RankingMode } from './threadContract.ts';
import type { Params } from '../../core/session/pagedQuery.ts';
import type { ThreadPage } from './threadPage.ts';

/** A page of a thread that can be requested: the first of a post's conversation, or what a cursor leads to. */
export interface ThreadRequest {
  readonly postId: string;
  readonly cursor: string | undefined;
  /** The order of the replies; inside branches always the service's default. */
  readonly ranking: RankingMode;
}

export interface ThreadPageWithResponse {
  readonly page: ThreadPage;
  readonly exchange: Exchange;
  /** Its place among the pages of the thread, in the order in which they came. */
  readonly at: number;
}

/** Names the question for the replies to the focal post, and the run that loads them. */
export const repliesQueryName = 'replies';

/** Names the question whose pages are the conversation that a page is requested from. */
export function toConversationQueryName(focalId: string, postId: string): string {
  return postId === focalId ? repliesQueryName : `post-${postId}`;
}

/** Names what holds posts that were picked out of the response to another query: nothing of it was asked for as a thread. */
export const excerptQueryName = 'excerpt';

/** Names the question for what a branch of a conversation goes on with behind a cursor. */
export function toBranchQueryName(conversation: string, cursor: string): string {
  return `${conversation} ${cursor}`;
}

export function toThreadParams({ postId, cursor, ranking }: ThreadRequest): EndpointParams<typeof tweet> {
  return {
    tweetId: postId,
    // the service's default is left out, so that what was requested without it serves
    ...(ranking === 'Relevance' ? {} : { rankingMode: ranking }),
    ...(cursor === undefined ? {} : { cursor }),
  };
}

export function getReplyRanking({ request }: Exchange): RankingMode {
  const { rankingMode } = request.params;
  return rankingMode === 'Recency' || rankingMode === 'Likes' ? rankingMode : 'Relevance';
}

export function toThreadRequest(exchange: Exchange): ThreadRequest {
  const { tweetId, cursor } = exchange.request.params;
  return {
    postId: typeof tweetId === 'string' ? tweetId : '',
    cursor: typeof cursor === 'string' ? cursor : undefined,
    ranking: getReplyRanking(exchange),
  };
}

/** What a page would cost: nothing where it is kept in either format. */
export function quoteThreadPage(client: Client, request: ThreadRequest, reuse: ResponseReuse = reuseAnyAge): Quote | undefined {
  const quotes = (['raw', 'simple'] as const).map((format) => client.quote(tweet, toThreadParams(request), { format, reuse }));
  return quotes.find((quote) => quote?.kind === 'stored') ?? quotes[0];
}

export function quoteThread(client: Client, postId: string): Quote | undefined {
  return quoteThreadPage(client, { postId, cursor: undefined, ranking: 'Relevance' });
}

/** What a page of a thread costs at the service, whichever is not kept. */
export function quoteUnstoredThreadPage(client: Client): Quote | undefined {
  return quoteThreadPage(client, { postId: '0', cursor: 'any', ranking: 'Relevance' }, 'never');
}

/** Makes no call. */
export function findStoredThreadPage(client: Client, request: ThreadRequest, reuse?: ResponseReuse): Exchange | undefined {
  const quote = quoteThreadPage(client, request, reuse);
  return quote?.kind === 'stored' ? quote.exchange : undefined;
}

/**
 * The raw format, since only it has tombstones, branches and polls; but a response in the simple format that is kept already
 * serves as well and costs nothing.
 */
export function chooseThreadFormat(client: Client, params: Params, reuse: ResponseReuse): ResponseFormat {
  const isStored = (format: ResponseFormat) => client.quote<Endpoint>(tweet, params, { format, reuse })?.kind === 'stored';
  return !isStored('raw') && isStored('simple') ? 'simple' : 'raw';
}
