import assert from 'node:assert/strict';
import type { AnswerFormat } from '../../../../src/client/endpoint.ts';
import { toCursorScope, cutPageAndMakeBody } from '../../../../src/sandbox/cursor.ts';
import type { RawUserLayout } from '../../../../src/sandbox/upstream/rawUserLayout.ts';
import { answerOf, rowOf, world } from '../answers/ask.ts';
import { readPage } from './rawReader.ts';

type Texts = Readonly<Record<string, string>>;

/** The body of one call, cut and with cursors as the server does it. */
export function bodyOf(id: string, texts: Texts, format: AnswerFormat, rawUserLayout: RawUserLayout = 'both'): unknown {
  const endpoint = rowOf(id);
  const { answer } = answerOf(endpoint, { texts, format, rawUserLayout });
  assert.ok(answer.kind !== 'error', `${id} was refused`);
  if (answer.kind === 'body') return answer.body;
  return cutPageAndMakeBody(answer, texts['cursor'], toCursorScope(endpoint, texts, world));
}

/** All pages of a raw answer, by its Bottom cursors: until there is none, it was sent before, or a page brings nothing. */
export function rawPages(id: string, texts: Texts, rawUserLayout: RawUserLayout, maxPages = 400): readonly unknown[] {
  const bodies: unknown[] = [];
  const sent = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const body = bodyOf(id, cursor === undefined ? texts : { ...texts, cursor }, 'raw', rawUserLayout);
    const read = readPage(body);
    bodies.push(body);
    cursor = read.cursors['Bottom'];
    if (cursor === undefined || sent.has(cursor) || read.items.length === 0) return bodies;
    sent.add(cursor);
  }
  return bodies;
}
