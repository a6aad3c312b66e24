import assert from 'node:assert/strict';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { RecordKind } from '../../../../src/client/endpoint.ts';
import { findEndpointById, endpoints } from '../../../../src/client/endpoints/table.ts';
import { toPage } from '../../../../src/client/records/toPage.ts';
import { selectTableRecords } from '../../../../src/core/table/recordTable.ts';
import { storeFolder } from '../../store/support/testStore.ts';
import { agentDesk } from './support/agentDesk.ts';
import { exampleBody } from './support/exampleResponses.ts';

/** The text's tokens, as a share of the compact JSON's. */
const maxShare = 0.35;
/**
 * The text around records with only two or three short fields has a larger share. For each kind except `other`, a different row is
 * within `maxShare`.
 */
const maxShareOfSmall: ReadonlyMap<string, number> = new Map([
  ['gateway.userCommunities', 0.75],
  ['gateway.trendsLocation', 0.8],
  ['gateway.tweetRetweets', 0.55],
  ['gateway.spaceParticipants', 0.45],
  ['gateway.listTweets', 0.45],
  ['gateway.communityMembers', 0.42],
  ['gateway.searchHashtag', 0.4],
  ['gateway.listMembers', 0.4],
  ['primary.miscEmojis', 0.5],
]);

/** Repeats the sandbox's records until there are as many as requested. */
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

describe('the text of 20 records', () => {
  const stored = new Set<RecordKind>();
  const sums = new Map<RecordKind, { readonly read: number; readonly whole: number }>();
  for (const endpoint of endpoints) {
    const [{ kind, at } = { kind: 'other' as const, at: [] }] = endpoint.yields;
    const body = filled(exampleBody(endpoint, 20), at, 20);
    const items = itemsAt(body, at);
    if (items < 20) {
      continue; // one record, or a small map
    }
    const max = maxShareOfSmall.get(endpoint.id) ?? maxShare;
    it(`has at most ${max} of the JSON's tokens: ${kind}, ${endpoint.id}`, async () => {
      using folder = storeFolder('memory');
      const desk = await agentDesk(folder, {
        ...{ reply: () => ({ body }), connection: { kind: 'sandbox' }, nonce: () => '739214586' },
      });
      const { text, facts } = await desk.run('call_endpoint', { endpoint: endpoint.id, params: endpoint.example });
      assert.ok((facts.records?.shown ?? 0) >= 20, text);
      const [tokens, whole] = [countTokens(text), countTokens(JSON.stringify(body))];
      assert.ok(tokens / whole <= max, `${tokens} of ${whole} tokens\n${text}`);
      assert.ok(!maxShareOfSmall.has(endpoint.id) || tokens / whole > maxShare, 'this row needs no exception');
      stored.add(max === maxShare ? kind : 'other');
      const exchange = desk.services.stored.exchange(facts.response ?? '');
      const shown = exchange === undefined ? kind : selectTableRecords(toPage(exchange, { endpoint })).kind;
      const { read, whole: before } = sums.get(shown) ?? { read: 0, whole: 0 };
      sums.set(shown, { read: read + tokens, whole: before + whole });
    });
  }

  it('was measured for each listed kind of record', () => {
    const listed = ['post', 'user', 'list', 'community', 'space', 'job', 'trend', 'place', 'hashtagPoint'] as const;
    assert.deepEqual(
      listed.filter((kind) => !stored.has(kind)),
      [],
    );
  });

  it("doesn't exceed the limit of its kind, over all endpoints", () => {
    const shares = [...sums].map(([kind, { read, whole }]) => [kind, read / whole] as const);
    assert.deepEqual(
      shares.filter(([kind, share]) => kind !== 'other' && share > maxShare),
      [],
    );
  });
});

describe('record lines', () => {
  const point = (day: number, hour: number) => ({
    timestamp: `2026-06-${day}T${String(hour).padStart(2, '0')}:00:00Z`,
    tweet_count: 1 + hour,
    engagement: hour,
  });

  it('have the date if it changes, and at the start of a later part', async () => {
    using folder = storeFolder('memory');
    const timeline = [point(14, 22), point(14, 23), point(15, 0), point(15, 1)];
    const body = { hashtag: 'opendata', analytics: {}, timeline };
    const desk = await agentDesk(folder, { reply: () => ({ body }), connection: { kind: 'sandbox' } });
    const row = findEndpointById('gateway.hashtagAnalytics');
    const whole = await desk.run('call_endpoint', { endpoint: 'gateway.hashtagAnalytics', params: row?.example });
    assert.match(whole.text, /\n\|2026-06-14T22:00Z\t23\t22\n\|23:00Z\t24\t23\n\|2026-06-15T00:00Z\t1\t0\n\|01:00Z\t2\t1\n/);
    assert.match(whole.text, /\nA time without a date is on the date above it\.\n/);
    const part = await desk.run('read_stored', { response: whole.facts.response, from: 4 });
    assert.match(part.text, /\n\|2026-06-15T01:00Z\t2\t1\n/);
    assert.doesNotMatch(part.text, /A time without a date/);
  });

  const linesOf = async (locations: readonly string[]) => {
    using folder = storeFolder('memory');
    const data = locations.map((location, at) => ({
      id: String(at + 1),
      title: `Engineer ${at}`,
      company: `Company ${at}`,
      location,
    }));
    const desk = await agentDesk(folder, { reply: () => ({ body: { data } }), connection: { kind: 'sandbox' } });
    const row = findEndpointById('primary.jobsSearch');
    return (await desk.run('call_endpoint', { endpoint: 'primary.jobsSearch', params: row?.example })).text.split('\n');
  };

  it('have frequent text once', async () => {
    const lines = await linesOf(['Lisbon, Portugal', 'Lisbon, Portugal', 'Toronto, Canada', 'Lisbon, Portugal']);
    assert.ok(lines.includes('|Where location is =: Lisbon, Portugal'), lines.join('\n'));
    assert.deepEqual(
      lines.filter((line) => /^\|\d/.test(line)).map((line) => line.split('\t').at(-1)),
      ['=', '=', 'Toronto, Canada', '='],
    );
  });
});

function itemsAt(body: unknown, at: readonly string[]): number {
  const found = at.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    body,
  );
  return Array.isArray(found) ? found.length : 0;
}
