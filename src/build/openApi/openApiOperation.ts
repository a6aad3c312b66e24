import { type Endpoint, type EndpointAlias, getPathParamNames } from '../../client/endpoint.ts';
import { getParamEncoding } from '../../client/wire.ts';
import { listRowStatusGuesses, toErrorResponseRefs, toResponseHeaderRefs } from './openApiErrors.ts';
import { toJsonObject, type JsonObject, toRawBodySchema, toSimpleAnswerSchema, type SchemaRegistry } from './openApiSchemas.ts';

/** Opaque for a caller; shaped like those of the primary reference, Conventions. No service takes this one. */
const cursorExample = '1840000000000000001|1839999999999999999';

/**
 * The choice of the format (primary reference, Response format selection); referred to from each operation. The documents describe the
 * simple one, so that an answer has one shape (assumption 9.3).
 */
export const formatParameters: JsonObject = {
  Format: {
    name: 'format',
    in: 'query',
    required: true,
    description: 'Asks for simple, flat JSON of a fixed shape. Without it the service answers raw, as x-raw of the answer says.',
    schema: { type: 'string', enum: ['simple'] },
    example: 'simple',
  },
};

export interface PathOperation {
  readonly path: string;
  readonly method: 'get' | 'post';
  readonly operation: JsonObject;
}

/** A row's operation, and one for each of its aliases. */
export function toPathOperations(endpoint: Endpoint, schemas: SchemaRegistry): readonly PathOperation[] {
  return [endpoint, ...endpoint.aliases].map((call) => ({
    path: call.path,
    method: call.method === 'GET' ? 'get' : 'post',
    operation: toOperation(endpoint, call === endpoint ? undefined : call, schemas),
  }));
}

/** The name of a row without its service: "userFollowers". */
function getOperationName(endpoint: Endpoint): string {
  return endpoint.id.slice(endpoint.service.length + 1);
}

function toOperation(
  endpoint: Endpoint,
  alias: Pick<EndpointAlias, 'method' | 'path'> | undefined,
  schemas: SchemaRegistry,
): JsonObject {
  const { method, path } = alias ?? endpoint;
  const note = endpoint.aliases.find((one) => one === alias)?.note;
  const parameters = listParameters(endpoint, path, schemas);
  return {
    operationId: alias === undefined ? getOperationName(endpoint) : createAliasOperationId(method, path),
    summary: alias === undefined ? endpoint.title : `${endpoint.title} (alias of ${endpoint.method} ${endpoint.path})`,
    description: [endpoint.summary, ...(note === undefined ? [] : [note, 'Kept for existing clients.'])].join(' '),
    tags: [endpoint.group],
    ...(alias === undefined ? {} : { deprecated: true, 'x-alias-of': getOperationName(endpoint) }),
    ...(endpoint.confirmed
      ? {}
      : { 'x-confirmed': false, 'x-guesses': [...endpoint.guesses, ...listRowStatusGuesses(endpoint)] }),
    'x-yields': endpoint.yields,
    ...(endpoint.upstreamQuery === undefined ? {} : { 'x-upstream-query': endpoint.upstreamQuery }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(endpoint.method === 'POST' ? { requestBody: createRequestBody(endpoint, schemas) } : {}),
    responses: {
      200: {
        description: endpoint.summary,
        ...toResponseHeaderRefs(endpoint.service, 200),
        content: { 'application/json': { schema: toSimpleAnswerSchema(endpoint, schemas) } },
        ...(endpoint.formats.includes('raw') ? { 'x-raw': toRawBodySchema(endpoint, schemas) } : {}),
      },
      ...toErrorResponseRefs(endpoint),
    },
  };
}

function createRequestBody(endpoint: Endpoint, schemas: SchemaRegistry): JsonObject {
  return {
    required: true,
    description: 'The parameters.',
    content: { 'application/json': { schema: schemas.toSchema(endpoint.params, 'input'), example: endpoint.example } },
  };
}

/** "POST /search/{searchItem}" → "postSearchBySearchItem". */
function createAliasOperationId(method: string, path: string): string {
  const words = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(\w+)\}$/, 'by_$1'))
    .flatMap((segment) => segment.split('_'));
  return method.toLowerCase() + words.map((word) => `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`).join('');
}

/**
 * The parameters of a row as they travel by one of its paths; those of a POST body are not among them.
 * @param path the row's own or an alias's: a name in braces travels there
 */
function listParameters(endpoint: Endpoint, path: string, schemas: SchemaRegistry): readonly JsonObject[] {
  const described = schemas.toSchema(endpoint.params, 'input');
  const properties = toJsonObject(described['properties']);
  const required = Array.isArray(described['required']) ? described['required'] : [];
  const inPath = getPathParamNames(path);
  const names = Object.keys(endpoint.params.shape).filter((name) => endpoint.method === 'GET' || inPath.includes(name));
  const own = names.map((name) => {
    const place = inPath.includes(name) ? 'path' : 'query';
    return toParameter(
      endpoint,
      name,
      toJsonObject(properties[name]),
      place,
      place === 'path' || required.includes(name),
      schemas,
    );
  });
  return endpoint.formats.includes('raw') ? [...own, { $ref: '#/components/parameters/Format' }] : own;
}

function toParameter(
  endpoint: Endpoint,
  name: string,
  described: JsonObject,
  place: 'path' | 'query',
  required: boolean,
  schemas: SchemaRegistry,
): JsonObject {
  const { description = described['title'], examples, 'x-confirmed': confirmed, 'x-guesses': guesses, ...schema } = described;
  const others = endpoint.paramAliases[name] ?? [];
  const kind = getParamEncoding(endpoint.params.shape[name]);
  const example = findParameterExample(endpoint, name, examples);
  return {
    name,
    in: place,
    ...(required ? { required } : {}),
    description: others.length === 0 ? description : `${String(description)} Also taken under the name ${others.join(', ')}.`,
    ...(others.length === 0 ? {} : { 'x-aliases': others }),
    ...(confirmed === undefined ? {} : { 'x-confirmed': confirmed, 'x-guesses': guesses }),
    schema: kind === 'json' ? toJsonTextSchema(name, schema, schemas) : kind === 'list' ? toCommaSeparatedSchema(schema) : schema,
    example: kind === 'json' ? JSON.stringify(example) : kind === 'list' && Array.isArray(example) ? example.join(',') : example,
  };
}

/**
 * Several values are one text with commas between, and are said to be a text: of an array, clients that do not know
 * otherwise write `usernames=a&usernames=b`, of which the service reads the first.
 */
function toCommaSeparatedSchema({ title, items, maxItems }: JsonObject): JsonObject {
  const { pattern } = toJsonObject(items);
  const item = typeof pattern === 'string' ? /^\^(.*)\$$/.exec(pattern)?.[1] : undefined;
  const most = typeof maxItems === 'number' ? maxItems - 1 : '';
  return { title, type: 'string', ...(item === undefined ? {} : { pattern: `^${item}(?:,${item}){0,${most}}$` }) };
}

/**
 * An object in the query is a text of JSON (assumption 9.1): with `content` or `type: object` the generated clients
 * write `filters[minimumLikesCount]=5`, which the service does not read.
 */
function toJsonTextSchema(name: string, { title, ...schema }: JsonObject, schemas: SchemaRegistry): JsonObject {
  const component = `Search${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`;
  return {
    title,
    type: 'string',
    contentMediaType: 'application/json',
    contentSchema: schemas.addNamed(component, { title, ...schema }),
  };
}

function findParameterExample(endpoint: Endpoint, name: string, examples: unknown): unknown {
  const inExample: unknown = Object.entries(endpoint.example).find(([key]) => key === name)?.[1];
  return inExample ?? (Array.isArray(examples) ? examples[0] : name === 'cursor' ? cursorExample : undefined);
}
