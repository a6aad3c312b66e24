import assert from 'node:assert/strict';
import type { ResponseFormat } from '../../../../src/client/endpoint.ts';
import { toCursorScope, cutPageAndMakeBody } from '../../../../src/sandbox/handleCall.ts';
import type { RawUserLayout } from '../../../../src/sandbox/upstream/rawUserLayout.ts';
import { at } from '../../../support/at.ts';
import { responseOf, rowOf, world } from '../responses/ask.ts';

type Texts = Readonly<Record<string, string>>;

/** A raw response's page, with the server's cursors. */
export function bodyOf(id: string, texts: Texts, format: ResponseFormat, rawUserLayout: RawUserLayout = 'both'): unknown {
  const endpoint = rowOf(id);
  const { response } = responseOf(endpoint, { texts, format, rawUserLayout });
  assert.ok(response.kind !== 'error', `${id} was refused`);
  if (response.kind === 'body') return response.body;
  return cutPageAndMakeBody(response, texts['cursor'], toCursorScope(endpoint, texts, world));
}

/** The first value for a key, breadth first. */
export function findKey(value: unknown, key: string): unknown {
  const open: unknown[] = [value];
  for (let node = open.shift(); node !== undefined; node = open.shift()) {
    if (typeof node === 'object' && node !== null) {
      const found = at(node, key);
      if (found !== undefined && !Array.isArray(node)) return found;
      const below: readonly unknown[] = Object.values(node);
      open.push(...below.filter((inner) => inner !== undefined && inner !== null));
    }
  }
  return undefined;
}

/** The names in an object, in order. */
export function keysOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}
