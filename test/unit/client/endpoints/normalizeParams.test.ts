import assert from 'node:assert/strict';
import type { Endpoint } from '../../../../src/client/endpoint.ts';
import * as table from '../../../../src/client/endpoints/table.ts';
import { normalizeParams } from '../../../../src/client/endpoints/normalizeParams.ts';

const { search, tweet, tweetQuotes, userFollowers, gatewaySearchHashtag, gatewaySearchAdvanced } = table;

describe('normalizeParams', () => {
  const cases: readonly (readonly [string, Endpoint, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>])[] = [
    ['a default that is spelled out', search, { searchItem: 'a', category: 'Top' }, { searchItem: 'a' }],
    ['an order that is the default', tweet, { tweetId: '5', rankingMode: 'Relevance' }, { tweetId: '5' }],
    ['a flag that is the default', tweet, { tweetId: '5', includePromotedContent: false }, { tweetId: '5' }],
    ['empty filters', search, { searchItem: 'a', filters: {} }, { searchItem: 'a' }],
    ['filters that are off', search, { searchItem: 'a', filters: { onlyReplies: false } }, { searchItem: 'a' }],
    ['an unknown choice', tweetQuotes, { tweetId: '5', rankingMode: 'Top' }, { tweetId: '5' }],
    ['an unknown name', tweet, { tweetId: '5', other: 1 }, { tweetId: '5' }],
    ['the default of one row', gatewaySearchHashtag, { hashtag: 'a', filter: 'latest' }, { hashtag: 'a' }],
    [
      'a default within a body',
      gatewaySearchAdvanced,
      { query: { keywords: ['a'] }, filters: { author: { verified_only: false } } },
      { query: { keywords: ['a'] } },
    ],
  ];
  for (const [what, endpoint, given, meant] of cases) {
    it(`leaves out ${what}`, () => assert.deepEqual(normalizeParams(endpoint, given), meant));
  }

  it('keeps other values, and page sizes and cursors', () => {
    const values = { searchItem: 'a', category: 'Latest', filters: { minimumLikesCount: 0 }, count: 20, cursor: 'x' };
    assert.deepEqual(normalizeParams(search, values), values);
    const wantedNot = { filters: { content_type: { has_media: false } } };
    assert.deepEqual(normalizeParams(gatewaySearchAdvanced, wantedNot), wantedNot);
  });

  it("uses only a user's handle if there is one, without @", () => {
    const named = { userId: '-1', username: 'ada_writes' };
    assert.deepEqual(normalizeParams(userFollowers, { userId: '5', username: '@ada_writes' }), named);
    assert.deepEqual(normalizeParams(userFollowers, named), named);
    assert.deepEqual(normalizeParams(userFollowers, { userId: '5' }), { userId: '5' });
  });

  it('returns the same for names in any order', () => {
    const [one, other] = [
      { searchItem: 'a', filters: { lang: 'en', since: '2026-01-01' } },
      { filters: { since: '2026-01-01', lang: 'en' }, searchItem: 'a' },
    ];
    assert.equal(JSON.stringify(normalizeParams(search, one)), JSON.stringify(normalizeParams(search, other)));
  });

  it("keeps every example's meaning", () => {
    for (const endpoint of table.endpoints) {
      const meant = normalizeParams(endpoint, endpoint.example);
      assert.deepEqual(normalizeParams(endpoint, meant), meant, endpoint.id);
      assert.ok(endpoint.params.safeParse(meant).success, endpoint.id);
    }
  });
});
