import gateway from '../../../docs/openapi.gateway.json' with { type: 'json' };
import primary from '../../../docs/openapi.primary.json' with { type: 'json' };
import { formatOpenApiDocument } from '../../../src/build/openApi/openApi.ts';
import type { Endpoint, Service } from '../../../src/client/endpoint.ts';
import { getPathParamNames } from '../../../src/client/endpoint.ts';
import { endpoints } from '../../../src/client/endpoints/table.ts';
import { getParamEncoding } from '../../../src/client/wire.ts';

/** Mutable JSON. */
export type Json = { [name: string]: Json | undefined } | Json[] | string | number | boolean | null;

/**
 * A copy of a service's document.
 * @param rows default: the catalog. Its document in docs/, which `npm run check` keeps up to date, is read in a hundredth of
 *   the time
 */
export function loadOpenApiDocument(service: Service, rows: readonly Endpoint[] = endpoints): Json {
  return structuredClone(rows === endpoints ? committed[service] : JSON.parse(formatOpenApiDocument(service, rows))) as Json;
}

const committed: Readonly<Record<Service, unknown>> = { primary, gateway };

/** The document for a service that sends raw responses. */
export function toRawDocument(document: Json): Json {
  for (const path of Object.keys(objectAt(document, 'paths'))) {
    for (const method of Object.keys(objectAt(document, 'paths', path))) {
      const response = objectAt(document, 'paths', path, method, 'responses', '200');
      const raw = response['x-raw'];
      if (raw !== undefined) objectAt(response, 'content', 'application/json')['schema'] = raw;
    }
  }
  const { parameters } = objectAt(document, 'components');
  if (parameters !== undefined) delete objectAt(parameters, 'Format')['required'];
  return document;
}

/** A mutable object at a path of keys. @throws Error if the path doesn't exist */
export function objectAt(value: Json, ...keys: readonly (string | number)[]): { [name: string]: Json | undefined } {
  const found = keys.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
  if (typeof found !== 'object' || found === null) throw new Error(`nothing stands at ${keys.join(' ')}`);
  return found as { [name: string]: Json | undefined };
}

/** A row's example for a generated client. */
export interface GeneratedClientCall {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** @param format the format, for rows with formats */
export function toGeneratedClientCall(endpoint: Endpoint, format: 'raw' | 'simple'): GeneratedClientCall {
  const inPath = getPathParamNames(endpoint.path);
  const entries = Object.entries(endpoint.example).map(([name, value]): readonly [string, unknown] => {
    const kind = getParamEncoding(endpoint.params.shape[name]);
    if (endpoint.method === 'POST') return [name, value];
    return [name, kind === 'json' ? JSON.stringify(value) : kind === 'list' ? String(value) : value];
  });
  const rest = Object.fromEntries(entries.filter(([name]) => !inPath.includes(name)));
  return {
    path: Object.fromEntries(entries.filter(([name]) => inPath.includes(name))),
    query: endpoint.method === 'POST' ? {} : endpoint.formats.includes('raw') ? { ...rest, format } : rest,
    body: endpoint.method === 'POST' ? rest : undefined,
  };
}
