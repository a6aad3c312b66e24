import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { exampleValues } from '../../../../src/client/endpoints/exampleValues.ts';
import { parseQuery } from '../../../../src/client/search/parseQuery.ts';
import { createWorld } from '../../../../src/sandbox/world/createWorld.ts';
import { DatasetError } from '../../../../src/sandbox/world/dataset/datasetError.ts';
import { readDataset } from '../../../../src/sandbox/world/dataset/readDataset.ts';
import { landmarks } from '../../../../src/sandbox/world/landmarks.ts';
import { searchPosts } from '../../../../src/sandbox/world/search/searchPosts.ts';
import type { World } from '../../../../src/sandbox/world/world.ts';

const kim = { id: '9001', username: 'kim', name: 'Kim', counts: { followers: 12 } };
const hello = { id: '1900000000000000001', author: '@kim', text: 'Hello #maps zebrafinch', hashtags: ['maps'] };
const answer = { id: '1900000000000000009', author: exampleValues.userId, text: '@kim hi', replyTo: { tweetId: hello.id } };

describe('a dataset', () => {
  it('adds people, posts, lists, communities and follows to the world', () => {
    const world = worldOf({
      users: [kim, { id: '9002', username: 'Lee', protected: true }],
      tweets: [hello, answer, { id: '42', author: { id: '9002' }, text: 'hidden' }],
      lists: [{ id: '9101', name: 'Friends', owner: '9001', members: ['@kim', '@ada_writes'] }],
      communities: [{ id: '9201', name: 'Finches', admin: '@kim', moderators: ['@lee'], members: ['@ada_writes', '@kim'] }],
      follows: [{ from: '@ada_writes', to: '@KIM' }],
    });
    assert.equal(world.accountByHandle('KIM')?.id, '9001');
    assert.deepEqual(world.account('9001')?.record.counts, {
      followers: 12,
      following: 0,
      tweets: 1,
      likes: 0,
      media: 0,
      listed: 1,
    });
    assert.deepEqual(idsOf(world.followingOf(exampleValues.userId).slice(0, 1)), ['9001']);
    assert.deepEqual(idsOf(world.followersOf('9001', 'all').slice(0, 9)), [exampleValues.userId]);
    assert.deepEqual(idsOf(world.repliesTo(hello.id).slice(0, 9)), [answer.id]);
    assert.equal(world.post(answer.id)?.conversationId, hello.id);
    assert.deepEqual(idsOf(search(world, 'zebrafinch')), [hello.id]);
    assert.deepEqual(idsOf(search(world, 'to:kim')), [answer.id]);
    assert.equal(world.account('9002')?.state, 'protected');
    assert.equal(world.post('42')?.text, 'hidden');
    assert.deepEqual(search(world, 'from:lee'), []);
    assert.deepEqual(idsOf(world.listMembers('9101').slice(0, 9)), ['9001', exampleValues.userId]);
    assert.equal(world.community('9201')?.memberCount, 3);
    assert.equal(world.communityMembers('9201', 'moderator').slice(0, 9)[0]?.account.id, '9002');
  });

  it('takes the place of what has the same id', () => {
    const world = worldOf({
      users: [{ id: exampleValues.userId, username: 'ada_renamed' }],
      tweets: [{ id: exampleValues.tweetId, author: exampleValues.userId, text: 'Other words' }],
      lists: [{ id: exampleValues.listId, name: 'Other name', owner: '@ada_renamed' }],
    });
    assert.equal(world.account(exampleValues.userId)?.record.username, 'ada_renamed');
    assert.equal(world.accountByHandle(exampleValues.handle), undefined);
    assert.equal(world.post(exampleValues.tweetId)?.text, 'Other words');
    assert.ok(world.repliesTo(exampleValues.tweetId).length > 50);
    assert.equal(world.lists().length, createWorld(1).lists().length);
    assert.equal(world.list(exampleValues.listId)?.memberCount, 0);
  });

  it('takes whole records as the service gives them', () => {
    const from = createWorld(1);
    const user = from.account(exampleValues.otherUserId)?.record;
    const tweet = {
      ...hello,
      author: user,
      url: 'https://social.example/x',
      isPinned: false,
      quoted: null,
      counts: { likes: 900, views: 4 },
    };
    const world = worldOf({ users: [user], tweets: [tweet] });
    assert.deepEqual(world.account(exampleValues.otherUserId)?.record, user);
    assert.equal(world.post(hello.id)?.likes, 900);
    assert.equal(new Set(idsOf(world.likersOf(hello.id).slice(0, 2000))).size, world.likersOf(hello.id).length);
  });

  it('takes the place of an account that a million others follow', () => {
    const world = worldOf({ users: [{ ...kim, id: landmarks.crowdedId }] });
    assert.equal(world.account(landmarks.crowdedId)?.record.username, 'kim');
    assert.equal(world.followersOf(landmarks.crowdedId, 'all').length, 0);
  });

  it('leaves the world as it was when it is empty', () => {
    assert.deepEqual(worldOf({}).posts().slice(0, 100), createWorld(1).posts().slice(0, 100));
  });

  const wrong: readonly (readonly [string, unknown, string, RegExp])[] = [
    ['a text that is no object', [], '', /expected object/],
    ['a name it does not know', { people: [] }, '', /people/],
    ['a field it does not know', { users: [{ ...kim, handle: 'kim' }] }, 'users[0]', /handle/],
    ['an id that is a number', { users: [kim, { id: 7, username: 'x' }] }, 'users[1].id', /string/],
    ['a user without a handle', { users: [{ id: '9001' }] }, 'users[0].username', /string/],
    ['a handle that cannot be', { users: [{ id: '9001', username: 'k-m' }] }, 'users[0].username', /letters/],
    ['a count below zero', { users: [{ ...kim, counts: { followers: -1 } }] }, 'users[0].counts.followers', /0/],
    ['a moment that is none', { tweets: [{ ...hello, createdAt: 'yesterday' }] }, 'tweets[0].createdAt', /moment/],
    ['media off the schema', { tweets: [{ ...hello, media: [{ type: 'photo' }] }] }, 'tweets[0].media[0].url', /string/],
    ['an id twice', { users: [kim], tweets: [hello, { ...hello, text: 'again' }] }, 'tweets[1].id', /tweets\[0\]/],
    ['a handle twice', { users: [kim, { id: '9002', username: 'KIM' }] }, 'users[1].username', /users\[0\]/],
    ['a handle of the world', { users: [{ id: '9002', username: 'ADA_writes' }] }, 'users[0].username', /1500000000000000001/],
    ['an unknown author', { tweets: [hello] }, 'tweets[0].author', /no account @kim/],
    [
      'a reply to nothing',
      { users: [kim], tweets: [{ ...hello, replyTo: { tweetId: '5' } }] },
      'tweets[0].replyTo.tweetId',
      /no post 5/,
    ],
    ['a quote of nothing', { users: [kim], tweets: [{ ...hello, quoted: { id: '6' } }] }, 'tweets[0].quoted.id', /no post 6/],
    [
      'replies in a circle',
      { users: [kim], tweets: [{ ...hello, replyTo: { tweetId: answer.id } }, answer] },
      'tweets[0].replyTo',
      /circle/,
    ],
    [
      'a post after the clock',
      { users: [kim], tweets: [{ ...hello, createdAt: '2031-01-01T00:00:00Z' }] },
      'tweets[0].createdAt',
      /later/,
    ],
    [
      'a post in no community',
      { users: [kim], tweets: [{ ...hello, communityId: '8' }] },
      'tweets[0].communityId',
      /no community 8/,
    ],
    ['a pin of nothing', { users: [{ ...kim, pinnedTweetIds: ['77'] }] }, 'users[@kim].pinnedTweetIds', /77/],
    ['a list of nobody', { lists: [{ id: '9101', name: 'x', owner: '@nobody' }] }, 'lists[0].owner', /@nobody/],
    [
      'a member that is not there',
      { lists: [{ id: '9101', name: 'x', owner: '@ada_writes', members: ['@mira_maps', '3'] }] },
      'lists[0].members[1]',
      /no account 3/,
    ],
    ['a community without an admin', { communities: [{ id: '9201', name: 'x' }] }, 'communities[0].admin', /string/],
    ['somebody who follows themselves', { users: [kim], follows: [{ from: '@kim', to: '9001' }] }, 'follows[0]', /themselves/],
  ];
  for (const [what, value, place, words] of wrong) {
    it(`is refused for ${what}, and says where`, () => {
      assert.throws(
        () => worldOf(value),
        (error) =>
          error instanceof DatasetError && error.place === place && words.test(error.message) && error.message.includes(place),
      );
    });
  }

  it('is refused when it is no JSON, with the words around the place', () => {
    assert.throws(() => readDataset('{"users": [}'), { name: 'DatasetError', message: /not JSON: .*users/ });
  });
});

function worldOf(value: unknown): World {
  return createWorld(1, { dataset: readDataset(JSON.stringify(value)) });
}

function search(world: World, text: string) {
  const found = searchPosts(world, parseQuery(text).root, { order: 'latest', note: refuse });
  return found.slice(0, found.length);
}

function refuse(text: string): void {
  throw new Error(`passed over: ${text}`);
}

function idsOf(items: readonly { readonly id: string }[]): readonly string[] {
  return items.map((item) => item.id);
}
