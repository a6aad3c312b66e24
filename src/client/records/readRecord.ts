import {
  rawFields,
  filledText,
  flagOf,
  idOf,
  numberOf,
  objectOf,
  type RecordOf,
  stringOf,
  textOf,
  textsOf,
  timeOf,
} from './fieldValues.ts';
import type { RecordExtra } from '../upstream/extra.ts';
import { type PostRecord, readPost } from './readPost.ts';
import { readUser, type UserRecord } from './readUser.ts';
import type { RecordKind } from './recordKind.ts';

export type ListRecord = RecordOf<typeof readList>;
export type CommunityRecord = RecordOf<typeof readCommunity>;
export type JobRecord = RecordOf<typeof readJob>;
/** A topic or a hashtag that many write about. */
export type TrendRecord = RecordOf<typeof readTrend>;
/** An audio room. */
export type SpaceRecord = RecordOf<typeof readSpace>;
/** A place that has trends, or that jobs are searched in. */
export type PlaceRecord = RecordOf<typeof readPlace>;
/** How a hashtag did within one step of time. */
export type HashtagPointRecord = RecordOf<typeof readHashtagPoint>;
/** What became of a handle that was asked about. */
export type HandleStateRecord = RecordOf<typeof readHandleState>;
/** What has no shape of its own: it is read where it stands. */
export type OtherRecord = RecordOf<typeof readOther>;

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
export function* partsOf(record: AnyRecord | undefined): Generator<AnyRecord> {
  if (record === undefined) {
    return;
  }
  yield record;
  switch (record.kind) {
    case 'post':
      yield* partsOf(record.author);
      yield* partsOf(record.quoted);
      yield* partsOf(record.repostOf);
      return;
    case 'list':
      yield* partsOf(record.owner);
      return;
    case 'community':
      yield* partsOf(record.admin);
      return;
    case 'space':
      yield* partsOf(record.host);
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
  const list = rawFields(value);
  return {
    kind: 'list' as const,
    id: idOf(list['id']),
    name: textOf(list['name']),
    description: textOf(list['description']),
    owner: objectOf<UserRecord>(list['owner'], readUser),
    members: numberOf(list['memberCount']) ?? numberOf(list['member_count']),
    followers: numberOf(list['followerCount']) ?? numberOf(list['follower_count']),
    isPrivate: flagOf(list['private']),
    createdAt: timeOf(list['createdAt']) ?? timeOf(list['created_at']),
    bannerUrl: textOf(list['bannerUrl']),
  };
}

function readCommunity(value: unknown) {
  const community = rawFields(value);
  return {
    kind: 'community' as const,
    id: idOf(community['id']),
    name: textOf(community['name']),
    description: textOf(community['description']),
    purpose: textOf(community['purpose']),
    members: numberOf(community['memberCount']) ?? numberOf(community['member_count']),
    moderators: numberOf(community['moderatorCount']),
    /** The primary service's word for how people join. */
    joinPolicy: textOf(community['joinPolicy']),
    /** What the gateway says of the same. */
    isInviteOnly: flagOf(community['invite_only']),
    isSensitive: flagOf(community['isNsfw']),
    admin: objectOf<UserRecord>(community['admin'], readUser),
    // the references name no element type of rules
    rules: textsOf(community['rules'], ['name', 'title', 'description', 'text']),
    createdAt: timeOf(community['createdAt']) ?? timeOf(community['created_at']),
    bannerUrl: textOf(community['bannerUrl']) ?? textOf(rawFields(community['theme'])['banner_url']),
  };
}

function readJob(value: unknown) {
  const job = rawFields(value);
  return {
    kind: 'job' as const,
    id: idOf(job['id']),
    title: textOf(job['title']),
    company: textOf(job['company']) ?? textOf(rawFields(job['company'])['name']),
    location: textOf(job['location']),
    salary: textOf(job['salaryText']),
    createdAt: timeOf(job['createdAt']) ?? timeOf(job['created_at']),
    url: textOf(job['url']),
  };
}

function readTrend(value: unknown) {
  const trend = rawFields(value);
  return {
    kind: 'trend' as const,
    name: textOf(trend['name']) ?? textOf(trend['hashtag']),
    /** What it is about and how much is written, in the service's own words. */
    description: textOf(trend['description']),
    rank: numberOf(trend['rank']),
    /** How many posts. */
    volume: numberOf(trend['tweetVolume']) ?? numberOf(trend['tweet_volume']) ?? numberOf(trend['tweet_count_24h']),
    /** In percent. */
    growthRate: numberOf(trend['growth_rate']),
    /** From 0 to 10. */
    score: numberOf(trend['trending_score']),
    category: textOf(trend['category']),
    trendingSince: timeOf(trend['trending_since']),
    related: textsOf(trend['related_hashtags'], ['hashtag', 'text']),
    /** What is searched for to see its posts. */
    query: textOf(trend['query']),
    url: textOf(trend['url']),
  };
}

/** A trend with what only upstream JSON tells of it. */
export function withTrendExtra(trend: TrendRecord, extra: RecordExtra | undefined): TrendRecord {
  return extra !== undefined && 'context' in extra ? { ...trend, description: trend.description ?? extra.context } : trend;
}

function readSpace(value: unknown) {
  const space = rawFields(value);
  return {
    kind: 'space' as const,
    id: idOf(space['id']),
    title: textOf(space['title']),
    /** "live", "scheduled", "ended", "cancelled". */
    state: textOf(space['state']),
    host: objectOf<UserRecord>(space['creator'], readUser),
    participants: numberOf(space['participant_count']),
    replays: numberOf(space['total_replay_watched']),
    reminders: numberOf(space['reminder_count']),
    scheduledStart: timeOf(space['scheduled_start']),
    startedAt: timeOf(space['started_at']),
    endedAt: timeOf(space['ended_at']),
    createdAt: timeOf(space['created_at']),
    isTicketed: flagOf(space['is_ticketed']),
    topics: textsOf(space['topics'], ['name']),
    hostIds: textsOf(space['host_ids']),
    speakerIds: textsOf(space['speaker_ids']),
    /** What the user who was asked about is in it. */
    userRole: textOf(space['user_role']),
  };
}

function readPlace(value: unknown) {
  const place = rawFields(value);
  return {
    kind: 'place' as const,
    /** A WOEID; of a place for jobs the service's own. */
    id: idOf(place['woeid']) ?? idOf(place['id']),
    name: textOf(place['name']),
    placeType: textOf(rawFields(place['placeType'])['name']),
    country: textOf(place['country']),
    countryCode: textOf(place['countryCode']) ?? textOf(place['country_code']),
    parentId: idOf(place['parentid']),
    url: textOf(place['url']),
  };
}

function readHashtagPoint(value: unknown) {
  const point = rawFields(value);
  return {
    kind: 'hashtagPoint' as const,
    time: timeOf(point['timestamp']),
    posts: numberOf(point['tweet_count']),
    engagement: numberOf(point['engagement']),
  };
}

function readHandleState(value: unknown) {
  const state = rawFields(value);
  return {
    kind: 'handleState' as const,
    handle: textOf(state['username']),
    userId: idOf(state['id']),
    /** "active", "suspended", …, or the name of what went wrong. */
    state: textOf(state['status']) ?? textOf(state['error']),
    message: textOf(state['message']),
  };
}

function readOther(value: unknown) {
  const fields = rawFields(value);
  return {
    kind: 'other' as const,
    value,
    /** What it is called: a rule of a community is a text, or an object with one. */
    title: stringOf(value) ?? filledText(fields, ['name', 'title', 'text']),
    description: filledText(fields, ['description']),
    /** The link that it brings. */
    url: stringOf(fields['url']),
  };
}
