import type { Client } from '../../client/client.ts';
import type { Endpoint } from '../../client/endpoint.ts';
import { formatExpected, formatPrice } from '../../app/cost/formatPrice.ts';
import type { QuestionQuote } from '../../protocol/resultsContract.ts';
import { search } from '../../client/endpoints/primary/search.ts';
import { namesByField, namesIn } from '../../results/search/namesIn.ts';
import type { World } from '../shared/connections/world.ts';
import { presentOtherName } from '../shared/words/presentWorld.ts';
import { questionFields, readQuestion, type ReadQuestion, type Texts } from './question.ts';

/** The question that stands on a page, as it was asked or opened. */
export interface AskedBefore {
  readonly endpoint: Endpoint;
  readonly texts: Texts;
  /** Its world, where its service may not be asked about it now. */
  elsewhere(): World | undefined;
}

/**
 * Reads what is to be asked as a new question. What keeps it from being asked is what is wrong with it, and an id or a handle
 * that still stands there from a question of another world.
 * @param typed the names that a person typed anew: those are meant for the service that is connected now
 */
export function readNewQuestion(before: AskedBefore, texts: Texts, typed: readonly string[]): ReadQuestion {
  const { params, faults } = readQuestion(before.endpoint, texts);
  return { params, faults: [...faults, ...heldFaults(before, texts, typed)] };
}

function heldFaults(before: AskedBefore, texts: Texts, typed: readonly string[]): ReadQuestion['faults'] {
  const world = before.elsewhere();
  if (world === undefined) {
    return [];
  }
  const { endpoint } = before;
  const question = { isSearch: endpoint.id === search.id, fields: questionFields(endpoint) };
  const old = namesIn(question, before.texts);
  return [...namesByField(question, texts)].flatMap(([field, names]) => {
    const held = [...names].find((name) => old.has(name) && !typed.includes(name));
    return held === undefined ? [] : [{ field, message: presentOtherName(world, held) }];
  });
}

/** What a question would cost, and what is wrong with it. Makes no call. */
export function quoteQuestion(client: Client, before: AskedBefore, texts: Texts, typed: readonly string[]): QuestionQuote {
  const { endpoint } = before;
  const { params, faults } = readNewQuestion(before, texts, typed);
  const quote = faults.length > 0 ? undefined : client.quote(endpoint, params);
  const anew = quote?.kind === 'kept' ? formatExpected(client.priceOf(endpoint)) : '';
  return { price: formatPrice(quote), anew, faults: [...faults] };
}
