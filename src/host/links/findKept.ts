import type { Reference } from '../../catalog/findReferences.ts';
import type { LookUpChoice } from '../../catalog/lookUpChoices.ts';
import { Pace } from '../shared/pace.ts';
import type { Services } from '../shared/services.ts';
import { servesWorld, worldOfAnswer } from '../shared/connections/world.ts';
import { keptRecord, type KeptWords, mayHold } from './keptRecord.ts';

/** How many of the newest answers are looked through, and how much of them: a hover is waited for. */
const mostLooked = 40;
const mostBytes = 4_000_000;

export interface FoundKept extends KeptWords {
  /** When its answer was asked for, milliseconds since 1970. */
  readonly sentAt: number;
}

/**
 * The record that a name in a text means, from what is kept: the answer that its look-up would bring, in either format, else
 * any of the newest answers that has it and comes from the world that would be asked. Makes no call.
 * @param gone fires when nobody waits for it any more
 */
export async function findKept(
  services: Pick<Services, 'client' | 'connections' | 'store'>,
  { endpoint, params }: LookUpChoice,
  reading: Reference['reading'],
  gone: { readonly isCancellationRequested: boolean },
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
  const pace = new Pace();
  let left = mostBytes;
  for (const { id, bodyBytes, sentAt } of exchanges.newest({ limit: mostLooked }).items) {
    if (bodyBytes > left) {
      continue;
    }
    left -= bodyBytes;
    const body = exchanges.body(id);
    const exchange = body !== undefined && mayHold(body, reading) ? exchanges.exchange(id) : undefined;
    const isOfWorld =
      exchange !== undefined &&
      servesWorld(services.connections, worldOfAnswer(services.connections, exchange), endpoint.service);
    const words = isOfWorld ? keptRecord(exchange, reading) : undefined;
    if (words !== undefined) {
      return { ...words, sentAt };
    }
    await pace.rest();
    if (gone.isCancellationRequested) {
      return undefined;
    }
  }
  return undefined;
}
