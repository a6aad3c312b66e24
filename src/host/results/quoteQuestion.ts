import { reuseAnyAge } from '../../client/policies/history.ts';
import type { Client } from '../../client/client.ts';
import type { Endpoint } from '../../client/endpoint.ts';
import { formatExpectedPrice, formatPriceWithAge } from '../../app/cost/formatPrice.ts';
import type { QuestionPriceAndFaults } from '../../protocol/resultsContract.ts';
import { search } from '../../client/endpoints/primary/search.ts';
import { collectIdentifiersByField, collectIdentifiers, type FieldTexts } from '../../app/search/collectIdentifiers.ts';
import type { World } from '../../app/origin/world.ts';
import { describeForeignName } from '../shared/words/describeWorld.ts';
import { type FindUserId, findUserIdParam } from '../../app/requests/userField.ts';
import { quoteWithUserLookUp } from '../shared/userIds.ts';
import { listQuestionFields, parseQuestionTexts, type ParsedQuestion } from './question.ts';

/** The question that stands on a page, as it was asked or opened. */
export interface CurrentQuestion {
  readonly endpoint: Endpoint;
  readonly texts: FieldTexts;
  /** The world that its ids are of, where the service that is connected now is not of it. */
  foreignWorld(): World | undefined;
  /** What is known of the users that are named by their handles, and why an id cannot be looked up. */
  readonly users: { readonly idOf: FindUserId; refusal(endpoint: Endpoint): string | undefined };
}

/**
 * Reads what is to be asked as a new question. What keeps it from being asked is what is wrong with it, and an id or a handle
 * that still stands there from a question of another world.
 * @param typed the names that a person typed again: those are meant for the service that is connected now
 */
export function parseNewQuestionTexts(before: CurrentQuestion, texts: FieldTexts, typed: readonly string[]): ParsedQuestion {
  const { endpoint } = before;
  const read = addUserLookUpFault(before, parseQuestionTexts(endpoint, texts, before.users.idOf));
  const world = before.foreignWorld();
  if (world === undefined) {
    return read;
  }
  const question = { isSearch: endpoint.id === search.id, fields: listQuestionFields(endpoint) };
  const old = collectIdentifiers(question, before.texts);
  const held = [...collectIdentifiersByField(question, texts)].flatMap(([field, names]) => {
    const name = [...names].find((candidate) => old.has(candidate) && !typed.includes(candidate));
    return name === undefined ? [] : [{ field, message: describeForeignName(world, name) }];
  });
  return { ...read, faults: [...read.faults, ...held] };
}

/** A handle whose id is looked up first, at a service that knows the same users. */
function addUserLookUpFault({ endpoint, users }: CurrentQuestion, read: ParsedQuestion): ParsedQuestion {
  const message = read.unknownHandle === undefined ? undefined : users.refusal(endpoint);
  return message === undefined
    ? read
    : { ...read, faults: [...read.faults, { field: findUserIdParam(endpoint) ?? '', message }] };
}

/** What a question would cost, and what is wrong with it. Makes no call. */
export function quoteQuestion(
  client: Client,
  before: CurrentQuestion,
  texts: FieldTexts,
  typed: readonly string[],
): QuestionPriceAndFaults {
  const { endpoint } = before;
  const { params, faults, unknownHandle } = parseNewQuestionTexts(before, texts, typed);
  const quote =
    faults.length > 0
      ? undefined
      : unknownHandle === undefined
        ? client.quote(endpoint, params, { reuse: reuseAnyAge })
        : quoteWithUserLookUp(client, endpoint, unknownHandle);
  const freshPrice = quote?.kind === 'kept' ? formatExpectedPrice(client.priceOf(endpoint)) : '';
  return { price: formatPriceWithAge(quote, Date.now()), freshPrice, faults: [...faults] };
}
