import type { QueryNode } from '../../client/search/parseQuery.ts';
import { once } from '../../client/once.ts';
import { computeEngagement, getPostAuthor } from './toTweetRecord.ts';
import type { Account, GeoPoint, WorldPost, SandboxWorld } from './world.ts';
import { hasValueFormat } from '../../client/search/valueFormats.ts';
import { hasSubscriptionBadge } from './accounts.ts';
import { compareIds } from './snowflake.ts';

type GeoCircle = Omit<GeoPoint, 'placeId'> & { readonly radiusKm: number };

const kmPerDegree = 111.195;
const kmPerUnit: Readonly<Record<string, number>> = { km: 1, mi: 1.609344, m: 0.001 };

/** Reads "10km", "5mi" or "1000m"; undefined for anything else. */
export function readDistanceKm(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(km|mi|m)$/.exec(text);
  const unit = kmPerUnit[match?.[2] ?? ''];
  return match === null || unit === undefined ? undefined : Number(match[1]) * unit;
}

/** Exact enough for some hundred kilometers. */
export function isInsideCircle(point: GeoPoint, circle: GeoCircle): boolean {
  const north = (point.latitude - circle.latitude) * kmPerDegree;
  const turn = Math.abs(point.longitude - circle.longitude);
  const east = Math.min(turn, 360 - turn) * kmPerDegree * Math.cos(((point.latitude + circle.latitude) * Math.PI) / 360);
  return north * north + east * east <= circle.radiusKm * circle.radiusKm;
}

/** The values of `filter:` (primary reference, Filter keys). */
export const filterMatchers = {
  replies: ({ post }) => post.replyToId !== undefined,
  links: ({ post }) => post.urls.length > 0,
  media: ({ post }) => post.media.length > 0,
  native_video: ({ post }) => hasMediaOfType(post, 'video'),
  videos: ({ post }) => hasMediaOfType(post, 'video'),
  images: ({ post }) => hasMediaOfType(post, 'photo'),
  nativeretweets: ({ post }) => post.retweetOfId !== undefined,
  // former manual reposts, which are only text
  retweets: ({ post }) => post.retweetOfId === undefined && /^RT @\w/.test(post.text),
  quote: ({ post }) => post.quotedId !== undefined,
  self_threads: ({ post, world }) => world.post(post.replyToId)?.authorId === post.authorId,
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

/** The values that `has:` shares with `filter:`. */
const valuesOfHasOperator: ReadonlySet<string> = new Set(['links', 'media', 'images', 'videos', 'mentions', 'hashtags']);
const matcherByIsOperatorValue: ReadonlyMap<string, PostMatcher> = new Map([
  ['reply', filterMatchers.replies],
  ['quote', filterMatchers.quote],
  ['retweet', filterMatchers.nativeretweets],
  ['verified', filterMatchers.verified],
]);

export function hasMediaOfType(post: WorldPost, type: string): boolean {
  return post.media.some((media) => media.type === type);
}

type SearchablePost = ReturnType<typeof buildPostSearchIndex>['posts'][number];

export type PostMatcher = (subject: SearchablePost) => boolean;

export interface PostSearchContext {
  readonly world: SandboxWorld;
  /** The radius of `near:` in kilometers, from `within:`. */
  readonly withinKm?: number | undefined;
  readonly note: (text: string) => void;
}

type OperatorMatcherFactory = (value: string, search: PostSearchContext) => PostMatcher | undefined;

const matchPost =
  (test: (post: WorldPost, value: string) => boolean): OperatorMatcherFactory =>
  (value) =>
  ({ post }) =>
    test(post, value);

const defaultReachKm = 25;
const msByTimeUnit: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 };

/** The sandbox ignores other operators, with a note. */
const operatorMatcherFactories: Readonly<Record<string, OperatorMatcherFactory>> = {
  from: (value) => createHandleMatcher(value, ({ author }) => author.record.username),
  to: (value) =>
    createHandleMatcher(value, ({ post, world }) => {
      const parent = world.post(post.replyToId);
      return parent === undefined ? undefined : world.account(parent.authorId)?.record.username;
    }),
  filter: (value) => filterMatcherByName.get(value),
  // see `asksForReposts`
  include: (value) => (value === 'nativeretweets' ? () => true : undefined),
  has: (value) => {
    if (value === 'geo') return ({ post }) => post.geo !== undefined;
    return valuesOfHasOperator.has(value) ? filterMatcherByName.get(value) : undefined;
  },
  is: (value) => matcherByIsOperatorValue.get(value),
  lang: matchPost(({ lang }, value) => lang === value.toLowerCase()),
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
  url: matchPost(({ urls }, value) => urls.some((url) => url.toLowerCase().includes(value.toLowerCase()))),
  source: matchPost(({ source }, value) => source.toLowerCase() === value.replaceAll('_', ' ').toLowerCase()),
  card_name: (value) => (value === 'animated_gif' ? ({ post }) => hasMediaOfType(post, 'animated_gif') : undefined),
  conversation_id: matchPost(({ conversationId }, value) => conversationId === value),
  quoted_tweet_id: matchPost(({ quotedId }, value) => quotedId === value),
  quotes_of_tweet_id: matchPost(({ quotedId }, value) => quotedId === value),
  quoted_user_id:
    (value, { world }) =>
    ({ post }) =>
      world.post(post.quotedId)?.authorId === value,
  near: (value, { world, withinKm }) => {
    const place = world
      .places()
      .find((candidate) => candidate.name.toLowerCase() === value.toLowerCase() && candidate.woeid !== 1);
    const circle = place === undefined ? undefined : { ...place, radiusKm: withinKm ?? defaultReachKm };
    return ({ post }) => circle !== undefined && post.geo !== undefined && isInsideCircle(post.geo, circle);
  },
  // only sets the radius of near:
  within: (value) => (readDistanceKm(value) === undefined ? undefined : () => true),
  geocode: (value) => {
    if (!hasValueFormat(value, 'geocode')) return undefined;
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

export function createOperatorMatcher(name: string, value: string, search: PostSearchContext): PostMatcher | undefined {
  const test = operatorMatcherFactories[name]?.(value, search);
  if (test === undefined) search.note(`${name}:${value} is not simulated and was ignored`);
  return test;
}

export function createHashtagMatcher(tag: string): PostMatcher {
  const lower = tag.toLowerCase();
  return ({ post }) => post.hashtags.some((hashtag) => hashtag.toLowerCase() === lower);
}

export function createMentionMatcher(handle: string): PostMatcher {
  const lower = handle.toLowerCase();
  return ({ post }) => post.mentions.some((mention) => mention.toLowerCase() === lower);
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

/** Reads "2026-01-31" as 00:00:00 UTC, or "2026-01-31_10:30:00_UTC". */
function readDateMs(value: string): number | undefined {
  if (!hasValueFormat(value, 'date')) return undefined;
  const [day = '', time = '00:00:00'] = value.split('_');
  return Date.parse(`${day}T${time}Z`);
}

function readSecondsAsMs(value: string): number | undefined {
  return /^\d{1,12}$/.test(value) ? Number(value) * 1000 : undefined;
}

interface PostSearchOptions {
  readonly order: 'top' | 'latest';
  readonly extraMatchers?: readonly PostMatcher[];
  readonly note: (text: string) => void;
}

/**
 * The public posts that match a query, without reposts unless the query asks for them (assumptions 5.31 to 5.35).
 * @param root null matches every post
 */
export function searchPosts(world: SandboxWorld, root: QueryNode | null, options: PostSearchOptions): readonly WorldPost[] {
  const isWanted = createPostSearchMatcher(world, root, options);
  const { posts, scores } = getSearchIndex(world);
  const found = posts.filter(isWanted);
  if (options.order === 'top') {
    const known = scores();
    found.sort((left, right) => (known[right.place] ?? 0) - (known[left.place] ?? 0));
  }
  return found.map(({ post }) => post);
}

/** The key is the same for each `nowMs` of a world. */
const searchIndexes = new WeakMap<SandboxWorld['posts'], ReturnType<typeof buildPostSearchIndex>>();

function getSearchIndex(world: SandboxWorld) {
  const index = searchIndexes.get(world.posts) ?? buildPostSearchIndex(world);
  searchIndexes.set(world.posts, index);
  return index;
}

function buildPostSearchIndex(world: SandboxWorld) {
  const posts = world.posts().map((post, place) => {
    return { post, author: getPostAuthor(world, post), world, text: toSearchableText(post.text), place };
  });
  return { posts, scores: once(() => posts.map(({ post }) => computeEngagement(world, post))) };
}

export function sortByEngagement(world: SandboxWorld, posts: readonly WorldPost[]): readonly WorldPost[] {
  return posts
    .map((post) => ({ post, score: computeEngagement(world, post) }))
    .sort((left, right) => right.score - left.score)
    .map(({ post }) => post);
}

function createPostSearchMatcher(world: SandboxWorld, root: QueryNode | null, options: PostSearchOptions): PostMatcher {
  const leaves = listPositiveLeaves(root);
  const search: PostSearchContext = { world, withinKm: findWithinKm(leaves), note: options.note };
  const test = compileQuery(root, (leaf) => createPostLeafMatcher(leaf, search));
  const { extraMatchers = [] } = options;
  const takesReposts = leaves.some(asksForReposts);
  return (subject) =>
    (takesReposts || subject.post.retweetOfId === undefined) &&
    (test?.(subject) ?? true) &&
    extraMatchers.every((condition) => condition(subject));
}

function createPostLeafMatcher(leaf: QueryLeaf, search: PostSearchContext): PostMatcher | undefined {
  switch (leaf.kind) {
    case 'word':
    case 'phrase':
      return createPostTextMatcher(leaf.text);
    case 'hashtag':
      return createHashtagMatcher(leaf.tag);
    case 'mention':
      return createMentionMatcher(leaf.handle);
    case 'operator':
      return createOperatorMatcher(leaf.name, leaf.value, search);
  }
}

export function createPostTextMatcher(sought: string): QueryMatcher<Pick<SearchablePost, 'text'>> {
  const holds = createTextMatcher(sought);
  return ({ text }) => holds(text);
}

function asksForReposts(leaf: QueryLeaf): boolean {
  return (
    leaf.kind === 'operator' &&
    ((leaf.value === 'nativeretweets' && (leaf.name === 'include' || leaf.name === 'filter')) ||
      (leaf.name === 'is' && leaf.value === 'retweet'))
  );
}

function findWithinKm(leaves: readonly QueryLeaf[]): number | undefined {
  const within = leaves.find((leaf) => leaf.kind === 'operator' && leaf.name === 'within');
  return within?.kind === 'operator' ? readDistanceKm(within.value) : undefined;
}

type QueryMatcher<T> = (subject: T) => boolean;

type QueryLeaf = Extract<QueryNode, { readonly kind: 'word' | 'phrase' | 'hashtag' | 'mention' | 'operator' }>;

/** Prevents a stack overflow from thousands of parentheses. */
const maxCompiledQueryDepth = 200;

/**
 * Compiles a query to a function. Ignores parts that are nested too deeply.
 * @param leafTest returns undefined to ignore a part, even if it is negated (assumption 5.7)
 * @returns undefined if all parts are ignored
 */
function compileQuery<T>(
  node: QueryNode | null,
  leafTest: (leaf: QueryLeaf) => QueryMatcher<T> | undefined,
  depth = 0,
): QueryMatcher<T> | undefined {
  if (node === null || depth > maxCompiledQueryDepth) return undefined;
  if ('operands' in node) {
    const tests = node.operands.flatMap((operand) => compileQuery(operand, leafTest, depth + 1) ?? []);
    if (tests.length === 0) return undefined;
    return node.kind === 'and'
      ? (subject) => tests.every((test) => test(subject))
      : (subject) => tests.some((test) => test(subject));
  }
  if ('operand' in node) {
    const test = compileQuery(node.operand, leafTest, depth + 1);
    return test === undefined ? undefined : (subject) => !test(subject);
  }
  return 'body' in node ? compileQuery(node.body, leafTest, depth + 1) : leafTest(node);
}

function listPositiveLeaves(node: QueryNode | null, depth = 0): readonly QueryLeaf[] {
  if (node === null || 'operand' in node || depth > maxCompiledQueryDepth) return [];
  if ('operands' in node) return node.operands.flatMap((operand) => listPositiveLeaves(operand, depth + 1));
  return 'body' in node ? listPositiveLeaves(node.body, depth + 1) : [node];
}

/** Searches names, handles, and bios; ignores operators, which are for posts (assumption 5.31). Best known first. */
export function searchPeople(world: SandboxWorld, root: QueryNode | null, note: (text: string) => void): readonly Account[] {
  const test = compileQuery(root, (leaf) => createPersonLeafMatcher(leaf, note));
  const people = world.accounts().map((account): SearchablePerson => {
    const { name, username, description } = account.record;
    // also matches parts of a handle with underscores
    return { account, text: toSearchableText(`${name}\n${username}\n${username.replaceAll('_', ' ')}\n${description}`) };
  });
  return people.filter((person) => test?.(person) ?? true).map(({ account }) => account);
}

interface SearchablePerson {
  readonly account: Account;
  readonly text: SearchableText;
}

function createPersonLeafMatcher(leaf: QueryLeaf, note: (text: string) => void): QueryMatcher<SearchablePerson> | undefined {
  switch (leaf.kind) {
    case 'word':
    case 'phrase':
      return createPostTextMatcher(leaf.text);
    case 'hashtag': {
      const tag = `#${leaf.tag}`.toLowerCase();
      return ({ account }) => account.record.description.toLowerCase().includes(tag);
    }
    case 'mention': {
      const handle = leaf.handle.toLowerCase();
      return ({ account }) => account.record.username.toLowerCase() === handle;
    }
    case 'operator':
      note(`${leaf.name}:${leaf.value} is for posts and was ignored`);
      return undefined;
  }
}

/** In scripts without spaces between words, any part of a string is treated as a word. */
const unspacedScriptPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const wordPattern = /[\p{L}\p{M}\p{N}_]+/gu;

type SearchableText = ReturnType<typeof toSearchableText>;

export function toSearchableText(text: string) {
  const lower = text.toLowerCase();
  return { lower, words: toWords(lower) };
}

/** Spaces around each word, so searching for part of the result finds only whole words. */
function toWords(lower: string): string {
  return ` ${(lower.match(wordPattern) ?? []).join(' ')} `;
}

/** Finds whole words, case-insensitive (assumption 5.33). Finds text without words, such as an emoji, anywhere. */
export function createTextMatcher(sought: string): (text: SearchableText) => boolean {
  const lower = sought.toLowerCase();
  const words = toWords(lower);
  const word = words.trim();
  if (word === '') return (text) => text.lower.includes(lower.trim());
  if (!word.includes(' ') && unspacedScriptPattern.test(word)) return (text) => text.lower.includes(word);
  return (text) => text.words.includes(words);
}
