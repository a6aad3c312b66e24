import { parseTokens } from '../../client/search/parseQuery.ts';
import { tokenize } from '../../client/search/tokenize.ts';
import {
  hasMedia,
  isInside,
  operatorTest,
  type PostSearch,
  type PostTest,
  readDistanceKm,
} from '../world/search/operatorTests.ts';
import { searchPosts } from '../world/search/searchPosts.ts';
import type { Post, Sequence } from '../world/world.ts';
import type { Answerer, Question } from './answer.ts';
import { gatewayPage, requiredText } from './gatewayPages.ts';
import { toGatewayTweet } from './gatewayRecords.ts';
import { dayMs, peakOf, taggedBetween, trendingScore, withoutHash } from './hashtagFigures.ts';
import { choice, flag, limitHint, refusal } from './hints.ts';

const furthestKm = 25;

const filterTests: Readonly<Record<string, PostTest>> = {
  media: ({ post }) => post.media.length > 0,
  videos: ({ post }) => hasMedia(post, 'video'),
  images: ({ post }) => hasMedia(post, 'photo'),
  links: ({ post }) => post.urls.length > 0,
};

/** The parameters that mean the same as an operator of the query. */
const operatorParams: Readonly<Record<string, string>> = {
  lang: 'lang',
  since: 'since',
  until: 'until',
  from: 'from',
  to: 'to',
  min_replies: 'min_replies',
  min_likes: 'min_faves',
  min_retweets: 'min_retweets',
};

/** Gateway reference, GET /search/tweets: newest first unless `filter` is `top`. */
export const searchTweets: Answerer = (question) =>
  requiredText(question, 'q', (q) => {
    const filter = choice(question, 'filter', ['top', 'latest', 'media', 'videos', 'images', 'links'], 'latest');
    const search = searchOf(question);
    const tests = [
      ...Object.entries(operatorParams).flatMap(([name, operator]) => parameterTests(search, operator, question.texts[name])),
      ...(flag(question, 'verified_only') ? [verifiedAuthor] : []),
      ...[filterTests[filter]].filter((test) => test !== undefined),
    ];
    const found = searchText(question, q, filter === 'top' ? 'top' : 'latest', tests);
    return gatewayPage(found, limitHint(question, 20, 100), (post) => toGatewayTweet(question.world, post), {
      meta: { query: q },
    });
  });

/** Gateway reference, GET /search/hashtag/{hashtag}; figures are those of the last day. */
export const searchHashtag: Answerer = (question) => {
  const { world } = question;
  const hashtag = withoutHash(question.texts['hashtag'] ?? '');
  const order = choice(question, 'filter', ['top', 'latest'], 'latest');
  const tag = hashtag.toLowerCase();
  const found = searchPosts(world, null, {
    order,
    note: question.note,
    also: ({ post }) => post.hashtags.some((one) => one.toLowerCase() === tag),
  });
  const lastDay = taggedBetween(world, hashtag, world.nowMs - dayMs, world.nowMs);
  return gatewayPage(found, limitHint(question, 20, 100), (post) => toGatewayTweet(world, post), {
    top: { hashtag },
    meta: {
      hashtag_stats: {
        total_tweets_24h: lastDay.length,
        trending_score: trendingScore(lastDay.length),
        peak_hour: peakOf(lastDay).hour,
      },
    },
  });
};

/** Gateway reference, GET /search/location: newest first; a radius beyond 25km is clamped (decision 7.5). */
export const searchLocation: Answerer = (question) =>
  requiredText(question, 'q', (q) => {
    const latitude = degrees(question.texts['latitude'], 90);
    const longitude = degrees(question.texts['longitude'], 180);
    if (latitude === undefined || longitude === undefined) {
      return refusal(400, 'latitude takes -90 to 90 and longitude -180 to 180');
    }
    const radius = question.texts['radius'] ?? '10km';
    const reach = readDistanceKm(radius);
    if (reach === undefined) {
      return refusal(400, 'radius takes a distance such as 10km, 5mi or 1000m');
    }
    if (reach > furthestKm) {
      question.note(`radius ${radius} was read as ${furthestKm}km`);
    }
    const circle = { latitude, longitude, radiusKm: Math.min(reach, furthestKm) };
    const found = searchText(question, q, 'latest', [({ post }) => post.geo !== undefined && isInside(post.geo, circle)]);
    return gatewayPage(found, limitHint(question, 20, 100), (post) => toGatewayTweet(question.world, post), {
      meta: { search_location: { lat: latitude, lon: longitude, radius: reach > furthestKm ? `${furthestKm}km` : radius } },
    });
  });

/** The posts that a query text matches and that pass every test. */
export function searchText(question: Question, q: string, order: 'top' | 'latest', tests: readonly PostTest[]): Sequence<Post> {
  const { root } = parseTokens(tokenize(q));
  return searchPosts(question.world, root, {
    order,
    note: question.note,
    also: tests,
  });
}

/** The context of an operator that came as a parameter. */
export function searchOf({ world, note }: Question): PostSearch {
  return { world, note, withinKm: undefined };
}

/** The test of an operator with a value from a parameter; none without a value, or with one that is passed over. */
export function parameterTests(search: PostSearch, operator: string, value: string | undefined): readonly PostTest[] {
  return value === undefined ? [] : [operatorTest(operator, value, search)].filter((test) => test !== undefined);
}

export const verifiedAuthor: PostTest = ({ author }) => author.record.verified;

function degrees(text: string | undefined, most: number): number | undefined {
  const value = text !== undefined && /^-?\d{1,3}(\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN;
  return Math.abs(value) <= most ? value : undefined;
}
