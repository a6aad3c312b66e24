import { readString, readNonEmptyString } from '../upstream/platformFields.ts';
import type { RecordExtra, TextLink } from '../upstream/upstreamPage.ts';
import {
  toRawFields,
  toBooleanOrUndefined,
  coerceId,
  toFiniteNumber,
  type RecordFromReader,
  coerceText,
  readTextList,
  mapIfArray,
  type RawFields,
  isObject,
  readObjectWith,
  findNonEmptyText,
} from './fieldValues.ts';
import type { RecordKind } from '../endpoint.ts';

/** An author, owner, or host, or a whole account. */
export type UserRecord = RecordFromReader<typeof readUser>;

export function readUser(value: unknown) {
  const user = toRawFields(value);
  const counts = toRawFields(user['counts']);
  const metrics = toRawFields(user['metrics']);
  // for community members, the service writes 0 for unknown counts
  const known = user['createdAt'] === null ? toNonZeroNumber : toFiniteNumber;
  return {
    kind: 'user' as const,
    /** Missing in some gateway responses. */
    id: coerceId(user['id']) ?? coerceId(user['rest_id']),
    handle: coerceText(user['username']) ?? coerceText(user['screen_name']),
    name: coerceText(user['name']),
    bio: coerceText(user['description']),
    location: coerceText(user['location']),
    website: coerceText(user['url']),
    createdAt: readNonEmptyString(user['createdAt']) ?? readNonEmptyString(user['created_at']),
    avatarUrl:
      coerceText(user['avatarUrl']) ?? coerceText(user['profile_image_url']) ?? coerceText(user['profile_image_url_https']),
    bannerUrl: coerceText(user['bannerUrl']),
    isVerified: toBooleanOrUndefined(user['verified']),
    /** "Business", "Government". */
    verifiedType: coerceText(user['verifiedType']),
    isProtected: toBooleanOrUndefined(user['protected']),
    isAutomated: toBooleanOrUndefined(user['isAutomated']),
    followers: known(counts['followers']) ?? known(user['followers_count']) ?? known(metrics['followers_count']),
    following: known(counts['following']) ?? known(metrics['following_count']),
    posts: known(counts['tweets']),
    likes: known(counts['likes']),
    media: known(counts['media']),
    listed: known(counts['listed']),
    pinnedIds: readTextList(user['pinnedTweetIds']),
    /** In a community or Space: "admin", "moderator", "member", "host", "speaker", "listener". */
    role: coerceText(user['role']) ?? coerceText(user['community_role']),
    /** When the account joined the list, community, or Space, or was added or invited. */
    memberSince:
      readNonEmptyString(user['joined_at']) ?? readNonEmptyString(user['added_at']) ?? readNonEmptyString(user['invited_at']),
  };
}

function toNonZeroNumber(value: unknown): number | undefined {
  return value === 0 ? undefined : toFiniteNumber(value);
}

/** Upstream records have 0 for counts that weren't reported; makes them undefined again. */
export function mergeUpstreamUserExtra(user: UserRecord, extra: RecordExtra | undefined): UserRecord {
  if (extra === undefined || !('hasListedCount' in extra)) {
    return user;
  }
  return { ...user, listed: extra.hasListedCount ? user.listed : undefined, role: user.role ?? extra.communityRole };
}

export interface PostRecord extends RecordFromReader<typeof readPost> {}
export type MediaRecord = Readonly<ReturnType<typeof readMedium>>;
export type LinkRecord = Readonly<ReturnType<typeof readLink>>;
/** Long text with a title. */
export type ArticleRecord = Readonly<ReturnType<typeof readArticle>>;

/** A post, the post that it repeats or quotes, and the post quoted there. Deeper nesting is left out. */
const maxPostLevel = 3;
// the reference doesn't state an element type for these: strings, or objects with a string under one of these names
const hashtagKeys = ['text', 'tag', 'hashtag', 'name'] as const;
const mentionKeys = ['username', 'screen_name', 'screenName', 'handle'] as const;

export function readPost(value: unknown, level = 1) {
  const post = toRawFields(value);
  const counts = toRawFields(post['counts']);
  const metrics = toRawFields(post['metrics']);
  const entities = toRawFields(post['entities']);
  const replyTo = toRawFields(post['replyTo']);
  const geo = toRawFields(post['geo']);
  const point = toRawFields(geo['coordinates']);
  return {
    kind: 'post' as const,
    id: coerceId(post['id']),
    url: coerceText(post['url']),
    text: coerceText(post['text']),
    createdAt: readNonEmptyString(post['createdAt']) ?? readNonEmptyString(post['created_at']),
    lang: coerceText(post['lang']),
    author: readObjectWith<UserRecord>(post['author'], readUser),
    likes: toFiniteNumber(counts['likes']) ?? toFiniteNumber(metrics['like_count']),
    reposts: toFiniteNumber(counts['retweets']) ?? toFiniteNumber(metrics['retweet_count']),
    replies: toFiniteNumber(counts['replies']) ?? toFiniteNumber(metrics['reply_count']),
    quotes: toFiniteNumber(counts['quotes']) ?? toFiniteNumber(metrics['quote_count']),
    bookmarks: toFiniteNumber(counts['bookmarks']),
    views: toFiniteNumber(counts['views']),
    media: mapIfArray(post['media'], readMedium),
    links: mapIfArray(post['urls'], readLink) ?? mapIfArray(entities['urls'], readLink),
    /** Without `#`. */
    hashtags: readTextList(post['hashtags'], hashtagKeys) ?? readTextList(entities['hashtags'], hashtagKeys),
    /** Handles without `@`. */
    mentions: readTextList(post['mentions'], mentionKeys) ?? readTextList(entities['mentions'], mentionKeys),
    replyToId: coerceId(replyTo['id']) ?? coerceId(replyTo['tweetId']) ?? coerceId(replyTo['statusId']),
    replyToHandle: coerceText(replyTo['username']) ?? coerceText(replyTo['screenName']),
    quoted: readInnerPost(post['quoted'], level),
    repostOf: readInnerPost(post['retweetOf'], level),
    article: readObjectWith(post['article'], readArticle),
    conversationId: coerceId(post['conversationId']),
    isPinned: toBooleanOrUndefined(post['isPinned']),
    /** The app that sent it. */
    source: coerceText(post['source']),
    place: coerceText(geo['full_name']),
    latitude: toFiniteNumber(point['lat']),
    longitude: toFiniteNumber(point['lon']),
    /** The author's role there is `author.role`. */
    community: readObjectWith(post['community'], ({ id, name }) => ({ id: coerceId(id), name: coerceText(name) })),
  };
}

function readInnerPost(value: unknown, level: number): PostRecord | undefined {
  return isObject(value) && level < maxPostLevel ? readPost(value, level + 1) : undefined;
}

function readMedium(value: unknown) {
  const medium = toRawFields(value);
  const url = readString(medium['url']);
  const picture = readString(medium['media_url_https']);
  return {
    /** "photo", "video", "animated_gif"; the list is open. */
    type: readString(medium['type']),
    /** The full image, or the video. */
    url: url ?? picture,
    /** A still image. */
    previewUrl: readString(medium['previewUrl']) ?? picture ?? url,
    width: toFiniteNumber(medium['width']),
    height: toFiniteNumber(medium['height']),
    alt: readString(medium['altText']),
    durationMs: toFiniteNumber(medium['durationMs']),
  };
}

/** The gateway reference doesn't state an element type: an address, or an object as in upstream JSON. */
function readLink(value: unknown) {
  const address = typeof value === 'boolean' ? undefined : coerceText(value);
  const link = toRawFields(value);
  const token = readString(link['url']);
  return {
    url: address ?? readString(link['expanded_url']) ?? readString(link['expandedUrl']) ?? token,
    /** As in the text, if known. */
    token,
  };
}

function readArticle(article: RawFields) {
  return {
    title: readString(article['title']),
    preview: readString(article['previewText']),
    url: readString(article['url']),
    pictureUrl: readString(article['coverUrl']),
    content: readString(article['content']),
  };
}

/**
 * Adds what only upstream JSON has: expanded links, the account that a post replies to, the place, and the community. Upstream
 * records have 0 for counts that weren't reported; makes them undefined again.
 */
export function mergeUpstreamPostExtra(post: PostRecord, extra: RecordExtra | undefined): PostRecord {
  if (extra === undefined || !('hasViewCount' in extra)) {
    return post;
  }
  const { links, place, community, quoted, retweetOf, replyToUser, hasViewCount } = extra;
  return {
    ...post,
    views: hasViewCount ? post.views : undefined,
    links: links === undefined ? post.links : addLinkTokens(post.links, links),
    replyToHandle: post.replyToHandle ?? replyToUser?.username,
    place: post.place ?? place?.fullName,
    community: post.community ?? community,
    quoted: post.quoted === undefined ? undefined : mergeUpstreamPostExtra(post.quoted, quoted),
    repostOf: post.repostOf === undefined ? undefined : mergeUpstreamPostExtra(post.repostOf, retweetOf),
  };
}

/** Both lists are in text order, and an address may occur twice, so each token is used once. */
function addLinkTokens(links: PostRecord['links'], known: readonly TextLink[]): PostRecord['links'] {
  const left = [...known];
  return links?.map((link) => {
    const at = left.findIndex(({ url }) => url === link.url);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    return found === undefined ? link : { url: link.url, token: found.token };
  });
}

export type ListRecord = RecordFromReader<typeof readList>;
export type CommunityRecord = RecordFromReader<typeof readCommunity>;
export type JobRecord = RecordFromReader<typeof readJob>;
export type TrendRecord = RecordFromReader<typeof readTrend>;
/** A Space. */
export type SpaceRecord = RecordFromReader<typeof readSpace>;
/** A place with trends or jobs. */
export type PlaceRecord = RecordFromReader<typeof readPlace>;
/** A hashtag's metrics in one interval. */
export type HashtagPointRecord = RecordFromReader<typeof readHashtagPoint>;
/** A handle's state after a lookup. */
export type HandleStateRecord = RecordFromReader<typeof readHandleState>;
/** A record without known fields. */
export type OtherRecord = RecordFromReader<typeof readOther>;

export type AnyRecord =
  | PostRecord
  | UserRecord
  | ListRecord
  | CommunityRecord
  | JobRecord
  | TrendRecord
  | SpaceRecord
  | PlaceRecord
  | HashtagPointRecord
  | HandleStateRecord
  | OtherRecord;

const readers: { readonly [K in RecordKind]: (value: unknown) => Extract<AnyRecord, { readonly kind: K }> } = {
  post: readPost,
  user: readUser,
  list: readList,
  community: readCommunity,
  job: readJob,
  trend: readTrend,
  space: readSpace,
  place: readPlace,
  hashtagPoint: readHashtagPoint,
  handleState: readHandleState,
  other: readOther,
};

/**
 * Reads a record from either service's `simple` response, or one converted from upstream JSON. Never throws: fields that don't
 * fit are undefined.
 */
export function readRecord<K extends RecordKind>(kind: K, value: unknown): Extract<AnyRecord, { readonly kind: K }> {
  return readers[kind](value);
}

/** Walks a record and the records in it, outermost first: a post's author, the post that it quotes, a list's owner. */
export function* walkRecordTree(record: AnyRecord | undefined): Generator<AnyRecord> {
  if (record === undefined) {
    return;
  }
  yield record;
  switch (record.kind) {
    case 'post':
      yield* walkRecordTree(record.author);
      yield* walkRecordTree(record.quoted);
      yield* walkRecordTree(record.repostOf);
      return;
    case 'list':
      yield* walkRecordTree(record.owner);
      return;
    case 'community':
      yield* walkRecordTree(record.admin);
      return;
    case 'space':
      yield* walkRecordTree(record.host);
      return;
    case 'other':
      yield readUser(record.value); // facts about an account include its name
      return;
    case 'user':
    case 'job':
    case 'trend':
    case 'place':
    case 'hashtagPoint':
    case 'handleState':
      return;
  }
}

function readList(value: unknown) {
  const list = toRawFields(value);
  return {
    kind: 'list' as const,
    id: coerceId(list['id']),
    name: coerceText(list['name']),
    description: coerceText(list['description']),
    owner: readObjectWith<UserRecord>(list['owner'], readUser),
    members: toFiniteNumber(list['memberCount']) ?? toFiniteNumber(list['member_count']),
    followers: toFiniteNumber(list['followerCount']) ?? toFiniteNumber(list['follower_count']),
    isPrivate: toBooleanOrUndefined(list['private']),
    createdAt: readNonEmptyString(list['createdAt']) ?? readNonEmptyString(list['created_at']),
    bannerUrl: coerceText(list['bannerUrl']),
  };
}

function readCommunity(value: unknown) {
  const community = toRawFields(value);
  return {
    kind: 'community' as const,
    id: coerceId(community['id']),
    name: coerceText(community['name']),
    description: coerceText(community['description']),
    purpose: coerceText(community['purpose']),
    members: toFiniteNumber(community['memberCount']) ?? toFiniteNumber(community['member_count']),
    moderators: toFiniteNumber(community['moderatorCount']),
    /** How people join, from the Primary API. */
    joinPolicy: coerceText(community['joinPolicy']),
    /** The same from the Gateway API. */
    isInviteOnly: toBooleanOrUndefined(community['invite_only']),
    isSensitive: toBooleanOrUndefined(community['isNsfw']),
    admin: readObjectWith<UserRecord>(community['admin'], readUser),
    // the references don't state the element type of rules
    rules: readTextList(community['rules'], ['name', 'title', 'description', 'text']),
    createdAt: readNonEmptyString(community['createdAt']) ?? readNonEmptyString(community['created_at']),
    bannerUrl: coerceText(community['bannerUrl']) ?? coerceText(toRawFields(community['theme'])['banner_url']),
  };
}

function readJob(value: unknown) {
  const job = toRawFields(value);
  return {
    kind: 'job' as const,
    id: coerceId(job['id']),
    title: coerceText(job['title']),
    company: coerceText(job['company']) ?? coerceText(toRawFields(job['company'])['name']),
    location: coerceText(job['location']),
    salary: coerceText(job['salaryText']),
    createdAt: readNonEmptyString(job['createdAt']) ?? readNonEmptyString(job['created_at']),
    url: coerceText(job['url']),
  };
}

function readTrend(value: unknown) {
  const trend = toRawFields(value);
  return {
    kind: 'trend' as const,
    name: coerceText(trend['name']) ?? coerceText(trend['hashtag']),
    /** What it is about and how much is written, in the service's own words. */
    description: coerceText(trend['description']),
    rank: toFiniteNumber(trend['rank']),
    /** How many posts. */
    volume:
      toFiniteNumber(trend['tweetVolume']) ?? toFiniteNumber(trend['tweet_volume']) ?? toFiniteNumber(trend['tweet_count_24h']),
    /** In percent. */
    growthRate: toFiniteNumber(trend['growth_rate']),
    /** From 0 to 10. */
    score: toFiniteNumber(trend['trending_score']),
    category: coerceText(trend['category']),
    trendingSince: readNonEmptyString(trend['trending_since']),
    related: readTextList(trend['related_hashtags'], ['hashtag', 'text']),
    /** The query that finds its posts. */
    query: coerceText(trend['query']),
    url: coerceText(trend['url']),
  };
}

function readSpace(value: unknown) {
  const space = toRawFields(value);
  return {
    kind: 'space' as const,
    id: coerceId(space['id']),
    title: coerceText(space['title']),
    /** "live", "scheduled", "ended", "cancelled". */
    state: coerceText(space['state']),
    host: readObjectWith<UserRecord>(space['creator'], readUser),
    participants: toFiniteNumber(space['participant_count']),
    replays: toFiniteNumber(space['total_replay_watched']),
    reminders: toFiniteNumber(space['reminder_count']),
    scheduledStart: readNonEmptyString(space['scheduled_start']),
    startedAt: readNonEmptyString(space['started_at']),
    endedAt: readNonEmptyString(space['ended_at']),
    createdAt: readNonEmptyString(space['created_at']),
    isTicketed: toBooleanOrUndefined(space['is_ticketed']),
    topics: readTextList(space['topics'], ['name']),
    hostIds: readTextList(space['host_ids']),
    speakerIds: readTextList(space['speaker_ids']),
    /** The requested user's role in the Space. */
    userRole: coerceText(space['user_role']),
  };
}

function readPlace(value: unknown) {
  const place = toRawFields(value);
  return {
    kind: 'place' as const,
    /** A WOEID, or the service's own id for a place with jobs. */
    id: coerceId(place['woeid']) ?? coerceId(place['id']),
    name: coerceText(place['name']),
    placeType: coerceText(toRawFields(place['placeType'])['name']),
    country: coerceText(place['country']),
    countryCode: coerceText(place['countryCode']) ?? coerceText(place['country_code']),
    parentId: coerceId(place['parentid']),
    url: coerceText(place['url']),
  };
}

function readHashtagPoint(value: unknown) {
  const point = toRawFields(value);
  return {
    kind: 'hashtagPoint' as const,
    time: readNonEmptyString(point['timestamp']),
    posts: toFiniteNumber(point['tweet_count']),
    engagement: toFiniteNumber(point['engagement']),
  };
}

function readHandleState(value: unknown) {
  const state = toRawFields(value);
  return {
    kind: 'handleState' as const,
    handle: coerceText(state['username']),
    userId: coerceId(state['id']),
    /** "active", "suspended", …, or an error's name. */
    state: coerceText(state['status']) ?? coerceText(state['error']),
    message: coerceText(state['message']),
  };
}

function readOther(value: unknown) {
  const fields = toRawFields(value);
  return {
    kind: 'other' as const,
    value,
    /** A community rule is a string, or an object with one. */
    title: readString(value) ?? findNonEmptyText(fields, ['name', 'title', 'text']),
    description: findNonEmptyText(fields, ['description']),
    url: readString(fields['url']),
  };
}
