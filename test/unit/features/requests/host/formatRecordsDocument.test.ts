import assert from 'node:assert/strict';
import { gatewayTweetRetweets, userTweets } from '../../../../../src/client/endpoints/table.ts';
import { toPage } from '../../../../../src/client/records/toPage.ts';
import {
  readUpstreamResponse,
  readUpstreamText,
  formatRecordsDocument,
} from '../../../../../src/features/requests/host/formatRecordsDocument.ts';
import { respondWith } from '../../../client/records/responses.ts';

const tweet = (id: string, more: object = {}) => ({
  __typename: 'Tweet',
  rest_id: id,
  core: { user_results: { result: { __typename: 'User', rest_id: '7', core: { screen_name: 'ada', name: 'Ada' } } } },
  legacy: { id_str: id, full_text: 'Mint &amp; rain', created_at: 'Mon Jun 15 12:00:00 +0000 2026', user_id_str: '7' },
  ...more,
});

const read = (body: unknown): Record<string, unknown> => {
  const text = formatRecordsDocument(readUpstreamText(JSON.stringify(body)));
  return JSON.parse(text) as Record<string, unknown>;
};

describe('formatRecordsDocument', () => {
  it('formats a collection with its source', () => {
    const { data, nextCursor, hasNextPage, readFrom } = read({
      data: { tweetResult: { result: tweet('99999999999999999999') } },
    });
    const [record] = data as readonly { readonly id: string; readonly text: string }[];
    assert.equal(record?.id, '99999999999999999999');
    assert.equal(record?.text, 'Mint & rain');
    assert.deepEqual({ nextCursor, hasNextPage }, { nextCursor: null, hasNextPage: false });
    assert.equal((readFrom as { readonly operation: string }).operation, 'tweet');
  });

  it("contains the next cursor: a ShowMoreThreads cursor, or an empty page's cursor", () => {
    const cursor = (cursorType: string) => ({ entryId: `cursor-${cursorType}`, content: { cursorType, value: cursorType } });
    const line = {
      entryId: 'tweet-5',
      content: { itemContent: { itemType: 'TimelineTweet', tweet_results: { result: tweet('5') } } },
    };
    const leadsTo = (...entries: readonly object[]) => {
      const { nextCursor, hasNextPage } = read({ data: { new_thing: { instructions: [{ entries }] } } });
      return [nextCursor, hasNextPage];
    };
    assert.deepEqual(leadsTo(line, cursor('Bottom')), ['Bottom', true]);
    assert.deepEqual(leadsTo(line, cursor('ShowMoreThreads')), ['ShowMoreThreads', true]);
    assert.deepEqual(leadsTo(line), [null, false]);
    assert.deepEqual(leadsTo(cursor('Bottom')), ['Bottom', true]);
    assert.deepEqual(leadsTo({ entryId: 'label-5', content: {} }, cursor('Bottom')), ['Bottom', true], 'with no record');
  });

  it('puts extra fields next to the records', () => {
    const note = { subtitle: { text: 'Readers added context' }, destinationUrl: 'https://x.com/i/birdwatch/n/1' };
    const { data, extra } = read({ data: { tweetResult: { result: tweet('5', { birdwatch_pivot: note }) } } });
    assert.equal(JSON.stringify(data).includes('Readers'), false);
    assert.match(JSON.stringify(extra), /"0":.*Readers added context/);
  });

  it("lists the paths of values that can't be read", () => {
    const { warnings } = read({ data: { tweetResult: { result: { __typename: 'Tweet', rest_id: '5' } } } });
    assert.match(JSON.stringify(warnings), /data\.tweetResult\.result/);
  });
});

describe('readUpstreamResponse', () => {
  const site = 'https://social.example';
  const bodyOf = (value: unknown) => ({ body: new TextEncoder().encode(JSON.stringify(value)) });
  const read = (response: ReturnType<typeof respondWith>) =>
    readUpstreamResponse({ ...response, ...bodyOf(response.value) }, site).page;

  it('reads the same records as the views', () => {
    const response = respondWith(userTweets, { data: { tweetResult: { result: tweet('5') } } }, 'raw');
    const { records, operation } = read(response);
    assert.deepEqual([records.length, operation], [1, 'tweet']);
    assert.deepEqual(read(response), toPage(response, { site }).meta.upstream);
  });

  it('returns the next cursor, not the one that was sent', () => {
    const entries = [
      { entryId: 'tweet-5', content: { itemContent: { itemType: 'TimelineTweet', tweet_results: { result: tweet('5') } } } },
      { entryId: 'cursor-bottom', content: { cursorType: 'Bottom', value: 'b' } },
    ];
    const response = respondWith(userTweets, { data: { new_thing: { instructions: [{ entries }] } } }, 'raw');
    const { request } = response;
    const sent = (cursor: string) => ({ ...response, request: { ...request, params: { ...request.params, cursor } } });
    const next = (cursor: string) => readUpstreamResponse({ ...sent(cursor), ...bodyOf(response.value) }, site).next;
    assert.deepEqual([next('a'), next('b')], ['b', undefined]);
  });

  it('detects JSON from its structure if the endpoint is unknown', () => {
    const entries = [{ rest_id: '7', screen_name: 'ada', name: 'Ada', followers_count: 1, verified: false }];
    const { operation, records } = read(respondWith(gatewayTweetRetweets, { entries, cursor: { top: 't', bottom: 'b' } }));
    assert.deepEqual([operation, records.length], ['retweeters', 1]);
    assert.equal(read(respondWith(userTweets, { data: [{ id: '5', text: 'Mint' }] })).operation, 'unknown');
  });

  it("warns if the response isn't JSON", () => {
    const response = { ...respondWith(userTweets, undefined, 'raw'), body: new TextEncoder().encode('<html>') };
    assert.match(readUpstreamResponse(response, site).page.warnings[0]?.message ?? '', /^The body isn't JSON/);
  });
});
