import { reuseAnyAge } from '../../client/policies/history.ts';
import type { Client } from '../../client/client.ts';
import type { Endpoint } from '../../client/endpoint.ts';
import { formatExpectedPrice, formatPriceWithAge } from '../../app/cost/formatPrice.ts';
import type { QuestionPriceAndFaults } from '../../protocol/resultsContract.ts';
import type { FieldTexts } from '../../app/requests/form.ts';
import { type FindUserId, findUserIdParam } from '../../app/requests/userField.ts';
import { quoteWithUserLookUp } from '../shared/userIds.ts';
import { parseQuestionTexts, type ParsedQuestion } from './question.ts';

export interface CurrentQuestion {
  readonly endpoint: Endpoint;
  readonly users: { readonly idOf: FindUserId; refusal(endpoint: Endpoint): string | undefined };
}

/** Parses a new request. A handle is a fault if it needs a look-up and the connected services do not know the same users. */
export function parseNewQuestionTexts({ endpoint, users }: CurrentQuestion, texts: FieldTexts): ParsedQuestion {
  const read = parseQuestionTexts(endpoint, texts, users.idOf);
  const message = read.unknownHandle === undefined ? undefined : users.refusal(endpoint);
  return message === undefined
    ? read
    : { ...read, faults: [...read.faults, { field: findUserIdParam(endpoint) ?? '', message }] };
}

/** Makes no call. */
export function quoteQuestion(client: Client, before: CurrentQuestion, texts: FieldTexts): QuestionPriceAndFaults {
  const { endpoint } = before;
  const { params, faults, unknownHandle } = parseNewQuestionTexts(before, texts);
  const quote =
    faults.length > 0
      ? undefined
      : unknownHandle === undefined
        ? client.quote(endpoint, params, { reuse: reuseAnyAge })
        : quoteWithUserLookUp(client, endpoint, unknownHandle);
  const freshPrice = quote?.kind === 'kept' ? formatExpectedPrice(client.priceOf(endpoint)) : '';
  return { price: formatPriceWithAge(quote, Date.now()), freshPrice, faults: [...faults] };
}
