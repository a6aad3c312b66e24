import type { Client } from '../../client/client.ts';
import { tweet } from '../../client/endpoints/primary/tweets.ts';

/** What a page of a thread costs at the service, whichever is not kept. Makes no call. */
export function threadQuote(client: Client): ReturnType<Client['quote']> {
  return client.quote(tweet, { tweetId: '0', cursor: 'any' }, { format: 'raw' });
}
