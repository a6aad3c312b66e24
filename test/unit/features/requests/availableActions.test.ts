import assert from 'node:assert/strict';
import { search, userByUsername } from '../../../../src/client/endpoints/table.ts';
import type { Client } from '../../../../src/client/client.ts';
import type { Endpoint } from '../../../../src/client/endpoint.ts';
import type { Exchange } from '../../../../src/client/exchange.ts';
import { detectJsonFileActions, getAvailableResponseActions } from '../../../../src/features/requests/availableActions.ts';
import { createSearchExchange } from '../../../support/createSearchExchange.ts';

const client = { quote: () => undefined } as unknown as Client;

function offers(endpoint: Endpoint, exchange: Exchange): ReturnType<typeof getAvailableResponseActions> {
  return getAvailableResponseActions(client, endpoint, exchange);
}

describe('getAvailableResponseActions', () => {
  it("doesn't offer a next page or a thread for a user", () => {
    const value = { data: { id: '7', username: 'ada', name: 'Ada' } };
    const { request, ...response } = createSearchExchange(1, []);
    const ofUser = { ...request, endpointId: userByUsername.id, params: { username: 'ada' } };
    const { next, hasThread, hasRecords, hasResults, hasPage } = offers(userByUsername, { ...response, request: ofUser, value });
    assert.deepEqual(
      { next, hasThread, hasRecords, hasResults },
      { next: undefined, hasThread: false, hasRecords: false, hasResults: false },
    );
    assert.ok(hasPage);
  });

  it('offers the next page, results, and a thread for a page of posts', () => {
    const { next, hasThread, hasResults } = offers(search, createSearchExchange(1, [1, 2]));
    assert.ok(next !== undefined && hasThread && hasResults);
  });

  it("doesn't offer a page or a table for an error", () => {
    const { hasPage, hasResults } = offers(search, {
      ...createSearchExchange(1, []),
      status: 502,
      value: { error: '', attempts: 9 },
    });
    assert.deepEqual([hasPage, hasResults], [false, false]);
  });
});

describe('detectJsonFileActions', () => {
  const cases: readonly (readonly [what: string, text: string, offers: readonly string[]])[] = [
    ['a package.json', '{"name":"a","author":"b","scripts":{"test":"c"},"version":"1"}', []],
    ['a tsconfig.json with comments', '// options\n{"compilerOptions":{"strict":true}}', []],
    ['an empty file', '', []],
    ['raw JSON of a user', '{"data":{"user":{"result":{"__typename":"User","rest_id":"1"}}}}', ['records']],
    ['raw JSON of a post', '{"tweet_results":{"result":{"rest_id":"1","legacy":{"full_text":"a"}}}}', ['records', 'thread']],
    ['an embedded post', '{"__typename":"Tweet","id_str":"1","text":"a","user":{"screen_name":"b"}}', ['records']],
    ['a post in the simple format', '[{"id":"1","text":"a","author":{"username":"b"}}]', ['thread']],
  ];
  for (const [what, text, offers] of cases) {
    it(`offers ${offers.length === 0 ? 'nothing' : offers.join(' and ')} on ${what}`, () => {
      assert.deepEqual(detectJsonFileActions(text), offers);
    });
  }

  it("scans only a large file's beginning", () => {
    assert.deepEqual(detectJsonFileActions(`${' '.repeat(300_000)}[{"id":"1","text":"a","author":{}}]`), []);
  });
});
