import type * as z from 'zod';
import { tryParseJson } from './json/tryParseJson.ts';
import { type Endpoint, type ResponseFormat, type EndpointParams, getPathParamNames } from './endpoint.ts';

export interface EncodedCall {
  readonly method: 'GET' | 'POST';
  /** Path and query, percent-encoded; a space is always `%20` (assumption T6). */
  readonly target: string;
  /** A POST's JSON body. */
  readonly body?: string;
}

/** A parameter's encoding in a path or query, chosen by its schema. */
export type ParamEncoding = 'text' | 'integer' | 'number' | 'boolean' | 'list' | 'json';

/**
 * Encodes a request with valid parameters.
 * @param format sent as `format=simple` if the endpoint has formats; `raw` is the service's default and isn't sent
 * @param names other names for parameters in the query or body
 */
export function encodeCall<E extends Endpoint>(
  endpoint: E,
  params: EndpointParams<E>,
  format: ResponseFormat,
  names: Readonly<Record<string, string>> = {},
): EncodedCall {
  const values: Readonly<Record<string, unknown>> = params;
  const inPath = getPathParamNames(endpoint.path);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    percentEncode(encodeParamValue(endpoint, name, values[name])),
  );
  const others = Object.keys(endpoint.params.shape).filter((name) => !inPath.includes(name) && values[name] !== undefined);
  if (endpoint.method === 'POST') {
    return {
      method: 'POST',
      target: path,
      body: JSON.stringify(Object.fromEntries(others.map((name) => [names[name] ?? name, values[name]]))),
    };
  }
  const query = others.map(
    (name) => `${percentEncode(names[name] ?? name)}=${percentEncode(encodeParamValue(endpoint, name, values[name]))}`,
  );
  if (format === 'simple' && endpoint.formats.includes('raw')) {
    query.push('format=simple');
  }
  return { method: 'GET', target: query.length === 0 ? path : `${path}?${query.join('&')}` };
}

/** Encodes apostrophes too, as URL parsers do in a query, so parsing doesn't change the target. */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27');
}

const encodingBySchemaType: Readonly<Record<string, ParamEncoding>> = {
  int: 'integer',
  number: 'number',
  boolean: 'boolean',
  array: 'list',
  object: 'json',
  record: 'json',
};

export function getParamEncoding(schema: z.ZodType | undefined): ParamEncoding {
  return (schema === undefined ? undefined : encodingBySchemaType[getInnerSchemaType(schema)]) ?? 'text';
}

function encodeParamValue(endpoint: Endpoint, name: string, value: unknown): string {
  switch (getParamEncoding(endpoint.params.shape[name])) {
    case 'list':
      return Array.isArray(value) ? value.join(',') : String(value);
    case 'json':
      return JSON.stringify(value);
    case 'number':
      return typeof value === 'number' ? formatPlainDecimal(value) : String(value);
    default:
      return String(value);
  }
}

/** Formats without an exponent, which some parsers reject: 1e-7 is 0.0000001. */
function formatPlainDecimal(value: number): string {
  return String(value).replace(
    /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/,
    (_, sign: string, first: string, rest: string | undefined, zeros: string) =>
      `${sign}0.${'0'.repeat(Number(zeros) - 1)}${first}${rest ?? ''}`,
  );
}

/**
 * Decodes a value from a path, query, or form: the inverse of encodeCall.
 * @returns a value for the parameter's schema; a string that doesn't fit the type is returned as it is, and the schema rejects
 *   it
 */
export function decodeParamText(schema: z.ZodType | undefined, text: string): unknown {
  switch (getParamEncoding(schema)) {
    case 'integer':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
    case 'number':
      return /^-?\d{1,15}(\.\d{1,400})?$/.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text;
    case 'list':
      // ignores blanks around commas and empty items (assumption 3.10)
      return text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');
    case 'json':
      return tryParseJson(text) ?? text;
    case 'text':
      return text;
  }
}

function getInnerSchemaType(schema: z.ZodType): string {
  const def: { readonly type: string; readonly innerType?: z.ZodType; readonly format?: string } = schema.def;
  if (def.innerType !== undefined) {
    return getInnerSchemaType(def.innerType);
  }
  return def.type === 'number' && def.format === 'safeint' ? 'int' : def.type;
}
