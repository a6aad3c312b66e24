import * as z from 'zod';
import type { Endpoint } from '../endpoint.ts';

type ParamValues = Readonly<Record<string, unknown>>;
type ParamShape = Readonly<Record<string, z.ZodType>>;

/** Parameters that don't change the query, only the page. */
export const pageParamNames: ReadonlySet<string> = new Set(['cursor', 'count', 'limit']);

/**
 * Normalizes parameters, so equal queries are equal: leaves out defaults and values that the services ignore (an unknown
 * choice, an empty object), the `@` of handles, and an id next to a handle that replaces it. Keeps page sizes. The client uses
 * it to send requests, the sandbox and fixtures to compare them.
 * @param values by parameter; unknown names are left out
 */
export function normalizeParams(endpoint: Endpoint, values: ParamValues): ParamValues {
  const meant = normalizeShapeValues(endpoint.params.shape, values);
  // primary reference, User-scoped endpoints: "When set it is used instead of userId"
  return meant['username'] !== undefined && meant['userId'] !== undefined ? { ...meant, userId: '-1' } : meant;
}

/** In schema order, so the caller's order doesn't matter. */
function normalizeShapeValues(shape: ParamShape, values: ParamValues): ParamValues {
  const meant: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const given = values[name];
    const value = given === undefined || pageParamNames.has(name) ? given : normalizeParamValue(schema, given);
    if (value !== undefined) meant[name] = value;
  }
  return meant;
}

/** @returns undefined if the value is treated as absent */
function normalizeParamValue(schema: z.ZodType, given: unknown): unknown {
  const inner = unwrapSchema(schema);
  const { serviceDefault, isName } = schema.meta() ?? inner.meta() ?? {};
  const value = dropIgnoredValue(inner, given);
  if (value === serviceDefault) return undefined;
  return isName === true && typeof value === 'string' ? value.replace(/^@/, '') : value;
}

function unwrapSchema(schema: z.ZodType): z.ZodType {
  const def: { readonly type: string; readonly innerType?: z.ZodType } = schema.def;
  return def.innerType ?? schema;
}

function dropIgnoredValue(schema: z.ZodType, given: unknown): unknown {
  if (schema instanceof z.ZodEnum) return schema.options.includes(String(given)) ? given : undefined;
  if (schema instanceof z.ZodBoolean) return typeof given === 'boolean' ? given : undefined;
  if (!(schema instanceof z.ZodObject) || typeof given !== 'object' || given === null) return given;
  const inside = normalizeShapeValues(schema.shape, Object.fromEntries(Object.entries(given)));
  return Object.keys(inside).length === 0 ? undefined : inside;
}

/**
 * Reads a page size: the default unless the string is a number of at least 1, limited to the maximum. The primary service takes
 * any decimal and rounds it down (assumption 1.11), the gateway digits only (assumption 7.3).
 */
export function readPageSize(
  { service, params }: Endpoint,
  name: 'count' | 'limit',
  text: string | undefined,
  note: (text: string) => void,
): number {
  const schema = params.shape[name];
  const inner = schema === undefined ? undefined : unwrapSchema(schema);
  const max = (inner instanceof z.ZodNumber ? inner.maxValue : null) ?? Number.POSITIVE_INFINITY;
  const standard = Number(schema?.meta()?.['serviceDefault'] ?? 20);
  if (text === undefined) return standard;
  const isNumber = (service === 'primary' ? /^[+-]?(\d+(\.\d*)?|\.\d+)$/ : /^\d{1,15}$/).test(text);
  const requested = isNumber ? Math.floor(Number(text)) : 0;
  const taken = requested < 1 ? standard : Math.min(requested, max);
  if (String(taken) !== text) note(`${name} ${text} was read as ${taken}`);
  return taken;
}
