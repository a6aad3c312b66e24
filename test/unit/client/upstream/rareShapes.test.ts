import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { readUpstream, readParsedUpstream } from '../../../../src/client/upstream/readUpstream.ts';
import { toTweet } from '../../../support/toTweet.ts';
import { account, add, type Fields, idsOf, line, post } from './madeUpstream.ts';
import { toUser } from '../../../../src/client/upstream/readUser.ts';
import type { UpstreamPage } from '../../../../src/client/upstream/upstreamPage.ts';

const author = account('11', 'ada');
const tweetItem = (result: unknown): Fields => ({ itemType: 'TimelineTweet', tweet_results: { result } });
const cursor = (entryId: string, cursorType: string, value: string): Fields => ({ entryId, content: { cursorType, value } });
const module = (entryId: string, items: Readonly<Record<string, unknown>>): Fields => ({
  entryId,
  content: {
    items: Object.entries(items).map(([name, itemContent]) => ({ entryId: `${entryId}-${name}`, item: { itemContent } })),
  },
});

function search(...instructions: readonly Fields[]): UpstreamPage {
  return readParsedUpstream({ data: { search_by_raw_query: { search_timeline: { timeline: { instructions } } } } });
}

function tweetOf(result: Fields) {
  const read = toTweet(result);
  assert.ok(read !== undefined);
  return read;
}

describe('readUpstream on layouts without a capture', () => {
  it('uses cursors from replaced entries', () => {
    const replace = (entry: Fields): Fields => ({ type: 'TimelineReplaceEntry', entry_id_to_replace: 'cursor-bottom-0', entry });
    const page = search(
      add(line('tweet-1', tweetItem(post('1'))), cursor('cursor-bottom-0', 'Bottom', 'old')),
      replace(cursor('cursor-bottom-0', 'Bottom', 'new')),
      replace(cursor('cursor-top-0', 'Top', 'up')),
    );
    assert.deepEqual([idsOf(page), page.cursor], [['1'], { top: 'up', bottom: 'new', more: undefined }]);
  });

  it('reads items added to a module, media grids, and lists in a search', () => {
    const page = search(
      {
        type: 'TimelineAddToModule',
        moduleEntryId: 'profile-grid-0',
        moduleItems: [{ entryId: 'profile-grid-0-tweet-1', item: { itemContent: tweetItem(post('1')) } }],
      },
      add(module('search-grid-0', { 'tweet-2': tweetItem(post('2')), 'tweet-3': tweetItem(post('3')) })),
      add(module('list-search-0', { 'list-4': { itemType: 'TimelineTwitterList', list: { id_str: '4', name: 'Four' } } })),
    );
    assert.deepEqual(idsOf(page), ['1', '2', '3', '4']);
    assert.deepEqual(
      page.slots.map(({ moduleId }) => moduleId),
      ['profile-grid-0', 'search-grid-0', 'search-grid-0'],
    );
    assert.deepEqual(page.warnings, []);
  });

  it('reads reposted and quoted posts by their later names', () => {
    const { record, extra } = tweetOf(
      post('1', {
        full_text: 'RT @old_name: text o…',
        repostedStatusResults: { result: post('2', {}, { quotedPostResults: { result: post('3') } }) },
      }),
    );
    assert.equal(record.text, 'RT @ada: text of 2');
    assert.deepEqual([record.retweetOf?.id, extra.retweetOf?.quotedId], ['2', '3']);
    assert.deepEqual([record.retweetOf?.quoted?.text, record.quoted], ['text of 3', null]);
    assert.equal(extra.retweetOf?.quoted?.hasViewCount, false);
    assert.equal(tweetOf(post('1', {}, { quotedPostResults: { result: post('3') } })).record.quoted?.id, '3');
  });

  it('reads posts for subscribers, with their notice', () => {
    const preview = { __typename: 'TweetPreviewDisplay', tweet: post('1'), cta: { title: 'Subscribe to see more' } };
    const { record, extra } = tweetOf(preview);
    assert.deepEqual([record.id, extra.notice], ['1', 'Subscribe to see more']);
  });

  it('reads posts from mobile queries', () => {
    const { record } = tweetOf({
      rest_id: '1',
      core: { user_results: { result: author } },
      details: { full_text: 'see https://t.co/abc https://t.co/pic', created_at_ms: 1_539_202_764_999 },
      counts: { reply_count: 1, retweet_count: 2, favorite_count: 3 },
      reply_to_results: { rest_id: '9' },
      url_entities: [{ url: 'https://t.co/abc', expanded_url: 'https://example.org/&' }],
      media_entities: [
        {
          url: 'https://t.co/pic',
          media_results: { result: { media_info: { __typename: 'ApiImage', original_img_url: 'https://example.org/p.jpg' } } },
        },
      ],
    });
    assert.equal(record.text, 'see https://example.org/&');
    assert.equal(record.createdAt, '2018-10-10T20:19:24Z');
    assert.deepEqual([record.counts.replies, record.counts.retweets, record.counts.likes], [1, 2, 3]);
    assert.equal(record.replyTo?.['tweetId'], '9');
    assert.equal(record.media[0]?.url, 'https://example.org/p.jpg');
  });

  it('keeps the places of tombstones and unavailable posts, and warns about posts without text', () => {
    const tombstone = { itemType: 'TimelineTombstone', tombstoneInfo: { text: 'Gone.' } };
    const page = search(
      add(
        line('tombstone-1', tombstone),
        line('tweet-2', tweetItem({ __typename: 'TweetUnavailable', reason: 'Protected' })),
        line('tweet-3', tweetItem({})),
        line(
          'tweet-4',
          tweetItem({ __typename: 'Tweet', rest_id: '4', core: { user_results: { result: author } }, legacy: null }),
        ),
        line('tweet-5', tweetItem(post('5'))),
      ),
    );
    assert.deepEqual(idsOf(page), ['5']);
    assert.deepEqual(
      page.slots.map((place) => (place.kind === 'absent' ? [place.tweetId, place.absence] : place.kind)),
      [
        ['1', { kind: 'tombstone', text: 'Gone.', reason: undefined }],
        ['2', { kind: 'unavailable', text: undefined, reason: 'Protected' }],
        ['3', { kind: 'empty', text: undefined, reason: undefined }],
        ['4', { kind: 'unreadable', text: undefined, reason: undefined }],
        'tweet',
      ],
    );
    assert.deepEqual(page.warnings, [
      {
        kind: 'unreadable',
        path: 'data.search_by_raw_query.search_timeline.timeline.instructions.0.entries.3.content.itemContent.tweet_results.result',
        message: 'Post 4 has no text, so it is omitted.',
      },
    ]);
  });

  it('returns a pinned post once, in its first place', () => {
    const pinned = line('tweet-2', tweetItem(post('2')));
    const page = search(add(line('tweet-1', tweetItem(post('1'))), pinned), { type: 'TimelinePinEntry', entry: pinned });
    assert.deepEqual(
      page.records.map(({ record }) => [Reflect.get(record, 'id'), Reflect.get(record, 'isPinned')] as unknown[]),
      [
        ['1', false],
        ['2', true],
      ],
    );
    assert.equal(page.slots.length, 3);
  });

  it('reads the older interface with reposted and quoted posts', () => {
    const tweet = (id: string, fields: Fields): Fields => ({
      id_str: id,
      full_text: `text of ${id}`,
      created_at: 'Wed Oct 10 20:19:24 +0000 2018',
      user_id_str: '11',
      ...fields,
    });
    const entry = (id: string): Fields => ({ entryId: `sq-I-t-${id}`, content: { item: { content: { tweet: { id } } } } });
    const page = readParsedUpstream({
      globalObjects: {
        tweets: {
          1: tweet('1', { full_text: 'RT @ada: text…', retweeted_status_id_str: '2' }),
          2: tweet('2', {}),
          3: tweet('3', { quoted_status_id_str: '2', ext_views: { count: '7' } }),
        },
        users: { 11: { id_str: '11', screen_name: 'ada', name: 'Ada', ext_is_blue_verified: true } },
      },
      timeline: { instructions: [{ addEntries: { entries: [entry('1'), entry('3'), entry('404')] } }] },
    });
    assert.deepEqual([page.operation, page.era, idsOf(page)], ['search', 'legacy', ['1', '3']]);
    const [repost, quote] = page.records;
    assert.ok(repost?.kind === 'tweet' && quote?.kind === 'tweet');
    assert.deepEqual([repost.record.text, repost.record.author.verified], ['RT @ada: text of 2', true]);
    assert.deepEqual([quote.record.quoted?.id, quote.record.counts.views], ['2', 7]);
  });

  it('reports the platform’s reason if there is no data', () => {
    for (const data of [{}, null, undefined]) {
      const page = readParsedUpstream({ errors: [{ message: 'BadRequest: too long' }], data });
      assert.deepEqual(page.records, []);
      assert.deepEqual(page.warnings, [{ kind: 'error', path: 'errors.0', message: 'BadRequest: too long' }]);
    }
  });

  it("rejects a body that nests too deep or isn't JSON, and ignores depth in other places", () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    assert.deepEqual(
      readUpstream(deep).warnings.map(({ kind }) => kind),
      ['tooDeep'],
    );
    assert.deepEqual(
      readUpstream(`{"relationship":{"source":{"screen_name":"a","x":${deep}},"target":{"screen_name":"b"}}}`).warnings.map(
        ({ kind }) => kind,
      ),
      ['unreadable'],
    );
    const user = `{"rest_id":"1","legacy":{"screen_name":"a"},"extra":${deep}}`;
    assert.deepEqual(idsOf(readUpstream(`{"data":{"user":{"result":${user}}}}`)), ['1']);
    assert.deepEqual(
      readUpstream('{"data":').warnings.map(({ kind }) => kind),
      ['notJson'],
    );
  });

  it('reads saved parts of a body: an entry, a post, an account, a list, or a tombstone', () => {
    const stored = [
      line('tweet-1', tweetItem(post('1'))),
      post('1'),
      author,
      { id_str: '5', name: 'Five', member_count: 1, subscriber_count: 2, mode: 'Private', created_at: 0 },
    ];
    assert.deepEqual(
      stored.map((one) => [readParsedUpstream(one).operation, ...idsOf(readParsedUpstream(one))]),
      [
        ['entry', '1'],
        ['tweet', '1'],
        ['user', '11'],
        ['list', '5'],
      ],
    );
    const gone = readParsedUpstream({ __typename: 'TweetTombstone', tombstone: { text: { text: 'Gone.' } } });
    assert.deepEqual([gone.records.length, gone.slots[0]?.kind, gone.warnings], [0, 'absent', []]);
  });

  it('reads a file that begins with a byte order mark', () => {
    assert.deepEqual(idsOf(readUpstream(`\ufeff${JSON.stringify(post('1'))}`)), ['1']);
  });

  it('keeps a post without its author, with a warning', () => {
    const page = search(add(line('tweet-1', tweetItem(post('1', {}, { core: { user_results: {} } })))));
    const [first] = page.records;
    assert.ok(first?.kind === 'tweet');
    assert.deepEqual(
      [first.record.author.id, first.record.author.username, first.record.url],
      ['11', '', 'https://x.com/i/status/1'],
    );
    assert.deepEqual(
      page.warnings.map(({ kind }) => kind),
      ['empty'],
    );
  });

  it('never reads an id from a number or other text', () => {
    for (const rest_id of [12, '12a', '', '-1', '1'.repeat(31), null]) assert.equal(toUser({ ...author, rest_id }), undefined);
  });
});
