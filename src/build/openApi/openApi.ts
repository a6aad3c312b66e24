import { type Endpoint, type EndpointGroup, endpointGroupsByService, type Service } from '../../client/endpoint.ts';
import { responseHeaderDefinitions, createErrorResponses } from './openApiErrors.ts';
import { formatParameters, toPathOperations, type PathOperation } from './openApiOperation.ts';
import { createSchemaRegistry, type JsonObject } from './openApiSchemas.ts';

/** The version of the machine-readable description (primary reference, Versioning). */
const descriptionVersion = '1.0.0';

const gatewayVersionGuess = 'The reference states no version of the gateway; 1.0.0 is assumed (assumption 7.31).';

const serviceTitles: Readonly<Record<Service, string>> = {
  primary: 'Public social-data read API',
  gateway: 'Public social-data gateway',
};

const serviceTexts: Readonly<Record<Service, readonly string[]>> = {
  primary: [
    'Read access to public data of a microblogging platform: users, tweets, search, lists, communities, jobs and trends.',
    'Every answer is simple, flat JSON of a fixed shape, as here, or raw, the JSON of the upstream platform, as the caller chooses.',
    'Every call is billed once against a prepaid balance; the answer reports the price and what is left.',
  ],
  gateway: [
    'Read access to public data of a microblogging platform: audio rooms, tweets, search, lists, communities and trends.',
    'It is a service of its own: where it has a path in common with the other one, each holds for its own address only.',
  ],
};

const guessText =
  'Where the reference of the service does not show a parameter or a shape, the operation or response says x-confirmed: false ' +
  'and names in x-guesses what is assumed.';

const groupTexts: Readonly<Record<EndpointGroup, string>> = {
  users: 'Accounts, their timelines and who follows whom.',
  tweets: 'Single tweets, their conversations and reactions.',
  search: 'Tweets and people that match a query.',
  lists: 'Lists, their tweets, members and followers.',
  communities: 'Communities, their tweets and members.',
  jobs: 'Job listings and the places they are in.',
  trends: 'Trending topics, the places that have them, and figures.',
  spaces: 'Audio rooms and who is in them.',
};

/** The ways to say who asks (both references, Authentication): a key, or the two headers of the marketplace. */
const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY', description: 'The key of the service.' },
  marketKey: { type: 'apiKey', in: 'header', name: 'x-market-key', description: 'The key of the marketplace.' },
  marketHost: {
    type: 'apiKey',
    in: 'header',
    name: 'x-market-host',
    description: 'The host of the marketplace; goes with its key.',
  },
} as const;

/** The OpenAPI 3.1 description of a service: one operation for every row and each of its aliases. */
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
        description: 'The address that comes with the key.',
        variables: { baseUrl: { default: `https://${service}.invalid`, description: 'The base address; it may have a path.' } },
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

/** The document as it stands in the repository. */
export function formatOpenApiDocument(service: Service, endpoints: readonly Endpoint[]): string {
  return `${JSON.stringify(createOpenApiDocument(service, endpoints), undefined, 2)}\n`;
}

/** Operations of one path stand together, at the place of the first. */
function groupOperationsByPath(operations: readonly PathOperation[]): JsonObject {
  const paths = new Map<string, JsonObject>();
  for (const { path, method, operation } of operations) {
    paths.set(path, { ...paths.get(path), [method]: operation });
  }
  return Object.fromEntries(paths);
}
