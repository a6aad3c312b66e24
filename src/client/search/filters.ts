import type { ValueFormatName } from './valueFormats.ts';

/** A query builder's sections, in display order. */
export const filterGroups = ['Words', 'Accounts', 'Dates', 'Engagement', 'Content', 'Place', 'IDs', 'Cards'] as const;
export type FilterGroup = (typeof filterGroups)[number];

interface FilterBase {
  readonly key: string;
  readonly group: FilterGroup;
  readonly title: string;
  /** One sentence for the OpenAPI document. */
  readonly help: string;
  /** Used instead of the format's example. */
  readonly example?: string;
}

/** A `filters` key: its type, its value format, and the operator that it adds. */
export type FilterDefinition = FilterBase &
  (
    | { readonly type: 'string'; readonly format: ValueFormatName; readonly compose: (value: string) => string }
    | { readonly type: 'string[]'; readonly format: ValueFormatName; readonly compose: (values: readonly string[]) => string }
    | { readonly type: 'number'; readonly compose: (value: number) => string }
    | { readonly type: 'boolean'; readonly operator: string; readonly opposite?: string }
  );

// Operators from filter values (primary reference, GET /search; assumptions 5.21 to 5.26).

/** Other words could be read as an operator, a group, or a sign. */
const plainWordPattern = /^[^\s()":-][^\s()":]*$/;
/** Quotes a word that would otherwise have a different meaning. */
const toQueryTerm = (text: string): string => (plainWordPattern.test(text) && text !== 'OR' ? text : `"${text}"`);
/** Quotes a value that a space or parenthesis would end. */
const quoteOperatorValueIfNeeded = (text: string): string => (/[\s()]/.test(text) ? `"${text}"` : text);
/** Adds parentheses even around a single term (assumption 5.23). */
const joinWithOr = (terms: readonly string[]): string => `(${terms.join(' OR ')})`;
const createHandlesComposer = (prefix: string) => (values: readonly string[]) =>
  joinWithOr(values.map((value) => prefix + value.replace(/^@/, '')));
const createOperatorComposer = (operator: string) => (text: string) => `${operator}:${quoteOperatorValueIfNeeded(text)}`;
const createCountComposer = (operator: string) => (least: number) => `${operator}:${least}`;

/**
 * All filter keys, in the reference's order, which is also their operators' order (primary reference, GET /search, "Filter
 * keys"). Both sides of an `opposite` pair name each other.
 */
// One row per line.
// oxfmt-ignore
export const filterDefinitions = [
  { key: 'lang', type: 'string', format: 'language', group: 'Content', compose: createOperatorComposer('lang'), title: 'Language', help: 'Posts in this language; und means unknown.' },
  { key: 'since', type: 'string', format: 'date', group: 'Dates', compose: createOperatorComposer('since'), title: 'Since', help: 'Posts at or after this date or time (UTC).' },
  { key: 'until', type: 'string', format: 'date', group: 'Dates', compose: createOperatorComposer('until'), title: 'Until', help: 'Posts before this date or time (UTC).' },
  { key: 'sinceTime', type: 'string', format: 'digits', group: 'Dates', compose: createOperatorComposer('since_time'), title: 'Since Unix time', help: 'Posts at or after this Unix time in seconds.' },
  { key: 'untilTime', type: 'string', format: 'digits', group: 'Dates', compose: createOperatorComposer('until_time'), title: 'Until Unix time', help: 'Posts before this Unix time in seconds.' },
  { key: 'withinTime', type: 'string', format: 'duration', group: 'Dates', compose: createOperatorComposer('within_time'), title: 'Within the last', help: 'Posts from a recent period, such as 7d, 12h, 30m, or 45s.' },
  { key: 'sinceId', type: 'string', format: 'id', group: 'IDs', compose: createOperatorComposer('since_id'), title: 'Newer than post', help: 'Posts newer than the post with this ID.' },
  { key: 'maxId', type: 'string', format: 'id', group: 'IDs', compose: createOperatorComposer('max_id'), title: 'Up to post', help: 'The post with this ID and older posts.' },
  { key: 'exactSentence', type: 'string', format: 'text', group: 'Words', compose: (text: string) => `"${text}"`, title: 'Exact phrase', help: 'Posts with these words in this order.' },
  { key: 'anyOfTheseWords', type: 'string[]', format: 'text', group: 'Words', compose: (words: readonly string[]) => joinWithOr(words.map(toQueryTerm)), title: 'Any of these words', help: 'Posts with at least one of them.' },
  { key: 'noneOfTheseWords', type: 'string[]', format: 'text', group: 'Words', compose: (words: readonly string[]) => words.map((word) => `-${toQueryTerm(word)}`).join(' '), title: 'None of these words', help: 'Posts with none of them.' },
  { key: 'hashtags', type: 'string[]', format: 'hashtag', group: 'Words', compose: (tags: readonly string[]) => joinWithOr(tags.map((tag) => `#${tag.replace(/^#/, '')}`)), title: 'Hashtags', help: 'Posts with at least one of them.' },
  { key: 'fromTheseAccounts', type: 'string[]', format: 'handle', group: 'Accounts', compose: createHandlesComposer('from:'), title: 'From accounts', help: 'Posts by any of these handles.' },
  { key: 'toTheseAccounts', type: 'string[]', format: 'handle', group: 'Accounts', compose: createHandlesComposer('to:'), title: 'To accounts', help: 'Replies to any of these handles.' },
  { key: 'mentionsTheseAccounts', type: 'string[]', format: 'handle', group: 'Accounts', compose: createHandlesComposer('@'), title: 'Mentioning accounts', help: 'Posts that mention any of these handles.' },
  { key: 'minimumRepliesCount', type: 'number', group: 'Engagement', compose: createCountComposer('min_replies'), title: 'Minimum replies', help: 'Posts with at least this many replies.' },
  { key: 'minimumRetweetsCount', type: 'number', group: 'Engagement', compose: createCountComposer('min_retweets'), title: 'Minimum reposts', help: 'Posts with at least this many reposts.' },
  { key: 'minimumLikesCount', type: 'number', group: 'Engagement', compose: createCountComposer('min_faves'), title: 'Minimum likes', help: 'Posts with at least this many likes.' },
  { key: 'maximumRepliesCount', type: 'number', group: 'Engagement', compose: createCountComposer('-min_replies'), title: 'Fewer replies than', help: 'Posts with fewer replies than this.' },
  { key: 'maximumRetweetsCount', type: 'number', group: 'Engagement', compose: createCountComposer('-min_retweets'), title: 'Fewer reposts than', help: 'Posts with fewer reposts than this.' },
  { key: 'maximumLikesCount', type: 'number', group: 'Engagement', compose: createCountComposer('-min_faves'), title: 'Fewer likes than', help: 'Posts with fewer likes than this.' },
  { key: 'removeReplies', type: 'boolean', group: 'Content', operator: '-filter:replies', opposite: 'onlyReplies', title: 'No replies', help: 'Excludes replies.' },
  { key: 'onlyReplies', type: 'boolean', group: 'Content', operator: 'filter:replies', opposite: 'removeReplies', title: 'Only replies', help: 'Only replies.' },
  { key: 'removePostsWithLinks', type: 'boolean', group: 'Content', operator: '-filter:links', opposite: 'onlyPostsWithLinks', title: 'No links', help: 'Excludes posts with links.' },
  { key: 'onlyPostsWithLinks', type: 'boolean', group: 'Content', operator: 'filter:links', opposite: 'removePostsWithLinks', title: 'With links', help: 'Only posts with links.' },
  { key: 'removePostsWithMedia', type: 'boolean', group: 'Content', operator: '-filter:media', opposite: 'onlyPostsWithMedia', title: 'No media', help: 'Excludes posts with photos or videos.' },
  { key: 'onlyPostsWithMedia', type: 'boolean', group: 'Content', operator: 'filter:media', opposite: 'removePostsWithMedia', title: 'With media', help: 'Only posts with photos or videos.' },
  { key: 'removePostsWithVideo', type: 'boolean', group: 'Content', operator: '-filter:native_video', opposite: 'onlyPostsWithVideo', title: 'No uploaded videos', help: 'Excludes posts with uploaded videos.' },
  { key: 'onlyPostsWithVideo', type: 'boolean', group: 'Content', operator: 'filter:native_video', opposite: 'removePostsWithVideo', title: 'With uploaded video', help: 'Only posts with uploaded videos.' },
  { key: 'removePostsWithPhotos', type: 'boolean', group: 'Content', operator: '-filter:images', opposite: 'onlyPostsWithPhotos', title: 'No photos', help: 'Excludes posts with photos.' },
  { key: 'onlyPostsWithPhotos', type: 'boolean', group: 'Content', operator: 'filter:images', opposite: 'removePostsWithPhotos', title: 'With photos', help: 'Only posts with photos.' },
  { key: 'linksInclude', type: 'string', format: 'text', group: 'Content', compose: createOperatorComposer('url'), title: 'Link contains', help: 'Posts with a link that contains this text.' },
  { key: 'includeRetweets', type: 'boolean', group: 'Content', operator: 'include:nativeretweets', title: 'Include reposts', help: 'Includes reposts, which are excluded by default.' },
  { key: 'onlyRetweets', type: 'boolean', group: 'Content', operator: 'filter:nativeretweets', title: 'Only reposts', help: 'Only reposts.' },
  { key: 'onlyOldStyleRetweets', type: 'boolean', group: 'Content', operator: 'filter:retweets', opposite: 'removeOldStyleRetweets', title: 'Only manual reposts', help: 'Only posts that manually repost another, starting with RT.' },
  { key: 'removeOldStyleRetweets', type: 'boolean', group: 'Content', operator: '-filter:retweets', opposite: 'onlyOldStyleRetweets', title: 'No manual reposts', help: 'Excludes posts that manually repost another.' },
  { key: 'onlyQuotes', type: 'boolean', group: 'Content', operator: 'filter:quote', title: 'Only quotes', help: 'Only posts that quote another post.' },
  { key: 'onlySelfThreads', type: 'boolean', group: 'Content', operator: 'filter:self_threads', title: 'Only self-threads', help: 'Only posts in threads where an account replies to itself.' },
  { key: 'onlyVerified', type: 'boolean', group: 'Accounts', operator: 'filter:verified', title: 'Only verified accounts', help: 'Only posts by verified accounts.' },
  { key: 'onlyBlueVerified', type: 'boolean', group: 'Accounts', operator: 'filter:blue_verified', title: 'Only accounts with blue badges', help: 'Only posts by accounts with a blue badge.' },
  { key: 'listId', type: 'string', format: 'id', group: 'IDs', compose: createOperatorComposer('list'), title: 'List members', help: 'Posts by members of the list with this ID.' },
  { key: 'conversationId', type: 'string', format: 'id', group: 'IDs', compose: createOperatorComposer('conversation_id'), title: 'Conversation', help: 'Posts in the conversation started by the post with this ID.' },
  { key: 'quotedTweetId', type: 'string', format: 'id', group: 'IDs', compose: createOperatorComposer('quoted_tweet_id'), title: 'Quoting post', help: 'Posts that quote the post with this ID.' },
  { key: 'quotedUserId', type: 'string', format: 'id', group: 'IDs', compose: createOperatorComposer('quoted_user_id'), title: 'Quoting account', help: 'Posts that quote the account with this ID.' },
  { key: 'hasEngagement', type: 'boolean', group: 'Engagement', operator: 'filter:has_engagement', title: 'With engagement', help: 'Only posts with replies, reposts, or likes.' },
  { key: 'onlyAllVideos', type: 'boolean', group: 'Content', operator: 'filter:videos', title: 'With video', help: 'Only posts with uploaded or linked videos.' },
  { key: 'onlySpaces', type: 'boolean', group: 'Content', operator: 'filter:spaces', title: 'With Spaces', help: 'Only posts that link to a Space.' },
  { key: 'onlyGifs', type: 'boolean', group: 'Content', operator: 'card_name:animated_gif', title: 'With GIFs', help: 'Only posts with animated GIFs.' },
  { key: 'onlyWithMentions', type: 'boolean', group: 'Content', operator: 'filter:mentions', title: 'With mentions', help: 'Only posts that mention an account.' },
  { key: 'onlyWithHashtags', type: 'boolean', group: 'Content', operator: 'filter:hashtags', title: 'With hashtags', help: 'Only posts with hashtags.' },
  { key: 'onlyNews', type: 'boolean', group: 'Content', operator: 'filter:news', title: 'Only news', help: 'Only posts that link to a news site.' },
  { key: 'safeMode', type: 'boolean', group: 'Content', operator: 'filter:safe', title: 'Safe mode', help: 'Excludes posts marked as sensitive.' },
  { key: 'near', type: 'string', format: 'text', group: 'Place', compose: createOperatorComposer('near'), title: 'Near', example: 'San Francisco', help: 'Posts near this place.' },
  { key: 'within', type: 'string', format: 'distance', group: 'Place', compose: createOperatorComposer('within'), title: 'Within', help: 'The search radius for Near, in km or mi.' },
  { key: 'geocode', type: 'string', format: 'geocode', group: 'Place', compose: createOperatorComposer('geocode'), title: 'Around a point', help: 'Latitude, longitude, and radius, separated by commas.' },
  { key: 'place', type: 'string', format: 'text', group: 'Place', compose: createOperatorComposer('place'), title: 'Place', example: '96683cc9126741d1', help: 'Posts tagged with this place.' },
  { key: 'source', type: 'string', format: 'text', group: 'Cards', compose: (app: string) => `source:${quoteOperatorValueIfNeeded(app.replaceAll(' ', '_'))}`, title: 'Sent with', example: 'Example App', help: 'Posts sent with this app.' },
  { key: 'cardName', type: 'string', format: 'text', group: 'Cards', compose: createOperatorComposer('card_name'), title: 'Card name', example: 'animated_gif', help: 'Posts with this type of card.' },
  { key: 'cardDomain', type: 'string', format: 'text', group: 'Cards', compose: createOperatorComposer('card_domain'), title: 'Card domain', example: 'example.org', help: 'Posts with a card from this domain.' },
] as const satisfies readonly FilterDefinition[];

type FilterRow = (typeof filterDefinitions)[number];
export type FilterKey = FilterRow['key'];

interface FilterValueTypes {
  readonly string: string;
  readonly 'string[]': readonly string[];
  readonly number: number;
  readonly boolean: boolean;
}

export type FilterValue<K extends FilterKey> = FilterValueTypes[Extract<FilterRow, { readonly key: K }>['type']];

/** All keys are optional; ids are strings of digits. */
export type SearchFilters = { readonly [K in FilterKey]?: FilterValue<K> };

export const filterKeys: readonly FilterKey[] = filterDefinitions.map((filter) => filter.key);

const byKey: ReadonlyMap<string, FilterDefinition> = new Map(filterDefinitions.map((filter) => [filter.key, filter]));

export function findFilterByKey(key: string): FilterDefinition | undefined {
  return byKey.get(key);
}
