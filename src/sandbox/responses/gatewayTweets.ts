import { throwRefusal } from '../refusals.ts';
import {
  addSortIndexes,
  toAddEntriesInstruction,
  type TimelineInstructions,
  toThreadCursorEntry,
  toThreadEntries,
} from '../upstream/timeline.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { Account, WorldPost } from '../world/world.ts';
import type { SandboxRequest, EndpointResponder } from './response.ts';
import { toPagedResponse } from './collectionResponses.ts';
import { listAncestorPosts, wrapThreadBody, listRankedReplies, toRawRestOfReplyThread, toReplyThreads } from './thread.ts';
import { findOperatorByName } from '../../client/search/operators.ts';
import { parseQueryTokens } from '../../client/search/parseQuery.ts';
import { tokenizeQuery } from '../../client/search/tokenizeQuery.ts';
import {
  isInsideCircle,
  filterMatchers,
  createMentionMatcher,
  createOperatorMatcher,
  type PostSearchContext,
  type PostMatcher,
  readDistanceKm,
  createHashtagMatcher,
  createPostTextMatcher,
  searchPosts,
} from '../world/searchPosts.ts';
import { toGatewayUser, toTweetPageResponse } from './gatewayRecords.ts';
import { dayMs, findPeakHour, findTaggedPosts, computeTrendingScore, stripHashSign } from './gatewayTrends.ts';
import { requireTextParam, stripAtSign } from './params.ts';
import { readPageSize } from '../../client/endpoints/normalizeParams.ts';

const furthestKm = 25;

/** Each condition scans every post, which delays other requests. */
const maxConditions = 512;

const maxQueryLength = 512;

const operatorParams = [
  ['lang', 'lang'],
  ['since', 'since'],
  ['until', 'until'],
  ['from', 'from'],
  ['to', 'to'],
  ['min_replies', 'min_replies'],
  ['min_likes', 'min_faves'],
  ['min_retweets', 'min_retweets'],
] as const;

/** Gateway reference, GET /search/tweets: newest first unless `filter` is `top`. */
export const gatewaySearchTweets: EndpointResponder<'gatewaySearchTweets'> = (request) => {
  const { params } = request;
  const q = requireQueryParam(request);
  const filter = request.params.filter ?? 'latest';
  const tests = [
    ...operatorParams.flatMap(([name, operator]) => createOperatorParamMatchers(request, operator, params[name])),
    ...(params.verified_only ? [filterMatchers.verified] : []),
    ...(filter === 'top' || filter === 'latest' ? [] : [filterMatchers[filter]]),
  ];
  const found = searchPostsByText(request, q, filter === 'top' ? 'top' : 'latest', tests);
  return toTweetPageResponse(request, found, { meta: { query: q } });
};

/** Gateway reference, GET /search/hashtag/{hashtag}. The figures cover the last 24 hours. */
export const gatewaySearchHashtag: EndpointResponder<'gatewaySearchHashtag'> = (request) => {
  const { world, note } = request;
  const hashtag = stripHashSign(request.params.hashtag ?? '');
  const order = request.params.filter ?? 'latest';
  const found = searchPosts(world, null, { order, note, extraMatchers: [createHashtagMatcher(hashtag)] });
  const lastDay = findTaggedPosts(world, hashtag, world.nowMs - dayMs, world.nowMs);
  const hashtag_stats = {
    total_tweets_24h: lastDay.length,
    trending_score: computeTrendingScore(lastDay.length),
    peak_hour: findPeakHour(lastDay).hour,
  };
  const more = { top: { hashtag }, meta: { hashtag_stats } };
  return toTweetPageResponse(request, found, more);
};

/** Gateway reference, GET /search/location: newest first, within at most 25 km (assumption 7.5). */
export const gatewaySearchLocation: EndpointResponder<'gatewaySearchLocation'> = (request) => {
  const { params, note } = request;
  const q = requireQueryParam(request);
  const latitude = readDegrees(params.latitude, 90);
  const longitude = readDegrees(params.longitude, 180);
  if (latitude === undefined || longitude === undefined) {
    return throwRefusal(400, 'latitude takes -90 to 90 and longitude -180 to 180');
  }
  const text = params.radius ?? '10km';
  const reach = readDistanceKm(text) ?? throwRefusal(400, 'radius takes a distance such as 10km, 5mi or 1000m');
  const radius = reach > furthestKm ? `${furthestKm}km` : text;
  if (reach > furthestKm) note(`radius ${text} was read as ${radius}`);
  const circle = { latitude, longitude, radiusKm: Math.min(reach, furthestKm) };
  const found = searchPostsByText(request, q, 'latest', [
    ({ post }) => post.geo !== undefined && isInsideCircle(post.geo, circle),
  ]);
  return toTweetPageResponse(request, found, {
    meta: { search_location: { lat: latitude, lon: longitude, radius } },
  });
};

type JsonFields = Readonly<Record<string, unknown>>;

/** Gateway reference, POST /search/advanced. Ignores fields with a wrong type; sorts newest first by default (assumption 7.11). */
export const gatewaySearchAdvanced: EndpointResponder<'gatewaySearchAdvanced'> = (request) => {
  const body = readObjectField(request.body) ?? throwRefusal(400, 'The body takes a JSON object');
  const query = readObjectField(body['query']) ?? {};
  const tests = [...createQueryMatchers(query), ...createFilterMatchers(request, readObjectField(body['filters']) ?? {})];
  if (tests.length === 0) return throwRefusal(400, 'The search is empty: query or filters is needed');
  if (tests.length > maxConditions) return throwRefusal(400, `The search takes at most ${maxConditions} conditions`);
  noteIgnoredFields(request, body);
  const given = body['limit'] ?? undefined;
  const limit = readPageSize(request.endpoint, 'limit', given === undefined ? given : JSON.stringify(given), request.note);
  const found = searchPostsByText(request, '', body['sort'] === 'engagement' ? 'top' : 'latest', tests);
  return toTweetPageResponse({ ...request, params: { limit } }, found, {
    meta: { query: formatQueryFields(query), query_complexity: tests.length },
  });
};

/** Replies to a reply need its cursor, so a page has at most `count` posts. */
const postsShownPerReplyThread = 1;

/** Gateway reference, Tweets: upstream JSON, with the cursors next to the data (assumption 7.9). `count` includes replies. */
export const gatewayTweet: EndpointResponder<'gatewayTweet'> = (query) => {
  const { world } = query;
  const post = requirePublicPost(query);
  const openers = listRankedReplies(world, post, 'Relevance');
  const count = query.params.count;
  const above = [...listAncestorPosts(world, post), post].slice(-count);
  const inBody = (instructions: TimelineInstructions, top: string | null, bottom: string | null) => ({
    ...wrapThreadBody(instructions),
    cursor: { top, bottom },
    ...(query.params.includeTimestamp ? { timestamp: toIsoSeconds(world.nowMs) } : {}),
  });
  return {
    kind: 'sequence',
    length: openers.length,
    pageSize: query.params.cursor === undefined ? count - above.length : count,
    toBody: (page) => {
      const threads = toReplyThreads(world, openers, page, postsShownPerReplyThread);
      const bottom = page.next === null ? [] : [toThreadCursorEntry(query, 'Bottom', `cursor-bottom-${page.end}`, page.next)];
      const lines = [...toThreadEntries(query, page.isFirst ? above : [], threads, 'preview'), ...bottom];
      return inBody([toAddEntriesInstruction(addSortIndexes(query, lines, page.start))], page.previous, page.next);
    },
    toRestBody: (index) => inBody(toRawRestOfReplyThread(query, openers[index], 'preview', postsShownPerReplyThread), null, null),
  };
};

/** Gateway reference, Tweets: most recent first. */
export const gatewayTweetRetweets: EndpointResponder<'gatewayTweetRetweets'> = (query) => {
  const people = query.world.retweetersOf(requirePublicPost(query).id);
  return toPagedResponse(people, query.params.count, (shown, page) => ({
    entries: shown.map(toRetweeterEntry),
    cursor: { top: page.previous, bottom: page.next },
  }));
};

function toRetweeterEntry(account: Account) {
  const { id, username, name, verified, followers_count, profile_image_url } = toGatewayUser(account);
  return { rest_id: id, screen_name: username, name, followers_count, verified, profile_image_url_https: profile_image_url };
}

/** An unknown id gives 404, numeric or not (assumption 7.8); a private account's tweet gives 403. */
function requirePublicPost({ world, params }: SandboxRequest<'tweetId'>): WorldPost {
  const id = params.tweetId ?? '';
  const post = world.post(id) ?? throwRefusal(404, `Tweet ${id} was not found`);
  return world.account(post.authorId)?.state === 'active' ? post : throwRefusal(403, 'The author of the tweet is protected');
}

/** `limit` and `cursor` have their own notes. */
function noteIgnoredFields({ endpoint, note }: Pick<SandboxRequest, 'endpoint' | 'note'>, body: JsonFields): void {
  const { limit: _limit, cursor: _cursor, ...fields } = body;
  for (const { code, path, ...issue } of endpoint.params.safeParse(fields, { jitless: true }).error?.issues ?? []) {
    const names = 'keys' in issue ? issue.keys.map((key) => [...path, key]) : [path];
    if (code !== 'unrecognized_keys' && code !== 'invalid_type' && code !== 'invalid_value') continue;
    for (const name of names) note(`${name.join('.')} is not known or has a wrong type and was ignored`);
  }
}

function createQueryMatchers(query: JsonFields): readonly PostMatcher[] {
  const mention = readTextField(query['mention']);
  return [
    ...readTextListField(query['keywords']).map(createPostTextMatcher),
    ...readTextListField(query['hashtags']).map((tag) => createHashtagMatcher(stripHashSign(tag))),
    ...(mention === undefined ? [] : [createMentionMatcher(stripAtSign(mention))]),
    ...readTextListField(query['exclude_keywords']).map(createPostTextMatcher).map(negateMatcher),
    ...readTextListField(query['exclude_hashtags']).map((tag) => negateMatcher(createHashtagMatcher(stripHashSign(tag)))),
  ];
}

function createFilterMatchers(request: Pick<SandboxRequest, 'world' | 'note'>, filters: JsonFields): readonly PostMatcher[] {
  const days = readObjectField(filters['date_range']) ?? {};
  const engagement = readObjectField(filters['engagement']) ?? {};
  const author = readObjectField(filters['author']) ?? {};
  const content = readObjectField(filters['content_type']) ?? {};
  const minFollowers = readCountField(author['min_followers']);
  const operators = {
    since: readTextField(days['from']),
    until: readTextField(days['to']),
    min_faves: readCountField(engagement['min_likes']),
    min_retweets: readCountField(engagement['min_retweets']),
    min_replies: readCountField(engagement['min_replies']),
    lang: readTextField(filters['language']),
  };
  return [
    ...Object.entries(operators).flatMap(([name, value]) => createOperatorParamMatchers(request, name, value?.toString())),
    ...(author['verified_only'] === true ? [filterMatchers.verified] : []),
    ...(minFollowers === undefined
      ? []
      : [({ author: writer }: Parameters<PostMatcher>[0]) => writer.record.counts.followers >= minFollowers]),
    ...createFlagMatchers(content['has_media'], filterMatchers.media),
    ...createFlagMatchers(content['has_video'], filterMatchers.videos),
    ...createFlagMatchers(content['has_links'], filterMatchers.links),
  ];
}

function createFlagMatchers(value: unknown, test: PostMatcher): readonly PostMatcher[] {
  return typeof value !== 'boolean' ? [] : [value ? test : negateMatcher(test)];
}

function negateMatcher(test: PostMatcher): PostMatcher {
  return (subject) => !test(subject);
}

function formatQueryFields(query: JsonFields): string {
  return [
    ...readTextListField(query['keywords']),
    ...readTextListField(query['hashtags']).map((tag) => `#${stripHashSign(tag)}`),
  ].join(' ');
}

function readObjectField(value: unknown): JsonFields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
}

function readTextField(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function readTextListField(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.flatMap((item) => readTextField(item) ?? []) : [];
}

function readCountField(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function requireQueryParam(request: Pick<SandboxRequest<'q'>, 'params' | 'note'>): string {
  const q = requireTextParam(request, 'q');
  return q.length > maxQueryLength ? throwRefusal(400, `q takes at most ${maxQueryLength} characters`) : q;
}

function searchPostsByText(
  { world, note }: Pick<SandboxRequest, 'world' | 'note'>,
  q: string,
  order: 'top' | 'latest',
  also: readonly PostMatcher[],
): readonly WorldPost[] {
  const tokens = tokenizeQuery(q);
  for (const token of tokens) {
    if (token.kind === 'operator' && findOperatorByName(token.name) !== undefined) {
      note(`${token.name}: is an operator of the Primary API: the Gateway API reference does not show it`);
    }
  }
  return searchPosts(world, parseQueryTokens(tokens).root, { order, note, extraMatchers: also });
}

function createOperatorParamMatchers(
  search: PostSearchContext,
  operator: string,
  value: string | undefined,
): readonly PostMatcher[] {
  return value === undefined ? [] : [createOperatorMatcher(operator, value, search)].filter((test) => test !== undefined);
}

function readDegrees(text: string | undefined, most: number): number | undefined {
  const value = text !== undefined && /^-?\d{1,3}(\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN;
  return Math.abs(value) <= most ? value : undefined;
}
