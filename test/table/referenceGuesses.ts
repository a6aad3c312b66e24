/**
 * What the references don't state about parameters and responses, copied by hand, independently of the rows. Exactly these are
 * guesses.
 */

/** The advanced search's body fields that the reference leaves open, as paths. */
export const guessedBodyFields: readonly string[] = [
  ...['query.keywords', 'query.hashtags', 'query.mention', 'query.exclude_keywords', 'query.exclude_hashtags'],
  ...['filters.engagement.min_likes', 'filters.engagement.min_retweets', 'filters.engagement.min_replies'],
  ...['filters.date_range.to', 'filters.author.min_followers', 'filters.author.verified_only', 'filters.language'],
  ...['limit', 'cursor'],
];

/** Response fields whose name, type, or content the references leave open, by schema or operation. */
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
    ...['peak_hour', 'engagement_rate', 'sentiment'].map((field) => `HashtagAnalytics.analytics.${field}`),
    ...['searchHashtag 200.meta.hashtag_stats.peak_hour', 'searchLocation 200.meta.search_location.radius'],
    'tweet 200.timestamp',
    ...['searchTweets 200.meta.query', 'searchAdvanced 200.meta.query', 'searchAdvanced 200.meta.query_complexity'],
    ...['userLists 200.owned_lists', 'userLists 200.subscribed_lists'],
  ],
};

/** Statuses that are stated, with their bodies. Every other one is a guess. */
export const statedStatuses: Readonly<Record<'primary' | 'gateway', readonly number[]>> = { primary: [502], gateway: [401] };
