import { hasFormat } from '../../../client/search/formats.ts';
import { eachOf } from '../sequence.ts';
import { compareIds } from '../snowflake.ts';
import type { PostSubject } from '../world.ts';
import { isInside, readDistanceKm } from './distance.ts';
import { hasMedia, kindTests, otherNames } from './kindTests.ts';
import type { PostSearch, PostTest } from './postTest.ts';

/** Makes the test of one operator; undefined when the sandbox does not simulate the value (decision 5.7). */
type MakeTest = (value: string, search: PostSearch) => PostTest | undefined;

const defaultReachKm = 25;
const unitMs: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 };

/** The operators that the sandbox simulates; the others are noted and passed over. */
const makers: Readonly<Record<string, MakeTest>> = {
  from: (value) => sameHandle(value, ({ author }) => author.record.username),
  to: (value) =>
    sameHandle(value, ({ post, world }) => {
      const parent = post.replyToId === undefined ? undefined : world.post(post.replyToId);
      return parent === undefined ? undefined : world.account(parent.authorId)?.record.username;
    }),
  filter: (value) => kindTests[value],
  // what it lets in is decided before any test
  include: (value) => (value === 'nativeretweets' ? () => true : undefined),
  has: (value) => (value === 'geo' ? ({ post }) => post.geo !== undefined : kindTests[otherNames[`has:${value}`] ?? '']),
  is: (value) => kindTests[otherNames[`is:${value}`] ?? ''],
  lang:
    (value) =>
    ({ post }) =>
      post.lang === value.toLowerCase(),
  since: (value) => fromMoment(dateMs(value)),
  until: (value) => beforeMoment(dateMs(value)),
  since_time: (value) => fromMoment(secondsMs(value)),
  until_time: (value) => beforeMoment(secondsMs(value)),
  within_time: (value, { world }) => {
    const [, amount, unit] = /^(\d{1,9})([dhms])$/.exec(value) ?? [];
    return unit === undefined ? undefined : fromMoment(world.nowMs - Number(amount) * (unitMs[unit] ?? 0));
  },
  since_id: (value) => whenFormat(value, 'id', ({ post }) => compareIds(post.id, plainId(value)) > 0),
  max_id: (value) => whenFormat(value, 'id', ({ post }) => compareIds(post.id, plainId(value)) <= 0),
  min_replies: (value) => atLeast(value, ({ post, world }) => world.repliesTo(post.id).length),
  min_retweets: (value) => atLeast(value, ({ post, world }) => world.retweetersOf(post.id).length),
  min_faves: (value) => atLeast(value, ({ post }) => post.likes),
  list: (value, { world }) => {
    const list = world.list(value);
    const members = new Set(
      list === undefined || list.private ? [] : [...eachOf(world.listMembers(value))].map((member) => member.id),
    );
    return ({ author }) => members.has(author.id);
  },
  url:
    (value) =>
    ({ post }) =>
      post.urls.some((url) => url.toLowerCase().includes(value.toLowerCase())),
  source:
    (value) =>
    ({ post }) =>
      post.source.toLowerCase() === value.replaceAll('_', ' ').toLowerCase(),
  card_name: (value) => (value === 'animated_gif' ? ({ post }) => hasMedia(post, 'animated_gif') : undefined),
  conversation_id:
    (value) =>
    ({ post }) =>
      post.conversationId === value,
  quoted_tweet_id:
    (value) =>
    ({ post }) =>
      post.quotedId === value,
  quotes_of_tweet_id:
    (value) =>
    ({ post }) =>
      post.quotedId === value,
  quoted_user_id:
    (value) =>
    ({ post, world }) =>
      post.quotedId !== undefined && world.post(post.quotedId)?.authorId === value,
  near: (value, { world, withinKm }) => {
    const place = [...eachOf(world.places())].find(
      (candidate) => candidate.name.toLowerCase() === value.toLowerCase() && candidate.woeid !== 1,
    );
    const circle = place === undefined ? undefined : { ...place, radiusKm: withinKm ?? defaultReachKm };
    return ({ post }) => circle !== undefined && post.geo !== undefined && isInside(post.geo, circle);
  },
  // it says how far near: reaches and asks for nothing by itself
  within: (value) => (readDistanceKm(value) === undefined ? undefined : () => true),
  geocode: (value) => {
    if (!hasFormat(value, 'geocode')) {
      return undefined;
    }
    const [latitude = '', longitude = '', radius = ''] = value.split(',');
    const circle = { latitude: Number(latitude), longitude: Number(longitude), radiusKm: readDistanceKm(radius) ?? 0 };
    return ({ post }) => post.geo !== undefined && isInside(post.geo, circle);
  },
  place: (value, { world }) => {
    const ids = new Set(
      [...eachOf(world.places())]
        .filter((place) => place.name.toLowerCase() === value.toLowerCase())
        .map((place) => place.locationId),
    );
    return ({ post }) => post.geo !== undefined && (post.geo.placeId === value || ids.has(post.geo.placeId));
  },
};

/** The test of `name:value`; undefined when it constrains nothing, which is noted. */
export function operatorTest(name: string, value: string, search: PostSearch): PostTest | undefined {
  const test = makers[name]?.(value, search);
  if (test === undefined) {
    search.note(`${name}:${value} is not simulated and was ignored`);
  }
  return test;
}

function sameHandle(value: string, handleOf: (subject: PostSubject) => string | undefined): PostTest {
  const handle = value.replace(/^@/, '').toLowerCase();
  return (subject) => handleOf(subject)?.toLowerCase() === handle;
}

function atLeast(value: string, countOf: (subject: PostSubject) => number): PostTest | undefined {
  return whenFormat(value, 'count', (subject) => countOf(subject) >= Number(value));
}

function whenFormat(value: string, format: 'id' | 'count', test: PostTest): PostTest | undefined {
  return hasFormat(value, format) ? test : undefined;
}

function plainId(value: string): string {
  return value.replace(/^0+(?=\d)/, '');
}

function fromMoment(ms: number | undefined): PostTest | undefined {
  return ms === undefined ? undefined : ({ post }) => post.createdAtMs >= ms;
}

function beforeMoment(ms: number | undefined): PostTest | undefined {
  return ms === undefined ? undefined : ({ post }) => post.createdAtMs < ms;
}

/** "2026-01-31" is its first moment, UTC; "2026-01-31_10:30:00_UTC" the one it says. */
function dateMs(value: string): number | undefined {
  if (!hasFormat(value, 'date')) {
    return undefined;
  }
  const [day = '', time = '00:00:00'] = value.split('_');
  return Date.parse(`${day}T${time}Z`);
}

function secondsMs(value: string): number | undefined {
  return /^\d{1,12}$/.test(value) ? Number(value) * 1000 : undefined;
}
