import * as z from 'zod';
import type { Endpoint } from '../../client/endpoint.ts';

export type JsonObject = { readonly [name: string]: unknown };

/** Turns zod schemas into those of an OpenAPI 3.1 document and collects the ones with a name. */
export interface SchemaRegistry {
  /**
   * The schema for a place in the document; entities (zod's `.meta({ id })`) become references to components.
   * @throws Error when two different schemas have one name
   */
  readonly toSchema: (schema: z.ZodType, io: 'input' | 'output') => JsonObject;
  /** Gives a schema a name of its own and returns the reference to it. @throws Error as `of` does */
  readonly addNamed: (name: string, schema: JsonObject) => JsonObject;
  /** All that were named, by name, in the order of the alphabet. */
  readonly components: () => JsonObject;
}

export function createSchemaRegistry(): SchemaRegistry {
  const components = new Map<string, JsonObject>();
  const named = (name: string, schema: JsonObject): JsonObject => {
    const known = components.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`two schemas are named ${name}`);
    }
    components.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  };
  return {
    addNamed: named,
    toSchema: (schema, io) => {
      const {
        $schema: _,
        $defs = {},
        ...root
      } = toComponentRefs(z.toJSONSchema(schema, { io, override: rewriteSchemaForOpenApi }));
      for (const [name, entity] of Object.entries(toJsonObject($defs))) named(name, toJsonObject(entity));
      return root;
    },
    components: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** What a parameter says of itself, in the words of JSON Schema that every reader takes; what only repeats the type is left out. */
function rewriteSchemaForOpenApi({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { help, serviceDefault } = jsonSchema;
  if (typeof help === 'string') jsonSchema.description = help;
  if (serviceDefault !== undefined) jsonSchema.default = serviceDefault;
  delete jsonSchema['help'];
  delete jsonSchema['serviceDefault'];
  delete jsonSchema['isName'];
  const { guess } = jsonSchema;
  delete jsonSchema['guess'];
  if (typeof guess === 'string') Object.assign(jsonSchema, { 'x-confirmed': false, 'x-guesses': [guess] });
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // many readers compile patterns without the u flag, where \p{L} means something else and a good value is refused
  if (jsonSchema.pattern?.includes('\\p{') === true) {
    jsonSchema['x-pattern'] = jsonSchema.pattern;
    delete jsonSchema.pattern;
  }
  // unknown fields are allowed where nothing is said, and without it generated types still find a misspelt name
  const more = jsonSchema.additionalProperties;
  if (typeof more === 'object' && Object.keys(more).length === 0) delete jsonSchema.additionalProperties;
  if (jsonSchema.properties !== undefined && Object.keys(jsonSchema.properties).length === 0) delete jsonSchema.properties;
  // the names of a JSON object are always texts
  delete jsonSchema.propertyNames;
}

function toComponentRefs(schema: z.core.JSONSchema.BaseSchema): JsonObject {
  const text = JSON.stringify(schema, (name, value: unknown) =>
    name === '$ref' && typeof value === 'string' ? value.replace(/^#\/\$defs\//, '#/components/schemas/') : value,
  );
  const plain: unknown = JSON.parse(text);
  return toJsonObject(plain);
}

/** The value as an object with names; an empty one where it is none. */
export function toJsonObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** Raw bodies that the reference shows or an assumption states, by row; those in `endpointsWithRawBodyInData` and all others are not here. */
const rawBodySchemasByEndpoint: Readonly<Record<string, z.ZodType>> = {
  // primary reference, GET /search
  'primary.search': z.looseObject({ category: z.string(), entries: z.array(z.looseObject({})) }),
  // primary reference, Location suggestion
  'primary.jobsFindLocation': z.looseObject({
    data: z.looseObject({
      location_type_ahead: z.array(z.looseObject({ display_name: z.string(), location_id: z.string() })),
    }),
  }),
  // assumption 6.12: an array, as upstream's old interface has it
  'primary.trends': z.array(
    z.looseObject({
      trends: z.array(z.looseObject({})),
      as_of: z.string().nullish(),
      created_at: z.string().nullish(),
      locations: z.array(z.looseObject({})).nullish(),
    }),
  ),
};

/** Rows whose simple response is the raw one inside of `data` (primary reference, Simple-format envelope; assumptions 3.8, 6.13). */
const endpointsWithRawBodyInData: readonly string[] = [
  'primary.usernamesToIds',
  'primary.usernamesStatus',
  'primary.usernameToId',
  'primary.miscLocations',
  'primary.miscEmojis',
];

/** A collection of an entity gets a name made from the entity's, so that generated types have one. */
export function toSimpleResponseSchema(endpoint: Endpoint, schemas: SchemaRegistry): JsonObject {
  const { result } = endpoint;
  const arms = result instanceof z.ZodUnion ? result.options : [result];
  const all = arms.flatMap((arm) => (arm instanceof z.ZodType ? [toNamedPageSchema(arm, schemas)] : []));
  const [only] = all;
  return all.length === 1 && only !== undefined ? only : { anyOf: all };
}

function toNamedPageSchema(arm: z.ZodType, schemas: SchemaRegistry): JsonObject {
  const schema = schemas.toSchema(arm, 'output');
  const text = JSON.stringify(schema);
  const item = /^\{"type":"object","properties":\{"data":\{"type":"array","items":\{"\$ref":"[^"]*\/(\w+)"\}\},"nextCursor"/.exec(
    text,
  );
  return item?.[1] === undefined ? schema : schemas.addNamed(`${item[1]}Page`, schema);
}

/** The JSON of the upstream platform as it came; a simple page with a fault in it must not pass for it. */
const platformJsonSchema = {
  type: 'object',
  not: { properties: { data: {}, nextCursor: {} }, required: ['data', 'nextCursor'] },
};

/** A raw response; its schema has no name, as nothing that generators read refers to it. */
export function toRawBodySchema(endpoint: Endpoint, schemas: SchemaRegistry): JsonObject {
  const body =
    rawBodySchemasByEndpoint[endpoint.id] ??
    (endpointsWithRawBodyInData.includes(endpoint.id) ? getDataSchema(endpoint.result) : undefined);
  return body === undefined ? platformJsonSchema : schemas.toSchema(body, 'output');
}

function getDataSchema(result: z.ZodType): z.ZodType | undefined {
  const inside: unknown = result instanceof z.ZodObject ? result.shape['data'] : undefined;
  return inside instanceof z.ZodType ? inside : undefined;
}
