import assert from 'node:assert/strict';
import type { AnswerFormat } from '../../../../src/client/endpoint.ts';
import { toCursorScope, cutPageAndMakeBody } from '../../../../src/sandbox/cursor.ts';
import type { RawUserLayout } from '../../../../src/sandbox/upstream/rawUserLayout.ts';
import { answerOf, at, rowOf, world } from '../answers/ask.ts';

type Texts = Readonly<Record<string, string>>;

/** The body of one call, cut and with cursors as the server does it. */
export function bodyOf(id: string, texts: Texts, format: AnswerFormat, rawUserLayout: RawUserLayout = 'both'): unknown {
  const endpoint = rowOf(id);
  const { answer } = answerOf(endpoint, { texts, format, rawUserLayout });
  assert.ok(answer.kind !== 'error', `${id} was refused`);
  if (answer.kind === 'body') return answer.body;
  return cutPageAndMakeBody(answer, texts['cursor'], toCursorScope(endpoint, texts, world));
}

/** The first value under a key, the ones further up first. */
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

/** The names in an object, in its order. */
export function keysOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
