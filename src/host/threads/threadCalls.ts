import * as vscode from 'vscode';
import type { CallOptions, Quote } from '../../client/client.ts';
import type { ParamsOf } from '../../client/endpoint.ts';
import { tweet } from '../../client/endpoints/primary/tweets.ts';
import { SocialDataError } from '../../client/errors.ts';
import { type Exchange, bodyText } from '../../client/exchange.ts';
import { tweetSchema } from '../../client/schemas/tweet.ts';
import type { RankingMode, ThreadSource } from '../../protocol/threadContract.ts';
import type { Services } from '../shared/services.ts';
import { siteOf, siteOfConnection } from '../shared/connections/siteOf.ts';
import { documentUriOf, reopenDocument } from './documentExchange.ts';
import { documentPage } from '../../app/thread/documentThread.ts';
import { type ThreadPage, rawPage, simplePage } from '../../app/thread/threadPage.ts';

/** A page that is asked for. */
export interface AskedPage {
  readonly askedId: string;
  readonly cursor: string | undefined;
  readonly ranking: RankingMode;
}

/** A page with the exchange it was read from. */
export interface ReadPage {
  readonly page: ThreadPage;
  readonly exchange: Exchange;
}

/**
 * Fetches a page, or takes it from what is kept: the raw format, since only it has tombstones, branches and polls; but an
 * answer in the simple format that is already there serves as well and costs nothing.
 * @throws SocialDataError
 */
export async function fetchPage(
  services: Services,
  asked: AskedPage,
  options: Pick<CallOptions, 'signal' | 'stop' | 'reuse' | 'onSent' | 'onWaiting'>,
): Promise<ReadPage> {
  const client = await services.client();
  const params = toParams(asked);
  const isKept = (format: 'raw' | 'simple') => client.quote(tweet, params, { format })?.kind === 'kept';
  const format = options.reuse !== 'never' && !isKept('raw') && isKept('simple') ? 'simple' : 'raw';
  const exchange: Exchange = await client.call(tweet, params, { ...options, format, asker: 'panel' });
  services.exchanges.put(exchange);
  return { exchange, page: readPage(services, exchange) };
}

/** A page from what is kept, of whatever age. Undefined where it is not kept any more; makes no call. */
async function reusedPage(services: Services, asked: AskedPage): Promise<ReadPage | undefined> {
  try {
    return await fetchPage(services, asked, { reuse: 'only' });
  } catch (error) {
    if (error instanceof SocialDataError) {
      return undefined; // the view says so and offers the call
    }
    throw error;
  }
}

/** The same where that is what a call would give by now; of no answer that is too old for it. */
export async function freePage(services: Services, asked: AskedPage): Promise<ReadPage | undefined> {
  return (await quotePage(services, asked))?.kind === 'kept' ? await reusedPage(services, asked) : undefined;
}

/** A page by its exchange, from what is on screen or kept on this machine. Makes no call. */
async function keptPage(services: Services, exchangeId: string): Promise<ReadPage | undefined> {
  const exchange =
    services.exchanges.get(exchangeId) ?? (await fromDocument(services, exchangeId)) ?? (await fromStore(services, exchangeId));
  if (exchange === undefined || !isThread(exchange)) {
    return undefined;
  }
  services.exchanges.put(exchange);
  return { exchange, page: readPage(services, exchange) };
}

/** What a thread was made of, page by page, as far as it is kept. Makes no call. */
export async function* keptPages(services: Services, { focalId, ranking, pages }: ThreadSource): AsyncGenerator<ReadPage> {
  for (const { exchangeId, askedId, cursor } of pages) {
    const asked = { askedId, cursor: cursor ?? undefined, ranking: askedId === focalId ? ranking : 'Relevance' } as const;
    const page = (await keptPage(services, exchangeId)) ?? (await reusedPage(services, asked));
    if (page !== undefined) {
      yield page;
    }
  }
}

async function fromDocument({ log }: Services, exchangeId: string): Promise<Exchange | undefined> {
  try {
    return await reopenDocument(exchangeId);
  } catch (error) {
    // the view says that it is not kept, and offers the call
    log.error(`A thread could not be read from its document: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

async function fromStore({ store, log }: Services, exchangeId: string): Promise<Exchange | undefined> {
  try {
    return (await store()).exchanges.exchange(exchangeId);
  } catch (error) {
    // the view says that it is not kept, and offers the call
    log.error(`A thread could not be read from the store: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** What a page would cost; free and synchronous once the client is there. */
export async function quotePage(services: Services, asked: AskedPage): Promise<Quote | undefined> {
  const client = await services.client();
  const quotes = (['raw', 'simple'] as const).map((format) => client.quote(tweet, toParams(asked), { format }));
  return quotes.find((quote) => quote?.kind === 'kept') ?? quotes[0];
}

/** Reads a page of a conversation, of either format. Never throws: what cannot be read is left out. */
export function readPage({ connections }: Pick<Services, 'connections'>, exchange: Exchange): ThreadPage {
  const { params, format } = exchange.request;
  const { tweetId, cursor } = params;
  const asked = {
    exchangeId: exchange.id,
    askedId: typeof tweetId === 'string' ? tweetId : '',
    cursor: typeof cursor === 'string' ? cursor : undefined,
  };
  if (documentUriOf(exchange.id) !== undefined) {
    return documentPage(bodyText(exchange), asked, siteOfConnection(connections, 'primary'));
  }
  if (format === 'raw') {
    return rawPage(bodyText(exchange), asked, siteOf(exchange));
  }
  return simplePage(toSimple(exchange.value), asked);
}

/** The order of the answers in an exchange. */
export function rankingOf({ request }: Exchange): RankingMode {
  const { rankingMode } = request.params;
  return rankingMode === 'Recency' || rankingMode === 'Likes' ? rankingMode : 'Relevance';
}

/** Whether an exchange holds a conversation. */
export function isThread({ request }: Exchange): boolean {
  return request.endpointId === tweet.id || request.endpointId === 'primary.tweetArticle';
}

function toParams({ askedId, cursor, ranking }: AskedPage): ParamsOf<typeof tweet> {
  return {
    tweetId: askedId,
    // the service's default is left out, so that what was asked without it serves
    ...(ranking === 'Relevance' ? {} : { rankingMode: ranking }),
    ...(cursor === undefined ? {} : { cursor }),
  };
}

function toSimple(value: unknown): Parameters<typeof simplePage>[0] {
  const page: { readonly data?: unknown; readonly nextCursor?: unknown; readonly hasNextPage?: unknown } =
    typeof value === 'object' && value !== null ? value : {};
  const data = Array.isArray(page.data) ? page.data : [];
  return {
    data: data.flatMap((item) => tweetSchema.safeParse(item).data ?? []),
    nextCursor: typeof page.nextCursor === 'string' ? page.nextCursor : null,
    hasNextPage: page.hasNextPage === true,
  };
}

/** The name of an order of answers, for people. */
export function presentRanking(mode: RankingMode): string {
  switch (mode) {
    case 'Relevance':
      return vscode.l10n.t('Relevance');
    case 'Recency':
      return vscode.l10n.t('Most recent');
    case 'Likes':
      return vscode.l10n.t('Most liked');
  }
}
