import * as z from 'zod';
import type { Endpoint } from '../client/endpoint.ts';
import type { JsonObject, Schemas } from './openApiSchemas.ts';

/** Raw bodies that the reference shows or a decision states, by row; those in `sameInside` and all others are not here. */
const rawBodies: Readonly<Record<string, z.ZodType>> = {
  // primary reference, GET /search
  'primary.search': z.looseObject({ category: z.string(), entries: z.array(z.looseObject({})) }).meta({ id: 'RawSearch' }),
  // primary reference, Location suggestion
  'primary.jobsFindLocation': z
    .looseObject({
      data: z.looseObject({
        location_type_ahead: z.array(z.looseObject({ display_name: z.string(), location_id: z.string() })),
      }),
    })
    .meta({ id: 'RawLocationSuggestions' }),
  // decision 6.12: an array, as upstream's old interface has it
  'primary.trends': z
    .array(
      z.looseObject({
        trends: z.array(z.looseObject({})),
        as_of: z.string().nullish(),
        created_at: z.string().nullish(),
        locations: z.array(z.looseObject({})).nullish(),
      }),
    )
    .meta({ id: 'RawTrends' }),
};

/** Rows whose simple answer is the raw one inside of `data` (primary reference, Simple-format envelope; decisions 3.8, 6.13). */
const sameInside: readonly string[] = [
  'primary.usernamesToIds',
  'primary.usernamesStatus',
  'primary.usernameToId',
  'primary.miscLocations',
  'primary.miscEmojis',
];

/**
 * The schema of a 200. One path may have one, so a row with both formats gets `anyOf: [simple, raw]` (decision 9.3),
 * the simple one first.
 */
export function resultSchema(endpoint: Endpoint, schemas: Schemas): JsonObject {
  const simple = simpleSchema(endpoint, schemas);
  return endpoint.formats.includes('raw') ? { anyOf: [simple, rawSchema(endpoint, schemas)] } : simple;
}

/** A collection of an entity gets a name made from the entity's, so that generated types have one. */
function simpleSchema(endpoint: Endpoint, schemas: Schemas): JsonObject {
  const { result } = endpoint;
  const arms = result instanceof z.ZodUnion ? result.options : [result];
  const all = arms.flatMap((arm) => (arm instanceof z.ZodType ? [toNamed(arm, schemas)] : []));
  const [only] = all;
  return all.length === 1 && only !== undefined ? only : { anyOf: all };
}

function toNamed(arm: z.ZodType, schemas: Schemas): JsonObject {
  const schema = schemas.of(arm, 'output');
  const text = JSON.stringify(schema);
  const item = /^\{"type":"object","properties":\{"data":\{"type":"array","items":\{"\$ref":"[^"]*\/(\w+)"\}\},"nextCursor"/.exec(
    text,
  );
  return item?.[1] === undefined ? schema : schemas.named(`${item[1]}Page`, schema);
}

function rawSchema(endpoint: Endpoint, schemas: Schemas): JsonObject {
  const body = rawBodies[endpoint.id] ?? (sameInside.includes(endpoint.id) ? insideOf(endpoint.result) : undefined);
  if (body !== undefined) return schemas.of(body, 'output');
  return schemas.named('Raw', {
    type: 'object',
    description: 'The JSON of the upstream platform as it came. Its names and nesting can change without notice.',
    // without this, a simple page with a fault in it would pass for a raw one
    not: { properties: { data: {}, nextCursor: {} }, required: ['data', 'nextCursor'] },
  });
}

function insideOf(result: z.ZodType): z.ZodType | undefined {
  const inside: unknown = result instanceof z.ZodObject ? result.shape['data'] : undefined;
  return inside instanceof z.ZodType ? inside : undefined;
}
