import {
  type Endpoint,
  type EndpointGroup,
  endpointGroupsByService,
  type Service,
  type EndpointAlias,
  getPathParamNames,
} from '../../client/endpoint.ts';
import {
  createSchemaRegistry,
  type JsonObject,
  toJsonObject,
  toRawBodySchema,
  toSimpleResponseSchema,
  type SchemaRegistry,
} from './openApiSchemas.ts';
import { getParamEncoding } from '../../client/wire.ts';

const serviceNames: Readonly<Record<Service, string>> = { primary: 'Primary API', gateway: 'Gateway API' };

/** Endpoints that the references mention without a path. */
const missingEndpointsNoteByService: Readonly<Record<Service, string>> = {
  primary:
    "Not included: endpoints that act on the caller's own account, API key and balance endpoints, and the machine-readable " +
    'pricing list. The reference mentions them but shows no path, parameters, or response. Every charged response reports the balance.',
  gateway: 'Not included: audio room recordings. The reference mentions an endpoint but shows neither its path nor its response.',
};

/** Both references, Errors. */
const statusMeaningsByService: Readonly<Record<Service, Readonly<Record<number, string>>>> = {
  primary: {
    400: "A parameter is invalid or missing, a user or list wasn't found, or an upstream request for hashflags failed. Refunded.",
    401: 'The key is missing or invalid.',
    402: 'The balance is too low for this request.',
    403: 'Access is denied.',
    404: "Upstream reports that the tweet wasn't found.",
    408: 'The request timed out. Refunded.',
    409: 'Conflict. Refunded.',
    422: 'A value is invalid: a non-numeric ID, a malformed handle, or an invalid search query or filter.',
    429: 'Too many requests.',
    500: 'The server or upstream failed. Other 5xx statuses mean the same. Refunded.',
    502: 'Upstream returned an empty timeline nine times in a row. A search without matches also looks like this. Refunded.',
  },
  gateway: {
    400: "A parameter is missing or can't be read.",
    401: 'The key is missing or invalid.',
    403: 'No access to a private list, an invite-only community, or a private tweet.',
    404: 'Deleted or not found.',
    429: 'The rate limit is exceeded.',
    500: 'The service failed. Other 5xx statuses mean the same.',
  },
};

/** Other statuses' bodies are guesses (assumptions T5, 7.1). */
const statusesWithDocumentedBody: Readonly<Record<Service, readonly number[]>> = { primary: [502], gateway: [401] };

const bodyGuess: Readonly<Record<Service, string>> = {
  primary:
    'The reference shows only the body of a 502; other errors are assumed to have the same body without attempts (assumption T5).',
  gateway: 'The reference shows only the body of a 401; other errors are assumed to have the same body (assumption 7.1).',
};

/** Statuses that the gateway reference doesn't list, or not for all endpoints (assumptions 7.2, 7.19). */
const statusGuesses: Readonly<Record<Service, Readonly<Record<number, string>>>> = {
  primary: {},
  gateway: {
    400: "The reference doesn't list 400; it is assumed where a value has no default (assumption 7.2).",
    404: "The reference lists 404 only for tweets; it is assumed for anything else that isn't found (assumption 7.19).",
    500: "The reference doesn't list 500; it is assumed for service failures (assumption 7.28).",
  },
};

const dollarsSchema = { type: 'string', pattern: String.raw`^-?\d+(\.\d+)?$` };

/** Primary reference, Limits; assumption 2.7. */
const responseHeaderDefinitions: JsonObject = {
  'X-Price-Per-Call': createHeaderDefinition('The cost of this request in USD, even if refunded.', '0.0002', dollarsSchema),
  'X-Remaining-Balance': createHeaderDefinition('The balance in USD after this request and any refund.', '9.9998', dollarsSchema),
  'X-Refunded': createHeaderDefinition('true if the request was refunded; otherwise absent.', 'true'),
  'X-Retried': createHeaderDefinition('true if more than one attempt was needed; otherwise absent.', 'true'),
  'X-Response-Format': createHeaderDefinition('simple if the simple format was returned; otherwise absent.', 'simple'),
};

const chargedResponseHeaderNames = ['X-Price-Per-Call', 'X-Remaining-Balance', 'X-Refunded', 'X-Retried'];
const headerNamesOfUnchargedStatuses: Readonly<Record<number, readonly string[]>> = {
  401: [],
  402: ['X-Remaining-Balance'],
  403: [],
  429: [],
};

/** The gateway doesn't report the cost (assumption 7.7). */
function toResponseHeaderRefs(service: Service, status: number): JsonObject {
  if (service === 'gateway') return {};
  const names =
    status === 200
      ? Object.keys(responseHeaderDefinitions)
      : (headerNamesOfUnchargedStatuses[status] ?? chargedResponseHeaderNames);
  return names.length === 0
    ? {}
    : { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };
}

function toErrorResponseRefs(endpoint: Endpoint): JsonObject {
  return Object.fromEntries(endpoint.errors.map((status) => [String(status), { $ref: `#/components/responses/Error${status}` }]));
}

function createErrorResponses(service: Service, endpoints: readonly Endpoint[], schemas: SchemaRegistry): JsonObject {
  const statuses = [...new Set(endpoints.flatMap((endpoint) => endpoint.errors))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => [
      `Error${status}`,
      {
        description: statusMeaningsByService[service][status] ?? `Status ${status}.`,
        ...(statusesWithDocumentedBody[service].includes(status)
          ? {}
          : { 'x-confirmed': false, 'x-guesses': listErrorGuesses(service, status) }),
        ...toResponseHeaderRefs(service, status),
        content: { 'application/json': { schema: addErrorSchema(service, status, schemas) } },
      },
    ]),
  );
}

/** Assumption 1.22. A confirmed row's statuses are also confirmed. */
function listRowStatusGuesses({ service, errors, confirmed }: Endpoint): readonly string[] {
  const own = errors.filter((status) => [400, 404, 422].includes(status));
  return service === 'gateway' || confirmed || own.length === 0
    ? []
    : [
        `The reference states no errors for this path; ${own.join(' and ')} are assumed (assumption 1.22).`.replace(
          /; (\d+) are/,
          '; $1 is',
        ),
      ];
}

function listErrorGuesses(service: Service, status: number): readonly string[] {
  const ofStatus = statusGuesses[service][status];
  return ofStatus === undefined ? [bodyGuess[service]] : [ofStatus, bodyGuess[service]];
}

function addErrorSchema(service: Service, status: number, schemas: SchemaRegistry): JsonObject {
  if (service === 'gateway') {
    const properties = {
      code: { type: 'integer', description: 'The HTTP status.' },
      message: { type: 'string' },
      details: { type: 'string', description: 'A description of the error.' },
    };
    const error = { type: 'object', properties, required: ['code', 'message', 'details'] };
    return schemas.addNamed('Error', { type: 'object', properties: { error }, required: ['error'] });
  }
  const error = { type: 'string', description: 'A description of the error.' };
  if (status !== 502) {
    return schemas.addNamed('Error', { type: 'object', properties: { error }, required: ['error'] });
  }
  const attempts = { type: 'integer', description: 'How many upstream requests were made.', examples: [9] };
  return schemas.addNamed('EmptyTimelineError', {
    type: 'object',
    properties: { error, attempts },
    required: ['error', 'attempts'],
  });
}

function createHeaderDefinition(
  description: string,
  example: string,
  schema: JsonObject = { type: 'string', enum: [example] },
): JsonObject {
  return { description, required: false, schema, example };
}

/** Looks like a cursor from the primary reference, Conventions, but no service accepts it. */
const cursorExample = '1840000000000000001|1839999999999999999';

/** Primary reference, Response format selection. The documents describe only the simple format (assumption 9.3). */
const formatParameters: JsonObject = {
  Format: {
    name: 'format',
    in: 'query',
    required: true,
    description:
      "Requests simple, flat JSON with a fixed schema. Without it, the service returns raw JSON, as described by the response's x-raw.",
    schema: { type: 'string', enum: ['simple'] },
    example: 'simple',
  },
};

interface PathOperation {
  readonly path: string;
  readonly method: 'get' | 'post';
  readonly operation: JsonObject;
}

/** An operation for the row and one for each alias. */
function toPathOperations(endpoint: Endpoint, schemas: SchemaRegistry): readonly PathOperation[] {
  return [endpoint, ...endpoint.aliases].map((call) => ({
    path: call.path,
    method: call.method === 'GET' ? 'get' : 'post',
    operation: toOperation(endpoint, call === endpoint ? undefined : call, schemas),
  }));
}

/** "primary.userFollowers" → "userFollowers". */
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
    description: [endpoint.summary, ...(note === undefined ? [] : [note, 'For existing clients.'])].join(' '),
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
        content: { 'application/json': { schema: toSimpleResponseSchema(endpoint, schemas) } },
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

/** Path and query parameters. @param path the row's or an alias's */
function listParameters(endpoint: Endpoint, path: string, schemas: SchemaRegistry): readonly JsonObject[] {
  const described = schemas.toSchema(endpoint.params, 'input');
  const properties = toJsonObject(described['properties']);
  const required = Array.isArray(described['required']) ? described['required'] : [];
  const inPath = getPathParamNames(path);
  const names = Object.keys(endpoint.params.shape).filter((name) => endpoint.method === 'GET' || inPath.includes(name));
  const own = names.map((name) => {
    const isInPath = inPath.includes(name);
    const place = { in: isInPath ? 'path' : 'query', ...(isInPath || required.includes(name) ? { required: true } : {}) };
    return toParameter(endpoint, name, toJsonObject(properties[name]), place, schemas);
  });
  return endpoint.formats.includes('raw') ? [...own, { $ref: '#/components/parameters/Format' }] : own;
}

function toParameter(
  endpoint: Endpoint,
  name: string,
  described: JsonObject,
  place: JsonObject,
  schemas: SchemaRegistry,
): JsonObject {
  const { description = described['title'], examples, 'x-confirmed': confirmed, 'x-guesses': guesses, ...schema } = described;
  const others = endpoint.paramAliases[name] ?? [];
  const kind = getParamEncoding(endpoint.params.shape[name]);
  const example = findParameterExample(endpoint, name, examples);
  return {
    name,
    ...place,
    description: others.length === 0 ? description : `${String(description)} Also accepted as ${others.join(', ')}.`,
    ...(others.length === 0 ? {} : { 'x-aliases': others }),
    ...(confirmed === undefined ? {} : { 'x-confirmed': confirmed, 'x-guesses': guesses }),
    schema: kind === 'json' ? toJsonTextSchema(name, schema, schemas) : kind === 'list' ? toCommaSeparatedSchema(schema) : schema,
    example: kind === 'json' ? JSON.stringify(example) : kind === 'list' && Array.isArray(example) ? example.join(',') : example,
  };
}

/** A string, because many generated clients write an array as `usernames=a&usernames=b`, and the service reads only the first. */
function toCommaSeparatedSchema({ title, items, maxItems }: JsonObject): JsonObject {
  const { pattern } = toJsonObject(items);
  const item = typeof pattern === 'string' ? /^\^(.*)\$$/.exec(pattern)?.[1] : undefined;
  const most = typeof maxItems === 'number' ? maxItems - 1 : '';
  return { title, type: 'string', ...(item === undefined ? {} : { pattern: `^${item}(?:,${item}){0,${most}}$` }) };
}

/** A string, because generated clients write objects as `filters[minimumLikesCount]=5`, which the service ignores (assumption 9.1). */
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

/** Primary reference, Versioning. */
const descriptionVersion = '1.0.0';

const gatewayVersionGuess = "The reference doesn't state the gateway's version; 1.0.0 is assumed (assumption 7.31).";

const serviceTitles: Readonly<Record<Service, string>> = {
  primary: 'Public social-data read API',
  gateway: 'Public social-data gateway',
};

const serviceTexts: Readonly<Record<Service, readonly string[]>> = {
  primary: [
    "Read access to a microblogging platform's public data: users, tweets, search, lists, communities, jobs, and trends.",
    "The caller chooses the format of each response: simple, which is flat JSON with the fixed schema described here, or raw, which is the upstream platform's JSON.",
    'Every request is billed once against a prepaid balance. The response reports the price and the remaining balance.',
  ],
  gateway: [
    "Read access to a microblogging platform's public data: audio rooms, tweets, search, lists, communities, and trends.",
    'This is a separate service: a path that both services have may behave differently in each.',
  ],
};

const guessText =
  "Where the service's reference doesn't show a parameter or schema, the operation or response has x-confirmed: false " +
  'and lists the assumptions in x-guesses.';

const groupTexts: Readonly<Record<EndpointGroup, string>> = {
  users: 'Accounts, their timelines, and who follows whom.',
  tweets: 'Single tweets, their conversations, and reactions.',
  search: 'Tweets and people that match a query.',
  lists: 'Lists and their tweets, members, and followers.',
  communities: 'Communities and their tweets and members.',
  jobs: 'Job listings and their locations.',
  trends: 'Trending topics, places with trends, and statistics.',
  spaces: 'Audio rooms and their participants.',
};

/** Both references, Authentication. */
const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY', description: "The service's API key." },
  marketKey: { type: 'apiKey', in: 'header', name: 'x-market-key', description: "The marketplace's API key." },
  marketHost: {
    type: 'apiKey',
    in: 'header',
    name: 'x-market-host',
    description: "The marketplace's host, sent with its key.",
  },
} as const;

export function createOpenApiDocument(service: Service, endpoints: readonly Endpoint[]): JsonObject {
  const rows = endpoints.filter((endpoint) => endpoint.service === service);
  const schemas = createSchemaRegistry();
  const paths = groupOperationsByPath(rows.flatMap((endpoint) => toPathOperations(endpoint, schemas)));
  const responses = createErrorResponses(service, rows, schemas);
  const { apiKey, marketKey, marketHost } = securitySchemes;
  const isPrimary = service === 'primary';
  return {
    openapi: '3.1.0',
    info: {
      title: serviceTitles[service],
      version: descriptionVersion,
      description: [...serviceTexts[service], guessText].join('\n\n'),
      contact: { name: 'Social Data Explorer' },
      license: { name: 'MIT', identifier: 'MIT' },
      ...(isPrimary ? {} : { 'x-confirmed': false, 'x-guesses': [gatewayVersionGuess] }),
    },
    servers: [
      {
        url: '{baseUrl}',
        description: 'The address that was provided with the key.',
        variables: {
          baseUrl: { default: `https://${service}.invalid`, description: 'The base URL, which may include a path.' },
        },
      },
    ],
    security: isPrimary ? [{ apiKey: [] }, { marketKey: [], marketHost: [] }] : [{ apiKey: [] }],
    tags: endpointGroupsByService[service].map((name) => ({ name, description: groupTexts[name] })),
    paths,
    components: {
      securitySchemes: isPrimary ? { apiKey, marketKey, marketHost } : { apiKey },
      ...(isPrimary ? { parameters: formatParameters, headers: responseHeaderDefinitions } : {}),
      responses,
      schemas: schemas.components(),
    },
  };
}

export function formatOpenApiDocument(service: Service, endpoints: readonly Endpoint[]): string {
  return `${JSON.stringify(createOpenApiDocument(service, endpoints), undefined, 2)}\n`;
}

function groupOperationsByPath(operations: readonly PathOperation[]): JsonObject {
  const paths = new Map<string, JsonObject>();
  for (const { path, method, operation } of operations) {
    paths.set(path, { ...paths.get(path), [method]: operation });
  }
  return Object.fromEntries(paths);
}

/** A Markdown table for each service. */
export function formatEndpointTables(endpoints: readonly Endpoint[]): string {
  return (['primary', 'gateway'] as const).map((service) => formatServiceTable(service, endpoints)).join('\n\n');
}

function formatServiceTable(service: Service, endpoints: readonly Endpoint[]): string {
  const rows = endpoints.filter((endpoint) => endpoint.service === service);
  return [
    `## ${serviceNames[service]}: ${rows.length} endpoints`,
    '',
    '| Group | Endpoint | Request | Response | Records |',
    '| --- | --- | --- | --- | --- |',
    ...endpointGroupsByService[service].flatMap((group) => rows.filter((row) => row.group === group).map(formatEndpointLine)),
    '',
    ...(rows.some((row) => !row.confirmed)
      ? [
          "\\* The reference doesn't show all of its parameters or its response; the rest is a guess, and the form says which part.",
          '',
        ]
      : []),
    missingEndpointsNoteByService[service],
  ].join('\n');
}

function formatRecordKinds({ yields }: Endpoint): string {
  return [...new Set(yields.map(({ kind }) => kind))].map((kind) => (kind === 'other' ? 'facts' : kind)).join(', ');
}

/** Only a group's first line has its name. */
function formatEndpointLine(endpoint: Endpoint, index: number): string {
  const group = index === 0 ? endpoint.group : '';
  const title = endpoint.confirmed ? endpoint.title : `${endpoint.title} \\*`;
  return `| ${[group, title, `\`${endpoint.method} ${endpoint.path}\``, endpoint.summary, formatRecordKinds(endpoint)].map(escapeTableCell).join(' | ')} |`;
}

function escapeTableCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
