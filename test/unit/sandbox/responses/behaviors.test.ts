import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { endpoints } from '../../../../src/client/endpoints/table.ts';
import { exampleValues } from '../../../../src/client/endpoints/exampleValues.ts';
import { landmarks } from '../../../../src/sandbox/world/landmarks.ts';
import { at } from '../../../support/at.ts';
import { responseOf, ask, idsAt, rowOf, textsOf, world } from './ask.ts';

const { userId, tweetId, listId, communityId, spaceId } = exampleValues;

describe('the page size', () => {
  const sizes: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
    ['primary.userTweets', { userId }, 20],
    ['primary.userTweets', { userId, count: '7' }, 7],
    ['primary.userTweets', { userId, count: '2.5' }, 2],
    ['primary.userTweets', { userId, count: '20abc' }, 20],
    ['primary.userTweets', { userId, count: '0' }, 20],
    ['primary.userTweets', { userId, count: '-3' }, 20],
    ['primary.userTweets', { userId, count: '1000000000' }, 100],
    ['primary.userFollowers', { userId, count: '60' }, 60],
    ['gateway.listMembers', { list_id: listId }, 100],
    ['gateway.listMembers', { list_id: listId, limit: '5000' }, 1000],
    ['gateway.listTweets', { list_id: listId, limit: 'many' }, 20],
  ];
  for (const [id, texts, size] of sizes) {
    it(`is ${size} for ${id} with ${JSON.stringify(texts)}`, () => {
      const { response } = responseOf(rowOf(id), { texts });
      assert.ok(response.kind === 'sequence');
      assert.equal(response.pageSize, size);
    });
  }

  it('is from 50 to 70 for follower pages with a small count, and fixed', () => {
    for (const id of ['primary.userFollowers', 'primary.userFollowings', 'primary.userVerifiedFollowers']) {
      const both = [ask(id, { userId, count: '20' }), ask(id, { userId })].map((result) => idsAt(result.body, 'data').length);
      assert.ok(
        both.every((size) => size >= 50 && size <= 70),
        `${id} ${both.join()}`,
      );
      assert.equal(both[0], both[1]);
    }
  });

  it('has a note if a count is not used', () => {
    assert.equal(ask('primary.userTweets', { userId, count: '500' }).notes.length, 1);
    assert.equal(ask('primary.userTweets', { userId, count: '50' }).notes.length, 0);
  });
});

describe('handles', () => {
  it('become ids by their first spelling, with errors for unresolved handles', () => {
    const usernames = `@Ada_Writes, ada_writes ,,nobody_here,${landmarks.suspendedHandle},upstream_error`;
    const raw = ask('primary.usernamesToIds', { usernames }, { format: 'raw' }).body;
    assert.deepEqual(at(raw, 'userIds'), { Ada_Writes: userId });
    assert.deepEqual(
      [0, 1, 2].map((index) => at(raw, 'errors', index, 'error')),
      ['not_found', 'suspended', 'upstream_error'],
    );
    assert.deepEqual(ask('primary.usernamesToIds', { usernames }).body, { data: raw });
  });

  it('don’t have errors if all are resolved', () => {
    assert.deepEqual(ask('primary.usernamesToIds', { usernames: 'mira_maps' }, { format: 'raw' }).body, {
      userIds: { mira_maps: exampleValues.otherUserId },
    });
  });

  it('each have a state; an invalid handle is not found', () => {
    const usernames = `ada_writes,${landmarks.protectedHandle},${landmarks.suspendedHandle},not a handle,upstream_error`;
    const { body } = ask('primary.usernamesStatus', { usernames }, { format: 'raw' });
    assert.deepEqual(at(body, 'usernamesStatus'), {
      ada_writes: 'active',
      [landmarks.protectedHandle]: 'protected',
      [landmarks.suspendedHandle]: 'suspended',
      'not a handle': 'not-found',
      upstream_error: 'error',
    });
    assert.equal(at(body, 'errors', 0, 'username'), 'upstream_error');
  });

  it('take precedence over the id', () => {
    const { body } = ask('primary.userFollowings', { userId, username: '@mira_maps' });
    const expected = world
      .followingOf(exampleValues.otherUserId)
      .slice(0, 5)
      .map((account) => account.id);
    assert.deepEqual(idsAt(body, 'data').slice(0, expected.length), expected);
  });
});

describe('a thread', () => {
  it('shows a tweet’s ancestors, the tweet, then its replies', () => {
    const deep = world
      .posts()
      .find((post) => post.conversationId === landmarks.deepThreadId && world.repliesTo(post.id).length > 0);
    assert.ok(deep !== undefined);
    const shown = idsAt(ask('primary.tweet', { tweetId: deep.id }).body, 'data');
    const focal = shown.indexOf(deep.id);
    assert.ok(focal >= 60, `${focal} above it`);
    shown.slice(1, focal + 1).forEach((id, index) => assert.equal(world.post(id)?.replyToId, shown[index]));
    assert.ok(shown.length > focal + 1);
  });

  it('has each reply once, after its parent, and only replies on later pages', () => {
    const seen = new Set<string>();
    for (let page = 0, next: unknown = ''; next !== null; page += 1) {
      const { body } = ask('primary.tweet', { tweetId: landmarks.crowdThreadId }, { page });
      for (const id of idsAt(body, 'data')) {
        const parent = world.post(id)?.replyToId;
        assert.ok(parent === undefined || seen.has(parent), id);
        assert.ok(!seen.has(id), id);
        seen.add(id);
      }
      next = at(body, 'nextCursor');
    }
    const direct = world.repliesTo(landmarks.crowdThreadId).slice(0, 5000);
    assert.ok(direct.every((reply) => seen.has(reply.id)));
    assert.equal(direct.length, 1600);
  });

  it('has from 20 to 35 threads on a page in the requested order', () => {
    const { response } = responseOf(rowOf('primary.tweet'), { texts: { tweetId: landmarks.crowdThreadId } });
    assert.ok(response.kind === 'sequence' && response.pageSize >= 20 && response.pageSize <= 35);
    const first = (rankingMode: string): string =>
      idsAt(ask('primary.tweet', { tweetId: landmarks.crowdThreadId, rankingMode }).body, 'data')[1] ?? '';
    const replies = world.repliesTo(landmarks.crowdThreadId);
    assert.equal(first('Recency'), replies[0]?.id);
    assert.equal(world.post(first('Likes'))?.likes, Math.max(...replies.map((reply) => reply.likes)));
    assert.equal(first('likes'), first('Relevance'));
  });

  it('sorts quotes by likes, or by time with Recency', () => {
    const quotes = world.quotesOf(tweetId);
    const shown = (rankingMode?: string) =>
      idsAt(ask('primary.tweetQuotes', { tweetId, ...(rankingMode === undefined ? {} : { rankingMode }) }).body, 'data');
    const newest = quotes.map(({ id }) => id).slice(0, 5);
    const liked = quotes.toSorted((left, right) => right.likes - left.likes).map(({ id }) => id);
    assert.notDeepEqual(liked.slice(0, 5), newest, 'the two orders are one here');
    assert.deepEqual(shown('Recency').slice(0, 5), newest);
    for (const mode of [undefined, 'Top', 'any other']) {
      assert.deepEqual(shown(mode).slice(0, 5), liked.slice(0, 5), String(mode));
    }
  });

  it('has an article’s content only when it is requested', () => {
    const whole = at(
      ask('primary.tweetArticle', { tweetId: exampleValues.articleTweetId }).body,
      'data',
      0,
      'article',
      'content',
    );
    assert.ok(typeof whole === 'string' && whole.length > 2000);
    assert.equal(
      at(ask('primary.tweet', { tweetId: exampleValues.articleTweetId }).body, 'data', 0, 'article', 'content'),
      undefined,
    );
  });

  it('has the upstream schema in the Gateway API, with the cursors next to the data', () => {
    const { body } = ask('gateway.tweet', { tweetId, includeTimestamp: '1' });
    const entries = at(body, 'data', 'threaded_conversation_with_injections_v2', 'instructions', 0, 'entries');
    assert.ok(Array.isArray(entries));
    assert.equal(at(entries[0], 'entryId'), `tweet-${tweetId}`);
    assert.equal(at(entries.at(-1), 'content', 'cursorType'), 'Bottom');
    assert.equal(at(body, 'cursor', 'bottom'), at(entries.at(-1), 'content', 'value'));
    assert.equal(at(body, 'timestamp'), '2026-06-15T12:00:00Z');
  });
});

describe('a tweet record', () => {
  it('has a reposted post’s quoted post', () => {
    const repost = world.posts().find(({ retweetOfId }) => world.post(retweetOfId ?? '')?.quotedId !== undefined);
    const original = world.post(repost?.retweetOfId ?? '');
    const { body } = ask('primary.simpleTweet', { tweetId: repost?.id ?? '' });
    assert.equal(at(body, 'data', 'quoted'), null);
    assert.equal(at(body, 'data', 'retweetOf', 'quoted', 'id'), original?.quotedId);
    assert.equal(at(body, 'data', 'retweetOf', 'quoted', 'quoted'), null);
  });

  it('nests quoted posts one level deep, and is pinned only in its author’s timeline', () => {
    const quote = world.quotesOf(tweetId).slice(0, 1)[0];
    const { body } = ask('primary.simpleTweet', { tweetId: quote?.id ?? '' });
    assert.equal(at(body, 'data', 'quoted', 'id'), tweetId);
    assert.equal(at(body, 'data', 'quoted', 'quoted'), null);
    assert.equal(at(ask('primary.userTweets', { userId }).body, 'data', 0, 'isPinned'), true);
    assert.equal(at(ask('primary.simpleTweet', { tweetId }).body, 'data', 'isPinned'), false);
  });

  it('has the pages’ counts', () => {
    const counts = at(ask('primary.simpleTweet', { tweetId }).body, 'data', 'counts');
    assert.equal(at(counts, 'quotes'), world.quotesOf(tweetId).length);
    assert.equal(at(counts, 'retweets'), world.retweetersOf(tweetId).length);
    assert.equal(at(counts, 'replies'), world.repliesTo(tweetId).length);
    assert.equal(at(counts, 'likes'), world.likersOf(tweetId).length);
  });
});

describe('the raw format of service-built responses', () => {
  it('has a note if no document shows it', () => {
    const guessed = endpoints.filter(
      ({ id, formats, example }) =>
        formats.includes('raw') && ask(id, textsOf(example), { format: 'raw' }).notes.some((note) => note.includes('raw format')),
    );
    assert.deepEqual(
      guessed.map(({ id }) => id),
      ['primary.communityMembersSearch', 'primary.job'],
    );
  });

  it('is an array of hashflags, places, or trends, or a list of locations', () => {
    assert.ok(Array.isArray(ask('primary.miscEmojis', {}, { format: 'raw' }).body));
    assert.ok(Array.isArray(ask('primary.miscLocations', {}, { format: 'raw' }).body));
    assert.deepEqual(at(ask('primary.trends', { locationId: '1' }, { format: 'raw' }).body, 0, 'locations'), [
      { name: 'Worldwide', woeid: 1 },
    ]);
    const places = ask('primary.jobsFindLocation', { term: 'lisb' }, { format: 'raw' }).body;
    assert.deepEqual(at(places, 'data', 'location_type_ahead'), [
      { display_name: 'Lisbon, Portugal', location_id: exampleValues.jobLocationId },
    ]);
    assert.deepEqual(ask('primary.usernameToId', { username: '@ADA_writes' }, { format: 'raw' }).body, { id: userId });
  });
});

describe('the gateway', () => {
  it('counts all users in a room and a community for any role', () => {
    const room = ask('gateway.spaceParticipants', { space_id: spaceId, role: 'speaker', limit: '1000' }).body;
    assert.deepEqual(at(room, 'listeners'), []);
    assert.equal(at(room, 'meta', 'listener_count'), 240);
    assert.ok(Number(at(room, 'meta', 'total_participants')) > 240);
    const members = ask('gateway.communityMembers', { community_id: communityId, role: 'moderator' }).body;
    assert.ok((at(members, 'data') as readonly unknown[]).every((member) => at(member, 'role') === 'moderator')); // by the row's schema
    assert.equal(Number(at(members, 'meta', 'admins')), 1);
  });

  it('excludes private lists and communities', () => {
    assert.ok(
      !idsAt(ask('gateway.userLists', { user_id: userId, limit: '100' }).body, 'owned_lists').includes(landmarks.privateListId),
    );
    assert.ok(!idsAt(ask('gateway.listsSearch', { q: 'stored' }).body, 'data').includes(landmarks.privateListId));
  });

  it('filters rooms by topic, participants, and start', () => {
    const all = idsAt(ask('gateway.spacesLive', { limit: '100' }).body, 'data');
    const some = idsAt(
      ask('gateway.spacesLive', { limit: '100', min_participants: '60', verified_hosts_only: 'true' }).body,
      'data',
    );
    assert.ok(some.length > 0 && some.length < all.length && some.every((id) => all.includes(id)));
    const later = idsAt(ask('gateway.spacesScheduled', { from: '2026-06-20T00:00:00Z', limit: '100' }).body, 'data');
    assert.ok(later.length > 0 && later.every((id) => (world.space(id)?.scheduledStartMs ?? 0) >= Date.UTC(2026, 5, 20)));
  });

  it('has hashtag totals that match its timeline', () => {
    for (const timeframe of ['1h', '6h', '24h', '7d', '30d']) {
      const { body } = ask('gateway.hashtagAnalytics', { hashtag: '#opendata', timeframe });
      const timeline = at(body, 'timeline');
      assert.ok(Array.isArray(timeline));
      const sum = timeline.reduce<number>((total, step) => total + Number(at(step, 'tweet_count')), 0);
      assert.equal(sum, at(body, 'analytics', 'total_tweets'), timeframe);
    }
  });

  it('finds only posts near a point', () => {
    const { body } = ask('gateway.searchLocation', { q: 'coffee', latitude: '38.72', longitude: '-9.14', radius: '100km' });
    assert.equal(at(body, 'meta', 'search_location', 'radius'), '25km');
    const far = ask('gateway.searchLocation', { q: 'coffee', latitude: '0', longitude: '0' }).body;
    assert.equal(at(far, 'meta', 'result_count'), 0);
  });

  it('ignores an advanced search’s invalid fields and rejects an empty search', () => {
    const row = rowOf('gateway.searchAdvanced');
    for (const body of [undefined, [], {}, { query: { keywords: [] } }, { query: { keywords: 'coffee' } }]) {
      assert.equal(responseOf(row, { body }).response.kind, 'error', JSON.stringify(body));
    }
    const { response } = responseOf(row, { body: { query: { keywords: ['coffee', 5] }, limit: '7', cursor: null } });
    assert.ok(response.kind === 'sequence' && response.length > 0);
  });

  it('rejects a search with too many conditions', () => {
    const words = (count: number): readonly string[] => Array.from({ length: count }, (_, number) => `w${number}`);
    const advanced = (count: number) =>
      responseOf(rowOf('gateway.searchAdvanced'), { body: { query: { exclude_keywords: words(count) } } });
    assert.equal(advanced(512).response.kind, 'sequence');
    assert.equal(advanced(513).response.kind, 'error');
    for (const [id, texts] of [
      ['gateway.searchTweets', {}],
      ['gateway.searchLocation', { latitude: '0', longitude: '0' }],
    ] as const) {
      assert.equal(ask(id, { ...texts, q: 'a'.repeat(512) }).status, 200, id);
      assert.equal(ask(id, { ...texts, q: 'a'.repeat(513) }).status, 400, id);
    }
  });
});
