/** The references' records with their fields, copied by hand, independently of the schemas; `a.b` is inside `a`. */

/** A record in a response, and a request that returns it. */
export interface ReferenceRecord {
  readonly name: string;
  /** The row, and its parameter strings. Default: its example. */
  readonly row: string;
  readonly texts?: Readonly<Record<string, string>>;
  /** Where it is in the simple response. */
  readonly at: readonly (string | number)[];
  /** All fields; a `?` after a name marks an optional field. */
  readonly fields: string;
  /** Fields for which the reference doesn't show the type or content. */
  readonly open?: readonly string[];
}

const user =
  'id username name description location url createdAt avatarUrl bannerUrl verified verifiedType protected counts ' +
  'counts.followers counts.following counts.tweets counts.likes counts.media counts.listed pinnedTweetIds isAutomated';
const tweet =
  'id url text createdAt lang author counts counts.likes counts.retweets counts.replies counts.quotes counts.bookmarks counts.views ' +
  'media urls hashtags mentions replyTo quoted retweetOf conversationId isPinned source article';
const gatewayTweet =
  'id text author author.id author.username author.name author.verified author.followers_count created_at lang metrics ' +
  'metrics.retweet_count metrics.reply_count metrics.like_count metrics.quote_count entities entities.hashtags entities.urls ' +
  'entities.mentions media geo? geo.place_id? geo.full_name? geo.coordinates?';
const summary =
  'id state title participant_count creator creator.id creator.username creator.name creator.profile_image_url creator.verified started_at';
const collection = 'data nextCursor previousCursor hasNextPage';

export const referenceRecords: readonly ReferenceRecord[] = [
  { name: 'collection', row: 'primary.userFollowers', at: [], fields: collection },
  { name: 'User', row: 'primary.userByUsername', at: ['data'], fields: user },
  { name: 'User of a page', row: 'primary.userFollowers', at: ['data', 0], fields: user },
  { name: 'Tweet', row: 'primary.simpleTweet', at: ['data'], fields: tweet },
  { name: 'author of a Tweet', row: 'primary.simpleTweet', at: ['data', 'author'], fields: user },
  {
    name: 'Media',
    row: 'primary.userMedia',
    at: ['data', 0, 'media', 0],
    fields: 'type url previewUrl width height altText durationMs',
  },
  { name: 'quoted Tweet', row: 'primary.tweetQuotes', at: ['data', 0, 'quoted'], fields: tweet },
  {
    name: 'List',
    row: 'primary.listDetails',
    at: ['data'],
    fields: 'id name description createdAt memberCount followerCount private bannerUrl owner owner.id owner.username',
  },
  { name: 'Location suggestion', row: 'primary.jobsFindLocation', at: ['data', 0], fields: 'id name' },
  {
    name: 'Hashflag',
    row: 'primary.miscEmojis',
    at: ['data', 0],
    fields: 'hashtag starting_timestamp_ms ending_timestamp_ms asset_url is_hashfetti_enabled',
  },
  {
    name: 'Space',
    row: 'gateway.space',
    at: [],
    fields:
      'id state title created_at updated_at scheduled_start started_at ended_at host_ids speaker_ids participant_count ' +
      'total_replay_watched is_ticketed creator creator.id creator.username creator.name creator.profile_image_url creator.verified topics',
  },
  { name: 'topic', row: 'gateway.space', at: ['topics', 0], fields: 'id name description' },
  { name: 'live Space of a list', row: 'gateway.spacesLive', texts: {}, at: ['data', 0], fields: summary },
  {
    name: 'scheduled Space of a list',
    row: 'gateway.spacesScheduled',
    texts: {},
    at: ['data', 0],
    fields: `${summary} scheduled_start topics is_ticketed reminder_count`,
  },
  {
    name: 'Space of a user',
    row: 'gateway.userSpaces',
    at: ['data', 0],
    fields: `${summary} user_role scheduled_start? topics? is_ticketed? reminder_count?`,
  },
  {
    name: 'participants',
    row: 'gateway.spaceParticipants',
    at: [],
    fields: 'hosts speakers listeners meta meta.total_participants meta.host_count meta.speaker_count meta.listener_count',
  },
  { name: 'Tweet of a search', row: 'gateway.searchTweets', at: ['data', 0], fields: gatewayTweet },
  {
    name: 'meta of a search',
    row: 'gateway.searchTweets',
    at: ['meta'],
    fields: 'result_count next_cursor query',
    open: ['query'],
  },
  {
    name: 'meta of a hashtag',
    row: 'gateway.searchHashtag',
    at: ['meta'],
    fields:
      'result_count hashtag_stats hashtag_stats.total_tweets_24h hashtag_stats.trending_score hashtag_stats.peak_hour next_cursor',
  },
  {
    name: 'meta of a place',
    row: 'gateway.searchLocation',
    at: ['meta'],
    fields: 'result_count search_location search_location.lat search_location.lon search_location.radius next_cursor?',
  },
  {
    name: 'entry of a repost',
    row: 'gateway.tweetRetweets',
    at: ['entries', 0],
    fields: 'rest_id screen_name name followers_count verified profile_image_url_https',
  },
  {
    name: 'Tweet about a Space',
    row: 'gateway.spaceTweets',
    at: ['data', 0],
    fields: `${gatewayTweet} space_share space_share.space_id space_share.title`,
  },
  {
    name: 'gateway List',
    row: 'gateway.list',
    at: [],
    fields:
      'id name description created_at owner owner.id owner.username owner.name owner.verified member_count follower_count private pinned',
  },
  {
    name: 'Community',
    row: 'gateway.community',
    at: [],
    fields:
      'id name description created_at admin member_count rules theme theme.primary_color theme.banner_url purpose invite_only',
  },
  {
    name: 'member of a community',
    row: 'gateway.communityMembers',
    at: ['data', 0],
    fields: 'id username name role joined_at profile_image_url',
  },
  {
    name: 'totals of a community',
    row: 'gateway.communityMembers',
    at: ['meta'],
    fields: 'total_members admins moderators members',
  },
  {
    name: 'Trend item',
    row: 'gateway.trendsTopics',
    at: ['data', 0],
    fields: 'name url query tweet_volume rank category trending_since promoted_content',
  },
  {
    name: 'Hashtag trend item',
    row: 'gateway.trendsHashtags',
    at: ['data', 0],
    fields: 'hashtag tweet_count_24h growth_rate trending_score related_hashtags top_tweet',
  },
  {
    name: 'Trend location',
    row: 'gateway.trendsLocations',
    at: ['data', 0],
    fields: 'name woeid country country_code placeType placeType.code placeType.name',
  },
  { name: 'trend of a place', row: 'gateway.trendsLocation', at: ['trends', 0], fields: 'name tweet_volume rank' },
  {
    name: 'analytics of a hashtag',
    row: 'gateway.hashtagAnalytics',
    at: ['analytics'],
    fields:
      'total_tweets unique_authors total_impressions engagement_rate sentiment sentiment.positive sentiment.neutral sentiment.negative ' +
      'peak_hour peak_volume',
  },
];
