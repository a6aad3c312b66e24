import { checkQuery } from '../../client/search/checkQuery.ts';
import { type IgnoredFilter, isFiltersObject, readFiltersLeniently, composeQuery } from '../../client/search/composeQuery.ts';
import { getSearchRefusalStatus } from '../../client/search/faults.ts';
import { parseQueryTokens } from '../../client/search/parseQuery.ts';
import { describeSearchFault, fillPlaceholders } from '../../client/search/describeSearchFault.ts';
import { tokenizeQuery } from '../../client/search/tokenizeQuery.ts';
import { throwRefusal } from '../reserved/refusals.ts';
import { toUserEntry, toSearchTimeline, toTweetEntries } from '../upstream/timeline.ts';
import { hasMediaOfType, type PostMatcher, searchPeople, searchPosts } from '../world/search/searchPosts.ts';
import type { ResponderResult, EndpointResponder, EndpointRequest } from './response.ts';
import { toAccountCollectionResponse, toPostCollectionResponse } from './collectionResponses.ts';

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

/** Primary reference, GET /search; the order of the checks: assumption 5.0. An empty first page is the server's to turn into a 502. */
export const search: EndpointResponder<'search'> = (request) => {
  const { params, note, isSearchLenient } = request;
  const text = params.searchItem ?? '';
  const filters = parseFiltersParam(params.filters);
  const fault = checkQuery(text, filters, { allowControlCharacters: isSearchLenient }).find(
    (found) => getSearchRefusalStatus(found) !== null,
  );
  if (fault !== undefined) {
    return throwRefusal(getSearchRefusalStatus(fault) ?? 422, fillPlaceholders(describeSearchFault(fault)));
  }
  const read = readFiltersLeniently(filters);
  for (const { key, why } of read.ignored) {
    note(ignoredFilterNotes[why](key));
  }
  return toSearchResponse(request, composeQuery(text, read.filters));
};

function toSearchResponse(request: EndpointRequest<'search'>, query: string): ResponderResult {
  const { world, note } = request;
  // the plus signs are read already, and those of filter values mean themselves
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

/** Anything but an object is refused, null and arrays too (assumption 5.14). */
function parseFiltersParam(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined) {
    return undefined;
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = undefined; // broken JSON is answered like JSON that is no object
  }
  return isFiltersObject(parsed) ? parsed : throwRefusal(400, 'filters is not a JSON object');
}
