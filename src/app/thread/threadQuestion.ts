import type { Client, Quote } from '../../client/client.ts';
import type { Format, ParamsOf } from '../../client/endpoint.ts';
import { tweet } from '../../client/endpoints/primary/tweets.ts';
import type { Exchange } from '../../client/exchange.ts';
import { keptFirst } from '../../client/policies/history.ts';
import type { Reuse } from '../../client/policies/send.ts';
import type { RankingMode } from '../../protocol/threadContract.ts';
import { SocialDataError } from '../../client/errors.ts';
import { onlyKept } from '../cost/offers.ts';
import type { ThreadPage } from './threadPage.ts';

/** A page of a thread that can be requested: the first of a post's conversation, or what a cursor leads to. */
export interface ThreadRequest {
  readonly postId: string;
  readonly cursor: string | undefined;
  /** The order of the replies; inside branches always the service's default. */
  readonly ranking: RankingMode;
}

/** A page of a thread with the answer that it was read from. */
export interface AnsweredPage {
  readonly page: ThreadPage;
  readonly exchange: Exchange;
}

export function paramsOf({ postId, cursor, ranking }: ThreadRequest): ParamsOf<typeof tweet> {
  return {
    tweetId: postId,
    // the service's default is left out, so that what was requested without it serves
    ...(ranking === 'Relevance' ? {} : { rankingMode: ranking }),
    ...(cursor === undefined ? {} : { cursor }),
  };
}

/** The order of the replies in an answer. */
export function rankingOf({ request }: Exchange): RankingMode {
  const { rankingMode } = request.params;
  return rankingMode === 'Recency' || rankingMode === 'Likes' ? rankingMode : 'Relevance';
}

/** What a page would cost: nothing where it is kept in either format. */
export function quotePage(client: Client, request: ThreadRequest, reuse: Reuse = keptFirst): Quote | undefined {
  const quotes = (['raw', 'simple'] as const).map((format) => client.quote(tweet, paramsOf(request), { format, reuse }));
  return quotes.find((quote) => quote?.kind === 'kept') ?? quotes[0];
}

/** What opening the thread of a post costs. */
export function quoteThread(client: Client, postId: string): Quote | undefined {
  return quotePage(client, { postId, cursor: undefined, ranking: 'Relevance' });
}

/** What is kept of a page. Makes no call. */
export async function keptPage(client: Client, request: ThreadRequest, reuse: Reuse): Promise<Exchange | undefined> {
  try {
    const format = formatFor(client, request, reuse);
    return await client.call<typeof tweet>(tweet, paramsOf(request), { format, reuse: onlyKept(reuse), initiator: 'panel' });
  } catch (error) {
    if (error instanceof SocialDataError) {
      return undefined; // its line stays, with the price of the call
    }
    throw error;
  }
}

/**
 * The raw format, since only it has tombstones, branches and polls; but an answer in the simple format that is kept already
 * serves as well and costs nothing.
 */
export function formatFor(client: Client, request: ThreadRequest, reuse: Reuse): Format {
  const isKept = (format: Format) => client.quote(tweet, paramsOf(request), { format, reuse })?.kind === 'kept';
  return !isKept('raw') && isKept('simple') ? 'simple' : 'raw';
}
