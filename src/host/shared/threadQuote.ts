import { quotePage, quoteThread } from '../../app/thread/threadQuestion.ts';
import type { LookUpChoice } from '../../app/lookUp/lookUpChoices.ts';
import type { Client, Quote } from '../../client/client.ts';
import { keptFirst } from '../../client/policies/history.ts';

/** What a page of a thread costs at the service, whichever is not kept. Makes no call. */
export function threadQuote(client: Client): Quote | undefined {
  return quotePage(client, { postId: '0', cursor: 'any', ranking: 'Relevance' }, 'never');
}

/** What a look-up costs as it is made: a thread is opened from either format. Makes no call. */
export function quoteLookUp(client: Client, { subject, value, endpoint, params }: LookUpChoice): Quote | undefined {
  return subject === 'thread' ? quoteThread(client, value) : client.quote(endpoint, params, { reuse: keptFirst });
}
