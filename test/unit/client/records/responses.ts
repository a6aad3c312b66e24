import type { Endpoint, ResponseFormat } from '../../../../src/client/endpoint.ts';
import type { PageResponse } from '../../../../src/client/records/toPage.ts';
import { responseOf, textsOf, toAsked } from '../../sandbox/responses/ask.ts';

/** A response with this body, as the example of a row brings it. */
export function respondWith(endpoint: Endpoint, value: unknown, format: ResponseFormat = 'simple'): PageResponse {
  const { id, service, method, path, example } = endpoint;
  const request = { service, endpointId: id, params: example, format, method, baseUrl: 'https://api.example', target: path };
  return { request, value, warnings: [] };
}

/** What the sandbox answers to the example of a row. */
export function exampleResponse(endpoint: Endpoint, format: ResponseFormat = 'simple'): PageResponse {
  const { response } = responseOf(endpoint, { texts: textsOf(endpoint.example), body: endpoint.example, format });
  return respondWith(endpoint, toAsked(response, 0).body, format);
}

/** What stands at a path of a body. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined),
    value,
  );
}
