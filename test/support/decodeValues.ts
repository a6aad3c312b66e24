import type { Endpoint } from '../../src/client/endpoint.ts';
import { decodeParamText } from '../../src/client/wire.ts';

/** Reads parameter values from decoded path and query strings. */
export function decodeValues(endpoint: Endpoint, texts: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, decodeParamText(endpoint.params.shape[name], text)]),
  );
}
