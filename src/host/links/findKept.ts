import type { Reference } from '../../catalog/findReferences.ts';
import type { LookUpChoice } from '../../catalog/lookUpChoices.ts';
import { bodyText } from '../../client/exchange.ts';
import type { Services } from '../shared/services.ts';
import { keptRecord, type KeptWords, mayHold } from './keptRecord.ts';

/** How many of the newest answers are looked through, and how large one may be: a hover is waited for. */
const mostLooked = 40;
const mostBytes = 2_000_000;

export interface FoundKept extends KeptWords {
  /** When its answer was asked for, milliseconds since 1970. */
  readonly sentAt: number;
}

/**
 * The record that a name in a text means, from what is kept: the answer that its look-up would bring, in either format, else
 * any of the newest answers that has it. Makes no call.
 */
export async function findKept(
  services: Pick<Services, 'client' | 'store'>,
  { endpoint, params }: LookUpChoice,
  reading: Reference['reading'],
): Promise<FoundKept | undefined> {
  const client = await services.client();
  for (const format of endpoint.formats) {
    const quote = client.quote(endpoint, params, { reuse: 'only', format });
    const words = quote?.kind === 'kept' ? keptRecord(quote.exchange, reading) : undefined;
    if (quote?.kind === 'kept' && words !== undefined) {
      return { ...words, sentAt: quote.exchange.sentAt };
    }
  }
  const { exchanges } = await services.store();
  for (const { id, bodyBytes, sentAt } of exchanges.newest({ limit: mostLooked }).items) {
    const exchange = bodyBytes > mostBytes ? undefined : exchanges.exchange(id);
    const words = exchange !== undefined && mayHold(bodyText(exchange), reading) ? keptRecord(exchange, reading) : undefined;
    if (words !== undefined) {
      return { ...words, sentAt };
    }
  }
  return undefined;
}
