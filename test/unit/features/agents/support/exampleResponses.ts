import type { Endpoint, ResponseFormat } from '../../../../../src/client/endpoint.ts';
import { responseOf, textsOf, toAsked } from '../../../sandbox/responses/ask.ts';

/** The sandbox's response to a row's example, with the given page size. */
export function exampleBody(endpoint: Endpoint, size: number, format: ResponseFormat = 'simple'): unknown {
  const name = ['count', 'limit'].find((one) => one in endpoint.params.shape);
  const params: Readonly<Record<string, unknown>> = { ...endpoint.example, ...(name === undefined ? {} : { [name]: size }) };
  return toAsked(responseOf(endpoint, { texts: textsOf(params), body: params, format }).response, 0).body;
}
