import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { readRawPagingInfo } from '../../../../src/client/upstream/readRawPagingInfo.ts';
import { readParsedUpstream } from '../../../../src/client/upstream/readUpstream.ts';
import type { UpstreamPage } from '../../../../src/client/upstream/upstreamPage.ts';
import { at } from './json.ts';
import { account, add, type Fields, idsOf, line, post, timeline } from './madeUpstream.ts';

const timelineOf = (...entries: readonly Fields[]): Fields => timeline(add(...entries));
const tweetLine = (id: string): Fields => line(`tweet-${id}`, { itemType: 'TimelineTweet', tweet_results: { result: post(id) } });
const bottom: Fields = { entryId: 'cursor-bottom-0', content: { cursorType: 'Bottom', value: 'next' } };
const wordsOf = (page: UpstreamPage): readonly string[] => page.warnings.map(({ kind, message }) => `${kind}: ${message}`);

describe('readUpstream on a known root with a different timeline', () => {
  const posts = timelineOf(tweetLine('1'), tweetLine('2'), bottom);
  const bodies: Readonly<Record<string, Fields>> = {
    'a bookmark search': { search_by_raw_query: { bookmarks_search_timeline: posts } },
    'a search in a community': { communityResults: { result: { __typename: 'Community', community_filtered_timeline: posts } } },
    'a community with mobile query names': { community_by_rest_id: { result: { community_timeline: posts } } },
    'a list’s posts': { list: { timeline_response: posts } },
    'an account’s posts': { user: { result: { __typename: 'User', rest_id: '11', highlights_tweets_timeline: posts } } },
    'a timeline one level deeper': { list: { tweets_timeline: { timeline: posts } } },
  };
  for (const [what, data] of Object.entries(bodies)) {
    it(`reads ${what}`, () => {
      const page = readParsedUpstream({ data });
      assert.deepEqual([idsOf(page), page.cursor.bottom, page.warnings], [['1', '2'], 'next', []]);
      assert.deepEqual(readRawPagingInfo({ data }), { next: 'next', itemIds: ['tweet-1', 'tweet-2'] });
    });
  }

  it('reports an empty result only if the platform sent one', () => {
    const kinds = (data: Fields): readonly string[] => readParsedUpstream({ data }).warnings.map(({ kind }) => kind);
    for (const data of [
      { search_by_raw_query: {} },
      { search_by_raw_query: { search_timeline: {} } },
      { list: {} },
      { communityResults: { result: {} } },
      { user: {} },
      { users: [{}] },
    ])
      assert.deepEqual(kinds(data), ['empty'], JSON.stringify(data));
    for (const data of [
      { search_by_raw_query: { other: {} } },
      { search_by_raw_query: { search_timeline: { other: 1 } } },
      { list: { other: 1 } },
      { communityResults: { other: 1 } },
      { user: { other: 1 } },
      { users: [{ other: 1 }] },
      { tweetResult: { other: 1 } },
    ])
      assert.ok(['unknown', 'unreadable'].includes(kinds(data).join()), `${JSON.stringify(data)} ${kinds(data).join()}`);
  });

  it('reads a known root next to an empty one', () => {
    assert.deepEqual(idsOf(readParsedUpstream({ data: { user: { other: 1 }, tweetResult: { result: post('1') } } })), ['1']);
  });

  it('reads an item without a wrapper in a list of results', () => {
    assert.deepEqual(idsOf(readParsedUpstream({ data: { users: [account('11', 'ada')] } })), ['11']);
  });

  it("reports how many items in a body and a timeline it can't read", () => {
    const items = [{ kind: 'A' }, { kind: 'B' }, { kind: 'C' }];
    const sections = { sections: [{ items }, { items }] };
    assert.deepEqual(wordsOf(readParsedUpstream({ data: { search_by_raw_query: { other_things: sections } } })), [
      "unknown: The upstream JSON isn't recognized; 6 items weren't read.",
    ]);
    assert.deepEqual(wordsOf(readParsedUpstream({ data: { list: { other_things: sections } } })), [
      "unknown: The upstream JSON isn't recognized; 6 items weren't read.",
    ]);
    const unknown = (id: string): Fields => line(id, { itemType: 'TimelineOrchard', tree: {} });
    const frame = line('frame-1', { itemType: 'TimelineFrame' });
    const page = readParsedUpstream({
      data: { list: { tweets_timeline: timelineOf(unknown('a'), tweetLine('1'), frame, unknown('b')) } },
    });
    assert.deepEqual(wordsOf(page), ['unreadable: 2 items of this type are not read: TimelineOrchard.']);
    assert.equal(page.warnings[0]?.path, 'data.list.tweets_timeline.timeline.instructions.0.entries.0.content.itemContent');
  });

  it('reads communities as items, and skips suggested lists', () => {
    const page = readParsedUpstream({
      data: {
        viewer: timelineOf(
          line('community-5', { itemType: 'TimelineCommunity', community_results: { result: { rest_id: '5', name: 'Five' } } }),
          { entryId: 'list-to-follow-module-1', content: { items: [{ item: { itemContent: { list: { id_str: '6' } } } }] } },
        ),
      },
    });
    assert.deepEqual([idsOf(page), page.warnings], [['5'], []]);
  });
});

describe('readUpstream on Spaces', () => {
  const person = (id: string, twitter_screen_name: string): Fields => ({
    twitter_screen_name,
    display_name: twitter_screen_name.toUpperCase(),
    user_results: { rest_id: id, result: { __typename: 'User', legacy: {} } },
  });
  const audioSpace = {
    metadata: {
      rest_id: '1abCDefGHijKL',
      state: 'Running',
      title: 'Pruning for beginners',
      created_at: 1_539_202_764_999,
      started_at: 1_539_202_765_000,
      ended_at: '1539206364999',
      creator_results: { result: account('11', 'ada') },
      total_live_listeners: 40,
      total_replay_watched: 2,
    },
    participants: { total: 7, admins: [person('11', 'ada')], speakers: [person('12', 'eve')], listeners: [] },
    sharings: {
      items: [
        { shared_item: { __typename: 'AudioSpaceSharedTweet', tweet_results: { result: post('1') } } },
        { shared_item: { __typename: 'AudioSpaceSharedLink' } },
      ],
    },
  };

  it('reads a Space with its participants and shared posts', () => {
    const page = readParsedUpstream({ data: { audioSpace } });
    assert.deepEqual([page.operation, page.records.map(({ kind }) => kind)], ['space', ['space', 'tweet']]);
    const room: Fields = page.records[0]?.record ?? {};
    assert.deepEqual(
      ['id', 'title', 'state', 'created_at', 'ended_at', 'participant_count', 'host_ids', 'speaker_ids'].map((key) => room[key]),
      ['1abCDefGHijKL', 'Pruning for beginners', 'live', '2018-10-10T20:19:24Z', '2018-10-10T21:19:24Z', 7, ['11'], ['12']],
    );
    assert.equal(at(room, 'creator', 'username'), 'ada');
    assert.deepEqual(wordsOf(page), ['unreadable: An item of this type is not read: AudioSpaceSharedLink.']);
  });

  it('reads Spaces in a search, which have only an id, and an empty search', () => {
    const items = [{ kind: 'Audiospace', space: { rest_id: '1abCDefGHijKL' } }, { kind: 'Topic' }];
    const sections = [{ name: 'Live', items }];
    const page = readParsedUpstream({ data: { search_by_raw_query: { audio_spaces_grouped_by_section: { sections } } } });
    assert.deepEqual([page.operation, page.records.map(({ record }) => record)], ['spaceSearch', [{ id: '1abCDefGHijKL' }]]);
    assert.equal(page.warnings.length, 1);
    assert.deepEqual(wordsOf(readParsedUpstream({ data: { audioSpace: {} } })), ['empty: The platform sent an empty result.']);
  });
});

describe('readUpstream on the older interface', () => {
  it("reports how many items of other kinds it can't read", () => {
    const entry = (content: Fields): Fields => ({ entryId: 'n', content: { item: { content } } });
    const entries = [entry({ orchard: {} }), entry({ orchard: {} }), entry({ tweet: { id: '1' } })];
    const tweet = { id_str: '1', full_text: 'text of 1', created_at: 'Wed Oct 10 20:19:24 +0000 2018', user_id_str: '12' };
    const page = readParsedUpstream({
      globalObjects: { users: { 12: { id_str: '12', screen_name: 'eve', name: 'Eve' } }, tweets: { 1: tweet } },
      timeline: { instructions: [{ addEntries: { entries } }] },
    });
    assert.equal(page.records.length, 1);
    assert.deepEqual(wordsOf(page), ['unreadable: 2 items of this type are not read: orchard.']);
  });
});

describe('readUpstream on mobile queries', () => {
  const mobile = (entry_id: string, content: Fields): Fields => ({ entry_id, sort_index: '1', content: { content } });
  const authored = { core: { user_result: { result: account('12', 'eve') } } };
  const entries = [
    mobile('tweet-1', {
      __typename: 'TimelineTweet',
      tweet_results: { result: { ...post('1', {}, authored), view_count_info: { count: '7' } } },
    }),
    mobile('tweet-2', {
      tweet_results: {
        result: post('2', { full_text: 'RT @eve: text o…' }, { retweeted_status_results: { result: post('3', {}, authored) } }),
      },
    }),
    mobile('tweet-4', { tweet_results: { result: post('4') }, promoted_metadata: {} }),
    mobile('tweet-5', { tweet_results: { result: post('5') }, tweetPromotedMetadata: {} }),
    mobile('tweet-6', { tweet_results: { result: post('6') }, promotedMetadata: null }),
    { entry_id: 'cursor-bottom-0', content: { cursor_type: 'Bottom', value: 'next' } },
  ];
  const more = {
    __typename: 'TimelineAddToModule',
    module_entry_id: 'grid-0',
    module_items: [{ entry_id: 'grid-0-tweet-7', item: { content: { tweet_results: { result: post('7') } } } }],
  };
  const pin = { __typename: 'TimelinePinEntry', entry: mobile('tweet-8', { tweet_results: { result: post('8') } }) };
  const instructions = [{ __typename: 'TimelineAddEntries', entries }, more, pin];
  const body = {
    data: { community_results_by_rest_id: { result: { rest_id: '9', ranked_timeline: { timeline: { instructions } } } } },
  };

  it('reads entries, items, modules, pins, and cursors, and skips promoted items', () => {
    const page = readParsedUpstream(body);
    assert.deepEqual([idsOf(page), page.cursor.bottom, page.warnings], [['1', '2', '6', '7', '8'], 'next', []]);
    assert.deepEqual(
      page.records.map(({ record }) => Reflect.get(record, 'isPinned') as unknown),
      [false, false, false, false, true],
    );
    const raw = readRawPagingInfo(body);
    assert.deepEqual([raw.next, raw.itemIds.includes('grid-0-tweet-7')], ['next', true]);
  });

  it("reads posts' views, authors, and originals", () => {
    const [first, second] = readParsedUpstream(body).records;
    assert.ok(first?.kind === 'tweet' && second?.kind === 'tweet');
    assert.deepEqual([first.record.author.username, first.record.counts.views, first.extra.hasViewCount], ['eve', 7, true]);
    assert.deepEqual([second.record.retweetOf?.id, second.record.text], ['3', 'RT @eve: text of 3']);
  });

  it('reads a community with mobile query names', () => {
    for (const key of ['community_by_rest_id', 'community_results_by_rest_id'])
      assert.deepEqual(idsOf(readParsedUpstream({ data: { [key]: { result: { rest_id: '5', name: 'Five' } } } })), ['5']);
  });
});
