import { hasValueFormat } from '../../../client/search/valueFormats.ts';
import { hasSubscriptionBadge } from '../accounts.ts';
import { compareIds } from '../snowflake.ts';
import { computeEngagement } from '../toTweetRecord.ts';
import type { GeoPoint, WorldPost, SearchablePost, SandboxWorld } from '../world.ts';

/** The part of a globe around a point. */
export interface GeoCircle {
  readonly latitude: number;
  readonly longitude: number;
  readonly radiusKm: number;
}

const kmPerDegree = 111.195;
const kmPerUnit: Readonly<Record<string, number>> = { km: 1, mi: 1.609344, m: 0.001 };

/** Reads "10km", "5mi" or "1000m"; undefined for anything else. */
export function readDistanceKm(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(km|mi|m)$/.exec(text);
  const unit = kmPerUnit[match?.[2] ?? ''];
  return match === null || unit === undefined ? undefined : Number(match[1]) * unit;
}

/** Good for the some hundred kilometres that searches reach; made of plain arithmetic, so that it is the same everywhere. */
export function isInsideCircle(point: GeoPoint, circle: GeoCircle): boolean {
  const north = (point.latitude - circle.latitude) * kmPerDegree;
  const turn = Math.abs(point.longitude - circle.longitude);
  const east = Math.min(turn, 360 - turn) * kmPerDegree * computeCosineOfDegrees((point.latitude + circle.latitude) / 2);
  return north * north + east * east <= circle.radiusKm * circle.radiusKm;
}

/** The cosine of an angle in degrees from -90 to 90. The engine's own may differ in the last digit between machines. */
function computeCosineOfDegrees(degrees: number): number {
  const radians = (degrees * Math.PI) / 180;
  const square = radians * radians;
  return (
    1 - (square / 2) * (1 - (square / 12) * (1 - (square / 30) * (1 - (square / 56) * (1 - (square / 90) * (1 - square / 132)))))
  );
}

/** The values of `filter:` and `include:` that the sandbox knows (primary reference, Filter keys). */
export const filterMatchers = {
  replies: ({ post }) => post.replyToId !== undefined,
  links: ({ post }) => post.urls.length > 0,
  media: ({ post }) => post.media.length > 0,
  native_video: ({ post }) => hasMediaOfType(post, 'video'),
  videos: ({ post }) => hasMediaOfType(post, 'video'),
  images: ({ post }) => hasMediaOfType(post, 'photo'),
  nativeretweets: ({ post }) => post.retweetOfId !== undefined,
  // the old form was typed by hand: its text starts like one and it points to nothing
  retweets: ({ post }) => post.retweetOfId === undefined && /^RT @\w/.test(post.text),
  quote: ({ post }) => post.quotedId !== undefined,
  self_threads: ({ post, world }) => world.post(post.replyToId ?? '')?.authorId === post.authorId,
  verified: ({ author }) => author.badge !== 'none',
  blue_verified: ({ author }) => hasSubscriptionBadge(author.badge),
  has_engagement: ({ post, world }) => computeEngagement(world, post) > 0,
  spaces: ({ post }) => post.spaceId !== undefined,
  mentions: ({ post }) => post.mentions.length > 0,
  hashtags: ({ post }) => post.hashtags.length > 0,
  news: ({ post }) => post.urls.some((url) => url.startsWith('https://news.example/')),
  safe: ({ post }) => !post.sensitive,
} satisfies Readonly<Record<string, PostMatcher>>;

const filterMatcherByName: ReadonlyMap<string, PostMatcher> = new Map(Object.entries(filterMatchers));

/** The values of `has:` that mean what they mean behind `filter:`. */
const valuesOfHasOperator: ReadonlySet<string> = new Set(['links', 'media', 'images', 'videos', 'mentions', 'hashtags']);
/** The values of `is:`, in terms of the ones above. */
const matcherByIsOperatorValue: ReadonlyMap<string, PostMatcher> = new Map([
  ['reply', filterMatchers.replies],
  ['quote', filterMatchers.quote],
  ['retweet', filterMatchers.nativeretweets],
  ['verified', filterMatchers.verified],
]);

export function hasMediaOfType(post: WorldPost, type: string): boolean {
  return post.media.some((media) => media.type === type);
}

/** Whether a post is wanted. */
export type PostMatcher = (subject: SearchablePost) => boolean;

/** What the tests of a query have in common. */
export interface PostSearchContext {
  readonly world: SandboxWorld;
  /** The distance that `near:` reaches, in kilometres, where `within:` says it. */
  readonly withinKm: number | undefined;
  /** Called with what is passed over. */
  readonly note: (text: string) => void;
}

/** Makes the test of one operator; undefined when the sandbox does not simulate the value (assumption 5.7). */
type OperatorMatcherFactory = (value: string, search: PostSearchContext) => PostMatcher | undefined;

const defaultReachKm = 25;
const msByTimeUnit: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 };

/** The operators that the sandbox simulates; the others are noted and passed over. */
const operatorMatcherFactories: Readonly<Record<string, OperatorMatcherFactory>> = {
  from: (value) => createHandleMatcher(value, ({ author }) => author.record.username),
  to: (value) =>
    createHandleMatcher(value, ({ post, world }) => {
      const parent = post.replyToId === undefined ? undefined : world.post(post.replyToId);
      return parent === undefined ? undefined : world.account(parent.authorId)?.record.username;
    }),
  filter: (value) => filterMatcherByName.get(value),
  // what it lets in is decided before any test
  include: (value) => (value === 'nativeretweets' ? () => true : undefined),
  has: (value) => {
    if (value === 'geo') return ({ post }) => post.geo !== undefined;
    return valuesOfHasOperator.has(value) ? filterMatcherByName.get(value) : undefined;
  },
  is: (value) => matcherByIsOperatorValue.get(value),
  lang: (value) => toPostMatcherFromPredicate((post) => post.lang === value.toLowerCase()),
  since: (value) => createSinceMatcher(readDateMs(value)),
  until: (value) => createUntilMatcher(readDateMs(value)),
  since_time: (value) => createSinceMatcher(readSecondsAsMs(value)),
  until_time: (value) => createUntilMatcher(readSecondsAsMs(value)),
  within_time: (value, { world }) => {
    const [, amount, unit] = /^(\d{1,9})([dhms])$/.exec(value) ?? [];
    return unit === undefined ? undefined : createSinceMatcher(world.nowMs - Number(amount) * (msByTimeUnit[unit] ?? 0));
  },
  since_id: (value) => keepMatcherIfValueValid(value, 'id', ({ post }) => compareIds(post.id, stripLeadingZeros(value)) > 0),
  max_id: (value) => keepMatcherIfValueValid(value, 'id', ({ post }) => compareIds(post.id, stripLeadingZeros(value)) <= 0),
  min_replies: (value) => createMinCountMatcher(value, ({ post, world }) => world.countReactions(post.id).replies),
  min_retweets: (value) => createMinCountMatcher(value, ({ post, world }) => world.countReactions(post.id).retweets),
  min_faves: (value) => createMinCountMatcher(value, ({ post }) => post.likes),
  list: (value, { world }) => {
    const list = world.list(value);
    const members = new Set(list === undefined || list.private ? [] : world.listMembers(value).map((member) => member.id));
    return ({ author }) => members.has(author.id);
  },
  url: (value) => toPostMatcherFromPredicate((post) => post.urls.some((url) => url.toLowerCase().includes(value.toLowerCase()))),
  source: (value) => toPostMatcherFromPredicate((post) => post.source.toLowerCase() === value.replaceAll('_', ' ').toLowerCase()),
  card_name: (value) => (value === 'animated_gif' ? ({ post }) => hasMediaOfType(post, 'animated_gif') : undefined),
  conversation_id: (value) => toPostMatcherFromPredicate((post) => post.conversationId === value),
  quoted_tweet_id: (value) => toPostMatcherFromPredicate((post) => post.quotedId === value),
  quotes_of_tweet_id: (value) => toPostMatcherFromPredicate((post) => post.quotedId === value),
  quoted_user_id: (value) => toPostMatcherFromPredicate((post, world) => world.post(post.quotedId ?? '')?.authorId === value),
  near: (value, { world, withinKm }) => {
    const place = world
      .places()
      .find((candidate) => candidate.name.toLowerCase() === value.toLowerCase() && candidate.woeid !== 1);
    const circle = place === undefined ? undefined : { ...place, radiusKm: withinKm ?? defaultReachKm };
    return ({ post }) => circle !== undefined && post.geo !== undefined && isInsideCircle(post.geo, circle);
  },
  // it says how far near: reaches and asks for nothing by itself
  within: (value) => (readDistanceKm(value) === undefined ? undefined : () => true),
  geocode: (value) => {
    if (!hasValueFormat(value, 'geocode')) {
      return undefined;
    }
    const [latitude = '', longitude = '', radius = ''] = value.split(',');
    const circle = { latitude: Number(latitude), longitude: Number(longitude), radiusKm: readDistanceKm(radius) ?? 0 };
    return ({ post }) => post.geo !== undefined && isInsideCircle(post.geo, circle);
  },
  place: (value, { world }) => {
    const ids = new Set(
      world
        .places()
        .filter((place) => place.name.toLowerCase() === value.toLowerCase())
        .map((place) => place.locationId),
    );
    return ({ post }) => post.geo !== undefined && (post.geo.placeId === value || ids.has(post.geo.placeId));
  },
};

/** The test of `name:value`; undefined when it constrains nothing, which is noted. */
export function createOperatorMatcher(name: string, value: string, search: PostSearchContext): PostMatcher | undefined {
  const test = operatorMatcherFactories[name]?.(value, search);
  if (test === undefined) {
    search.note(`${name}:${value} is not simulated and was ignored`);
  }
  return test;
}

/** @param tag without `#`, in any case */
export function createHashtagMatcher(tag: string): PostMatcher {
  const lower = tag.toLowerCase();
  return toPostMatcherFromPredicate((post) => post.hashtags.some((hashtag) => hashtag.toLowerCase() === lower));
}

/** @param handle without `@`, in any case */
export function createMentionMatcher(handle: string): PostMatcher {
  const lower = handle.toLowerCase();
  return toPostMatcherFromPredicate((post) => post.mentions.some((mention) => mention.toLowerCase() === lower));
}

function toPostMatcherFromPredicate(test: (post: WorldPost, world: SandboxWorld) => boolean): PostMatcher {
  return ({ post, world }) => test(post, world);
}

function createHandleMatcher(value: string, handleOf: (subject: SearchablePost) => string | undefined): PostMatcher {
  const handle = value.replace(/^@/, '').toLowerCase();
  return (subject) => handleOf(subject)?.toLowerCase() === handle;
}

function createMinCountMatcher(value: string, countOf: (subject: SearchablePost) => number): PostMatcher | undefined {
  return keepMatcherIfValueValid(value, 'count', (subject) => countOf(subject) >= Number(value));
}

function keepMatcherIfValueValid(value: string, format: 'id' | 'count', test: PostMatcher): PostMatcher | undefined {
  return hasValueFormat(value, format) ? test : undefined;
}

function stripLeadingZeros(value: string): string {
  return value.replace(/^0+(?=\d)/, '');
}

function createSinceMatcher(ms: number | undefined): PostMatcher | undefined {
  return ms === undefined ? undefined : ({ post }) => post.createdAtMs >= ms;
}

function createUntilMatcher(ms: number | undefined): PostMatcher | undefined {
  return ms === undefined ? undefined : ({ post }) => post.createdAtMs < ms;
}

/** "2026-01-31" is its first moment, UTC; "2026-01-31_10:30:00_UTC" the one it says. */
function readDateMs(value: string): number | undefined {
  if (!hasValueFormat(value, 'date')) {
    return undefined;
  }
  const [day = '', time = '00:00:00'] = value.split('_');
  return Date.parse(`${day}T${time}Z`);
}

function readSecondsAsMs(value: string): number | undefined {
  return /^\d{1,12}$/.test(value) ? Number(value) * 1000 : undefined;
}
