import type { Endpoint, AnswerFormat } from '../../../../src/client/endpoint.ts';
import type { PageAnswer } from '../../../../src/client/records/toPage.ts';
import { answerOf, textsOf, toAsked } from '../../sandbox/answers/ask.ts';

/** An answer with this body, as the example of a row brings it. */
export function answerWith(endpoint: Endpoint, value: unknown, format: AnswerFormat = 'simple'): PageAnswer {
  const { id, service, method, path, example } = endpoint;
  const request = { service, endpointId: id, params: example, format, method, baseUrl: 'https://api.example', target: path };
  return { request, value, warnings: [] };
}

/** What the sandbox answers to the example of a row. */
export function exampleAnswer(endpoint: Endpoint, format: AnswerFormat = 'simple'): PageAnswer {
  const { answer } = answerOf(endpoint, { texts: textsOf(endpoint.example), body: endpoint.example, format });
  return answerWith(endpoint, toAsked(answer, 0).body, format);
}

/** What stands at a path of a body. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined),
    value,
  );
}
