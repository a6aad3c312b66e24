import { type Endpoint, pathNames } from '../client/endpoint.ts';
import { wireKind } from '../client/wire.ts';
import { asObject, type JsonObject, type Schemas } from './openApiSchemas.ts';

/** Opaque for a caller; shaped like those of the primary reference, Conventions. No service takes this one. */
const cursorExample = '1840000000000000001|1839999999999999999';

/** Both ways of choosing the format (primary reference, Response format selection); referred to from each operation. */
export const formatParameters: JsonObject = {
  Format: {
    name: 'format',
    in: 'query',
    description: 'The format of the answer. Wins over the header X-Response-Format.',
    schema: { type: 'string', enum: ['raw', 'simple'], default: 'raw' },
    example: 'simple',
  },
  ResponseFormat: {
    name: 'X-Response-Format',
    in: 'header',
    description: 'Another way to say format=simple.',
    schema: { type: 'string', enum: ['simple'] },
    example: 'simple',
  },
};

/**
 * The parameters of a row as they travel by one of its paths; those of a POST body are not among them.
 * @param path the row's own or an alias's: a name in braces travels there
 */
export function parametersOf(endpoint: Endpoint, path: string, schemas: Schemas): readonly JsonObject[] {
  const described = schemas.of(endpoint.params, 'input');
  const properties = asObject(described['properties']);
  const required = Array.isArray(described['required']) ? described['required'] : [];
  const inPath = pathNames(path);
  const names = Object.keys(endpoint.params.shape).filter((name) => endpoint.method === 'GET' || inPath.includes(name));
  const own = names.map((name) => {
    const place = inPath.includes(name) ? 'path' : 'query';
    return toParameter(endpoint, name, asObject(properties[name]), place, place === 'path' || required.includes(name), schemas);
  });
  return endpoint.formats.includes('raw')
    ? [...own, ...Object.keys(formatParameters).map((name) => ({ $ref: `#/components/parameters/${name}` }))]
    : own;
}

function toParameter(
  endpoint: Endpoint,
  name: string,
  described: JsonObject,
  place: 'path' | 'query',
  required: boolean,
  schemas: Schemas,
): JsonObject {
  const { description = described['title'], examples, ...schema } = described;
  const others = endpoint.paramAliases[name] ?? [];
  const kind = wireKind(endpoint.params.shape[name]);
  const example = exampleOf(endpoint, name, examples);
  return {
    name,
    in: place,
    ...(required ? { required } : {}),
    description: others.length === 0 ? description : `${String(description)} Also taken under the name ${others.join(', ')}.`,
    ...(others.length === 0 ? {} : { 'x-aliases': others }),
    schema: kind === 'json' ? jsonText(name, schema, schemas) : kind === 'list' ? listText(schema) : schema,
    example: kind === 'json' ? JSON.stringify(example) : kind === 'list' && Array.isArray(example) ? example.join(',') : example,
  };
}

/**
 * Several values are one text with commas between, and are said to be a text: of an array, clients that are not told
 * otherwise write `usernames=a&usernames=b`, of which the service reads the first.
 */
function listText({ title, items, maxItems }: JsonObject): JsonObject {
  const { pattern } = asObject(items);
  const item = typeof pattern === 'string' ? /^\^(.*)\$$/.exec(pattern)?.[1] : undefined;
  const most = typeof maxItems === 'number' ? maxItems - 1 : '';
  return { title, type: 'string', ...(item === undefined ? {} : { pattern: `^${item}(?:,${item}){0,${most}}$` }) };
}

/**
 * An object in the query is a text of JSON (decision 9.1): with `content` or `type: object` the generated clients
 * write `filters[minimumLikesCount]=5`, which the service does not read.
 */
function jsonText(name: string, { title, ...schema }: JsonObject, schemas: Schemas): JsonObject {
  const component = `Search${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`;
  return {
    title,
    type: 'string',
    contentMediaType: 'application/json',
    contentSchema: schemas.named(component, { title, ...schema }),
  };
}

function exampleOf(endpoint: Endpoint, name: string, examples: unknown): unknown {
  const inExample: unknown = Object.entries(endpoint.example).find(([key]) => key === name)?.[1];
  return inExample ?? (Array.isArray(examples) ? examples[0] : name === 'cursor' ? cursorExample : undefined);
}
