import { hasMedia, type PostTest } from '../world/search/operatorTests.ts';
import { textTest } from '../world/search/textMatch.ts';
import type { Answerer, Question } from './answer.ts';
import { gatewayPage } from './gatewayPages.ts';
import { toGatewayTweet } from './gatewayRecords.ts';
import { parameterTests, searchOf, searchText, verifiedAuthor } from './gatewaySearch.ts';
import { withoutHash } from './hashtagFigures.ts';
import { readLimit, refusal } from './hints.ts';
import { withoutAt } from './people.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Gateway reference, POST /search/advanced. The body is read leniently: what has a wrong type counts as absent.
 * An empty search gives 400; anything but `engagement` sorts newest first (decision 7.11).
 */
export const searchAdvanced: Answerer = (question) => {
  const body = fieldsOf(question.body);
  if (body === undefined) {
    return refusal(400, 'The body takes a JSON object');
  }
  const query = fieldsOf(body['query']) ?? {};
  const filters = fieldsOf(body['filters']) ?? {};
  const asked = [...queryTests(query), ...filterTests(question, filters)];
  if (asked.length === 0) {
    return refusal(400, 'The search is empty: query or filters is needed');
  }
  const limit = body['limit'];
  const pageSize = readLimit(question, limit === undefined || limit === null ? undefined : JSON.stringify(limit), 20, 100);
  const order = body['sort'] === 'engagement' ? 'top' : 'latest';
  const found = searchText(question, '', order, asked);
  return gatewayPage(found, pageSize, (post) => toGatewayTweet(question.world, post), {
    meta: { query: described(query), query_complexity: asked.length },
  });
};

function queryTests(query: Fields): readonly PostTest[] {
  const mention = textOf(query['mention']);
  const handle = mention === undefined ? undefined : withoutAt(mention).toLowerCase();
  return [
    ...textsOf(query['keywords']).map(wordTest),
    ...textsOf(query['hashtags']).map(tagTest),
    ...(handle === undefined
      ? []
      : [({ post }: Parameters<PostTest>[0]) => post.mentions.some((one) => one.toLowerCase() === handle)]),
    ...textsOf(query['exclude_keywords']).map(wordTest).map(negated),
    ...textsOf(query['exclude_hashtags']).map(tagTest).map(negated),
  ];
}

function filterTests(question: Question, filters: Fields): readonly PostTest[] {
  const days = fieldsOf(filters['date_range']) ?? {};
  const engagement = fieldsOf(filters['engagement']) ?? {};
  const author = fieldsOf(filters['author']) ?? {};
  const content = fieldsOf(filters['content_type']) ?? {};
  const search = searchOf(question);
  const minFollowers = numberOf(author['min_followers']);
  return [
    ...parameterTests(search, 'since', textOf(days['from'])),
    ...parameterTests(search, 'until', textOf(days['to'])),
    ...parameterTests(search, 'min_faves', numberOf(engagement['min_likes'])?.toString()),
    ...parameterTests(search, 'min_retweets', numberOf(engagement['min_retweets'])?.toString()),
    ...parameterTests(search, 'min_replies', numberOf(engagement['min_replies'])?.toString()),
    ...parameterTests(search, 'lang', textOf(filters['language'])),
    ...(author['verified_only'] === true ? [verifiedAuthor] : []),
    ...(minFollowers === undefined
      ? []
      : [({ author: writer }: Parameters<PostTest>[0]) => writer.record.counts.followers >= minFollowers]),
    ...flagTests(content['has_media'], ({ post }) => post.media.length > 0),
    ...flagTests(content['has_video'], ({ post }) => hasMedia(post, 'video')),
    ...flagTests(content['has_links'], ({ post }) => post.urls.length > 0),
  ];
}

/** True wants it, false wants it not, anything else asks for nothing. */
function flagTests(value: unknown, test: PostTest): readonly PostTest[] {
  return typeof value !== 'boolean' ? [] : [value ? test : negated(test)];
}

function wordTest(word: string): PostTest {
  const holds = textTest(word);
  return ({ lowerText }) => holds(lowerText);
}

function tagTest(hashtag: string): PostTest {
  const tag = withoutHash(hashtag).toLowerCase();
  return ({ post }) => post.hashtags.some((one) => one.toLowerCase() === tag);
}

function negated(test: PostTest): PostTest {
  return (subject) => !test(subject);
}

/** The query as one would type it. */
function described(query: Fields): string {
  return [...textsOf(query['keywords']), ...textsOf(query['hashtags']).map((tag) => `#${withoutHash(tag)}`)].join(' ');
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.flatMap((item) => textOf(item) ?? []) : [];
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
