import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { exampleValues } from '../../../../src/client/endpoints/exampleValues.ts';
import { landmarks } from '../../../../src/sandbox/world/landmarks.ts';
import { at } from '../../../support/at.ts';
import { ask, idsAt, world } from './ask.ts';

const handle101 = Array.from({ length: 101 }, (_, index) => `handle_${index}`).join(',');

/** Row, strings, status, and a word in the message. */
const refused: readonly (readonly [string, Readonly<Record<string, string>>, number, string])[] = [
  ['primary.userByUsername', { username: 'nobody_here' }, 400, 'not found'],
  ['primary.userByUsername', { username: 'has space' }, 400, 'not allowed'],
  ['primary.userByUsername', { username: 'a;b' }, 400, 'not allowed'],
  ['primary.userByUsername', { username: 'much_too_long_handle' }, 422, '1 to 15'],
  ['primary.userByUsername', { username: 'mit-strich' }, 422, '1 to 15'],
  ['primary.userByUsername', { username: landmarks.suspendedHandle }, 400, 'suspended'],
  ['primary.userById', { userId: 'abc' }, 422, 'digits'],
  ['primary.userById', { userId: '-1' }, 422, 'digits'],
  ['primary.userById', { userId: '9'.repeat(31) }, 422, 'digits'],
  ['primary.userById', { userId: '12345' }, 400, 'not found'],
  ['primary.userTweets', { userId: '-1', username: 'ada_writes' }, 422, 'digits'],
  ['primary.userFollowers', { userId: '-1' }, 400, 'username is missing'],
  ['primary.userFollowers', { userId: 'abc', username: 'ada_writes' }, 422, 'digits'],
  ['primary.userFollowers', { userId: '-1', username: 'no one' }, 400, 'not allowed'],
  ['primary.userFollowers', { userId: '-1', username: 'nobody_here' }, 400, 'not found'],
  ['primary.usersByIds', {}, 400, 'missing'],
  ['primary.usersByIds', { userIds: '1,x' }, 422, 'numeric'],
  ['primary.usersByIds', { userIds: Array.from({ length: 101 }, (_, id) => id).join(',') }, 400, '100'],
  ['primary.usernamesToIds', {}, 400, 'missing'],
  ['primary.usernamesToIds', { usernames: ' , ,' }, 400, 'missing'],
  ['primary.usernamesToIds', { usernames: handle101 }, 400, '100'],
  ['primary.usernamesToIds', { usernames: 'a' }, 422, '2 to 15'],
  ['primary.usernamesToIds', { usernames: 'a,b c' }, 400, 'not allowed'],
  ['primary.usernamesStatus', {}, 400, 'missing'],
  ['primary.friendshipsShow', { source_screen_name: 'ada_writes' }, 400, 'missing'],
  ['primary.friendshipsShow', { source_id: 'x', target_id: '1' }, 422, 'digits'],
  ['primary.tweet', { tweetId: 'abc' }, 422, 'digits'],
  ['primary.tweet', { tweetId: '12345' }, 404, 'not found'],
  ['primary.tweet', { tweetId: landmarks.protectedPostId }, 404, 'not found'],
  ['primary.simpleTweet', { tweetId: '12345' }, 404, 'not found'],
  ['primary.tweetFavorites', { tweetId: '12345' }, 404, 'not found'],
  ['primary.tweetQuotes', { tweetId: 'abc' }, 422, 'digits'],
  ['primary.listDetails', {}, 400, 'missing'],
  ['primary.listDetails', { listId: 'abc' }, 400, 'digits'],
  ['primary.listMembers', { listId: '12345' }, 400, 'not found'],
  ['primary.listTweets', { listId: landmarks.privateListId }, 400, 'not found'],
  ['primary.community', { communityId: 'abc' }, 422, 'digits'],
  ['primary.community', { communityId: '12345' }, 400, 'not found'],
  ['primary.communityMembersSearch', { communityId: exampleValues.communityId }, 400, 'missing'],
  ['primary.job', { jobId: 'abc' }, 422, 'digits'],
  ['primary.job', { jobId: '12345' }, 400, 'not found'],
  ['primary.trends', { locationId: '1.5' }, 422, 'whole number'],
  ['primary.trends', { locationId: '999' }, 400, 'no place'],
  ['gateway.tweet', { tweetId: 'abc' }, 404, 'not found'],
  ['gateway.tweet', { tweetId: landmarks.protectedPostId }, 403, 'protected'],
  ['gateway.searchTweets', {}, 400, 'q is missing'],
  ['gateway.searchLocation', { q: 'coffee' }, 400, 'latitude'],
  ['gateway.searchLocation', { q: 'coffee', latitude: '91', longitude: '0' }, 400, 'latitude'],
  ['gateway.searchLocation', { q: 'coffee', latitude: '1', longitude: '0', radius: '10' }, 400, 'radius'],
  ['gateway.space', { space_id: 'nope' }, 404, 'nope'],
  ['gateway.list', { list_id: landmarks.privateListId }, 403, 'private'],
  ['gateway.listMembers', { list_id: '1' }, 404, '1'],
  ['gateway.userLists', { user_id: '1' }, 404, '1'],
  ['gateway.listsSearch', {}, 400, 'q is missing'],
  ['gateway.community', { community_id: landmarks.inviteOnlyCommunityId }, 403, 'invite-only'],
  ['gateway.communityTweets', { community_id: '1' }, 404, '1'],
  ['gateway.trendsTopics', { woeid: 'x' }, 400, 'whole number'],
  ['gateway.trendsLocation', { woeid: '999' }, 404, '999'],
  ['gateway.hashtagAnalytics', { hashtag: 'nobodyusesthis' }, 404, 'nobodyusesthis'],
  ['gateway.tweetAnalytics', { tweet_id: '1' }, 404, '1'],
];

describe('an error response', () => {
  for (const [id, texts, status, word] of refused) {
    it(`is ${status} for ${id} with ${JSON.stringify(texts).slice(0, 80)}`, () => {
      const result = ask(id, texts);
      assert.equal(result.status, status);
      assert.ok(result.message.includes(word), result.message);
    });
  }

  it('isn’t sent for a protected account, which has a profile and empty timelines', () => {
    const account = world.accountByHandle(landmarks.protectedHandle);
    assert.ok(account !== undefined);
    assert.equal(at(ask('primary.userById', { userId: account.id }).body, 'data', 'protected'), true);
    for (const id of ['primary.userTweets', 'primary.userFollowers', 'primary.userMedia']) {
      assert.deepEqual(idsAt(ask(id, { userId: account.id }).body, 'data'), [], id);
    }
  });

  it('isn’t sent for an unknown tweet’s quotes', () => {
    assert.deepEqual(at(ask('primary.tweetQuotes', { tweetId: '12345' }).body, 'data'), []);
  });

  it('isn’t sent for a place search without a match', () => {
    assert.deepEqual(at(ask('primary.jobsFindLocation', { term: 'Atlantis' }).body, 'data'), []);
  });
});
