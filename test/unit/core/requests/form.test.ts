import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { type FormField, listFormFields } from '../../../../src/core/requests/form.ts';
import type { Endpoint } from '../../../../src/client/endpoint.ts';
import {
  endpoints,
  gatewaySearchLocation,
  gatewaySearchTweets,
  gatewayTrendsTopics,
  miscEmojis,
  search,
  tweet,
  userFollowers,
  usernamesToIds,
} from '../../../../src/client/endpoints/table.ts';

function field(endpoint: Endpoint, name: string): FormField {
  const found = listFormFields(endpoint).find((candidate) => candidate.name === name);
  assert.ok(found);
  return found;
}

describe('listFormFields', () => {
  it('returns a field for each parameter in order', () => {
    for (const endpoint of endpoints) {
      assert.deepEqual(
        listFormFields(endpoint).map(({ name }) => name),
        Object.keys(endpoint.params.shape),
      );
    }
  });

  it('returns no fields without parameters', () => assert.deepEqual(listFormFields(miscEmojis), []));

  it('describes fields like their parameters', () => {
    const { check: _check, toValue: _toValue, ...facts } = field(userFollowers, 'count');
    assert.deepEqual(facts, {
      name: 'count',
      title: 'Count',
      help: 'Items per page. The service may return more or fewer.',
      kind: 'integer',
      required: false,
      examples: [20],
      serviceDefault: 20,
    });
    assert.equal(field(gatewayTrendsTopics, 'woeid').serviceDefault, 1);
  });

  it("returns each parameter's kind", () => {
    const kinds = [
      field(userFollowers, 'userId'),
      field(userFollowers, 'count'),
      field(gatewaySearchLocation, 'latitude'),
      field(tweet, 'includePromotedContent'),
      field(tweet, 'rankingMode'),
      field(usernamesToIds, 'usernames'),
      field(search, 'filters'),
    ].map(({ kind }) => kind);
    assert.deepEqual(kinds, ['text', 'integer', 'number', 'boolean', 'choice', 'list', 'json']);
    assert.deepEqual(field(tweet, 'rankingMode').choices, ['Relevance', 'Recency', 'Likes']);
  });

  it('marks required parameters', () => {
    assert.deepEqual(
      listFormFields(gatewaySearchLocation).map(({ required }) => required),
      [true, true, true, false, false, false],
    );
  });

  const typed: readonly (readonly [Endpoint, string, string, string | undefined, unknown])[] = [
    [userFollowers, 'userId', '1500000000000000001', undefined, '1500000000000000001'],
    [userFollowers, 'userId', ' 15 ', undefined, '15'],
    [userFollowers, 'userId', '', 'User ID is required', undefined],
    [userFollowers, 'userId', '  ', 'User ID is required', undefined],
    [userFollowers, 'userId', 'ada', 'User ID must be a string of at most 30 digits, or -1 with a handle', 'ada'],
    [userFollowers, 'count', '', undefined, undefined],
    [userFollowers, 'count', '20', undefined, 20],
    [userFollowers, 'count', '101', 'Count must be at most 100', 101],
    [userFollowers, 'count', 'many', 'Count must be a whole number', 'many'],
    [userFollowers, 'count', '2.5', 'Count must be a whole number', '2.5'],
    [gatewaySearchLocation, 'latitude', '38.72', undefined, 38.72],
    [gatewaySearchLocation, 'latitude', '91', 'Latitude must be at most 90', 91],
    [gatewaySearchLocation, 'radius', '26km', 'Radius must be at most 25km', '26km'],
    [gatewaySearchTweets, 'since', '2026-02-30', "Since isn't a valid date", '2026-02-30'],
    [tweet, 'includePromotedContent', 'true', undefined, true],
    [tweet, 'includePromotedContent', 'maybe', 'Promoted Content must be true or false', 'maybe'],
    [tweet, 'rankingMode', 'Newest', 'Order must be Relevance, Recency, or Likes', 'Newest'],
    [usernamesToIds, 'usernames', 'ada_writes, @mira_maps', undefined, ['ada_writes', '@mira_maps']],
    [
      usernamesToIds,
      'usernames',
      'ada_writes, a',
      'Handles (item 2) must be 2 to 15 letters, digits, or underscores, with or without @',
      ['ada_writes', 'a'],
    ],
    [usernamesToIds, 'usernames', ',', 'Handles must have at least one value', []],
    [search, 'filters', '{"minimumLikesCount":5}', undefined, { minimumLikesCount: 5 }],
    [search, 'filters', '{"minimumLikesCount":', 'Filters must be an object', '{"minimumLikesCount":'],
    [
      search,
      'filters',
      '{"minimumLikesCount":-1}',
      'Filters (minimumLikesCount) must be a whole number, 0 or more',
      { minimumLikesCount: -1 },
    ],
  ];
  for (const [endpoint, name, text, message, value] of typed) {
    it(`${name} of ${endpoint.id} says ${message ?? 'nothing'} to ${JSON.stringify(text)}`, () => {
      const { check, toValue } = field(endpoint, name);
      assert.equal(check(text), message);
      assert.deepEqual(toValue(text), value);
    });
  }

  it('accepts its examples', () => {
    for (const endpoint of endpoints) {
      for (const { name, kind, examples = [], check, toValue } of listFormFields(endpoint)) {
        for (const example of examples) {
          const text = kind === 'json' ? JSON.stringify(example) : Array.isArray(example) ? example.join(', ') : String(example);
          assert.equal(check(text), undefined, `${endpoint.id} ${name}`);
          assert.deepEqual(toValue(text), example);
        }
      }
    }
  });
});
