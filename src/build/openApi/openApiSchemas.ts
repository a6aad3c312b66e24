import * as z from 'zod';
import type { Endpoint } from '../../client/endpoint.ts';

export type JsonObject = { readonly [name: string]: unknown };

export type SchemaRegistry = ReturnType<typeof createSchemaRegistry>;

/** Converts zod schemas to OpenAPI 3.1 and collects those with a name. */
export function createSchemaRegistry() {
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
    /** @returns a reference to the schema. @throws Error if a different schema has the name */
    addNamed: named,
    /** Schemas with `.meta({ id })` become references. @throws Error if two different schemas have the same name */
    toSchema: (schema: z.ZodType, io: 'input' | 'output'): JsonObject => {
      const {
        $schema: _,
        $defs = {},
        ...root
      } = toComponentRefs(z.toJSONSchema(schema, { io, override: rewriteSchemaForOpenApi }));
      for (const [name, entity] of Object.entries(toJsonObject($defs))) named(name, toJsonObject(entity));
      return root;
    },
    components: (): JsonObject => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Replaces zod's metadata with standard keywords and removes meaningless keywords. */
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
  // many tools compile patterns without the u flag, which changes the meaning of \p{L}
  if (jsonSchema.pattern?.includes('\\p{') === true) {
    jsonSchema['x-pattern'] = jsonSchema.pattern;
    delete jsonSchema.pattern;
  }
  // the default; with it, generated types accept any name
  const more = jsonSchema.additionalProperties;
  if (typeof more === 'object' && Object.keys(more).length === 0) delete jsonSchema.additionalProperties;
  if (jsonSchema.properties !== undefined && Object.keys(jsonSchema.properties).length === 0) delete jsonSchema.properties;
  // JSON names are always strings
  delete jsonSchema.propertyNames;
}

function toComponentRefs(schema: z.core.JSONSchema.BaseSchema): JsonObject {
  const text = JSON.stringify(schema, (name, value: unknown) =>
    name === '$ref' && typeof value === 'string' ? value.replace(/^#\/\$defs\//, '#/components/schemas/') : value,
  );
  const plain: unknown = JSON.parse(text);
  return toJsonObject(plain);
}

/** An empty object if the value isn't an object. */
export function toJsonObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** Raw bodies from the references or assumptions. */
const rawBodySchemasByEndpoint: Readonly<Record<string, z.ZodType>> = {
  // primary reference, GET /search
  'primary.search': z.looseObject({ category: z.string(), entries: z.array(z.looseObject({})) }),
  // primary reference, Location suggestion
  'primary.jobsFindLocation': z.looseObject({
    data: z.looseObject({
      location_type_ahead: z.array(z.looseObject({ display_name: z.string(), location_id: z.string() })),
    }),
  }),
  // assumption 6.12
  'primary.trends': z.array(
    z.looseObject({
      trends: z.array(z.looseObject({})),
      as_of: z.string().nullish(),
      created_at: z.string().nullish(),
      locations: z.array(z.looseObject({})).nullish(),
    }),
  ),
};

/** Their simple response is the raw one in `data` (primary reference, Simple-format envelope; assumptions 3.8, 6.13). */
const endpointsWithRawBodyInData: readonly string[] = [
  'primary.usernamesToIds',
  'primary.usernamesStatus',
  'primary.usernameToId',
  'primary.miscLocations',
  'primary.miscEmojis',
];

/** A page's name is the record's name plus `Page`, for generated types. */
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

/** Any JSON from the platform. An invalid simple page doesn't match it. */
const platformJsonSchema = {
  type: 'object',
  not: { properties: { data: {}, nextCursor: {} }, required: ['data', 'nextCursor'] },
};

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
