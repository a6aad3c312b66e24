import type { Column, ColumnType } from './cell.ts';
import type { RecordKind } from './recordKind.ts';

/** A column and where its value stands in a record: the first of the paths that holds one. */
export interface Field extends Column {
  readonly from: readonly (readonly string[])[];
  /** For lists of objects: the keys that may hold an item's text. */
  readonly item: readonly string[];
  /** For lists of objects: an empty text stands for an object that has none, so that each text tells whose it is. */
  readonly keepsPlaces: boolean;
}

type Spec = readonly [name: string, title: string, type: ColumnType, from: string, options?: SpecOptions];
interface SpecOptions {
  /** Not shown before a person asks for it. */
  readonly extra?: true;
  readonly item?: string;
  readonly keepsPlaces?: true;
}

const extra = { extra: true } as const;

/**
 * The columns of each kind of record, one row per column, both services side by side (primary reference, Tweet, User, List;
 * gateway reference, Resources; decisions 6.4, 6.9, 6.12, 6.13). Kinds have the same columns whatever was loaded, so that
 * files of different days have one schema.
 */
// oxfmt-ignore
const specs: Readonly<Record<Exclude<RecordKind, 'other'>, readonly Spec[]>> = {
  tweet: [
    ['id', 'Id', 'id', 'id', extra],
    ['created_at', 'Time', 'time', 'createdAt|created_at'],
    ['author_username', 'Author', 'text', 'author.username'],
    ['author_name', 'Author Name', 'text', 'author.name', extra],
    ['author_id', 'Author Id', 'id', 'author.id', extra],
    ['author_verified', 'Author Verified', 'flag', 'author.verified', extra],
    ['author_avatar_url', 'Author Picture', 'link', 'author.avatarUrl|author.profile_image_url|author.profile_image_url_https', extra],
    ['author_followers', 'Author Followers', 'count', 'author.counts.followers|author.followers_count', extra],
    ['text', 'Text', 'text', 'text'],
    ['lang', 'Language', 'text', 'lang'],
    ['likes', 'Likes', 'count', 'counts.likes|metrics.like_count'],
    ['reposts', 'Reposts', 'count', 'counts.retweets|metrics.retweet_count'],
    ['replies', 'Replies', 'count', 'counts.replies|metrics.reply_count'],
    ['quotes', 'Quotes', 'count', 'counts.quotes|metrics.quote_count'],
    ['bookmarks', 'Bookmarks', 'count', 'counts.bookmarks', extra],
    ['views', 'Views', 'count', 'counts.views'],
    ['hashtags', 'Hashtags', 'list', 'hashtags|entities.hashtags', { extra: true, item: 'text|tag|hashtag|name' }],
    ['mentions', 'Mentions', 'list', 'mentions|entities.mentions', { extra: true, item: 'username|screen_name|screenName|handle' }],
    ['links', 'Links', 'list', 'urls|entities.urls', { extra: true, item: 'expanded_url|expandedUrl|url' }],
    ['short_links', 'Links as Written', 'list', 'urls|entities.urls', { extra: true, item: 'url', keepsPlaces: true }],
    ['media_types', 'Media', 'list', 'media', { item: 'type' }],
    ['media_urls', 'Media Links', 'list', 'media', { extra: true, item: 'url|media_url_https' }],
    ['media_previews', 'Media Previews', 'list', 'media', { extra: true, item: 'previewUrl|media_url_https|url' }],
    ['media_alt', 'Media Descriptions', 'list', 'media', { extra: true, item: 'altText', keepsPlaces: true }],
    ['conversation_id', 'Conversation Id', 'id', 'conversationId', extra],
    ['reply_to_id', 'Reply to Id', 'id', 'replyTo.id|replyTo.tweetId|replyTo.statusId', extra],
    ['reply_to_username', 'Reply to', 'text', 'replyTo.username|replyTo.screenName', extra],
    ['quoted_id', 'Quoted Id', 'id', 'quoted.id', extra],
    ['repost_of_id', 'Repost of Id', 'id', 'retweetOf.id', extra],
    ['source', 'Sent with', 'text', 'source', extra],
    ['place', 'Place', 'text', 'geo.full_name', extra],
    ['latitude', 'Latitude', 'number', 'geo.coordinates.lat', extra],
    ['longitude', 'Longitude', 'number', 'geo.coordinates.lon', extra],
    ['community_id', 'Community Id', 'id', 'community.id', extra],
    ['community_name', 'Community', 'text', 'community.name', extra],
    ['is_pinned', 'Pinned', 'flag', 'isPinned', extra],
    ['url', 'Link', 'link', 'url', extra],
  ],
  user: [
    ['id', 'Id', 'id', 'id|rest_id', extra],
    ['username', 'Handle', 'text', 'username|screen_name'],
    ['name', 'Name', 'text', 'name'],
    ['description', 'Description', 'text', 'description'],
    ['followers', 'Followers', 'count', 'counts.followers|followers_count|metrics.followers_count'],
    ['following', 'Following', 'count', 'counts.following|metrics.following_count'],
    ['tweets', 'Posts', 'count', 'counts.tweets'],
    ['likes', 'Likes', 'count', 'counts.likes', extra],
    ['media', 'Media', 'count', 'counts.media', extra],
    ['listed', 'Listed', 'count', 'counts.listed', extra],
    ['verified', 'Verified', 'flag', 'verified'],
    ['verified_type', 'Kind of Badge', 'text', 'verifiedType', extra],
    ['protected', 'Protected', 'flag', 'protected', extra],
    ['automated', 'Automated', 'flag', 'isAutomated', extra],
    ['location', 'Location', 'text', 'location'],
    ['created_at', 'Joined', 'time', 'createdAt|created_at'],
    ['role', 'Role', 'text', 'role|community_role|participantRole'],
    ['member_since', 'Member since', 'time', 'joined_at|added_at|invited_at', extra],
    ['website', 'Website', 'link', 'url', extra],
    ['avatar_url', 'Picture', 'link', 'avatarUrl|profile_image_url|profile_image_url_https', extra],
    ['banner_url', 'Banner', 'link', 'bannerUrl', extra],
    ['pinned_ids', 'Pinned Posts', 'list', 'pinnedTweetIds', extra],
  ],
  list: [
    ['id', 'Id', 'id', 'id', extra],
    ['name', 'Name', 'text', 'name'],
    ['description', 'Description', 'text', 'description'],
    ['owner_username', 'Owner', 'text', 'owner.username'],
    ['owner_id', 'Owner Id', 'id', 'owner.id', extra],
    ['members', 'Members', 'count', 'memberCount|member_count'],
    ['followers', 'Followers', 'count', 'followerCount|follower_count'],
    ['private', 'Private', 'flag', 'private'],
    ['created_at', 'Created', 'time', 'createdAt|created_at'],
    ['banner_url', 'Banner', 'link', 'bannerUrl', extra],
  ],
  community: [
    ['id', 'Id', 'id', 'id', extra],
    ['name', 'Name', 'text', 'name'],
    ['description', 'Description', 'text', 'description'],
    ['purpose', 'Purpose', 'text', 'purpose', extra],
    ['members', 'Members', 'count', 'memberCount|member_count'],
    ['moderators', 'Moderators', 'count', 'moderatorCount', extra],
    ['join_policy', 'Joining', 'text', 'joinPolicy'],
    ['invite_only', 'Invite Only', 'flag', 'invite_only', extra],
    ['nsfw', 'Sensitive', 'flag', 'isNsfw', extra],
    ['admin_username', 'Admin', 'text', 'admin.username'],
    ['rules', 'Rules', 'list', 'rules', { extra: true, item: 'name|title|description|text' }],
    ['created_at', 'Created', 'time', 'createdAt|created_at'],
    ['banner_url', 'Banner', 'link', 'bannerUrl|theme.banner_url', extra],
  ],
  job: [
    ['id', 'Id', 'id', 'id', extra],
    ['title', 'Title', 'text', 'title'],
    ['company', 'Company', 'text', 'company|company.name'],
    ['location', 'Location', 'text', 'location'],
    ['salary', 'Salary', 'text', 'salaryText'],
    ['created_at', 'Listed', 'time', 'createdAt|created_at'],
    ['url', 'Link', 'link', 'url'],
  ],
  trend: [
    ['rank', 'Rank', 'count', 'rank'],
    ['name', 'Topic', 'text', 'name|hashtag'],
    ['volume', 'Posts', 'count', 'tweetVolume|tweet_volume|tweet_count_24h'],
    ['growth_rate', 'Growth %', 'number', 'growth_rate'],
    ['score', 'Score', 'number', 'trending_score'],
    ['category', 'Category', 'text', 'category'],
    ['trending_since', 'Trending since', 'time', 'trending_since'],
    ['related', 'Related Tags', 'list', 'related_hashtags', { item: 'hashtag|text' }],
    ['query', 'Query', 'text', 'query', extra],
    ['url', 'Link', 'link', 'url', extra],
  ],
  space: [
    ['id', 'Id', 'id', 'id', extra],
    ['title', 'Title', 'text', 'title'],
    ['state', 'State', 'text', 'state'],
    ['host', 'Host', 'text', 'creator.username'],
    ['participants', 'Participants', 'count', 'participant_count'],
    ['replays', 'Replays', 'count', 'total_replay_watched', extra],
    ['reminders', 'Reminders', 'count', 'reminder_count', extra],
    ['scheduled_start', 'Scheduled', 'time', 'scheduled_start'],
    ['started_at', 'Started', 'time', 'started_at'],
    ['ended_at', 'Ended', 'time', 'ended_at', extra],
    ['ticketed', 'Ticketed', 'flag', 'is_ticketed', extra],
    ['topics', 'Topics', 'list', 'topics', { item: 'name' }],
    ['host_ids', 'Host Ids', 'list', 'host_ids', extra],
    ['speaker_ids', 'Speaker Ids', 'list', 'speaker_ids', extra],
    ['user_role', 'Role', 'text', 'user_role', extra],
    ['created_at', 'Created', 'time', 'created_at', extra],
  ],
  place: [
    ['woeid', 'WOEID', 'id', 'woeid|id'],
    ['name', 'Name', 'text', 'name'],
    ['place_type', 'Kind', 'text', 'placeType.name'],
    ['country', 'Country', 'text', 'country'],
    ['country_code', 'Country Code', 'text', 'countryCode|country_code'],
    ['parent', 'Parent', 'id', 'parentid', extra],
    ['url', 'Link', 'link', 'url', extra],
  ],
  hashtagPoint: [
    ['timestamp', 'Time', 'time', 'timestamp'],
    ['tweet_count', 'Posts', 'count', 'tweet_count'],
    ['engagement', 'Engagement', 'number', 'engagement'],
  ],
  handleState: [
    ['username', 'Handle', 'text', 'username'],
    ['user_id', 'User Id', 'id', 'id'],
    ['state', 'State', 'text', 'status|error'],
    ['message', 'Message', 'text', 'message'],
  ],
};

const fields = new Map(Object.entries(specs).map(([kind, rows]) => [kind, rows.map(toField)] as const));

/** The fields of a kind; none for `other`, whose columns come from its records. */
export function fieldsOf(kind: RecordKind): readonly Field[] {
  return fields.get(kind) ?? [];
}

function toField([name, title, type, from, options]: Spec): Field {
  return {
    name,
    title,
    type,
    isShown: options?.extra !== true,
    from: from.split('|').map((path) => path.split('.')),
    item: options?.item?.split('|') ?? [],
    keepsPlaces: options?.keepsPlaces === true,
  };
}
