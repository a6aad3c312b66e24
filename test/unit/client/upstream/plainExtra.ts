import { at, isObject, list, textOrNull } from './json.ts';
import { entitiesOf, originalOf, quoteOf } from './plainTweet.ts';

/** Reads a post's extra facts, independently of the product. */
export interface PlainExtra {
  readonly poll: unknown;
  readonly cardName: unknown;
  readonly cardTitle: unknown;
  readonly editIds: unknown;
  readonly note: unknown;
  readonly quotedId: unknown;
  readonly hasViewCount: boolean;
  readonly links: readonly unknown[];
  readonly blocks: readonly unknown[];
  readonly replyPolicy: unknown;
  readonly communityId: unknown;
  readonly communityName: unknown;
  readonly placeName: unknown;
  readonly isSensitive: unknown;
  readonly replyToUserId: unknown;
  readonly quoted: PlainExtra | undefined;
  readonly retweetOf: PlainExtra | undefined;
}

/** @param place a post's quote is on the page and inside a reposted post */
export function plainExtra(tweet: unknown, place: 'page' | 'quoted' | 'retweetOf' = 'page'): PlainExtra {
  const legacy = at(tweet, 'legacy');
  const card = at(tweet, 'card', 'legacy') ?? at(tweet, 'card');
  const quoted = place === 'quoted' ? undefined : quoteOf(tweet);
  const original = place === 'page' ? originalOf(tweet) : undefined;
  const edit = at(tweet, 'edit_control', 'edit_control_initial');
  const versions = list(at(edit ?? at(tweet, 'edit_control'), 'edit_tweet_ids'));
  const pivot = at(tweet, 'birdwatch_pivot', 'subtitle', 'text');
  return {
    poll: plainPoll(card),
    // a poll isn't a card
    cardName: plainPoll(card) === undefined ? at(card, 'name') : undefined,
    cardTitle: plainPoll(card) === undefined ? titleOf(card) : undefined,
    // a post's only version isn't an edit
    editIds: edit !== undefined || versions.length > 1 ? versions : [],
    note: pivot,
    quotedId: quotedIdOf(tweet),
    hasViewCount: at(tweet, 'views', 'count') !== undefined,
    links: list(at(entitiesOf(tweet), 'urls')).flatMap((one) => {
      const [token, url] = [textOrNull(at(one, 'url')), textOrNull(at(one, 'expanded_url'))];
      return token === null || url === null ? [] : [{ token, url }];
    }),
    blocks: list(at(tweet, 'article', 'article_results', 'result', 'content_state', 'blocks')).map((block) => ({
      type: at(block, 'type'),
      text: at(block, 'text'),
    })),
    replyPolicy: at(legacy, 'conversation_control', 'policy'),
    communityId: at(tweet, 'community_results', 'result', 'id_str') ?? at(tweet, 'community_results', 'result', 'rest_id'),
    communityName: at(tweet, 'author_community_relationship', 'community_results', 'result', 'name'),
    placeName: at(legacy, 'place', 'full_name'),
    isSensitive: at(legacy, 'possibly_sensitive') === true ? true : undefined,
    replyToUserId: at(legacy, 'in_reply_to_status_id_str') === undefined ? at(legacy, 'in_reply_to_user_id_str') : undefined,
    quoted: quoted === undefined ? undefined : plainExtra(quoted, 'quoted'),
    retweetOf: original === undefined ? undefined : plainExtra(original, 'retweetOf'),
  };
}

/** The same facts from the product. */
export function factsOf(extra: unknown): PlainExtra {
  const inner = (one: unknown): PlainExtra | undefined => (isObject(one) ? factsOf(one) : undefined);
  return {
    poll: at(extra, 'poll'),
    cardName: at(extra, 'card', 'name'),
    cardTitle: at(extra, 'card', 'title'),
    editIds: list(at(extra, 'edits', 'ids')),
    note: at(extra, 'communityNote', 'text'),
    quotedId: at(extra, 'quotedId'),
    hasViewCount: at(extra, 'hasViewCount') === true,
    links: list(at(extra, 'links')).map((one) => ({ token: at(one, 'token'), url: at(one, 'url') })),
    blocks: list(at(extra, 'article', 'blocks')),
    replyPolicy: at(extra, 'replyPolicy'),
    communityId: at(extra, 'community', 'id'),
    communityName: at(extra, 'community', 'name'),
    placeName: at(extra, 'place', 'fullName'),
    isSensitive: at(extra, 'isSensitive'),
    replyToUserId: at(extra, 'replyToUser', 'id'),
    quoted: inner(at(extra, 'quoted')),
    retweetOf: inner(at(extra, 'retweetOf')),
  };
}

function quotedIdOf(tweet: unknown): unknown {
  return (
    at(tweet, 'legacy', 'quoted_status_id_str') ??
    at(tweet, 'quotedRefResult', 'result', 'rest_id') ??
    at(tweet, 'quoted_status_result', 'result', 'rest_id')
  );
}

function bound(card: unknown, key: string): unknown {
  const values = at(card, 'binding_values');
  const listed = list(values).find((one) => at(one, 'key') === key);
  const value = listed === undefined ? at(values, key) : at(listed, 'value');
  return at(value, 'string_value') ?? at(value, 'boolean_value');
}

/** A promoted card has JSON in its text; a broadcast uses other names. */
function titleOf(card: unknown): unknown {
  const unified = bound(card, 'unified_card');
  if (typeof unified !== 'string') return bound(card, 'title') ?? bound(card, 'broadcast_title');
  const parts = Object.values(at(JSON.parse(unified), 'component_objects') ?? {}) as readonly unknown[];
  return parts.map((part) => at(part, 'data', 'title', 'content')).find((title) => title !== undefined);
}

function plainPoll(card: unknown): unknown {
  const count = /^poll(\d)choice/.exec(String(at(card, 'name')))?.[1];
  if (count === undefined) return undefined;
  const end = bound(card, 'end_datetime_utc');
  return {
    choices: Array.from({ length: Number(count) }, (_, index) => {
      const votes = bound(card, `choice${index + 1}_count`);
      return { label: bound(card, `choice${index + 1}_label`), votes: typeof votes === 'string' ? Number(votes) : undefined };
    }),
    isFinal: bound(card, 'counts_are_final') === true,
    endsAt: typeof end === 'string' ? `${new Date(end).toISOString().slice(0, 19)}Z` : undefined,
  };
}
