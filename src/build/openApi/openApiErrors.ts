import type { Endpoint, Service } from '../../client/endpoint.ts';
import type { JsonObject, SchemaRegistry } from './openApiSchemas.ts';

/** When a service answers with a status (both references, Errors). */
const statusMeaningsByService: Readonly<Record<Service, Readonly<Record<number, string>>>> = {
  primary: {
    400: 'A bad or missing parameter, a user or list that was not found, or a failed upstream call for the hashflags. Refunded.',
    401: 'The key is missing or invalid.',
    402: 'The balance is too small for the call.',
    403: 'Access is refused.',
    404: 'Upstream reports the tweet as not found.',
    408: 'The call timed out. Refunded.',
    409: 'Conflict. Refunded.',
    422: 'A value does not fit: an id that is not numeric, a badly formed handle, a bad search query or filter.',
    429: 'Too many calls.',
    500: 'The server or upstream failed; other statuses from 500 on mean the same. Refunded.',
    502: 'Upstream returned an empty timeline nine times in a row: a search without a match looks like this, too. Refunded.',
  },
  gateway: {
    400: 'A parameter is missing or cannot be read.',
    401: 'The key is missing or invalid.',
    403: 'A private list, an invite-only community or a private tweet, without access to it.',
    404: 'Deleted or unknown.',
    429: 'The rate limit is exceeded.',
    500: 'The service failed; other statuses from 500 on mean the same.',
  },
};

/** The statuses whose body the references show; of the others it is a guess (assumptions T5, 7.1). */
const statusesWithDocumentedBody: Readonly<Record<Service, readonly number[]>> = { primary: [502], gateway: [401] };

const bodyGuess: Readonly<Record<Service, string>> = {
  primary: 'The reference shows the body of 502 only; that of other errors is assumed, without its attempts (assumption T5).',
  gateway: 'The reference shows the body of 401 only; that of other errors is assumed (assumption 7.1).',
};

/** The statuses that the reference of the gateway does not list, or not for all rows that have them here (assumptions 7.2, 7.19). */
const statusGuesses: Readonly<Record<Service, Readonly<Record<number, string>>>> = {
  primary: {},
  gateway: {
    400: 'The reference does not list 400; it is assumed where a value has no default (assumption 7.2).',
    404: 'The reference lists 404 for tweets only; it is assumed for everything else that is unknown (assumption 7.19).',
    500: 'The reference does not list 500; it is assumed for a service that fails (assumption 7.28).',
  },
};

const decimalPattern = String.raw`^-?\d+(\.\d+)?$`;

/** What a call that was charged reports of its cost (primary reference, Limits; assumption 2.7). */
export const responseHeaderDefinitions: JsonObject = {
  'X-Price-Per-Call': createHeaderDefinition(
    'The cost of this call in USD, given back or not.',
    { type: 'string', pattern: decimalPattern },
    '0.0002',
  ),
  'X-Remaining-Balance': createHeaderDefinition(
    'The balance after this call and after any refund, in USD.',
    { type: 'string', pattern: decimalPattern },
    '9.9998',
  ),
  'X-Refunded': createHeaderDefinition(
    'true when the call was refunded; otherwise absent.',
    { type: 'string', enum: ['true'] },
    'true',
  ),
  'X-Retried': createHeaderDefinition(
    'true when more than one attempt was needed; otherwise absent.',
    { type: 'string', enum: ['true'] },
    'true',
  ),
  'X-Response-Format': createHeaderDefinition(
    'simple when the simple format was returned; otherwise absent.',
    { type: 'string', enum: ['simple'] },
    'simple',
  ),
};

const chargedAnswerHeaderNames = ['X-Price-Per-Call', 'X-Remaining-Balance', 'X-Refunded', 'X-Retried'];
const headerNamesOfUnchargedStatuses: Readonly<Record<number, readonly string[]>> = {
  401: [],
  402: ['X-Remaining-Balance'],
  403: [],
  429: [],
};

/** References to the headers of a status; the gateway reports no cost (assumption 7.7). */
export function toResponseHeaderRefs(service: Service, status: number): JsonObject {
  if (service === 'gateway') return {};
  const names =
    status === 200
      ? Object.keys(responseHeaderDefinitions)
      : (headerNamesOfUnchargedStatuses[status] ?? chargedAnswerHeaderNames);
  return names.length === 0
    ? {}
    : { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };
}

/** The error statuses of a row, as references. */
export function toErrorResponseRefs(endpoint: Endpoint): JsonObject {
  return Object.fromEntries(endpoint.errors.map((status) => [String(status), { $ref: `#/components/responses/Error${status}` }]));
}

/** The responses that `toErrorResponseRefs` of these rows refers to. */
export function createErrorResponses(service: Service, endpoints: readonly Endpoint[], schemas: SchemaRegistry): JsonObject {
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

/** What is assumed of the statuses of a row; a row that is shown has its statuses shown, too. */
export function listRowStatusGuesses({ service, errors, confirmed }: Endpoint): readonly string[] {
  const own = errors.filter((status) => [400, 404, 422].includes(status));
  return service === 'gateway' || confirmed || own.length === 0
    ? []
    : [
        `The reference states no errors of this path; ${own.join(' and ')} are assumed (assumption 1.22).`.replace(
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
      code: { type: 'integer', description: 'The status.' },
      message: { type: 'string' },
      details: { type: 'string', description: 'What is wrong, in words.' },
    };
    const error = { type: 'object', properties, required: ['code', 'message', 'details'] };
    return schemas.addNamed('Error', { type: 'object', properties: { error }, required: ['error'] });
  }
  const error = { type: 'string', description: 'What is wrong, in words.' };
  if (status !== 502) {
    return schemas.addNamed('Error', { type: 'object', properties: { error }, required: ['error'] });
  }
  const attempts = { type: 'integer', description: 'How many upstream calls were made.', examples: [9] };
  return schemas.addNamed('EmptyTimelineError', {
    type: 'object',
    properties: { error, attempts },
    required: ['error', 'attempts'],
  });
}

function createHeaderDefinition(description: string, schema: JsonObject, example: string): JsonObject {
  return { description, required: false, schema, example };
}
