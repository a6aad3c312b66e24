import assert from 'node:assert/strict';
import { exampleValues } from '../../../../src/client/endpoints/exampleValues.ts';
import { landmarks } from '../../../../src/sandbox/world/landmarks.ts';
import { iterateSequence } from '../../../../src/sandbox/world/lazySequence.ts';
import { searchPosts } from '../../../../src/sandbox/world/search/searchPosts.ts';
import { filterMatchers } from '../../../../src/sandbox/world/search/operatorMatchers.ts';
import { answerOf, ask, at, rowOf, toAsked, world } from './ask.ts';

const { tweetId, userId, handle, listId, spaceId, searchWord } = exampleValues;

function notesOf(id: string, texts: Readonly<Record<string, string>>): string {
  return ask(id, texts).notes.join('; ');
}

function advanced(body: unknown) {
  const { answer, notes } = answerOf(rowOf('gateway.searchAdvanced'), { body });
  return { ...toAsked(answer, 0), notes: notes.join('; ') };
}

function keysOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value).toSorted() : [];
}

describe('what the sandbox passes over', () => {
  it('says so of advertisements, of which it has none', () => {
    assert.match(notesOf('primary.tweet', { tweetId, includePromotedContent: 'true' }), /no advertisements/);
    assert.match(notesOf('primary.tweet', { tweetId, includePromotedContent: 'maybe' }), /includePromotedContent maybe/);
    assert.equal(notesOf('primary.tweet', { tweetId, includePromotedContent: '0' }), '');
  });

  it('says of a list which members it left out, and that the others count', () => {
    const asked = (hashtags: unknown) =>
      notesOf('primary.search', { searchItem: searchWord, filters: JSON.stringify({ hashtags }) });
    assert.match(asked(['opendata', 5]), /members of the filter hashtags .* the others count/);
    assert.match(asked('opendata'), /the filter hashtags has a wrong type and was ignored/);
  });

  it('says so of values of the gateway that it cannot read', () => {
    assert.match(notesOf('gateway.searchTweets', { q: searchWord, verified_only: 'maybe' }), /verified_only maybe/);
    assert.match(notesOf('gateway.spacesLive', { min_participants: 'many' }), /min_participants many/);
    assert.match(notesOf('gateway.tweet', { tweetId, includeTimestamp: 'yes' }), /includeTimestamp yes/);
  });

  it('says so of fields of an advanced search that it does not know or cannot read', () => {
    const { status, notes } = advanced({
      query: { keywords: [searchWord, 5], mention: 7, near: 'here' },
      filters: { engagement: { min_likes: '5' }, author: { verified_only: 1 }, colour: 'red' },
      sort: 'newest',
      page: 2,
    });
    assert.equal(status, 200);
    for (const name of [
      ...['query.keywords', 'query.mention', 'query.near', 'filters.engagement.min_likes'],
      ...['filters.author.verified_only', 'filters.colour', 'sort', 'page'],
    ]) {
      assert.ok(notes.includes(name), `${name} in ${notes}`);
    }
    assert.equal(advanced({ query: { keywords: [searchWord] }, sort: 'engagement', limit: 5 }).notes, '');
  });

  it('says that an operator of a gateway search is a guess', () => {
    assert.match(notesOf('gateway.searchTweets', { q: `${searchWord} from:${handle}` }), /from: .*not show/);
    assert.equal(notesOf('gateway.searchTweets', { q: `"${searchWord}" OR tea` }), '');
  });
});

describe('records of the gateway', () => {
  const keysAt = (id: string, texts: Readonly<Record<string, string>>, ...keys: readonly (string | number)[]) =>
    keysOf(at(ask(id, texts).body, ...keys));

  it('name a creator, an owner and an admin with the fields of the reference', () => {
    const creator = ['id', 'name', 'profile_image_url', 'username', 'verified'];
    assert.deepEqual(keysAt('gateway.space', { space_id: spaceId }, 'creator'), creator);
    assert.deepEqual(keysAt('gateway.list', { list_id: listId }, 'owner'), ['id', 'name', 'username', 'verified']);
  });

  it('have topics in a list of rooms only where a room is scheduled', () => {
    const summary = (id: string, texts: Readonly<Record<string, string>>) => keysAt(id, texts, 'data', 0);
    const live = ['creator', 'id', 'participant_count', 'started_at', 'state', 'title'];
    assert.deepEqual(summary('gateway.spacesLive', {}), live);
    const scheduled = [...live, 'is_ticketed', 'reminder_count', 'scheduled_start', 'topics'].toSorted();
    assert.deepEqual(summary('gateway.spacesScheduled', {}), scheduled);
    assert.deepEqual(summary('gateway.userSpaces', { user_id: userId, state: 'live' }), [...live, 'user_role'].toSorted());
  });

  it('count posts, replies included, in the page of a conversation', () => {
    const idsOf = (texts: Readonly<Record<string, string>>, page = 0): readonly string[] =>
      [...JSON.stringify(ask('gateway.tweet', texts, { page }).body).matchAll(/"entryId":"[^"]*tweet-(\d+)"/g)]
        .map(([, id = '']) => id)
        .filter((id) => world.post(id) !== undefined); // a tombstone is no post
    const first = idsOf({ tweetId: landmarks.wideThreadId, count: '20' });
    assert.deepEqual([first.length, first[0]], [20, landmarks.wideThreadId]);
    assert.equal(
      idsOf({ tweetId: landmarks.wideThreadId, count: '7', cursor: 'x' }).filter((id) => id !== landmarks.wideThreadId).length,
      7,
    );
    const deepest = [...iterateSequence(world.posts())].find(
      ({ conversationId, replyToId }) => conversationId === landmarks.deepThreadId && replyToId !== undefined,
    );
    assert.equal(idsOf({ tweetId: deepest?.id ?? '', count: '10' }).at(-1), deepest?.id);
    assert.equal(idsOf({ tweetId: landmarks.wideThreadId, count: '1' }).length, 1);
  });
});

describe('the blue badge', () => {
  it('is what the verified followers have, organisations included, and no old badge', () => {
    const followers = [...iterateSequence(world.followersOf(userId, 'verified'))];
    assert.ok(followers.length > 0);
    assert.ok(followers.every(({ badge }) => badge === 'blue' || badge === 'business' || badge === 'government'));
    const all = [...iterateSequence(world.followersOf(userId, 'all'))].filter(
      ({ badge }) => badge !== 'none' && badge !== 'legacy',
    );
    assert.equal(followers.length, all.length);
  });

  it('is what filter:blue_verified looks for', () => {
    const found = [
      ...iterateSequence(
        searchPosts(world, null, { order: 'latest', extraMatchers: [filterMatchers.blue_verified], note: () => undefined }),
      ),
    ];
    const badges = new Set(found.map(({ authorId }) => world.account(authorId)?.badge));
    assert.deepEqual(badges, new Set(['blue', 'business', 'government']));
  });
});
