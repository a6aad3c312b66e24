import type { ValueFormatName } from './valueFormats.ts';

/**
 * A query text operator, written `name:value` (primary reference, GET /search, "Operators accepted inside the query
 * text"). `format` is missing if the reference doesn't describe values; `values` are those that it lists.
 */
export interface Operator {
  readonly name: string;
  readonly kind: 'handle' | 'choice' | 'language' | 'date' | 'time' | 'id' | 'count' | 'place' | 'text';
  readonly description: string;
  readonly example: string;
  readonly format?: ValueFormatName;
  readonly values?: readonly string[];
}

const filterValues = [
  'replies',
  'links',
  'media',
  'native_video',
  'images',
  'videos',
  'nativeretweets',
  'retweets',
  'quote',
  'self_threads',
  'verified',
  'blue_verified',
  'has_engagement',
  'spaces',
  'mentions',
  'hashtags',
  'news',
  'safe',
] as const;

/** All the service's operators, in the reference's order. Any other `name:` is rejected with 422. */
// One row per line.
// oxfmt-ignore
export const operators = [
  { name: 'from', kind: 'handle', format: 'handle', description: 'Posts by this account', example: 'from:river_desk' },
  { name: 'to', kind: 'handle', format: 'handle', description: 'Replies to this account', example: 'to:river_desk' },
  { name: 'filter', kind: 'choice', values: filterValues, description: 'Only posts of this type; prefix with - to exclude them', example: 'filter:links' },
  { name: 'include', kind: 'choice', values: ['nativeretweets'], description: 'Includes posts that are excluded by default', example: 'include:nativeretweets' },
  { name: 'lang', kind: 'language', format: 'language', description: 'Posts in this language; und means unknown', example: 'lang:en' },
  { name: 'since', kind: 'date', format: 'date', description: 'Posts at or after this date or time', example: 'since:2026-01-31' },
  { name: 'until', kind: 'date', format: 'date', description: 'Posts before this date or time', example: 'until:2026-02-28' },
  { name: 'since_time', kind: 'time', format: 'digits', description: 'Posts at or after this Unix time in seconds', example: 'since_time:1767225600' },
  { name: 'until_time', kind: 'time', format: 'digits', description: 'Posts before this Unix time in seconds', example: 'until_time:1769904000' },
  { name: 'within_time', kind: 'time', format: 'duration', description: 'Posts from a recent period, such as 7d, 12h, 30m, or 45s', example: 'within_time:12h' },
  { name: 'since_id', kind: 'id', format: 'id', description: 'Posts newer than the post with this ID', example: 'since_id:1234567890123456789' },
  { name: 'max_id', kind: 'id', format: 'id', description: 'The post with this ID and older posts', example: 'max_id:1234567890123456789' },
  { name: 'min_replies', kind: 'count', format: 'count', description: 'Posts with at least this many replies', example: 'min_replies:10' },
  { name: 'min_retweets', kind: 'count', format: 'count', description: 'Posts with at least this many reposts', example: 'min_retweets:10' },
  { name: 'min_faves', kind: 'count', format: 'count', description: 'Posts with at least this many likes', example: 'min_faves:100' },
  { name: 'list', kind: 'id', format: 'id', description: 'Posts by members of the list with this ID', example: 'list:12345678' },
  { name: 'url', kind: 'text', description: 'Posts with a link that contains this text', example: 'url:example.org' },
  { name: 'near', kind: 'place', description: 'Posts near this place', example: 'near:"San Francisco"' },
  { name: 'within', kind: 'place', format: 'distance', description: 'The search radius for near:', example: 'within:10km' },
  { name: 'geocode', kind: 'place', format: 'geocode', description: 'Posts within a radius of a point', example: 'geocode:37.78,-122.41,10km' },
  { name: 'source', kind: 'text', description: 'Posts sent with this app; write spaces as _', example: 'source:Example_App' },
  { name: 'card_name', kind: 'text', description: 'Posts with this type of card', example: 'card_name:animated_gif' },
  { name: 'card_domain', kind: 'text', description: 'Posts with a card from this domain', example: 'card_domain:example.org' },
  { name: 'card_url', kind: 'text', description: 'Posts with a card that links to this URL', example: 'card_url:example.org' },
  { name: 'place', kind: 'place', description: 'Posts tagged with this place', example: 'place:96683cc9126741d1' },
  { name: 'place_country', kind: 'place', description: 'Posts tagged with a place in this country', example: 'place_country:FR' },
  { name: 'point_radius', kind: 'place', description: 'Posts within a radius of a point', example: 'point_radius:-122.41,37.78,10km' },
  { name: 'bounding_box', kind: 'place', description: 'Posts within a bounding box', example: 'bounding_box:-123,37,-122,38' },
  { name: 'entity', kind: 'text', description: 'Posts about this entity', example: 'entity:Lighthouse' },
  { name: 'conversation_id', kind: 'id', format: 'id', description: 'Posts in the conversation that this post started', example: 'conversation_id:1234567890123456789' },
  { name: 'quoted_tweet_id', kind: 'id', format: 'id', description: 'Posts that quote the post with this ID', example: 'quoted_tweet_id:1234567890123456789' },
  { name: 'quoted_user_id', kind: 'id', format: 'id', description: 'Posts that quote the account with this ID', example: 'quoted_user_id:12345678' },
  { name: 'quotes_of_tweet_id', kind: 'id', format: 'id', description: 'Posts that quote the post with this ID', example: 'quotes_of_tweet_id:1234567890123456789' },
  { name: 'context', kind: 'text', description: 'Posts with this topic annotation', example: 'context:10.799022225751871488' },
  { name: 'has', kind: 'text', description: 'Posts that contain this type of content', example: 'has:links' },
  { name: 'is', kind: 'text', description: 'Posts of this type', example: 'is:reply' },
] as const satisfies readonly Operator[];

export type OperatorName = (typeof operators)[number]['name'];

export const operatorNames: readonly OperatorName[] = operators.map((operator) => operator.name);

const byName: ReadonlyMap<string, Operator> = new Map(operators.map((operator) => [operator.name, operator]));

/** Case-sensitive: the service requires lower case (assumption 5.4). */
export function findOperatorByName(name: string): Operator | undefined {
  return byName.get(name);
}
