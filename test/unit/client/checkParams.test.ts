import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { checkParams } from '../../../src/client/checkParams.ts';
import type { Endpoint } from '../../../src/client/endpoint.ts';
import {
  endpoints,
  friendshipsShow,
  gatewaySearchAdvanced,
  gatewaySearchLocation,
  gatewaySearchTweets,
  miscEmojis,
  search,
  userFollowers,
  usernamesToIds,
} from '../../../src/client/endpoints/table.ts';
import { propertyRuns } from '../../support/propertyRuns.ts';

function says(endpoint: Endpoint, params: unknown): readonly string[] {
  return checkParams(endpoint, params).map(({ param, message }) => `${param}: ${message}`);
}

describe('checkParams', () => {
  const cases: readonly (readonly [what: string, endpoint: Endpoint, params: unknown, ...messages: readonly string[]])[] = [
    ['nothing for valid parameters', userFollowers, { userId: '1', count: 20 }],
    [
      'what an id accepts',
      userFollowers,
      { userId: 'abc' },
      'userId: User ID must be a string of at most 30 digits, or -1 with a handle',
    ],
    ['what is missing', userFollowers, {}, 'userId: User ID is required'],
    ['what is set to undefined', userFollowers, { userId: undefined }, 'userId: User ID is required'],
    ['that a handle goes with -1', userFollowers, { userId: '-1' }, 'username: Handle is required if the User ID is -1'],
    ['that an id is a string', userFollowers, { userId: 1500000000000000001n }, 'userId: User ID must be a string'],
    [
      'the nearest name',
      userFollowers,
      { userId: '1', cuont: 2 },
      "cuont: cuont isn't a parameter of Followers: did you mean count?",
    ],
    [
      'all names if none is near',
      userFollowers,
      { userId: '1', zebra: 2 },
      "zebra: zebra isn't a parameter of Followers: its parameters are userId, username, count, cursor",
    ],
    [
      'that an endpoint has no parameters',
      miscEmojis,
      { zebra: 2 },
      "zebra: zebra isn't a parameter of Hashflags: it has no parameters",
    ],
    ['a number beyond every limit once', userFollowers, { userId: '1', count: 1e300 }, 'count: Count must be at most 100'],
    ['that a number is whole', userFollowers, { userId: '1', count: 2.5 }, 'count: Count must be a whole number'],
    [
      'allowed values',
      search,
      { searchItem: 'a', category: 'Newest' },
      'category: Tab must be Top, Latest, People, Photos, or Videos',
    ],
    [
      'the invalid list item',
      usernamesToIds,
      { usernames: ['ada_writes', 'a'] },
      'usernames: Handles (item 2) must be 2 to 15 letters, digits, or underscores, with or without @',
    ],
    ['that a list is a list', usernamesToIds, { usernames: 'ada_writes' }, 'usernames: Handles must be a list'],
    [
      'the path inside an object',
      gatewaySearchAdvanced,
      { query: { keywords: ['a', ' '] }, filters: { date_range: { from: '2026-02-31' }, colour: 1 } },
      "query: Query (keywords, item 2) can't be blank",
      "filters: Filters (date_range.from) isn't a valid date",
      'filters: Filters has no colour',
    ],
    [
      'that an advanced search needs a query or filters',
      gatewaySearchAdvanced,
      { query: {}, filters: { author: {} }, limit: 5 },
      'query: Query or Filters is required',
    ],
    [
      'issues in parameter order, unknown names last',
      gatewaySearchLocation,
      { other: 1, longitude: '0', latitude: 91, q: '' },
      "q: Query can't be blank",
      'latitude: Latitude must be at most 90',
      'longitude: Longitude must be a number',
      "other: other isn't a parameter of Search near Point: its parameters are q, latitude, longitude, radius, limit, cursor",
    ],
    ['that a day exists', gatewaySearchTweets, { q: 'a', since: '2026-02-30' }, "since: Since isn't a valid date"],
    [
      'that both accounts are needed',
      friendshipsShow,
      {},
      'source_screen_name: First Handle or First User ID is required',
      'target_screen_name: Second Handle or Second User ID is required',
    ],
    ['that parameters are an object', miscEmojis, 'a', ': The parameters must be an object'],
    ['that nothing is no object', miscEmojis, null, ': The parameters must be an object'],
  ];
  for (const [what, endpoint, params, ...messages] of cases) {
    it(`reports ${what}`, () => assert.deepEqual(says(endpoint, params), messages));
  }

  it("accepts each account's handle or id", () => {
    assert.deepEqual(says(friendshipsShow, { source_id: '1', target_screen_name: 'mira_maps' }), []);
  });

  it('describes an issue in a query after a colon', () => {
    const [fault] = checkParams(search, { searchItem: 'a [b' });
    assert.equal(fault?.param, 'searchItem');
    assert.match(fault.message, /^Query: \p{Lu}/u);
  });

  it('names an unknown filter and suggests the nearest one', () => {
    const [fault] = checkParams(search, { searchItem: 'a', filters: { minimunLikesCount: 3 } });
    assert.deepEqual(fault, {
      param: 'filters',
      message: 'Filters: no filter is named minimunLikesCount: did you mean minimumLikesCount?',
    });
  });

  it('never throws, and always describes the issue', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...endpoints),
        fc.anything(),
        fc.dictionary(fc.string(), fc.anything()),
        (endpoint, any, extra) => {
          for (const params of [any, { ...endpoint.example, ...extra }]) {
            for (const { message } of checkParams(endpoint, params))
              assert.doesNotMatch(message, /Invalid|expected|undefined|\n/);
          }
        },
      ),
      { numRuns: propertyRuns(3_000, 100) },
    );
  });
});
