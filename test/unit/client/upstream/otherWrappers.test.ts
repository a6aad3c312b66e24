import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { readParsedUpstream } from '../../../../src/client/upstream/readUpstream.ts';
import { at } from './json.ts';
import { account, type Fields, post } from './madeUpstream.ts';

const createdAt = 'Wed Oct 10 20:19:24 +0000 2018';
const read = (body: unknown): readonly unknown[] => {
  const { operation, records, cursor, warnings } = readParsedUpstream(body);
  return [
    operation,
    records.map(({ kind, record }) => `${kind} ${String(Reflect.get(record, 'id'))}`),
    cursor.bottom,
    warnings.map(({ kind, path, message }) => `${kind} ${path}: ${message}`),
  ];
};

/** A one-page search. */
const search = (id: string): { readonly data: Fields } => {
  const entries = [
    { entryId: `tweet-${id}`, content: { itemContent: { tweet_results: { result: post(id) } } } },
    { entryId: 'cursor-bottom-0', content: { cursorType: 'Bottom', value: `after ${id}` } },
  ];
  return { data: { search_by_raw_query: { search_timeline: { timeline: { instructions: [{ entries }] } } } } };
};

describe('readUpstream on records in other wrappers', () => {
  const ada = account('11', 'ada');
  const slice = { items_results: [{ result: ada }], slice_info: { next_cursor: 'next' } };
  const tied = { role: 'Admin', user_results: { rest_id: '11', result: ada } };
  const mobile = { items: [{ result: { __typename: 'User', rest_id: '11', community_relationship: tied } }] };
  const member = ['communityMembers', ['user 11'], undefined, []];
  const cases: readonly (readonly [what: string, body: Fields, expected: readonly unknown[]])[] = [
    [
      'a post that was just written',
      { data: { create_tweet: { tweet_results: { result: post('1') } } } },
      ['tweet', ['tweet 1'], undefined, []],
    ],
    ['one post by another name', { data: { tweet_result: { result: post('1') } } }, ['tweet', ['tweet 1'], undefined, []]],
    [
      'several under names of their own',
      { data: { a: { result: post('1') }, b: { result: post('2') } } },
      ['tweets', ['tweet 1', 'tweet 2'], undefined, []],
    ],
    ['members without a community around them', { members_slice: slice }, ['communityMembers', ['user 11'], 'next', []]],
    [
      'moderators as somebody passes them on',
      { result: { moderators_slice: slice } },
      ['otherTimeline', ['user 11'], 'next', []],
    ],
    [
      'members and moderators in one body',
      {
        data: {
          communityResults: { result: { members_slice: slice, moderators_slice: { items_results: [account('12', 'eve')] } } },
        },
      },
      ['communityMembers', ['user 11', 'user 12'], 'next', []],
    ],
    ['members of the mobile queries', { data: { community_by_rest_id: { rest_id: '5', members_slice: mobile } } }, member],
    [
      'members that were searched for',
      { data: { communityResults: { result: { __typename: 'Community', member_relationship_typeahead: [tied] } } } },
      member,
    ],
    [
      'the same of the mobile queries',
      { data: { community_by_rest_id: { rest_id: '5', member_relationship_typeahead: [tied] } } },
      member,
    ],
  ];
  for (const [what, body, expected] of cases) {
    it(`reads ${what}`, () => assert.deepEqual(read(body), expected));
  }

  it('reads the role around a member', () => {
    const [found] = readParsedUpstream({
      data: { communityResults: { result: { members_slice: { items_results: [tied] } } } },
    }).records;
    assert.ok(found?.kind === 'user');
    assert.deepEqual([found.record.username, found.extra.communityRole], ['ada', 'Admin']);
  });
});

describe('readUpstream on several bodies in one file', () => {
  const both = ['tweet 1', 'tweet 2'];
  for (const [what, body, expected] of [
    ['in a list', [search('1'), search('2')], ['search', both, 'after 2', []]],
    ['by name', { first: search('1'), second: search('2') }, ['search', both, 'after 2', []]],
    ['in one envelope with a list', { data: [search('1').data, search('2').data] }, ['otherTimeline', both, 'after 2', []]],
    ['each a post', [post('1'), post('2')], ['tweet', both, undefined, []]],
    [
      'of different kinds',
      [search('1'), { data: { user: { result: account('11', 'ada') } } }],
      ['search', ['tweet 1', 'user 11'], 'after 1', []],
    ],
    [
      'with unrecognized ones',
      [{ data: { x: 1 } }, search('1'), 7],
      [
        'search',
        ['tweet 1'],
        'after 1',
        ["unknown 0: The upstream JSON isn't recognized.", "unknown 2: The upstream JSON isn't recognized."],
      ],
    ],
    [
      'next to each other under data',
      { data: { user: { result: account('11', 'ada') }, ...search('1').data } },
      ['user', ['user 11', 'tweet 1'], 'after 1', []],
    ],
  ] as const) {
    it(`reads them ${what}`, () => assert.deepEqual(read(body), expected));
  }
});

describe('readUpstream on embeds', () => {
  const eve = { id_str: '12', name: 'Eve', screen_name: 'eve', profile_image_url_https: 'https://media.example/eve.jpg' };
  const embedded = (id_str: string, text: string, fields: Fields = {}): Fields => ({
    id_str,
    text,
    created_at: '2018-10-10T20:19:24.000Z',
    user: eve,
    ...fields,
  });
  const body = embedded('2', 'a &amp; b https://t.co/p', {
    __typename: 'Tweet',
    favorite_count: 3,
    conversation_count: 4,
    in_reply_to_status_id_str: '1',
    entities: { hashtags: [], urls: [], user_mentions: [], media: [{ url: 'https://t.co/p' }] },
    mediaDetails: [{ type: 'photo', url: 'https://t.co/p', media_url_https: 'https://media.example/p.jpg' }],
    quoted_tweet: embedded('3', 'quoted'),
    article: { rest_id: '9', title: 'Long', preview_text: 'It begins' },
    parent: embedded('1', 'asked'),
  });

  it('reads author, media, quote, article, and parent post', () => {
    const { operation, records, warnings } = readParsedUpstream(body);
    const [parent, tweet] = records;
    assert.ok(parent?.kind === 'tweet' && tweet?.kind === 'tweet');
    const { id, text, author, counts, media, quoted, replyTo, article, createdAt: when, url } = tweet.record;
    assert.deepEqual([operation, records.length, parent.record.id, warnings], ['tweet', 2, '1', []]);
    assert.deepEqual([id, text, url, when], ['2', 'a & b', 'https://x.com/eve/status/2', '2018-10-10T20:19:24Z']);
    assert.deepEqual([author.id, author.name, author.avatarUrl], ['12', 'Eve', 'https://media.example/eve.jpg']);
    assert.deepEqual([counts.likes, counts.replies, media[0]?.url], [3, 4, 'https://media.example/p.jpg']);
    assert.deepEqual([quoted?.id, quoted?.author.username, replyTo?.['tweetId'], article?.['title']], ['3', 'eve', '1', 'Long']);
  });

  it('reads posts from the oldest interface with their originals', () => {
    const status = { ...embedded('4', 'RT @eve: quo…'), retweeted_status: embedded('3', 'quoted'), quoted_status: undefined };
    const [tweet] = readParsedUpstream([status]).records;
    assert.ok(tweet?.kind === 'tweet');
    assert.deepEqual([tweet.record.text, tweet.record.retweetOf?.id], ['RT @eve: quoted', '3']);
  });
});

describe('readUpstream on the older interfaces', () => {
  it("reads a list's mode and owner", () => {
    const list = { id_str: '5', name: 'Five', member_count: 1, subscriber_count: 2, created_at: createdAt };
    const [read] = readParsedUpstream({ ...list, mode: 'private', user: { id_str: '11', screen_name: 'ada' } }).records;
    assert(read?.kind === 'list');
    assert.deepEqual([read.record.private, read.record.owner], [true, { id: '11', username: 'ada' }]);
  });

  it('reports an error with its message', () => {
    const errors = [{ title: 'Not Found Error', detail: 'Could not find it.' }, { title: 'Gone' }];
    assert.deepEqual(read({ errors })[3], ['error errors.0: Could not find it.', 'error errors.1: Gone']);
  });

  it('reads posts or people without a timeline', () => {
    const users = { 11: { id_str: '11', screen_name: 'ada', name: 'Ada' } };
    const tweet = (id_str: string, fields: Fields = {}): Fields => ({
      id_str,
      full_text: 'text',
      created_at: createdAt,
      user_id_str: '11',
      ...fields,
    });
    const tweets = { 1: tweet('1', { quoted_status_id_str: '2' }), 2: tweet('2') };
    assert.deepEqual(read({ globalObjects: { tweets, users } }), ['tweets', ['tweet 1'], undefined, []]);
    assert.deepEqual(read({ globalObjects: { tweets: {}, users } }), ['users', ['user 11'], undefined, []]);
  });

  it('reads Space participants with their id in user', () => {
    const admins = [{ twitter_screen_name: 'ada', display_name: 'Ada', user: { rest_id: '11' } }];
    const room = readParsedUpstream({ data: { audioSpace: { metadata: { rest_id: '1a' }, participants: { admins } } } });
    assert.deepEqual([at(room.records[0]?.record, 'host_ids'), at(room.records[0]?.record, 'hosts', 0, 'id')], [['11'], '11']);
  });
});

describe('readUpstream on JSON from other sources', () => {
  for (const body of [
    { users: [{ id: 1, name: 'x', reason: 'left' }] },
    { data: { users: [{ id: 1, name: 'x' }] } },
    { data: { list: [{ id: 1 }] } },
    { data: { list: [] } },
    { data: { list: { id: 1, name: 'shop' }, total: 1 } },
    { data: { user: { result: { id: 5 } } } },
    { relationship: 'married' },
    { relationship: { source: { id: 1 }, target: { id: 2 } } },
    { globalObjects: { any: {} } },
    { instructions: ['Mix', 'Bake'] },
    { content: { 'application/json': { schema: {} } } },
    { entries: [{ title: 'a' }] },
    { user: 'ada' },
    { list: ['a'], timeline: null },
    { tweet: {} },
    [{ hashtag: 'a' }],
    [{ woeid: 'x' }],
    [],
    {},
  ]) {
    it(`doesn't recognize ${JSON.stringify(body)}`, () => {
      const { operation, records, cursor, warnings } = readParsedUpstream(body);
      const kinds = warnings.map(({ kind }) => kind);
      assert.deepEqual([operation, records, cursor.bottom, kinds], ['unknown', [], undefined, ['unknown']]);
    });
  }
});
