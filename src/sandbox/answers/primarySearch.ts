import { checkQuery } from '../../client/search/checkQuery.ts';
import { composeQuery } from '../../client/search/composeQuery.ts';
import { statusOf } from '../../client/search/faults.ts';
import { parseTokens } from '../../client/search/parseQuery.ts';
import { presentFault, sentenceText } from '../../client/search/presentFault.ts';
import { isFiltersObject, readFilters } from '../../client/search/readFilters.ts';
import { tokenize } from '../../client/search/tokenize.ts';
import { userLine } from '../upstream/entries.ts';
import { searchTimeline, tweetLines } from '../upstream/timeline.ts';
import { hasMedia, type PostTest } from '../world/search/operatorTests.ts';
import { searchPeople } from '../world/search/searchPeople.ts';
import { searchPosts } from '../world/search/searchPosts.ts';
import { toTweet } from '../world/tweetRecord.ts';
import type { Answer, Answerer, Question } from './answer.ts';
import { collection } from './collection.ts';
import { choice, countHint, refusal } from './hints.ts';

type Category = 'Top' | 'Latest' | 'People' | 'Photos' | 'Videos';

const mediaTests: Readonly<Partial<Record<Category, PostTest>>> = {
  Photos: ({ post }) => hasMedia(post, 'photo'),
  Videos: ({ post }) => hasMedia(post, 'video') || hasMedia(post, 'animated_gif'),
};

/** Primary reference, GET /search; the order of the checks is that of the decisions, 5. An empty first page is the server's to turn into a 502. */
export const search: Answerer = (question) => {
  const text = question.texts['searchItem'] ?? '';
  const filters = parsedFilters(question.texts['filters']);
  if (filters === notAnObject) {
    return refusal(400, 'filters is not a JSON object');
  }
  const fault = checkQuery(text, filters, { allowControlCharacters: question.lenientSearch }).find(
    (found) => statusOf(found) !== null,
  );
  if (fault !== undefined) {
    return refusal(statusOf(fault) ?? 422, sentenceText(presentFault(fault)));
  }
  const read = readFilters(filters);
  for (const { key, why } of read.ignored) {
    question.note(
      why === 'unknown' ? `the filter ${key} is not known and was ignored` : `the filter ${key} has a wrong type and was ignored`,
    );
  }
  return found(question, composeQuery(text, read.filters));
};

function found(question: Question, query: string): Answer {
  const { world, note } = question;
  // the plus signs are read already, and those of filter values mean themselves
  const { root } = parseTokens(tokenize(query));
  const category = choice(question, 'category', ['Top', 'Latest', 'People', 'Photos', 'Videos'], 'Top');
  if (category === 'People') {
    const people = searchPeople(world, root, note);
    return collection(
      question,
      people,
      countHint(question),
      (account) => account.record,
      (items, page) => {
        const lines = items.map((account) => userLine(question, account));
        return { category, entries: searchTimeline(question, lines, page) };
      },
    );
  }
  const also = mediaTests[category];
  const posts = searchPosts(world, root, {
    order: category === 'Top' ? 'top' : 'latest',
    note,
    ...(also === undefined ? {} : { also }),
  });
  return collection(
    question,
    posts,
    countHint(question),
    (post) => toTweet(world, post),
    (items, page) => ({ category, entries: searchTimeline(question, tweetLines(question, items), page) }),
  );
}

const notAnObject = Symbol('not an object');

/** Anything but an object is refused, null and arrays too (decision 5.14). */
function parsedFilters(text: string | undefined): Readonly<Record<string, unknown>> | undefined | typeof notAnObject {
  if (text === undefined) {
    return undefined;
  }
  try {
    const parsed: unknown = JSON.parse(text);
    return isFiltersObject(parsed) ? parsed : notAnObject;
  } catch {
    return notAnObject; // broken JSON is answered like JSON that is no object
  }
}
