import type { Endpoint, EndpointAlias } from '../client/endpoint.ts';
import { errorResponsesOf, headersOf } from './openApiErrors.ts';
import { parametersOf } from './openApiParameters.ts';
import { resultSchema } from './openApiResults.ts';
import type { JsonObject, Schemas } from './openApiSchemas.ts';

/** One method of one path. */
export interface PathOperation {
  readonly path: string;
  readonly method: 'get' | 'post';
  readonly operation: JsonObject;
}

/** A row's operation, and one for each of its aliases. */
export function operationsOf(endpoint: Endpoint, schemas: Schemas): readonly PathOperation[] {
  return [endpoint, ...endpoint.aliases].map((call) => ({
    path: call.path,
    method: call.method === 'GET' ? 'get' : 'post',
    operation: toOperation(endpoint, call === endpoint ? undefined : call, schemas),
  }));
}

/** The name of a row without its service: "userFollowers". */
function nameOf(endpoint: Endpoint): string {
  return endpoint.id.slice(endpoint.service.length + 1);
}

function toOperation(
  endpoint: Endpoint,
  alias: Pick<EndpointAlias, 'method' | 'path'> | undefined,
  schemas: Schemas,
): JsonObject {
  const { method, path } = alias ?? endpoint;
  const note = endpoint.aliases.find((one) => one === alias)?.note;
  const parameters = parametersOf(endpoint, path, schemas);
  return {
    operationId: alias === undefined ? nameOf(endpoint) : aliasName(method, path),
    summary: alias === undefined ? endpoint.title : `${endpoint.title} (alias of ${endpoint.method} ${endpoint.path})`,
    description: [endpoint.summary, ...(note === undefined ? [] : [note, 'Kept for existing clients.'])].join(' '),
    tags: [endpoint.group],
    ...(alias === undefined ? {} : { deprecated: true, 'x-alias-of': nameOf(endpoint) }),
    ...(endpoint.confirmed ? {} : { 'x-confirmed': false, 'x-guesses': endpoint.guesses }),
    'x-yields': endpoint.yields,
    ...(endpoint.upstreamQuery === undefined ? {} : { 'x-upstream-query': endpoint.upstreamQuery }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(endpoint.method === 'POST' ? { requestBody: bodyOf(endpoint, schemas) } : {}),
    responses: {
      200: {
        description: endpoint.summary,
        ...headersOf(endpoint.service, 200),
        content: { 'application/json': { schema: resultSchema(endpoint, schemas) } },
      },
      ...errorResponsesOf(endpoint),
    },
  };
}

function bodyOf(endpoint: Endpoint, schemas: Schemas): JsonObject {
  return {
    required: true,
    description: 'The parameters.',
    content: { 'application/json': { schema: schemas.of(endpoint.params, 'input'), example: endpoint.example } },
  };
}

/** "POST /search/{searchItem}" → "postSearchBySearchItem". */
function aliasName(method: string, path: string): string {
  const words = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(\w+)\}$/, 'by_$1'))
    .flatMap((segment) => segment.split('_'));
  return method.toLowerCase() + words.map((word) => `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`).join('');
}
