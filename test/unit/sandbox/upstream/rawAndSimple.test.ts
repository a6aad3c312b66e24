import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, it } from 'mocha';
import { exampleValues } from '../../../../src/client/endpoints/exampleValues.ts';
import { type RawUser, rawUserLayouts } from '../../../../src/sandbox/upstream/rawUser.ts';
import { landmarks } from '../../../../src/sandbox/world/landmarks.ts';
import { eachOf } from '../../../../src/sandbox/world/sequence.ts';
import { at, rowOf, textsOf, world } from '../answers/ask.ts';
import { bodyOf, rawPages, simpleItems } from './rawPages.ts';
import { list, readPage, readStub, restId, readTweet, readUser } from './rawReader.ts';

type Read = (item: unknown, layout: RawUser) => unknown;
type Texts = Readonly<Record<string, string>>;

const examples = (id: string): Texts => textsOf(rowOf(id).example);
const edge = world.accountByHandle('edge_texts')?.id ?? '';
const { tweetId, userId, handle } = exampleValues;

/** Every row that pages through tweets or users in raw, with calls that show odd things. */
const collections: readonly (readonly [string, Read, readonly Texts[]])[] = [
  ['primary.userTweets', readTweet, [{ userId: edge }, { userId, count: '7' }]],
  ['primary.userTweetsAndReplies', readTweet, [{ userId: edge }, { userId: '-1', username: 'deep_talker', count: '9' }]],
  ['primary.userMedia', readTweet, [{ userId, count: '2' }]],
  ['primary.userLikes', readTweet, [{ userId: edge, count: '50' }]],
  ['primary.userArticles', readTweet, [{ userId, count: '1' }]],
  ['primary.userFollowers', readUser, [{ userId: edge }]],
  ['primary.userFollowings', readUser, [{ userId: edge }]],
  ['primary.userVerifiedFollowers', readUser, [{ userId: edge, count: '60' }]],
  ['primary.tweet', readTweet, [landmarks.deepThreadId, landmarks.wideThreadId].map((id) => ({ tweetId: id }))],
  ['primary.tweetArticle', readTweet, []],
  ['primary.tweetFavorites', readUser, [{ tweetId, count: '33' }]],
  ['primary.tweetRetweets', readUser, [{ tweetId, count: '33' }]],
  ['primary.tweetQuotes', readTweet, [{ tweetId, rankingMode: 'Recency', count: '9' }]],
  [
    'primary.search',
    readTweet,
    [
      { searchItem: 'from:edge_texts' },
      { searchItem: 'filter:media', category: 'Latest', count: '100' },
      { searchItem: 'coffee', category: 'Photos' },
    ],
  ],
  ['primary.listTweets', readTweet, []],
  ['primary.listMembers', readUser, [{ listId: exampleValues.listId, count: '13' }]],
  ['primary.listFollowers', readUser, []],
  ['primary.communityTweets', readTweet, []],
  ['primary.communityMembers', readStub, [{ communityId: exampleValues.communityId, count: '50' }]],
  ['primary.communityModerators', readStub, [{ communityId: exampleValues.communityId, count: '5' }]],
];

describe('the raw and the simple answer', function () {
  this.timeout(120_000); // every page of every call, in three layouts

  for (const [id, read, calls] of collections) {
    it(`of ${id} tell the same, in the same order, on all pages and in every layout`, () => {
      for (const texts of [examples(id), ...calls]) {
        const simple = simpleItems(id, texts);
        assert.ok(simple.length > 0, `nothing for ${JSON.stringify(texts)}`);
        for (const layout of rawUserLayouts) {
          const raw = rawPages(id, texts, layout).flatMap((body) => readPage(body).items);
          assert.deepEqual(
            ids(raw),
            simple.map((item) => at(item, 'id')),
            JSON.stringify(texts),
          );
          raw.forEach((item, index) => assert.deepEqual(read(item, layout), expected(simple[index], read, layout)));
        }
      }
    });
  }

  it('of the people tab tell the same people', () => {
    const texts = { searchItem: 'ada', category: 'People', count: '4' };
    for (const layout of rawUserLayouts) {
      const pages = rawPages('primary.search', texts, layout);
      const raw = pages.flatMap((body) => readPage(body).items).map((user) => readUser(user, layout));
      assert.deepEqual(
        raw,
        simpleItems('primary.search', texts).map((user) => expected(user, readUser, layout)),
      );
      assert.equal(at(pages[0], 'category'), 'People');
    }
  });

  it('of the pinned post agree', () => {
    for (const id of ['primary.userTweets', 'primary.userTweetsAndReplies']) {
      const [first] = rawPages(id, { userId }, 'both');
      const pinned = simpleItems(id, { userId }).filter((item) => at(item, 'isPinned') === true);
      assert.deepEqual(
        [readPage(first).pinnedId],
        pinned.map((item) => at(item, 'id')),
      );
      assert.deepEqual(
        pinned.map((item) => at(item, 'id')),
        [tweetId],
      );
    }
    assert.ok(simpleItems('primary.userMedia', { userId }).every((item) => at(item, 'isPinned') === false));
  });

  it('of one tweet agree for any post, in any layout', () => {
    const posts = [...eachOf(world.posts())];
    fc.assert(
      fc.property(fc.constantFrom(...posts), fc.constantFrom(...rawUserLayouts), (post, layout) => {
        const texts = { tweetId: post.id };
        const raw = at(bodyOf('primary.simpleTweet', texts, 'raw', layout), 'data', 'tweetResult', 'result');
        const simple = at(bodyOf('primary.simpleTweet', texts, 'simple'), 'data');
        assert.deepEqual(readTweet(raw, layout), expected(simple, readTweet, layout));
      }),
      { numRuns: 1500 },
    );
  });

  it('of one user agree for any account, by id, by handle and among others', () => {
    const accounts = [...eachOf(world.accounts())];
    fc.assert(
      fc.property(fc.constantFrom(...accounts), fc.constantFrom(...rawUserLayouts), ({ id, record }, layout) => {
        const byId = bodyOf('primary.userById', { userId: id }, 'raw', layout);
        const byHandle = bodyOf('primary.userByUsername', { username: record.username }, 'raw', layout);
        const among = bodyOf('primary.usersByIds', { userIds: `${id},404404` }, 'raw', layout);
        assert.deepEqual(readUser(at(byId, 'data', 'user', 'result'), layout), expected(record, readUser, layout));
        assert.deepEqual(at(byHandle, 'data', 'user'), at(byId, 'data', 'user'));
        assert.deepEqual(at(among, 'data', 'users'), [{ result: at(byId, 'data', 'user', 'result') }]);
      }),
      { numRuns: 300 },
    );
  });

  it('of lists, communities, jobs and the about panel agree', () => {
    const simple = (id: string): unknown => at(bodyOf(id, examples(id), 'simple'), 'data');
    const raw = (id: string): unknown => bodyOf(id, examples(id), 'raw');
    const group = at(raw('primary.listDetails'), 'data', 'list');
    assert.deepEqual(
      [at(group, 'id_str'), at(group, 'name'), at(group, 'member_count'), at(group, 'subscriber_count'), at(group, 'mode')],
      [...['id', 'name', 'memberCount', 'followerCount'].map((key) => at(simple('primary.listDetails'), key)), 'Public'],
    );
    assert.equal(
      Date.parse(String(at(simple('primary.listDetails'), 'createdAt'))),
      Math.floor(Number(at(group, 'created_at')) / 1000) * 1000,
    );
    const community = at(raw('primary.community'), 'data', 'communityResults', 'result');
    const told = simple('primary.community');
    assert.deepEqual(
      [at(community, 'rest_id'), at(community, 'name'), at(community, 'member_count'), at(community, 'join_policy')],
      ['id', 'name', 'memberCount', 'joinPolicy'].map((key) => at(told, key)),
    );
    assert.deepEqual(
      list(at(community, 'rules')).map((rule) => at(rule, 'name')),
      at(told, 'rules'),
    );
    for (const id of ['primary.communitiesSearch', 'primary.jobsSearch']) {
      for (const count of ['1', '20']) {
        const texts = { ...examples(id), count };
        const found = rawPages(id, texts, 'both').flatMap((body) => readPage(body).items);
        assert.deepEqual(
          ids(found),
          simpleItems(id, texts).map((item) => at(item, 'id')),
          id,
        );
      }
    }
    const job = readPage(raw('primary.jobsSearch')).items[0];
    const [told1] = simpleItems('primary.jobsSearch', examples('primary.jobsSearch'));
    assert.deepEqual(
      [at(job, 'core', 'title'), at(job, 'core', 'location'), at(job, 'company_profile_results', 'result', 'core', 'name')],
      ['title', 'location', 'company'].map((key) => at(told1, key)),
    );
    const about = bodyOf('primary.userAbout', { username: handle }, 'raw');
    const panel = at(about, 'data', 'user_result_by_screen_name', 'result');
    assert.equal(at(panel, 'core', 'screen_name'), handle);
    assert.equal(
      at(panel, 'about_profile', 'username_changes', 'count'),
      at(bodyOf('primary.userAbout', { username: handle }, 'simple'), 'data', 'usernameChanges', 'count'),
    );
  });

  it('of the gateway are one: its thread holds the tweets of the primary service', () => {
    for (const layout of rawUserLayouts) {
      const first = readPage(bodyOf('gateway.tweet', { tweetId, count: '100' }, 'simple', layout));
      const openers = readPage(bodyOf('primary.tweet', { tweetId }, 'raw', layout)).items.slice(0, 30);
      assert.deepEqual(ids(first.items).slice(0, 30), ids(openers));
      assert.deepEqual(first.items.slice(0, 30), openers);
    }
  });
});

function ids(items: readonly unknown[]): readonly unknown[] {
  return items.map(restId);
}

/** A simple record without what no raw answer tells. */
function expected(simple: unknown, read: Read, layout: RawUser): unknown {
  if (read === readStub) {
    const { id, username, name, avatarUrl, verified, verifiedType, protected: locked, isAutomated } = record(simple);
    return { id, username, name, avatarUrl, verified, verifiedType, protected: locked, isAutomated };
  }
  return read === readUser ? expectedUser(simple, layout) : expectedTweet(simple, layout);
}

function expectedUser(simple: unknown, layout: RawUser): unknown {
  const { counts, ...user } = record(simple);
  const { listed, ...others } = record(counts);
  return { ...user, counts: layout === 'core' ? others : { ...others, listed } };
}

/** The permalink follows from author and id, the pin is the timeline's, the small picture of a photo is not told. */
function expectedTweet(simple: unknown, layout: RawUser): unknown {
  const { url: _url, isPinned: _pinned, ...tweet } = record(simple);
  const inner = (one: unknown): unknown => (one === null ? null : expectedTweet(one, layout));
  return {
    ...tweet,
    author: expectedUser(tweet['author'], layout),
    media: list(tweet['media']).map((media) => {
      const { previewUrl, ...others } = record(media);
      return others['type'] === 'photo' ? others : { ...others, previewUrl };
    }),
    article: tweet['article'] === null ? null : withoutUrl(tweet['article']),
    quoted: inner(tweet['quoted']),
    retweetOf: inner(tweet['retweetOf']),
  };
}

function withoutUrl(value: unknown): unknown {
  const { url: _url, ...others } = record(value);
  return others;
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  assert.ok(typeof value === 'object' && value !== null);
  return { ...value };
}
