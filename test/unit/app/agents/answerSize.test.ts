import assert from 'node:assert/strict';
import type { RecordKind } from '../../../../src/client/records/recordKind.ts';
import { endpoints } from '../../../../src/client/endpoints/table.ts';
import { storeFolder } from '../../store/support/testStore.ts';
import { agentDesk } from './support/agentDesk.ts';
import { exampleBody } from './support/exampleAnswers.ts';

/** What a model reads of an answer, as a part of what its JSON would take, without any blanks in it. */
const maxShare = 0.35;
/** The same of records that have few fields, most of which tell something: what stands around them weighs more. */
const maxShareOfSmall = 0.5;
/** The gateway has fewer fields for most kinds: of a kind that both services have, the primary one counts. */
const maxShareOfOthers = 0.75;
const smallKinds: readonly RecordKind[] = ['job', 'place', 'hashtagPoint', 'other'];

/**
 * Tokens as the tokenizers of models make them, roughly: a word with the blank before it is one for each eight letters, three digits
 * are one, and so is each other sign. Held against a real tokenizer by hand, see docs/decisions/0027-agents.md.
 */
function tokensOf(text: string): number {
  let count = 0;
  for (const [part] of text.matchAll(/ ?\p{L}+| ?\d{1,3}|\s+|[^\s\p{L}\d]{1,2}/gu)) {
    count += /\p{L}/u.test(part) ? Math.ceil(part.trim().length / 8) : 1;
  }
  return count;
}

/** As many records as were asked for: those that the sandbox has, again and again. */
function filled(body: unknown, at: readonly string[], size: number): unknown {
  const [key, ...inner] = at;
  if (key === undefined) {
    return Array.isArray(body) && body.length > 0
      ? Array.from({ length: size }, (_, index): unknown => body[index % body.length])
      : body;
  }
  return typeof body === 'object' && body !== null
    ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, name === key ? filled(value, inner, size) : value]))
    : body;
}

describe('what a model reads of 20 records', () => {
  const seen = new Set<RecordKind>();
  for (const endpoint of endpoints) {
    const [{ kind, at } = { kind: 'other' as const, at: [] }] = endpoint.yields;
    const body = filled(exampleBody(endpoint, 20), at, 20);
    const items = itemsAt(body, at);
    if (items < 20) {
      continue; // one record, or a map of a few
    }
    const max = seen.has(kind) ? maxShareOfOthers : smallKinds.includes(kind) ? maxShareOfSmall : maxShare;
    seen.add(kind);
    it(`takes at most ${max} of the JSON: ${kind}, ${endpoint.id}`, async () => {
      using folder = storeFolder('memory');
      const desk = await agentDesk(folder, { reply: () => ({ body }), connection: { kind: 'sandbox' } });
      const { text, facts } = await desk.run('call_endpoint', { endpoint: endpoint.id, params: endpoint.example });
      assert.ok((facts.records?.shown ?? 0) >= 20, text);
      const json = JSON.stringify(body);
      const share = tokensOf(text) / tokensOf(json);
      assert.ok(share <= max, `${share.toFixed(2)} of ${tokensOf(json)}\n${text}`);
    });
  }
});

function itemsAt(body: unknown, at: readonly string[]): number {
  const found = at.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    body,
  );
  return Array.isArray(found) ? found.length : 0;
}
