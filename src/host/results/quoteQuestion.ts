import type { Client } from '../../client/client.ts';
import { formatExpected, formatPrice } from '../../app/cost/formatPrice.ts';
import { type AskedBefore, readNewQuestion } from './heldNames.ts';
import type { Texts } from './question.ts';

/** What a question would cost, and what is wrong with it, as the page shows it. */
export interface QuestionQuote {
  readonly price: string;
  /** What asking at the service would cost where an answer is kept; empty where none is. */
  readonly anew: string;
  readonly faults: { readonly field: string; readonly message: string }[];
}

/** What a question would cost, and what is wrong with it. Makes no call. */
export function quoteQuestion(client: Client, before: AskedBefore, texts: Texts, typed: readonly string[]): QuestionQuote {
  const { endpoint } = before;
  const { params, faults } = readNewQuestion(before, texts, typed);
  const quote = faults.length > 0 ? undefined : client.quote(endpoint, params);
  const price = client.priceOf(endpoint);
  const anew = quote?.kind === 'kept' ? formatExpected(price) : '';
  return { price: formatPrice(quote), anew, faults: [...faults] };
}
