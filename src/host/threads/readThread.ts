import { tweet } from '../../client/endpoints/primary/tweets.ts';
import { type Exchange, bodyText } from '../../client/exchange.ts';
import { toPage } from '../../client/records/toPage.ts';
import { documentPage } from '../../app/thread/documentThread.ts';
import { type ThreadPage, threadPage } from '../../app/thread/threadPage.ts';
import type { Services } from '../shared/services.ts';
import { siteOf, siteOfConnection } from '../shared/connections/siteOf.ts';
import { documentUriOf, reopenDocument } from './documentExchange.ts';

/** Reads a page of a conversation, of either format. Never throws: what cannot be read is left out. */
export function readThread({ connections }: Pick<Services, 'connections'>, exchange: Exchange): ThreadPage {
  const { tweetId, cursor } = exchange.request.params;
  const asked = {
    exchangeId: exchange.id,
    askedId: typeof tweetId === 'string' ? tweetId : '',
    cursor: typeof cursor === 'string' ? cursor : undefined,
  };
  if (documentUriOf(exchange.id) !== undefined) {
    return documentPage(bodyText(exchange), asked, siteOfConnection(connections, 'primary'));
  }
  return threadPage(toPage(exchange, { endpoint: tweet, site: siteOf(exchange) }), asked);
}

/** Whether an exchange holds a conversation. */
export function isThread({ request }: Exchange): boolean {
  return request.endpointId === tweet.id || request.endpointId === 'primary.tweetArticle';
}

/** An answer of a thread by its id, from what is on screen, a document or this machine. Makes no call. */
export async function keptThread(services: Services, exchangeId: string): Promise<Exchange | undefined> {
  const { exchanges, store, log } = services;
  // where it cannot be read, the view says that it is not kept, and offers the call
  const orNothing = async (place: string, read: () => Promise<Exchange | undefined>): Promise<Exchange | undefined> => {
    try {
      return await read();
    } catch (error) {
      log.error(`A thread could not be read from ${place}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  };
  const exchange =
    exchanges.get(exchangeId) ??
    (await orNothing('its document', async () => await reopenDocument(exchangeId))) ??
    (await orNothing('the store', async () => (await store()).exchanges.exchange(exchangeId)));
  return exchange !== undefined && isThread(exchange) ? exchange : undefined;
}
