import assert from 'node:assert/strict';
import { gatewaySearchTweets, search, userFollowers, userTweets, usersByIds } from '../../../../src/client/endpoints/table.ts';
import type { Endpoint } from '../../../../src/client/endpoint.ts';
import {
  checkPlan,
  checkResume,
  CollectFault,
  type CollectPlan,
  estimate,
  findCollectEndpoint,
  readEntryList,
} from '../../../../src/features/collect/index.ts';
import { testConnection } from '../../../support/testEndpoints.ts';

const handles = { endpoint: userFollowers, as: 'username' } as const;
const ids = { endpoint: usersByIds, as: 'userIds' } as const;

function faultOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    assert.ok(error instanceof CollectFault);
    return error.message;
  }
  return assert.fail('it has no fault');
}

describe('a list of values', () => {
  it('is read from lines, without @ and doubles', () => {
    const { values, doubles } = readEntryList('@ada\r\n bob,Ada\n\ncyd', { ...handles, format: 'lines' });
    assert.deepEqual([values, doubles], [['ada', 'bob', 'cyd'], 1]);
  });

  it('keeps queries as they are', () => {
    const { values } = readEntryList('coffee, tea\n@ada\ncat OR dog\ncat or dog', {
      endpoint: search,
      as: 'searchItem',
      format: 'lines',
    });
    assert.deepEqual(values, ['coffee, tea', '@ada', 'cat OR dog', 'cat or dog']);
  });

  it('is read from the column of a table', () => {
    const csv = 'name,id\n"Ada, the first",12345678901234567890\nBob,8\n';
    assert.deepEqual(readEntryList(csv, { ...ids, format: 'csv' }).values, ['12345678901234567890', '8']);
    assert.deepEqual(readEntryList('who,id\nada,1', { ...handles, format: 'csv', column: 'who' }).values, ['ada']);
    const ndjson = '{"handle":"ada"}\n{"handle":"@bob"}\n';
    assert.deepEqual(readEntryList(ndjson, { ...handles, format: 'ndjson' }).values, ['ada', 'bob']);
    assert.deepEqual(readEntryList('"7"\n8', { ...ids, format: 'ndjson' }).values, ['7', '8']);
  });

  it('says what is wrong, and where', () => {
    assert.equal(
      faultOf(() => readEntryList(' \n,', { ...handles, format: 'lines' })),
      'The list is empty.',
    );
    assert.match(
      faultOf(() => readEntryList('ada\nno spaces\nbob', { ...handles, format: 'lines' })),
      /^Line 2: Handle must be/,
    );
    const many = faultOf(() =>
      readEntryList('a b\n'.repeat(3) + 'c d\ne f\ng h\ni j\nk l\nm n', { ...handles, format: 'lines' }),
    );
    assert.match(many, /\n2 more lines are wrong\.$/);
    assert.equal(
      faultOf(() => readEntryList('who,where\nada,x', { ...handles, format: 'csv' })),
      'The table has no column named username or handle or screen_name. Its columns are who, where.',
    );
    assert.match(
      faultOf(() => readEntryList('1500000000000000001', { ...ids, format: 'ndjson' })),
      /^Line 1: .*lose digits/,
    );
    assert.match(
      faultOf(() => readEntryList('id\n"7', { ...ids, format: 'csv' })),
      /can't be read/,
    );
  });
});

describe('a plan', () => {
  const planOf = (endpoint: Endpoint, changes: Partial<CollectPlan> = {}): CollectPlan => ({
    ...{ endpoint: endpoint.id, params: {}, format: 'ndjson', baseUrl: 'https://api.example.test/base', budget: 1_000n },
    ...changes,
  });

  it('names an endpoint by its id or its name in the package', () => {
    assert.equal(findCollectEndpoint('userFollowers'), userFollowers);
    assert.equal(findCollectEndpoint('primary.userFollowers'), userFollowers);
    assert.equal(findCollectEndpoint('gatewaySearchTweets'), gatewaySearchTweets);
    assert.match(
      faultOf(() => findCollectEndpoint('userFolowers')),
      /^Unknown endpoint: userFolowers\. Did you mean userFollowers\? /,
    );
    assert.match(
      faultOf(() => findCollectEndpoint('emojis')),
      /Did you mean miscEmojis\?/,
    );
  });

  it('is refused with a reason', () => {
    const reasonOf = (endpoint: Endpoint, changes: Partial<CollectPlan>, list?: readonly string[]) =>
      faultOf(() => checkPlan(planOf(endpoint, changes), endpoint, list));
    assert.match(
      reasonOf(userFollowers, { params: { userid: '1' } }),
      /^User ID is required\. userid isn't a parameter .*did you mean userId\?/,
    );
    assert.match(reasonOf(userFollowers, { params: { userId: '1', cursor: 'x' } }), /first page/);
    assert.equal(
      reasonOf(userFollowers, { params: { userId: '1' }, since: '2026-01-01' }),
      "Followers aren't ordered by their time, so a run can't stop at a date.",
    );
    assert.equal(
      reasonOf(search, { params: { searchItem: 'a' }, since: '2026-01-01' }),
      "Search lists the newest records first only with category=Latest, so a run can't stop at a date.",
    );
    checkPlan(planOf(search, { params: { searchItem: 'a', category: 'Latest' }, since: '2026-01-01' }), search, undefined);
  });

  it('continues only with its own service, and with new records only where the newest come first', () => {
    const complete = (endpoint: Endpoint) => ({ plan: planOf(endpoint), state: 'complete' });
    checkResume(complete(userTweets), userTweets, testConnection(), true);
    const other = testConnection({ baseUrl: 'https://other.example.test' });
    assert.match(
      faultOf(() => checkResume(complete(userTweets), userTweets, other, false)),
      /same base URL/,
    );
    const paused = { plan: planOf(userTweets), state: 'paused' };
    assert.match(
      faultOf(() => checkResume({ ...paused, queuedRun: 'abc' }, userTweets, testConnection(), false)),
      /part of run abc in a queue/,
    );
    assert.match(
      faultOf(() => checkResume(paused, userTweets, testConnection(), true)),
      /isn't complete/,
    );
    assert.match(
      faultOf(() => checkResume(complete(usersByIds), usersByIds, testConnection(), true)),
      /new records can't be told/,
    );
  });

  it('knows the fewest requests and the highest cost', () => {
    const list = Array.from({ length: 250 }, (_, index) => String(index + 1));
    const batch = planOf(usersByIds, { as: 'userIds' });
    assert.deepEqual(estimate(batch, usersByIds, list, 100n), { requests: 3, most: 300n });
    assert.deepEqual(estimate({ ...batch, budget: 200n }, usersByIds, list, 100n), { requests: 3, most: 200n });
    assert.deepEqual(estimate(planOf(userFollowers), userFollowers, undefined, 100n), { requests: 1, most: 1_000n });
    assert.deepEqual(estimate(planOf(userFollowers), userFollowers, undefined, 0n), { requests: 1, most: 0n });
  });
});
