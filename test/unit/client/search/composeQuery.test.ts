import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { readFiltersLeniently, composeQuery } from '../../../../src/client/search/composeQuery.ts';
import { filterKeys, type SearchFilters } from '../../../../src/client/search/filters.ts';
import { resolvePlusSigns } from '../../../../src/client/search/tokenizeQuery.ts';

/** A filter and its operator. The compiler checks that no key is missing. */
const composed: { readonly [K in keyof Required<SearchFilters>]: readonly [Required<SearchFilters>[K], string] } = {
  lang: ['und', 'lang:und'],
  since: ['2026-01-31', 'since:2026-01-31'],
  until: ['2026-01-31_23:59:59_UTC', 'until:2026-01-31_23:59:59_UTC'],
  sinceTime: ['1767225600', 'since_time:1767225600'],
  untilTime: ['1767225600', 'until_time:1767225600'],
  withinTime: ['7d', 'within_time:7d'],
  sinceId: ['1234567890123456789', 'since_id:1234567890123456789'],
  maxId: ['1234567890123456789', 'max_id:1234567890123456789'],
  exactSentence: ['open data', '"open data"'],
  anyOfTheseWords: [['a', 'b c', 'OR', '-d', 'e:f'], '(a OR "b c" OR "OR" OR "-d" OR "e:f")'],
  noneOfTheseWords: [['a', 'b c'], '-a -"b c"'],
  hashtags: [['a', '#b'], '(#a OR #b)'],
  fromTheseAccounts: [['a', '@b'], '(from:a OR from:b)'],
  toTheseAccounts: [['a'], '(to:a)'],
  mentionsTheseAccounts: [['a', '@b'], '(@a OR @b)'],
  minimumRepliesCount: [1, 'min_replies:1'],
  minimumRetweetsCount: [2, 'min_retweets:2'],
  minimumLikesCount: [0, 'min_faves:0'],
  maximumRepliesCount: [1, '-min_replies:1'],
  maximumRetweetsCount: [2, '-min_retweets:2'],
  maximumLikesCount: [3, '-min_faves:3'],
  removeReplies: [true, '-filter:replies'],
  onlyReplies: [true, 'filter:replies'],
  removePostsWithLinks: [true, '-filter:links'],
  onlyPostsWithLinks: [true, 'filter:links'],
  removePostsWithMedia: [true, '-filter:media'],
  onlyPostsWithMedia: [true, 'filter:media'],
  removePostsWithVideo: [true, '-filter:native_video'],
  onlyPostsWithVideo: [true, 'filter:native_video'],
  removePostsWithPhotos: [true, '-filter:images'],
  onlyPostsWithPhotos: [true, 'filter:images'],
  linksInclude: ['example.org', 'url:example.org'],
  includeRetweets: [true, 'include:nativeretweets'],
  onlyRetweets: [true, 'filter:nativeretweets'],
  onlyOldStyleRetweets: [true, 'filter:retweets'],
  removeOldStyleRetweets: [true, '-filter:retweets'],
  onlyQuotes: [true, 'filter:quote'],
  onlySelfThreads: [true, 'filter:self_threads'],
  onlyVerified: [true, 'filter:verified'],
  onlyBlueVerified: [true, 'filter:blue_verified'],
  listId: ['12345', 'list:12345'],
  conversationId: ['1', 'conversation_id:1'],
  quotedTweetId: ['2', 'quoted_tweet_id:2'],
  quotedUserId: ['3', 'quoted_user_id:3'],
  hasEngagement: [true, 'filter:has_engagement'],
  onlyAllVideos: [true, 'filter:videos'],
  onlySpaces: [true, 'filter:spaces'],
  onlyGifs: [true, 'card_name:animated_gif'],
  onlyWithMentions: [true, 'filter:mentions'],
  onlyWithHashtags: [true, 'filter:hashtags'],
  onlyNews: [true, 'filter:news'],
  safeMode: [true, 'filter:safe'],
  near: ['San Francisco', 'near:"San Francisco"'],
  within: ['10km', 'within:10km'],
  geocode: ['37.78,-122.41,10km', 'geocode:37.78,-122.41,10km'],
  place: ['New York (city)', 'place:"New York (city)"'],
  source: ['Example App', 'source:Example_App'],
  cardName: ['animated_gif', 'card_name:animated_gif'],
  cardDomain: ['example.org', 'card_domain:example.org'],
};

describe('composeQuery', () => {
  for (const [key, [value, operator]] of Object.entries(composed)) {
    it(`adds ${operator} for ${key}`, () => {
      assert.equal(composeQuery('cats', readFiltersLeniently({ [key]: value }).filters), `cats ${operator}`);
    });
  }

  it('has every key in the reference once', () => {
    assert.equal(filterKeys.length, 59);
    assert.deepEqual([...filterKeys].toSorted(), Object.keys(composed).toSorted());
  });

  it("adds operators in the reference's order, regardless of the given order", () => {
    assert.equal(composeQuery('', { source: 'x', onlyReplies: true, lang: 'en' }), 'lang:en filter:replies source:x');
  });

  it('ignores false and empty arrays', () => {
    assert.equal(composeQuery('cats', { onlyReplies: false, hashtags: [] }), 'cats');
  });

  it('leaves out blank text and keeps any other', () => {
    assert.equal(composeQuery('  ', { lang: 'en' }), 'lang:en');
    assert.equal(composeQuery(' cats ', { lang: 'en' }), ' cats  lang:en');
    assert.equal(composeQuery(''), '');
  });
});

describe('resolvePlusSigns', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['cats+dogs', 'cats+dogs'],
    ['C++ OR "a+b" #x @y', 'C++ OR "a+b" #x @y'],
    ['cats+from:nasa', 'cats from:nasa'],
    ['"a+b" -from:x', '"a b" -from:x'],
    ['(from:a+OR+to:b)', '(from:a OR to:b)'],
    ['a+"from:nasa"', 'a+"from:nasa"'],
    ['a+From:nasa', 'a+From:nasa'],
    ['a+note:x', 'a+note:x'],
    ['a+since:', 'a since:'],
  ];
  for (const [text, read] of rows) {
    it(`reads ${text} as ${read}`, () => assert.deepEqual(resolvePlusSigns(text), { text: read, plusIsSpace: text !== read }));
  }

  it('ignores filter operators', () => {
    assert.equal(composeQuery('C++', { lang: 'en' }), 'C++ lang:en');
  });
});

describe('readFiltersLeniently', () => {
  it("ignores unknown keys, wrong types, and array items that aren't strings, and lists them", () => {
    const given = { lang: 5, sinceId: 123, hashtags: ['a', 5, 'b'], toTheseAccounts: 'x', foo: 1, onlyReplies: 'true', near: '' };
    assert.deepEqual(readFiltersLeniently(given), {
      filters: { hashtags: ['a', 'b'], near: '' },
      ignored: [
        { key: 'lang', why: 'type' },
        { key: 'sinceId', why: 'type' },
        { key: 'hashtags', why: 'members' },
        { key: 'toTheseAccounts', why: 'type' },
        { key: 'foo', why: 'unknown' },
        { key: 'onlyReplies', why: 'type' },
      ],
    });
  });

  it("finds filters only in an object's own members", () => {
    for (const value of [undefined, null, [], ['lang'], 'lang', 5])
      assert.deepEqual(readFiltersLeniently(value), { filters: {}, ignored: [] });
    assert.deepEqual(readFiltersLeniently(Object.create({ lang: 'en' })).filters, {});
    assert.deepEqual(readFiltersLeniently(JSON.parse('{"__proto__":{"lang":"en"}}')).filters, {});
  });
});
