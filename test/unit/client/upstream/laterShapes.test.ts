import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { readRawPagingInfo } from '../../../../src/client/upstream/readRawPagingInfo.ts';
import { readUpstream, readParsedUpstream } from '../../../../src/client/upstream/readUpstream.ts';
import { toTweet } from '../../../support/toTweet.ts';
import type { UpstreamPage } from '../../../../src/client/upstream/upstreamPage.ts';
import { account, add, type Fields, idsOf, line, post, timeline } from './madeUpstream.ts';

/** Values used for a missing author. */
const authorless: Readonly<Record<string, Fields>> = {
  nothing: { core: { user_results: {} } },
  'no core': { core: undefined },
  'an account without a profile': { core: { user_results: { result: { __typename: 'User', rest_id: '12' } } } },
  'an account that is unavailable': {
    core: { user_results: { result: { __typename: 'UserUnavailable', reason: 'Suspended' } } },
  },
};

function tweetOf(result: Fields) {
  const read = toTweet(result);
  assert.ok(read !== undefined);
  return read;
}

const kindsOf = (page: UpstreamPage): readonly string[] => page.warnings.map(({ kind }) => kind);

describe('readUpstream on a post without its author', () => {
  for (const [what, fields] of Object.entries(authorless)) {
    const original = post('2', { user_id_str: '12' }, fields);

    it(`finds the author of a repost's original in the repost's mentions: ${what}`, () => {
      const user_mentions = [
        { id_str: '99', screen_name: 'other', name: 'Other' },
        { id_str: '12', screen_name: 'eve', name: 'Eve' },
      ];
      const full_text = 'RT @eve: text o…';
      const { record } = tweetOf(
        post('1', { full_text, entities: { user_mentions }, retweeted_status_result: { result: original } }),
      );
      const { id, username, name } = record.retweetOf?.author ?? {};
      assert.deepEqual([id, username, name], ['12', 'eve', 'Eve']);
      assert.equal(record.text, 'RT @eve: text of 2');
      assert.equal(record.retweetOf?.url, 'https://x.com/eve/status/2');
    });

    it(`finds a quoted post's author in its permalink, if it matches: ${what}`, () => {
      const quote = (expanded: string): Fields =>
        post('1', { quoted_status_permalink: { expanded } }, { quoted_status_result: { result: original } });
      const quotedBy = (expanded: string): unknown => tweetOf(quote(expanded)).record.quoted?.author.username;
      assert.equal(quotedBy('https://twitter.com/eve/status/2'), 'eve');
      assert.equal(quotedBy('https://twitter.com/eve/status/3'), '');
      assert.equal(quotedBy('https://other.example/eve/status/2'), '');
    });

    it(`finds the author of a reply to oneself: ${what}`, () => {
      const response = (to: string): Fields =>
        post('2', { user_id_str: '12', in_reply_to_user_id_str: to, in_reply_to_screen_name: 'eve' }, fields);
      assert.deepEqual(
        ['12', '13'].map((to) => tweetOf(response(to)).record.author.username),
        ['eve', ''],
      );
      assert.equal(tweetOf(response('13')).record.author.id, '12');
    });
  }

  it('finds the author in fields that only some queries have', () => {
    const { record } = tweetOf(post('1', {}, { core: undefined, author_results: { result: account('12', 'eve') } }));
    assert.deepEqual([record.author.id, record.author.username], ['12', 'eve']);
  });
});

describe('readUpstream on rare layouts', () => {
  it("reads the preview of a post for subscribers, which doesn't have legacy", () => {
    const { record, extra } = tweetOf({
      __typename: 'TweetPreviewDisplay',
      cta: { title: 'Subscribe' },
      tweet: {
        rest_id: '1',
        core: { user_results: { result: account('11', 'ada') } },
        text: 'The beginning &amp; no end',
        created_at: 'Wed Oct 10 20:19:24 +0000 2018',
        favorite_count: 3,
        entities: { user_mentions: [{ user_results: {} }] },
        view_count: { count: '7', state: 'EnabledWithCount' },
      },
    });
    assert.deepEqual(
      [record.text, record.createdAt, record.counts.likes, record.counts.views, record.mentions, extra.notice],
      ['The beginning & no end', '2018-10-10T20:19:24Z', 3, 7, [], 'Subscribe'],
    );
  });

  it("reads a tombstone's text in any wrapper, and text next to an empty note", () => {
    const body = { itemType: 'TimelineTombstone', tombstoneInfo: { richText: { text: 'Gone.' } } };
    const [place] = readParsedUpstream(line('tweet-1', body)).slots;
    assert.equal(place?.kind === 'absent' ? place.absence.text : undefined, 'Gone.');
    const note_tweet = { note_tweet_results: { result: { text: '', entity_set: {} } } };
    assert.equal(tweetOf(post('1', {}, { note_tweet })).record.text, 'text of 1');
  });

  it('reads polls with images, and the text of broadcasts, events, and promoted cards', () => {
    const card = (name: string, texts: Readonly<Record<string, string>>): Fields => ({
      card: {
        legacy: {
          name,
          url: 'card://1',
          binding_values: Object.entries(texts).map(([key, string_value]) => ({ key, value: { string_value } })),
        },
      },
    });
    const extraOf = (name: string, texts: Readonly<Record<string, string>>) => tweetOf(post('1', {}, card(name, texts))).extra;
    const choices = { choice1_label: 'Yes', choice1_count: '2', choice2_label: 'No', choice2_count: '1' };
    for (const name of ['poll2choice_video', '1906814671912599552:poll_choice_images'])
      assert.deepEqual(extraOf(name, choices).poll?.choices, [
        { label: 'Yes', votes: 2 },
        { label: 'No', votes: 1 },
      ]);
    const broadcast = { broadcast_title: 'Live', broadcast_url: 'https://x.com/i/broadcasts/1', card_url: 'https://t.co/a' };
    assert.deepEqual(
      [extraOf('1:broadcast', broadcast).card?.title, extraOf('1:broadcast', broadcast).card?.url],
      ['Live', 'https://x.com/i/broadcasts/1'],
    );
    assert.equal(extraOf('1:live_event', { event_title: 'Match' }).card?.title, 'Match');
    const unified = JSON.stringify({
      component_objects: { media_1: { data: { id: '1' } }, details_1: { data: { title: { content: 'Buy' } } } },
      destination_objects: { one: { data: { url_data: { url: 'https://shop.example/1', vanity: 'shop.example' } } } },
      media_entities: { 1: { media_url_https: 'https://shop.example/1.jpg' } },
    });
    assert.deepEqual(extraOf('unified_card', { unified_card: unified }).card, {
      name: 'unified_card',
      url: 'https://shop.example/1',
      title: 'Buy',
      description: undefined,
      domain: 'shop.example',
      imageUrl: 'https://shop.example/1.jpg',
    });
    for (const broken of ['{', '[]', 'null', '{"component_objects":{"a":null}}'])
      assert.deepEqual(
        [
          extraOf('unified_card', { unified_card: broken }).card?.name,
          extraOf('unified_card', { unified_card: broken }).card?.title,
        ],
        ['unified_card', undefined],
      );
  });

  it("reads a job's id next to its result", () => {
    const item = (rest_id: string): Fields => ({
      id: 'QXBpSm9iUmVzdWx0czo1',
      rest_id,
      result: { __typename: 'ApiJob', id: 'QXBpSm9iOjU=', core: { title: 'Gardener' } },
    });
    const search = { items_results: [item('5'), item('6'), {}], slice_info: { next_cursor: 'next' } };
    const page = readParsedUpstream({ data: { job_search: search } });
    assert.deepEqual([page.operation, idsOf(page), page.cursor.bottom], ['jobSearch', ['5', '6'], 'next']);
    assert.deepEqual(
      page.warnings.map(({ kind, path }) => [kind, path]),
      [['empty', 'data.job_search.items_results.2']],
    );
    assert.deepEqual(idsOf(readParsedUpstream({ data: { jobData: item('7') } })), ['7']);
    assert.deepEqual(readRawPagingInfo({ data: { job_search: search } }), { next: 'next', itemIds: ['5', '6'] });
  });

  it('skips promoted people and posts', () => {
    const paid = { itemType: 'TimelineUser', user_results: { result: account('12', 'eve') }, promotedMetadata: {} };
    const free = { itemType: 'TimelineUser', user_results: { result: account('11', 'ada') } };
    const page = readParsedUpstream({
      data: { retweeters_timeline: timeline(add(line('user-12', paid), line('user-11', free))) },
    });
    assert.deepEqual([idsOf(page), page.warnings], [['11'], []]);
  });

  it('reads a timeline below an unknown name, and items with mobile query names', () => {
    const page = readParsedUpstream({
      data: {
        viewer: { id: 'x' },
        bookmark_collection_timeline: timeline(
          add(
            line('tweet-1', { tweet_results: { result: post('1') } }),
            { entryId: 'tweet-2', content: { content: { tweetResult: { result: post('2') } } } },
            { entryId: 'user-11', content: { content: { userResult: { result: account('11', 'ada') } } } },
            { entryId: 'tweet-3', content: { content: { tweetResult: { result: post('3') }, promotedMetadata: {} } } },
            { entryId: 'tweet-4', content: { content: { tweetResult: { result: { rest_id: '4' } } } } },
            { entryId: 'cursor-bottom-0', content: { cursorType: 'Bottom', value: 'next' } },
          ),
        ),
      },
    });
    assert.deepEqual([page.operation, idsOf(page), page.cursor.bottom], ['otherTimeline', ['1', '2', '11'], 'next']);
    assert.deepEqual(
      page.warnings.map(({ path }) => path),
      ['data.bookmark_collection_timeline.timeline.instructions.0.entries.4.content.content.result'],
    );
  });

  it('reads a timeline by its older name if the newer one is null', () => {
    const result = { timeline_v2: null, ...timeline() };
    const instructions = [add(line('tweet-1', { tweet_results: { result: post('1') } }))];
    const page = readParsedUpstream({ data: { user: { result: { ...result, timeline: { timeline: { instructions } } } } } });
    assert.deepEqual([page.operation, idsOf(page)], ['userTimeline', ['1']]);
  });
});

describe('readUpstream on a body without records', () => {
  it('recognizes records that the platform reports as unavailable', () => {
    const page = readParsedUpstream({ user: { result: { __typename: 'UserUnavailable', reason: 'Suspended' } } });
    assert.deepEqual([page.operation, kindsOf(page)], ['user', ['unavailable']]);
  });
});

describe('readUpstream on a malicious body', () => {
  it('reads a post with a huge number of links', () => {
    const count = 100_000;
    const token = (index: number): string => `https://t.co/${index.toString(36)}`;
    const urls = Array.from({ length: count }, (_, index) => ({
      url: token(index),
      expanded_url: `https://a.b/${index.toString(36)}`,
    }));
    const full_text = urls.map(({ url }) => url).join(' ');
    const { text } = tweetOf(post('1', { full_text, entities: { urls } })).record;
    assert.ok(text.startsWith('https://a.b/0 https://a.b/1 '));
    assert.ok(text.endsWith(` https://a.b/${(count - 1).toString(36)}`));
  });

  it('ignores ids that are numbers and have lost digits', () => {
    const source = '{"id":1833651053168070656,"id_str":"1833651053168070656","screen_name":"ada"}';
    const target = '{"id":9007199254740993,"screen_name":"eve"}';
    const [friendship] = readUpstream(`{"relationship":{"source":${source},"target":${target}}}`).records;
    assert.deepEqual(friendship?.record, {
      relationship: {
        source: { id: '1833651053168070656', id_str: '1833651053168070656', screen_name: 'ada' },
        target: { id: null, screen_name: 'eve' },
      },
    });
    const page = readParsedUpstream({ data: { tweetResult: { result: { ...post('1'), rest_id: 1833651053168070656 } } } });
    assert.deepEqual([idsOf(page), kindsOf(page)], [[], ['unreadable']]);
  });

  it('ignores prototype members', () => {
    const body = `{"data":{"user":{"result":{"__proto__":{"rest_id":"1"},"constructor":{"prototype":{}},"__typename":"User"}}}}`;
    assert.deepEqual(idsOf(readUpstream(body)), []);
    const rest = `{"globalObjects":{"tweets":{},"users":{}},"timeline":{"instructions":[{"addEntries":{"entries":[
      {"entryId":"a","content":{"item":{"content":{"tweet":{"id":"__proto__"}}}}},
      {"entryId":"b","content":{"item":{"content":{"tweet":{"id":"constructor"}}}}}]}}]}}`;
    assert.deepEqual(idsOf(readUpstream(rest)), []);
  });

  it('ignores impossible dates', () => {
    for (const created_at of [
      'Wed Oct 32 20:19:24 +0000 2018',
      'Wed Oct 00 20:19:24 +0000 2018',
      'Wed Oct 10 24:19:24 +0000 2018',
    ])
      assert.equal(tweetOf(post('1', { created_at })).record.createdAt, '');
  });
});
