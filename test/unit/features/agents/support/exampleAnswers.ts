import type { Endpoint, AnswerFormat } from '../../../../../src/client/endpoint.ts';
import { answerOf, textsOf, toAsked } from '../../../sandbox/answers/ask.ts';

/** What the sandbox answers to the example of a row, a page of so many. */
export function exampleBody(endpoint: Endpoint, size: number, format: AnswerFormat = 'simple'): unknown {
  const name = ['count', 'limit'].find((one) => one in endpoint.params.shape);
  const params: Readonly<Record<string, unknown>> = { ...endpoint.example, ...(name === undefined ? {} : { [name]: size }) };
  return toAsked(answerOf(endpoint, { texts: textsOf(params), body: params, format }).answer, 0).body;
}
