import { openApiText } from '../../../src/catalog/openApi.ts';
import type { Endpoint, Service } from '../../../src/client/endpoint.ts';
import { pathNames } from '../../../src/client/endpoint.ts';
import { endpoints } from '../../../src/client/endpoints/table.ts';
import { wireKind } from '../../../src/client/wire.ts';

/** Any JSON, to be changed. */
export type Json = { [name: string]: Json | undefined } | Json[] | string | number | boolean | null;

/** A service's document, a copy of its own. */
export function documentOf(service: Service): Json {
  return JSON.parse(openApiText(service, endpoints)) as Json;
}

/** The object at a path of keys, to be changed. @throws Error when there is none */
export function objectAt(value: Json, ...keys: readonly (string | number)[]): { [name: string]: Json | undefined } {
  const found = keys.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
  if (typeof found !== 'object' || found === null) throw new Error(`nothing stands at ${keys.join(' ')}`);
  return found as { [name: string]: Json | undefined };
}

/** The example of a row, as a caller of a generated client gives it. */
export interface ClientCall {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** @param format for the rows that have formats */
export function clientCall(endpoint: Endpoint, format: 'raw' | 'simple'): ClientCall {
  const inPath = pathNames(endpoint.path);
  const entries = Object.entries(endpoint.example).map(([name, value]): readonly [string, unknown] => {
    const kind = wireKind(endpoint.params.shape[name]);
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
