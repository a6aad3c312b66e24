import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as z from 'zod';
import {
  gatewaySearchAdvanced,
  gatewaySearchLocation,
  search,
  userFollowers,
  usernamesToIds,
  tweet,
} from '../../../src/client/endpoints/table.ts';
import { encodeCall, getParamEncoding } from '../../../src/client/wire.ts';
import { decodeValues } from '../../support/decodeValues.ts';

describe('encodeCall', () => {
  it("encodes path parameters in the path and others in the query, in the endpoint's order", () => {
    assert.deepEqual(encodeCall(userFollowers, { count: 20, cursor: '1|2', userId: '5' }, 'raw'), {
      method: 'GET',
      target: '/user/5/followers?count=20&cursor=1%7C2',
    });
  });

  it('sends format=simple if the endpoint has two formats, and omits format for raw', () => {
    assert.equal(encodeCall(tweet, { tweetId: '5' }, 'simple').target, '/tweet/5?format=simple');
    assert.equal(encodeCall(tweet, { tweetId: '5' }, 'raw').target, '/tweet/5');
    assert.equal(
      encodeCall(gatewaySearchLocation, { q: 'a', latitude: 1, longitude: 2 }, 'simple').target,
      '/search/location?q=a&latitude=1&longitude=2',
    );
  });

  it('encodes a space as %20 and a plus as %2B', () => {
    assert.equal(encodeCall(search, { searchItem: 'a b+c' }, 'raw').target, '/search?searchItem=a%20b%2Bc');
  });

  it('encodes a list with commas and an object as JSON', () => {
    assert.equal(
      encodeCall(usernamesToIds, { usernames: ['a_b', '@c_d'] }, 'raw').target,
      '/user/usernames/to/ids?usernames=a_b%2C%40c_d',
    );
    assert.equal(
      encodeCall(search, { filters: { minimumLikesCount: 5 } }, 'raw').target,
      `/search?filters=${encodeURIComponent('{"minimumLikesCount":5}')}`,
    );
  });

  it('renames parameters except path parameters', () => {
    const names = { usernames: 'a&b', userId: 'user', query: 'q' };
    assert.equal(encodeCall(usernamesToIds, { usernames: ['a'] }, 'raw', names).target, '/user/usernames/to/ids?a%26b=a');
    assert.equal(encodeCall(userFollowers, { userId: '5' }, 'raw', names).target, '/user/5/followers');
    assert.equal(
      encodeCall(gatewaySearchAdvanced, { query: { keywords: ['a'] } }, 'simple', names).body,
      '{"q":{"keywords":["a"]}}',
    );
  });

  it('leaves out undefined values', () => {
    assert.equal(encodeCall(userFollowers, { userId: '5', cursor: undefined }, 'raw').target, '/user/5/followers');
  });

  it('encodes POST parameters as JSON', () => {
    assert.deepEqual(encodeCall(gatewaySearchAdvanced, { query: { keywords: ['a'] }, limit: 5 }, 'simple'), {
      method: 'POST',
      target: '/search/advanced',
      body: '{"query":{"keywords":["a"]},"limit":5}',
    });
  });
});

describe('decodeParamText', () => {
  it('decodes by the schema: keeps an id of digits as a string', () => {
    assert.deepEqual(decodeValues(userFollowers, { userId: '1500000000000000001', count: '20', cursor: '7' }), {
      userId: '1500000000000000001',
      count: 20,
      cursor: '7',
    });
  });

  it('decodes true, false, 1, and 0 as booleans', () => {
    const read = (text: string) => decodeValues(tweet, { includePromotedContent: text })['includePromotedContent'];
    assert.deepEqual(['true', '1', 'false', '0'].map(read), [true, true, false, false]);
  });

  it('decodes an unknown parameter as a string', () => assert.deepEqual(decodeValues(tweet, { other: '5' }), { other: '5' }));
});

describe('getParamEncoding', () => {
  const kinds: readonly (readonly [z.ZodType | undefined, string])[] = [
    [z.string(), 'text'],
    [z.enum(['a']), 'text'],
    [z.int().min(1).optional(), 'integer'],
    [z.number().optional(), 'number'],
    [z.boolean().optional().default(true), 'boolean'],
    [z.array(z.string()).optional(), 'list'],
    [z.strictObject({}).optional(), 'json'],
    [z.record(z.string(), z.string()), 'json'],
    [undefined, 'text'],
  ];
  for (const [schema, kind] of kinds) {
    it(`is ${kind} for ${schema?.def.type ?? 'no schema'}`, () => assert.equal(getParamEncoding(schema), kind));
  }
});
