import type { Tweet } from '../../client/schemas/primary.ts';
import { toBareTimeline, toSearchTimeline, toTweetEntries, toUserEntry } from '../upstream/timeline.ts';
import { throwRefusal } from '../refusals.ts';
import { type ArticleDepth, toTweetResult } from '../upstream/upstreamTweet.ts';
import { toTweetRecord, addArticleContent } from '../world/toTweetRecord.ts';
import type { Account, WorldPost, SandboxWorld } from '../world/world.ts';
import type { Responder, SandboxRequest, EndpointResponder, ResponderResult, EndpointRequest } from './response.ts';
import {
  toAccountCollectionResponse,
  noCursors,
  toPostCollectionResponse,
  toSingleResponse,
  toCollectionEnvelope,
} from './collectionResponses.ts';
import { requireNumericIdParam } from './params.ts';
import {
  listAncestorPosts,
  wrapThreadBody,
  listRankedReplies,
  toRawRestOfReplyThread,
  toRawThreadPage,
  listRestOfReplyThread,
  flattenReplyThread,
  getThreadPageSize,
} from './thread.ts';
import { checkQuery } from '../../client/search/checkQuery.ts';
import { type IgnoredFilter, isFiltersObject, readFiltersLeniently, composeQuery } from '../../client/search/composeQuery.ts';
import { parseQueryTokens } from '../../client/search/parseQuery.ts';
import { describeSearchFault, fillPlaceholders, refusalStatusByFaultCode } from '../../client/search/describeSearchFault.ts';
import { tokenizeQuery } from '../../client/search/tokenizeQuery.ts';
import { hasMediaOfType, type PostMatcher, searchPeople, searchPosts } from '../world/searchPosts.ts';

type SearchCategory = 'Top' | 'Latest' | 'People' | 'Photos' | 'Videos';

const mediaMatchersByCategory: Readonly<Partial<Record<SearchCategory, readonly PostMatcher[]>>> = {
  Photos: [({ post }) => hasMediaOfType(post, 'photo')],
  Videos: [({ post }) => hasMediaOfType(post, 'video') || hasMediaOfType(post, 'animated_gif')],
};

const ignoredFilterNotes: Readonly<Record<IgnoredFilter['why'], (key: string) => string>> = {
  unknown: (key) => `the filter ${key} is not known and was ignored`,
  type: (key) => `the filter ${key} has a wrong type and was ignored`,
  members: (key) => `members of the filter ${key} have a wrong type and were ignored, the others count`,
};

/** Primary reference, GET /search; assumption 5.0 for the checks' order. `handleCall` turns an empty first page into a 502. */
export const search: EndpointResponder<'search'> = (request) => {
  const { params, note, isSearchLenient } = request;
  const text = params.searchItem ?? '';
  const filters = parseFiltersParam(params.filters);
  const fault = checkQuery(text, filters, { allowControlCharacters: isSearchLenient }).find(
    ({ code }) => refusalStatusByFaultCode[code] !== null,
  );
  if (fault !== undefined) {
    return throwRefusal(refusalStatusByFaultCode[fault.code] ?? 422, fillPlaceholders(describeSearchFault(fault)));
  }
  const read = readFiltersLeniently(filters);
  for (const { key, why } of read.ignored) note(ignoredFilterNotes[why](key));
  return toSearchResponse(request, composeQuery(text, read.filters));
};

export const tweet = createConversationResponder((_, record) => record, 'preview');

export const tweetArticle = createConversationResponder(addArticleContent, 'content');

export const simpleTweet: EndpointResponder<'simpleTweet'> = (query) => {
  const post = requirePublicPost(query);
  return toSingleResponse(query, toTweetRecord(query.world, post), () => ({
    data: { tweetResult: { result: toTweetResult(query, post) } },
  }));
};

export const tweetFavorites = createReactorsResponder('favoriters_timeline', (world, post) => world.likersOf(post.id));

export const tweetRetweets = createReactorsResponder('retweeters_timeline', (world, post) => world.retweetersOf(post.id));

/** Primary reference, GET /tweet/{tweetId}/quotes: most liked first by default. An unknown tweet doesn't have quotes (assumption 4.10). */
export const tweetQuotes: EndpointResponder<'tweetQuotes'> = (query) => {
  const { world, params } = query;
  const quotes = world.quotesOf(requireNumericIdParam(query, 'tweetId'));
  const ordered = params.rankingMode === 'Recency' ? quotes : quotes.toSorted((left, right) => right.likes - left.likes);
  return toPostCollectionResponse(query, ordered, (items, page) => {
    const instructions = toSearchTimeline(query, toTweetEntries(query, items), page);
    return { data: { search_by_raw_query: { search_timeline: { timeline: { instructions, responseObjects: noReactions } } } } };
  });
};

export function findPublicPost(world: SandboxWorld, id: string): WorldPost | undefined {
  const post = world.post(id);
  return post !== undefined && world.account(post.authorId)?.state === 'active' ? post : undefined;
}

/** Ancestors, the tweet, and flattened reply threads; later pages have only replies (assumption 4.6). The page size counts threads. */
function createConversationResponder(
  finish: (world: SandboxWorld, record: Tweet) => Tweet,
  article: ArticleDepth,
): EndpointResponder<'tweet'> {
  return (query) => {
    const { world, note } = query;
    if (query.params.includePromotedContent) note('the sandbox has no ads');
    const post = requirePublicPost(query);
    const openers = listRankedReplies(world, post, query.params.rankingMode ?? 'Relevance');
    const sequence = { kind: 'sequence', length: openers.length, pageSize: getThreadPageSize(post.id) } as const;
    if (query.format === 'raw') {
      return {
        ...sequence,
        toBody: (page) => wrapThreadBody(toRawThreadPage(query, post, openers, page, article)),
        toRestBody: (index) => wrapThreadBody(toRawRestOfReplyThread(query, openers[index], article)),
      };
    }
    const records = (posts: readonly WorldPost[]): readonly Tweet[] =>
      posts.map((shown) => finish(world, toTweetRecord(world, shown)));
    return {
      ...sequence,
      toBody: (page) => {
        const above = page.isFirst ? [...listAncestorPosts(world, post), post] : [];
        const replies = openers.slice(page.start, page.end).flatMap((opener) => flattenReplyThread(world, opener));
        return toCollectionEnvelope(records([...above, ...replies]), page);
      },
      toRestBody: (index) => {
        const rest = openers.slice(index, index + 1).flatMap((opener) => listRestOfReplyThread(world, opener));
        return toCollectionEnvelope(records(rest), noCursors);
      },
    };
  };
}

const noReactions = { immediateReactions: [] } as const;

function createReactorsResponder(
  root: 'favoriters_timeline' | 'retweeters_timeline',
  find: (world: SandboxWorld, post: WorldPost) => readonly Account[],
): Responder<'tweetId' | 'count'> {
  return (query) => {
    const post = requirePublicPost(query);
    return toAccountCollectionResponse(query, find(query.world, post), (items, page) => {
      const lines = items.map((account) => toUserEntry(query, account));
      const instructions = toBareTimeline(query, lines, page);
      return { data: { [root]: { timeline: { instructions, responseObjects: noReactions } } } };
    });
  };
}

function requirePublicPost(query: SandboxRequest<'tweetId'>): WorldPost {
  const id = requireNumericIdParam(query, 'tweetId');
  return findPublicPost(query.world, id) ?? throwRefusal(404, `Tweet ${id} was not found`);
}

function toSearchResponse(request: EndpointRequest<'search'>, query: string): ResponderResult {
  const { world, note } = request;
  // plus signs are already decoded; in filter values they're literal
  const { root } = parseQueryTokens(tokenizeQuery(query));
  const category = request.params.category ?? 'Top';
  if (category === 'People') {
    return toAccountCollectionResponse(request, searchPeople(world, root, note), (items, page) => {
      const lines = items.map((account) => toUserEntry(request, account));
      return { category, entries: toSearchTimeline(request, lines, page) };
    });
  }
  const posts = searchPosts(world, root, {
    order: category === 'Top' ? 'top' : 'latest',
    note,
    extraMatchers: mediaMatchersByCategory[category] ?? [],
  });
  return toPostCollectionResponse(request, posts, (items, page) => ({
    category,
    entries: toSearchTimeline(request, toTweetEntries(request, items), page),
  }));
}

/** Rejects anything but an object (assumption 5.14). */
function parseFiltersParam(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // rejected below
  }
  return isFiltersObject(parsed) ? parsed : throwRefusal(400, 'filters is not a JSON object');
}
