import { tweet } from '../../client/endpoints/primary/tweets.ts';
import { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { Services } from '../shared/services.ts';
import { otherWorld, type World, worldOfAnswer } from '../shared/connections/world.ts';
import { documentUriOf } from './documentExchange.ts';
import type { ThreadFacts } from './threadFacts.ts';

type Connected = Pick<Services, 'connections'>;

/** The world of a thread that begins with an answer; undefined for a document, which names no service. */
export function worldOfThread({ connections }: Connected, exchange: Exchange): World | undefined {
  return documentUriOf(exchange.id) === undefined ? worldOfAnswer(connections, exchange) : undefined;
}

/** The world of a thread that nothing may be asked about now; undefined where it may, or where it is not known. */
export function elsewhereOf({ connections }: Connected, { world, pages }: ThreadFacts): World | undefined {
  const [first] = pages;
  const isAnswer = first !== undefined && documentUriOf(first.exchange.id) === undefined;
  return otherWorld(connections, { world, first: isAnswer ? first.exchange : undefined }, tweet.service);
}

/**
 * Holds a call for a thread back where its connection was changed meanwhile.
 * @throws SocialDataError `cancelled`: nothing is sent
 */
export function assertHere(services: Connected, facts: ThreadFacts): void {
  if (elsewhereOf(services, facts) !== undefined) {
    throw new SocialDataError('cancelled', 'the thread came from another connection', { spent: 'no' });
  }
}
