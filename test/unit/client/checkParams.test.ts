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
    ['nothing against what fits', userFollowers, { userId: '1', count: 20 }],
    ['what an id takes', userFollowers, { userId: 'abc' }, 'userId: User Id takes digits only, at most 30, or -1 with a handle'],
    ['what is missing', userFollowers, {}, 'userId: User Id is needed'],
    ['what is set to nothing', userFollowers, { userId: undefined }, 'userId: User Id is needed'],
    ['that a handle goes with -1', userFollowers, { userId: '-1' }, 'username: Handle is needed where the User Id is -1'],
    ['that an id is a text', userFollowers, { userId: 1500000000000000001n }, 'userId: User Id takes a text'],
    [
      'the nearest name',
      userFollowers,
      { userId: '1', cuont: 2 },
      'cuont: cuont is not a parameter of Followers: did you mean count?',
    ],
    [
      'all names where none is near',
      userFollowers,
      { userId: '1', zebra: 2 },
      'zebra: zebra is not a parameter of Followers: it takes userId, username, count, cursor',
    ],
    ['that a row takes nothing', miscEmojis, { zebra: 2 }, 'zebra: zebra is not a parameter of Hashflags: it takes none'],
    ['one thing of a number beyond every limit', userFollowers, { userId: '1', count: 1e300 }, 'count: Count is at most 100'],
    ['that a number is whole', userFollowers, { userId: '1', count: 2.5 }, 'count: Count takes a whole number'],
    [
      'the words of a choice',
      search,
      { searchItem: 'a', category: 'Newest' },
      'category: Tab takes Top, Latest, People, Photos or Videos',
    ],
    [
      'which item of a list',
      usernamesToIds,
      { usernames: ['ada_writes', 'a'] },
      'usernames: Handles (item 2) takes 2 to 15 letters, digits or underscores, with or without @',
    ],
    ['that a list is a list', usernamesToIds, { usernames: 'ada_writes' }, 'usernames: Handles takes a list'],
    [
      'where inside an object',
      gatewaySearchAdvanced,
      { query: { keywords: ['a', ' '] }, filters: { date_range: { from: '2026-02-31' }, colour: 1 } },
      'query: Query (keywords, item 2) may not be blank',
      'filters: Filters (date_range.from) is not a day of the calendar',
      'filters: Filters has no colour',
    ],
    [
      'that an advanced search states something',
      gatewaySearchAdvanced,
      { query: {}, filters: { author: {} }, limit: 5 },
      'query: Query or Filters is needed',
    ],
    [
      'faults in the order of the row, unknown names last',
      gatewaySearchLocation,
      { other: 1, longitude: '0', latitude: 91, q: '' },
      'q: Query may not be blank',
      'latitude: Latitude is at most 90',
      'longitude: Longitude takes a number',
      'other: other is not a parameter of Search near Point: it takes q, latitude, longitude, radius, limit, cursor',
    ],
    ['that a day exists', gatewaySearchTweets, { q: 'a', since: '2026-02-30' }, 'since: Since is not a day of the calendar'],
    [
      'that both accounts are needed',
      friendshipsShow,
      {},
      'source_screen_name: First Handle or First User Id is needed',
      'target_screen_name: Second Handle or Second User Id is needed',
    ],
    ['that parameters are an object', miscEmojis, 'a', ': The parameters are not an object'],
    ['that nothing is no object', miscEmojis, null, ': The parameters are not an object'],
  ];
  for (const [what, endpoint, params, ...messages] of cases) {
    it(`says ${what}`, () => assert.deepEqual(says(endpoint, params), messages));
  }

  it('takes either name of either account', () => {
    assert.deepEqual(says(friendshipsShow, { source_id: '1', target_screen_name: 'mira_maps' }), []);
  });

  it('says what is wrong with a query, behind a colon', () => {
    const [fault] = checkParams(search, { searchItem: 'a [b' });
    assert.equal(fault?.param, 'searchItem');
    assert.match(fault.message, /^Query: \p{Lu}/u);
  });

  it('names an unknown filter and the nearest one', () => {
    const [fault] = checkParams(search, { searchItem: 'a', filters: { minimunLikesCount: 3 } });
    assert.deepEqual(fault, {
      param: 'filters',
      message: 'Filters: no filter is named minimunLikesCount: did you mean minimumLikesCount?',
    });
  });

  it('never throws, whatever it is given, and speaks in words', () => {
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
