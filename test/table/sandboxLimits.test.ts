import assert from 'node:assert/strict';
import { endpoints } from '../../src/client/endpoints/table.ts';
import type { Endpoint } from '../../src/client/endpoint.ts';
import { getParamEncoding } from '../../src/client/wire.ts';
import { responseOf, textsOf, toAsked } from '../unit/sandbox/responses/ask.ts';
import { type Limit, limitsByName, limitsByRow, outcomes, outcomesOfRow } from './referenceParams.ts';

/** A string just beyond a limit; undefined if any string of its kind is accepted. */
function beyond(limit: Limit, name: string): string | undefined {
  if ('choices' in limit) return 'nosuch';
  if ('min' in limit) return String(limit.max + 1);
  if ('length' in limit) return 'a'.repeat(limit.length + 1);
  if ('items' in limit) {
    return Array.from({ length: limit.items + 1 }, (_, number) => (name === 'userIds' ? `${number + 1}` : `a${number}`)).join(
      ',',
    );
  }
  return limit.refuses.find((text) => text !== '');
}

function outcomeOf(endpoint: Endpoint, name: string, text: string): number | 'another value' | 'any value' {
  const { response, notes } = responseOf(endpoint, { texts: { ...textsOf(endpoint.example), [name]: text } });
  const { status } = toAsked(response, 0);
  return status === 200 ? (notes.some((note) => note.includes(name)) ? 'another value' : 'any value') : status;
}

describe('the references’ limits', () => {
  const used = new Set<string>();
  for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
    it(`are enforced by the sandbox in ${endpoint.id}`, () => {
      for (const [name, schema] of Object.entries(endpoint.params.shape)) {
        const key = `${endpoint.id} ${name}`;
        const limit = limitsByRow[key] ?? (getParamEncoding(schema) === 'json' ? undefined : limitsByName[name]);
        const text = limit === undefined ? undefined : beyond(limit, name);
        if (text === undefined) continue;
        const wanted = outcomesOfRow[key] ?? outcomes[`${endpoint.service} ${name}`];
        assert.equal(outcomeOf(endpoint, name, text), wanted, `${key}=${text.slice(0, 40)}`);
        used.add(key in outcomesOfRow ? key : `${endpoint.service} ${name}`);
      }
    });
  }

  it('are all used', () => {
    assert.deepEqual(
      [...Object.keys(outcomes), ...Object.keys(outcomesOfRow)].filter((key) => !used.has(key)),
      [],
    );
  });

  it('reduce an excessive page size or radius to the maximum', () => {
    for (const [id, name, most, more] of [
      ['primary.userTweets', 'count', '100', '1000'],
      ['gateway.listMembers', 'limit', '1000', '9999'],
      ['gateway.searchTweets', 'limit', '100', '1000'],
      ['gateway.trendsTopics', 'limit', '50', '51'],
      ['gateway.searchLocation', 'radius', '25km', '26km'],
    ] as const) {
      const endpoint = endpoints.find((one) => one.id === id);
      assert.ok(endpoint !== undefined);
      const bodyOf = (text: string): unknown =>
        toAsked(responseOf(endpoint, { texts: { ...textsOf(endpoint.example), [name]: text } }).response, 0).body;
      assert.notEqual(bodyOf(most), undefined, id);
      assert.deepEqual(bodyOf(more), bodyOf(most), `${id} ${name}`);
    }
  });
});
