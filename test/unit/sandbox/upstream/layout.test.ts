import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { exampleValues } from '../../../../src/client/endpoints/exampleValues.ts';
import { rawUserLayouts } from '../../../../src/sandbox/upstream/rawUserLayout.ts';
import { landmarks } from '../../../../src/sandbox/world/landmarks.ts';
import { at } from '../../../support/at.ts';
import { rowOf, textsOf } from '../responses/ask.ts';
import { list } from '../../client/upstream/json.ts';
import { bodyOf, findKey, keysOf } from './rawPages.ts';

const { userId, communityId, listId } = exampleValues;

/** Where instructions or items are, according to the primary reference and the upstream schemas. */
const paths: Readonly<Record<string, readonly string[]>> = {
  'primary.userTweets': ['data', 'user', 'result', 'timeline', 'timeline', 'instructions'],
  'primary.userTweetsAndReplies': ['data', 'user', 'result', 'timeline', 'timeline', 'instructions'],
  'primary.userMedia': ['data', 'user', 'result', 'timeline', 'timeline', 'instructions'],
  'primary.userLikes': ['data', 'user', 'result', 'timeline', 'timeline', 'instructions'],
  'primary.userArticles': ['data', 'user', 'result', 'timeline', 'timeline', 'instructions'],
  'primary.userFollowers': ['data', 'user', 'result', 'timeline', 'timeline', 'instructions'],
  'primary.userFollowings': ['data', 'user', 'result', 'timeline', 'timeline', 'instructions'],
  'primary.userVerifiedFollowers': ['data', 'user', 'result', 'timeline', 'timeline', 'instructions'],
  'primary.tweet': ['data', 'threaded_conversation_with_injections_v2', 'instructions'],
  'primary.tweetArticle': ['data', 'threaded_conversation_with_injections_v2', 'instructions'],
  'primary.tweetFavorites': ['data', 'favoriters_timeline', 'timeline', 'instructions'],
  'primary.tweetRetweets': ['data', 'retweeters_timeline', 'timeline', 'instructions'],
  'primary.tweetQuotes': ['data', 'search_by_raw_query', 'search_timeline', 'timeline', 'instructions'],
  'primary.search': ['entries'],
  'primary.listTweets': ['data', 'list', 'tweets_timeline', 'timeline', 'instructions'],
  'primary.listMembers': ['data', 'list', 'members_timeline', 'timeline', 'instructions'],
  'primary.listFollowers': ['data', 'list', 'subscribers_timeline', 'timeline', 'instructions'],
  'primary.communityTweets': ['data', 'communityResults', 'result', 'ranked_community_timeline', 'timeline', 'instructions'],
  'primary.communityMembers': ['data', 'communityResults', 'result', 'members_slice', 'items_results'],
  'primary.communityModerators': ['data', 'communityResults', 'result', 'moderators_slice', 'items_results'],
  'primary.communitiesSearch': ['data', 'communities_search_slice', 'items_results'],
  'primary.jobsSearch': ['data', 'job_search', 'items_results'],
  'primary.jobsFindLocation': ['data', 'location_type_ahead'],
  'primary.usersByIds': ['data', 'users'],
};

describe('the layout of raw responses', () => {
  for (const [id, path] of Object.entries(paths)) {
    it(`of ${id} is at ${path.join('.')}`, () => {
      assert.ok(list(at(bodyOf(id, textsOf(rowOf(id).example), 'raw'), ...path)).length > 0);
    });
  }

  it('has the reference’s single objects', () => {
    const of = (id: string, ...path: readonly string[]): unknown => at(bodyOf(id, textsOf(rowOf(id).example), 'raw'), ...path);
    assert.equal(of('primary.userById', 'data', 'user', 'result', '__typename'), 'User');
    assert.equal(of('primary.userByUsername', 'data', 'user', 'result', '__typename'), 'User');
    assert.equal(of('primary.simpleTweet', 'data', 'tweetResult', 'result', '__typename'), 'Tweet');
    assert.equal(of('primary.listDetails', 'data', 'list', 'id_str'), listId);
    assert.equal(of('primary.community', 'data', 'communityResults', 'result', 'rest_id'), communityId);
    assert.equal(of('primary.userAbout', 'data', 'user_result_by_screen_name', 'result', '__typename'), 'User');
    assert.notEqual(of('primary.friendshipsShow', 'relationship', 'source', 'id_str'), undefined);
    assert.ok(
      Array.isArray(of('primary.trends')) &&
        Array.isArray(of('primary.miscLocations')) &&
        Array.isArray(of('primary.miscEmojis')),
    );
  });

  it('names post timelines by layout, and user timelines always the same', () => {
    const rootOf = (id: string, rawUserLayout: (typeof rawUserLayouts)[number]): readonly string[] =>
      keysOf(at(bodyOf(id, { userId }, 'raw', rawUserLayout), 'data', 'user', 'result'));
    for (const id of ['primary.userTweets', 'primary.userTweetsAndReplies', 'primary.userMedia', 'primary.userLikes']) {
      assert.deepEqual(rootOf(id, 'legacy'), ['__typename', 'timeline_v2'], id);
      assert.deepEqual(rootOf(id, 'both'), ['__typename', 'timeline'], id);
      assert.deepEqual(rootOf(id, 'core'), ['__typename', 'timeline'], id);
    }
    for (const rawUserLayout of rawUserLayouts)
      assert.deepEqual(rootOf('primary.userFollowers', rawUserLayout), ['__typename', 'timeline']);
  });

  it('has a next cursor only in slices with a next page', () => {
    const cursorOf = (count: string): unknown =>
      findKey(bodyOf('primary.communityModerators', { communityId, count }, 'raw'), 'next_cursor');
    assert.deepEqual([typeof cursorOf('10'), cursorOf('100')], ['string', undefined]);
  });

  it('sends errors next to one list’s data', () => {
    const body = bodyOf('primary.listDetails', { listId: landmarks.listWithErrorsId }, 'raw');
    assert.equal(list(at(body, 'errors')).length, 1);
    assert.notEqual(at(body, 'data', 'list', 'name'), undefined);
  });
});
