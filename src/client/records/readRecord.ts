import {
  toRawFields,
  findNonEmptyText,
  toBooleanOrUndefined,
  coerceId,
  toFiniteNumber,
  readObjectWith,
  type RecordFromReader,
  toStringOrUndefined,
  coerceText,
  readTextList,
  readTimeAsWritten,
} from './fieldValues.ts';
import type { RecordExtra } from '../upstream/extra.ts';
import { type PostRecord, readPost } from './readPost.ts';
import { readUser, type UserRecord } from './readUser.ts';
import type { RecordKind } from '../endpoint.ts';

export type ListRecord = RecordFromReader<typeof readList>;
export type CommunityRecord = RecordFromReader<typeof readCommunity>;
export type JobRecord = RecordFromReader<typeof readJob>;
/** A topic or a hashtag that many write about. */
export type TrendRecord = RecordFromReader<typeof readTrend>;
/** An audio room. */
export type SpaceRecord = RecordFromReader<typeof readSpace>;
/** A place that has trends, or that jobs are searched in. */
export type PlaceRecord = RecordFromReader<typeof readPlace>;
/** How a hashtag did within one step of time. */
export type HashtagPointRecord = RecordFromReader<typeof readHashtagPoint>;
/** What became of a handle that was asked about. */
export type HandleStateRecord = RecordFromReader<typeof readHandleState>;
/** What has no shape of its own: it is read where it stands. */
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
 * Reads one record of a `simple` answer of either service, or one that was read out of upstream JSON. Never throws: what does
 * not fit is undefined, and what is no object is a record of which nothing is known.
 */
export function readRecord<K extends RecordKind>(kind: K, value: unknown): Extract<AnyRecord, { readonly kind: K }> {
  return readers[kind](value);
}

/** A record and those that stand inside of it, from the outside in: who wrote a post, what it quotes, who owns a list. */
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
      yield readUser(record.value); // facts about an account have its name, too
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
    createdAt: readTimeAsWritten(list['createdAt']) ?? readTimeAsWritten(list['created_at']),
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
    /** The primary service's word for how people join. */
    joinPolicy: coerceText(community['joinPolicy']),
    /** What the gateway says of the same. */
    isInviteOnly: toBooleanOrUndefined(community['invite_only']),
    isSensitive: toBooleanOrUndefined(community['isNsfw']),
    admin: readObjectWith<UserRecord>(community['admin'], readUser),
    // the references name no element type of rules
    rules: readTextList(community['rules'], ['name', 'title', 'description', 'text']),
    createdAt: readTimeAsWritten(community['createdAt']) ?? readTimeAsWritten(community['created_at']),
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
    createdAt: readTimeAsWritten(job['createdAt']) ?? readTimeAsWritten(job['created_at']),
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
    trendingSince: readTimeAsWritten(trend['trending_since']),
    related: readTextList(trend['related_hashtags'], ['hashtag', 'text']),
    /** What is searched for to see its posts. */
    query: coerceText(trend['query']),
    url: coerceText(trend['url']),
  };
}

export function mergeUpstreamTrendExtra(trend: TrendRecord, extra: RecordExtra | undefined): TrendRecord {
  return extra !== undefined && 'context' in extra ? { ...trend, description: trend.description ?? extra.context } : trend;
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
    scheduledStart: readTimeAsWritten(space['scheduled_start']),
    startedAt: readTimeAsWritten(space['started_at']),
    endedAt: readTimeAsWritten(space['ended_at']),
    createdAt: readTimeAsWritten(space['created_at']),
    isTicketed: toBooleanOrUndefined(space['is_ticketed']),
    topics: readTextList(space['topics'], ['name']),
    hostIds: readTextList(space['host_ids']),
    speakerIds: readTextList(space['speaker_ids']),
    /** What the user who was asked about is in it. */
    userRole: coerceText(space['user_role']),
  };
}

function readPlace(value: unknown) {
  const place = toRawFields(value);
  return {
    kind: 'place' as const,
    /** A WOEID; of a place for jobs the service's own. */
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
    time: readTimeAsWritten(point['timestamp']),
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
    /** "active", "suspended", …, or the name of what went wrong. */
    state: coerceText(state['status']) ?? coerceText(state['error']),
    message: coerceText(state['message']),
  };
}

function readOther(value: unknown) {
  const fields = toRawFields(value);
  return {
    kind: 'other' as const,
    value,
    /** What it is called: a rule of a community is a text, or an object with one. */
    title: toStringOrUndefined(value) ?? findNonEmptyText(fields, ['name', 'title', 'text']),
    description: findNonEmptyText(fields, ['description']),
    /** The link that it brings. */
    url: toStringOrUndefined(fields['url']),
  };
}
