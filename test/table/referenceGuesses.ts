/**
 * What the references do not state of parameters and answers, typed off them independently of the rows: each of it is a guess, and
 * everything else is none.
 */

/** Parameters whose form, length or range the references leave open, by service and name. */
export const guessedParams: Readonly<Record<'primary' | 'gateway', readonly string[]>> = {
  primary: [
    'count',
    'cursor',
    'username',
    'source_screen_name',
    'target_screen_name',
    'searchTerm',
    'term',
    'query',
    'jobLocationId',
    'locationId',
  ],
  gateway: [
    ...['tweetId', 'tweet_id', 'user_id', 'list_id', 'community_id', 'space_id', 'hashtag', 'woeid', 'q', 'topic', 'cursor'],
    ...['min_replies', 'min_likes', 'min_retweets', 'min_participants'],
  ],
};

/** Where one row differs from the others that have a parameter of that name. */
export const guessedParamsOfRow: Readonly<Record<string, boolean>> = {
  'primary.usernamesStatus usernames': true,
  // another name for the query of a search, whose length is stated
  'gateway.searchTweets from': true,
  'gateway.searchTweets to': true,
};

/** Fields of the body of the advanced search that the reference leaves open, as a path. */
export const guessedBodyFields: readonly string[] = [
  ...['query.keywords', 'query.hashtags', 'query.mention', 'query.exclude_keywords', 'query.exclude_hashtags'],
  ...['filters.engagement.min_likes', 'filters.engagement.min_retweets', 'filters.engagement.min_replies'],
  ...['filters.author.min_followers', 'cursor'],
];

/** Fields of answers whose name, type or content the references leave open, by the schema or the operation that has them. */
export const guessedFields: Readonly<Record<'primary' | 'gateway', readonly string[]>> = {
  primary: ['Tweet', 'NestedTweet', 'InnermostTweet'].flatMap((schema) =>
    ['hashtags', 'mentions', 'replyTo', 'article'].map((field) => `${schema}.${field}`),
  ),
  gateway: [
    ...['GatewayTweet', 'GatewayPlacedTweet', 'GatewaySpaceTweet', 'GatewayCommunityTweet'].flatMap((schema) =>
      ['hashtags', 'urls', 'mentions'].map((field) => `${schema}.entities.${field}`),
    ),
    ...['hosts', 'speakers', 'listeners'].map((field) => `SpaceParticipants.${field}`),
    'HashtagTrend.top_tweet',
    'tweet 200.timestamp',
    ...['searchTweets 200.meta.query', 'searchAdvanced 200.meta.query', 'searchAdvanced 200.meta.query_complexity'],
    ...['userLists 200.owned_lists', 'userLists 200.subscribed_lists'],
  ],
};

/** Statuses whose body or whose being there is stated; of every other one it is a guess. */
export const statedStatuses: Readonly<Record<'primary' | 'gateway', readonly number[]>> = { primary: [502], gateway: [401] };
