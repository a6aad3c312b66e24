import { objectIn } from '../upstream/node.ts';
import { flagOf, idOf, isObject, numberOf, stringOf, textOf, textsOf, timeOf } from './fieldValues.ts';
import { readPost } from './readPost.ts';
import { readUser } from './readUser.ts';
import type { RecordKind } from './recordKind.ts';
import type {
  AnyRecord,
  CommunityRecord,
  HandleStateRecord,
  HashtagPointRecord,
  JobRecord,
  ListRecord,
  OtherRecord,
  PlaceRecord,
  SpaceRecord,
  TrendRecord,
} from './recordShapes.ts';

/** What is read of a record, under the names of both services. Nothing is believed of a body: each field may hold anything. */
interface RawRecord {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly description?: unknown;
  readonly owner?: unknown;
  readonly memberCount?: unknown;
  readonly member_count?: unknown;
  readonly followerCount?: unknown;
  readonly follower_count?: unknown;
  readonly private?: unknown;
  readonly createdAt?: unknown;
  readonly created_at?: unknown;
  readonly bannerUrl?: unknown;
  readonly theme?: unknown;
  readonly purpose?: unknown;
  readonly moderatorCount?: unknown;
  readonly joinPolicy?: unknown;
  readonly invite_only?: unknown;
  readonly isNsfw?: unknown;
  readonly admin?: unknown;
  readonly rules?: unknown;
  readonly banner_url?: unknown;
  readonly company?: unknown;
  readonly title?: unknown;
  readonly location?: unknown;
  readonly salaryText?: unknown;
  readonly url?: unknown;
  readonly hashtag?: unknown;
  readonly rank?: unknown;
  readonly tweetVolume?: unknown;
  readonly tweet_volume?: unknown;
  readonly tweet_count_24h?: unknown;
  readonly growth_rate?: unknown;
  readonly trending_score?: unknown;
  readonly category?: unknown;
  readonly trending_since?: unknown;
  readonly related_hashtags?: unknown;
  readonly query?: unknown;
  readonly state?: unknown;
  readonly creator?: unknown;
  readonly participant_count?: unknown;
  readonly total_replay_watched?: unknown;
  readonly reminder_count?: unknown;
  readonly scheduled_start?: unknown;
  readonly started_at?: unknown;
  readonly ended_at?: unknown;
  readonly is_ticketed?: unknown;
  readonly topics?: unknown;
  readonly host_ids?: unknown;
  readonly speaker_ids?: unknown;
  readonly user_role?: unknown;
  readonly placeType?: unknown;
  readonly woeid?: unknown;
  readonly country?: unknown;
  readonly countryCode?: unknown;
  readonly country_code?: unknown;
  readonly parentid?: unknown;
  readonly timestamp?: unknown;
  readonly tweet_count?: unknown;
  readonly engagement?: unknown;
  readonly username?: unknown;
  readonly status?: unknown;
  readonly error?: unknown;
  readonly message?: unknown;
}

// the references name no element type of rules
const ruleKeys = ['name', 'title', 'description', 'text'] as const;

/**
 * Reads one record of a `simple` answer of either service, or one that was read out of upstream JSON. Never throws: what does
 * not fit is undefined, and what is no object is a record of which nothing is known.
 */
export function readRecord<K extends RecordKind>(kind: K, value: unknown): Extract<AnyRecord, { readonly kind: K }>;
export function readRecord(kind: RecordKind, value: unknown): AnyRecord {
  switch (kind) {
    case 'post':
      return readPost(value);
    case 'user':
      return readUser(value);
    case 'list':
      return readList(value);
    case 'community':
      return readCommunity(value);
    case 'job':
      return readJob(value);
    case 'trend':
      return readTrend(value);
    case 'space':
      return readSpace(value);
    case 'place':
      return readPlace(value);
    case 'hashtagPoint':
      return readHashtagPoint(value);
    case 'handleState':
      return readHandleState(value);
    case 'other':
      return readOther(value);
  }
}

function readList(value: unknown): ListRecord {
  const list: RawRecord = objectIn(value);
  return {
    kind: 'list',
    id: idOf(list.id),
    name: textOf(list.name),
    description: textOf(list.description),
    owner: isObject(list.owner) ? readUser(list.owner) : undefined,
    members: numberOf(list.memberCount) ?? numberOf(list.member_count),
    followers: numberOf(list.followerCount) ?? numberOf(list.follower_count),
    isPrivate: flagOf(list.private),
    createdAt: timeOf(list.createdAt) ?? timeOf(list.created_at),
    bannerUrl: textOf(list.bannerUrl),
  };
}

function readCommunity(value: unknown): CommunityRecord {
  const community: RawRecord = objectIn(value);
  const theme: RawRecord = objectIn(community.theme);
  return {
    kind: 'community',
    id: idOf(community.id),
    name: textOf(community.name),
    description: textOf(community.description),
    purpose: textOf(community.purpose),
    members: numberOf(community.memberCount) ?? numberOf(community.member_count),
    moderators: numberOf(community.moderatorCount),
    joinPolicy: textOf(community.joinPolicy),
    isInviteOnly: flagOf(community.invite_only),
    isSensitive: flagOf(community.isNsfw),
    admin: isObject(community.admin) ? readUser(community.admin) : undefined,
    rules: textsOf(community.rules, ruleKeys),
    createdAt: timeOf(community.createdAt) ?? timeOf(community.created_at),
    bannerUrl: textOf(community.bannerUrl) ?? textOf(theme.banner_url),
  };
}

function readJob(value: unknown): JobRecord {
  const job: RawRecord = objectIn(value);
  const company: RawRecord = objectIn(job.company);
  return {
    kind: 'job',
    id: idOf(job.id),
    title: textOf(job.title),
    company: textOf(job.company) ?? textOf(company.name),
    location: textOf(job.location),
    salary: textOf(job.salaryText),
    createdAt: timeOf(job.createdAt) ?? timeOf(job.created_at),
    url: textOf(job.url),
  };
}

function readTrend(value: unknown): TrendRecord {
  const trend: RawRecord = objectIn(value);
  return {
    kind: 'trend',
    name: textOf(trend.name) ?? textOf(trend.hashtag),
    rank: numberOf(trend.rank),
    volume: numberOf(trend.tweetVolume) ?? numberOf(trend.tweet_volume) ?? numberOf(trend.tweet_count_24h),
    growthRate: numberOf(trend.growth_rate),
    score: numberOf(trend.trending_score),
    category: textOf(trend.category),
    trendingSince: timeOf(trend.trending_since),
    related: textsOf(trend.related_hashtags, ['hashtag', 'text']),
    query: textOf(trend.query),
    url: textOf(trend.url),
  };
}

function readSpace(value: unknown): SpaceRecord {
  const space: RawRecord = objectIn(value);
  return {
    kind: 'space',
    id: idOf(space.id),
    title: textOf(space.title),
    state: textOf(space.state),
    host: isObject(space.creator) ? readUser(space.creator) : undefined,
    participants: numberOf(space.participant_count),
    replays: numberOf(space.total_replay_watched),
    reminders: numberOf(space.reminder_count),
    scheduledStart: timeOf(space.scheduled_start),
    startedAt: timeOf(space.started_at),
    endedAt: timeOf(space.ended_at),
    createdAt: timeOf(space.created_at),
    isTicketed: flagOf(space.is_ticketed),
    topics: textsOf(space.topics, ['name']),
    hostIds: textsOf(space.host_ids, []),
    speakerIds: textsOf(space.speaker_ids, []),
    userRole: textOf(space.user_role),
  };
}

function readPlace(value: unknown): PlaceRecord {
  const place: RawRecord = objectIn(value);
  const placeType: RawRecord = objectIn(place.placeType);
  return {
    kind: 'place',
    id: idOf(place.woeid) ?? idOf(place.id),
    name: textOf(place.name),
    placeType: textOf(placeType.name),
    country: textOf(place.country),
    countryCode: textOf(place.countryCode) ?? textOf(place.country_code),
    parentId: idOf(place.parentid),
    url: textOf(place.url),
  };
}

function readHashtagPoint(value: unknown): HashtagPointRecord {
  const point: RawRecord = objectIn(value);
  return {
    kind: 'hashtagPoint',
    time: timeOf(point.timestamp),
    posts: numberOf(point.tweet_count),
    engagement: numberOf(point.engagement),
  };
}

function readOther(value: unknown): OtherRecord {
  const other: RawRecord = objectIn(value);
  return { kind: 'other', value, url: stringOf(other.url) };
}

function readHandleState(value: unknown): HandleStateRecord {
  const state: RawRecord = objectIn(value);
  return {
    kind: 'handleState',
    handle: textOf(state.username),
    userId: idOf(state.id),
    state: textOf(state.status) ?? textOf(state.error),
    message: textOf(state.message),
  };
}
