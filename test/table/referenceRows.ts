/** One row as the references state it, typed off them a second time and not from the catalogue. */
export interface ReferenceRow {
  readonly call: string;
  /** Names in the order of the reference; a `?` behind a name says that it may be left out. */
  readonly params: string;
  /** Whether a next page exists. */
  readonly pages: boolean;
  /** false where the reference shows too little and the assumptions fill in. */
  readonly shown: boolean;
}

function row(call: string, params: string, pages: 'pages' | 'one', shown: 'shown' | 'guessed' = 'shown'): ReferenceRow {
  return { call, params, pages: pages === 'pages', shown: shown === 'shown' };
}

const shared = 'userId username? count? cursor?';

/** Primary reference, index of the 39 read endpoints, in the order of the catalogue's groups. */
export const primaryRows: readonly ReferenceRow[] = [
  row('GET /user/by/username/{username}', 'username', 'one', 'guessed'),
  row('GET /user/{userId}', 'userId', 'one', 'guessed'),
  row('GET /user/users/by/ids', 'userIds', 'one', 'guessed'),
  row('GET /user/usernames/to/ids', 'usernames', 'one'),
  row('GET /username/to/id/{username}', 'username', 'one', 'guessed'),
  row('GET /user/about/{username}', 'username', 'one', 'guessed'),
  row('GET /user/{userId}/tweets', 'userId count? cursor?', 'pages', 'guessed'),
  row('GET /user/{userId}/tweetsAndReplies', shared, 'pages'),
  row('GET /user/{userId}/media', shared, 'pages'),
  row('GET /user/{userId}/likes', 'userId count? cursor?', 'pages', 'guessed'),
  row('GET /user/{userId}/followers', shared, 'pages'),
  row('GET /user/{userId}/followings', shared, 'pages'),
  row('GET /user/{userId}/verifiedFollowers', shared, 'pages'),
  row('GET /user/{userId}/articles', 'userId count? cursor?', 'pages', 'guessed'),
  row('GET /user/usernames/status', 'usernames', 'one'),
  row('GET /user/friendships/show', 'source_screen_name? target_screen_name? source_id? target_id?', 'one', 'guessed'),
  row('GET /tweet/{tweetId}', 'tweetId rankingMode? includePromotedContent? cursor?', 'pages'),
  row('GET /simpletweet/{tweetId}', 'tweetId', 'one', 'guessed'),
  row('GET /tweet/{tweetId}/article', 'tweetId rankingMode? includePromotedContent? cursor?', 'pages', 'guessed'),
  row('GET /tweet/{tweetId}/favorites', 'tweetId count? cursor?', 'pages', 'guessed'),
  row('GET /tweet/{tweetId}/retweets', 'tweetId count? cursor?', 'pages', 'guessed'),
  row('GET /tweet/{tweetId}/quotes', 'tweetId count? cursor? rankingMode?', 'pages'),
  row('GET /search', 'searchItem? category? count? cursor? filters?', 'pages'),
  row('GET /lists/details', 'listId', 'one'),
  row('GET /lists/tweets', 'listId count? cursor?', 'pages'),
  row('GET /lists/members', 'listId count? cursor?', 'pages'),
  row('GET /lists/followers', 'listId count? cursor?', 'pages', 'guessed'),
  row('GET /communities/search/{searchTerm}', 'searchTerm count? cursor?', 'pages', 'guessed'),
  row('GET /communities/{communityId}', 'communityId', 'one', 'guessed'),
  row('GET /communities/{communityId}/tweets', 'communityId count? cursor?', 'pages'),
  row('GET /communities/{communityId}/members', 'communityId count? cursor?', 'pages', 'guessed'),
  row('GET /communities/{communityId}/members/search', 'communityId query count? cursor?', 'pages', 'guessed'),
  row('GET /communities/{communityId}/moderators', 'communityId count? cursor?', 'pages'),
  row('GET /jobs/search/{searchTerm}', 'searchTerm jobLocationId? count? cursor?', 'pages', 'guessed'),
  row('GET /jobs/{jobId}', 'jobId', 'one', 'guessed'),
  row('GET /jobs/find-location/{term}', 'term', 'one'),
  row('GET /trends/{locationId}', 'locationId', 'one', 'guessed'),
  row('GET /misc/locations', '', 'one', 'guessed'),
  row('GET /misc/emojis', '', 'one'),
];

/** Gateway reference, Endpoints. */
export const gatewayRows: readonly ReferenceRow[] = [
  row('GET /tweet/{tweetId}', 'tweetId count? cursor? includeTimestamp?', 'pages'),
  row('GET /tweet/{tweetId}/retweets', 'tweetId count? cursor?', 'pages'),
  row(
    'GET /search/tweets',
    'q limit? cursor? lang? since? until? from? to? filter? verified_only? min_replies? min_likes? min_retweets?',
    'pages',
  ),
  row('POST /search/advanced', 'query? filters? sort? limit? cursor?', 'pages', 'guessed'),
  row('GET /search/hashtag/{hashtag}', 'hashtag limit? filter? cursor?', 'pages'),
  row('GET /search/location', 'q latitude longitude radius? limit? cursor?', 'pages', 'guessed'),
  row('GET /space/{space_id}', 'space_id', 'one'),
  row('GET /spaces/search', 'q state? limit?', 'one'),
  row('GET /space/{space_id}/participants', 'space_id limit? role?', 'one'),
  row('GET /user/{user_id}/spaces', 'user_id state? role? limit?', 'one'),
  row('GET /space/{space_id}/tweets', 'space_id limit?', 'one'),
  row('GET /spaces/scheduled', 'from? to? topic? limit?', 'one'),
  row('GET /spaces/live', 'topic? min_participants? verified_hosts_only? limit?', 'one'),
  row('GET /list/{list_id}', 'list_id', 'one'),
  row('GET /list/{list_id}/members', 'list_id limit? cursor?', 'pages'),
  row('GET /list/{list_id}/tweets', 'list_id limit? cursor?', 'pages'),
  row('GET /user/{user_id}/lists', 'user_id type? limit?', 'one'),
  row('GET /lists/search', 'q limit?', 'one'),
  row('GET /community/{community_id}', 'community_id', 'one'),
  row('GET /community/{community_id}/members', 'community_id role? limit?', 'one'),
  row('GET /community/{community_id}/tweets', 'community_id limit? sort?', 'one'),
  row('GET /user/{user_id}/communities', 'user_id role?', 'one', 'guessed'),
  row('GET /trends/topics', 'woeid? limit?', 'one'),
  row('GET /trends/hashtags', 'country? limit? category?', 'one'),
  row('GET /trends/hashtag/{hashtag}/analytics', 'hashtag timeframe?', 'one'),
  row('GET /trends/location/{woeid}', 'woeid', 'one'),
  row('GET /trends/locations', '', 'one'),
  row('GET /analytics/tweet/{tweet_id}', 'tweet_id', 'one', 'guessed'),
];
