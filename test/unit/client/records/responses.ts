import type { Endpoint, ResponseFormat } from '../../../../src/client/endpoint.ts';
import type { PageResponse } from '../../../../src/client/records/toPage.ts';
import { responseOf, textsOf, toAsked } from '../../sandbox/responses/ask.ts';

/** A response with this body to an endpoint's example. */
export function respondWith(endpoint: Endpoint, value: unknown, format: ResponseFormat = 'simple'): PageResponse {
  const { id, service, method, path, example } = endpoint;
  const request = { service, endpointId: id, params: example, format, method, baseUrl: 'https://api.example', target: path };
  return { request, value, warnings: [] };
}

/** The sandbox's response to an endpoint's example. */
export function exampleResponse(endpoint: Endpoint, format: ResponseFormat = 'simple'): PageResponse {
  const { response } = responseOf(endpoint, { texts: textsOf(endpoint.example), body: endpoint.example, format });
  return respondWith(endpoint, toAsked(response, 0).body, format);
}
