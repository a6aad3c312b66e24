import assert from 'node:assert/strict';
import type { RawUser } from '../../../../src/sandbox/upstream/rawUser.ts';
import { at } from '../answers/ask.ts';

/** What a raw page tells, read without any help of the product. */
export interface ReadPage {
  /** The results of tweets and users in the order of the page; tombstones and what is unavailable left out. */
  readonly items: readonly unknown[];
  readonly pinnedId: string | undefined;
  readonly cursors: Readonly<Record<string, string>>;
  readonly entryIds: readonly string[];
  readonly types: readonly string[];
}

/** Reads instructions, wherever they stand, or the items of a slice. */
export function readPage(body: unknown): ReadPage {
  const instructions = findKey(body, 'instructions') ?? at(body, 'entries');
  const items: unknown[] = [];
  const cursors: Record<string, string> = {};
  const entryIds: string[] = [];
  let pinnedId: string | undefined;
  if (instructions === undefined) {
    const slice = findKey(body, 'items_results');
    const next = findKey(body, 'next_cursor');
    const found = list(slice).map((item) => at(item, 'result') ?? item);
    return { items: found, pinnedId, cursors: typeof next === 'string' ? { Bottom: next } : {}, entryIds, types: [] };
  }
  const takeContent = (content: unknown): void => {
    const cursorType = at(content, 'cursorType');
    if (typeof cursorType === 'string') {
      cursors[cursorType] = text(at(content, 'value'));
      return;
    }
    const result = at(content, 'tweet_results', 'result') ?? at(content, 'user_results', 'result');
    const kind = at(result, '__typename');
    if (result !== undefined && kind !== 'TweetTombstone' && kind !== 'UserUnavailable') {
      items.push(result);
    }
  };
  const takeItems = (parts: unknown): void => {
    for (const part of list(parts)) {
      entryIds.push(text(at(part, 'entryId')));
      takeContent(at(part, 'item', 'itemContent'));
    }
  };
  const takeEntry = (entry: unknown): void => {
    entryIds.push(text(at(entry, 'entryId')));
    assert.match(text(at(entry, 'sortIndex')), /^\d+$/);
    const content = at(entry, 'content');
    switch (at(content, 'entryType')) {
      case 'TimelineTimelineModule':
        return takeItems(at(content, 'items'));
      case 'TimelineTimelineItem':
        return takeContent(at(content, 'itemContent'));
      case 'TimelineTimelineCursor':
        return takeContent(content);
      default:
        assert.fail(`entryType ${String(at(content, 'entryType'))}`);
    }
  };
  for (const instruction of list(instructions)) {
    switch (at(instruction, 'type')) {
      case 'TimelinePinEntry':
        takeEntry(at(instruction, 'entry'));
        pinnedId = text(restId(items.at(-1)));
        break;
      case 'TimelineAddEntries':
        list(at(instruction, 'entries')).forEach(takeEntry);
        break;
      case 'TimelineReplaceEntry':
        takeEntry(at(instruction, 'entry'));
        break;
      case 'TimelineAddToModule':
        takeItems(at(instruction, 'moduleItems'));
        break;
      case 'TimelineClearCache':
      case 'TimelineTerminateTimeline':
        break;
      default:
        assert.fail(`instruction ${String(at(instruction, 'type'))}`);
    }
  }
  return { items, pinnedId, cursors, entryIds, types: list(instructions).map((one) => text(at(one, 'type'))) };
}

/** The id of a result, wrapped or not. */
export function restId(result: unknown): unknown {
  return at(result, 'rest_id') ?? at(result, 'tweet', 'rest_id');
}

/** A user result in the words of the simple format, as far as its layout tells them. */
export function readUser(user: unknown, layout: RawUser): unknown {
  const legacy = at(user, 'legacy');
  const core = at(user, 'core');
  assert.equal(Buffer.from(text(at(user, 'id')), 'base64').toString(), `User:${text(at(user, 'rest_id'))}`);
  assert.equal(core === undefined, layout === 'legacy');
  assert.equal(legacy === undefined, layout === 'core');
  const old = layout === 'legacy';
  const names = old ? legacy : core;
  const badges = old ? legacy : at(user, 'verification');
  const bio = layout === 'core' ? at(user, 'profile_bio') : legacy;
  const link = layout === 'core' ? at(user, 'website', 'url') : at(legacy, 'url');
  const entity = at(bio, 'entities', 'url', 'urls', 0);
  assert.equal(link === undefined || link === '' ? undefined : link, at(entity, 'url'));
  const pinned = layout === 'core' ? at(user, 'pinned_items', 'tweet_ids_str') : at(legacy, 'pinned_tweet_ids_str');
  const newCounts = layout === 'core';
  return {
    id: at(user, 'rest_id'),
    username: at(names, 'screen_name'),
    name: at(names, 'name'),
    description: at(bio, 'description'),
    location: old ? at(legacy, 'location') : at(user, 'location', 'location'),
    url: at(entity, 'expanded_url') ?? null,
    createdAt: isoOf(at(names, 'created_at')),
    avatarUrl: (old ? at(legacy, 'profile_image_url_https') : at(user, 'avatar', 'image_url')) ?? null,
    bannerUrl: (newCounts ? at(user, 'banner', 'image_url') : at(legacy, 'profile_banner_url')) ?? null,
    ...readBadge(user, badges),
    protected: (old ? at(legacy, 'protected') : at(user, 'privacy', 'protected')) ?? false,
    counts: {
      followers: newCounts ? at(user, 'relationship_counts', 'followers') : at(legacy, 'followers_count'),
      following: newCounts ? at(user, 'relationship_counts', 'following') : at(legacy, 'friends_count'),
      tweets: newCounts ? at(user, 'tweet_counts', 'tweets') : at(legacy, 'statuses_count'),
      likes: newCounts ? at(user, 'action_counts', 'favorites_count') : at(legacy, 'favourites_count'),
      media: newCounts ? at(user, 'tweet_counts', 'media_tweets') : at(legacy, 'media_count'),
      ...(newCounts ? {} : { listed: at(legacy, 'listed_count') }),
    },
    pinnedTweetIds: pinned ?? [],
    isAutomated: at(user, 'affiliates_highlighted_label', 'label', 'userLabelType') === 'AutomatedLabel',
  };
}

/** A stub of a community member in the words of the simple format. */
export function readStub(user: unknown, layout: RawUser): unknown {
  const old = layout === 'legacy';
  const names = old ? at(user, 'legacy') : at(user, 'core');
  return {
    id: at(user, 'rest_id'),
    username: at(names, 'screen_name'),
    name: at(names, 'name'),
    avatarUrl: (old ? at(names, 'profile_image_url_https') : at(user, 'avatar', 'image_url')) ?? null,
    ...readBadge(user, old ? names : at(user, 'verification')),
    protected: (old ? at(names, 'protected') : at(user, 'privacy', 'protected')) ?? false,
    isAutomated: at(user, 'affiliates_highlighted_label', 'label', 'user_label_type') === 'AutomatedLabel',
  };
}

/** A tweet result in the words of the simple format; posts in it one level deep. */
export function readTweet(result: unknown, layout: RawUser, depth = 1): unknown {
  const isWrapped = at(result, '__typename') === 'TweetWithVisibilityResults';
  const tweet = isWrapped ? at(result, 'tweet') : result;
  assert.equal(at(tweet, '__typename'), isWrapped ? undefined : 'Tweet');
  const legacy = at(tweet, 'legacy');
  assert.equal(at(legacy, 'id_str'), at(tweet, 'rest_id'));
  const quoted = at(tweet, 'quoted_status_result', 'result');
  const original = at(legacy, 'retweeted_status_result', 'result');
  assert.ok(original === undefined || quoted === undefined, 'a repost names no quote of its own');
  const entities = at(tweet, 'note_tweet') === undefined ? at(legacy, 'entities') : at(noteOf(tweet), 'entity_set');
  const inner = (one: unknown): unknown => (one === undefined || depth === 0 ? null : readTweet(one, layout, depth - 1));
  return {
    id: at(tweet, 'rest_id'),
    text: readText(tweet),
    createdAt: isoOf(at(legacy, 'created_at')),
    lang: at(legacy, 'lang'),
    author: readUser(at(tweet, 'core', 'user_results', 'result'), layout),
    counts: {
      likes: at(legacy, 'favorite_count'),
      retweets: at(legacy, 'retweet_count'),
      replies: at(legacy, 'reply_count'),
      quotes: at(legacy, 'quote_count'),
      bookmarks: at(legacy, 'bookmark_count'),
      views: Number(at(tweet, 'views', 'count') ?? 0),
    },
    media: list(at(legacy, 'extended_entities', 'media')).map(readMedia),
    urls: list(at(entities, 'urls')).map((one) => at(one, 'expanded_url')),
    hashtags: list(at(entities, 'hashtags')).map((one) => at(one, 'text')),
    mentions: list(at(entities, 'user_mentions')).map((one) => at(one, 'screen_name')),
    replyTo: readParent(legacy),
    conversationId: at(legacy, 'conversation_id_str'),
    source: unescaped(/^<a href="[^"]+" rel="nofollow">(.*)<\/a>$/.exec(text(at(tweet, 'source')))?.[1] ?? ''),
    article: readArticle(at(tweet, 'article', 'article_results', 'result')),
    quoted: inner(quoted),
    retweetOf: inner(original),
  };
}

/** The whole text with its links written out, found by code points alone. */
function readText(tweet: unknown): string {
  const legacy = at(tweet, 'legacy');
  const short = expanded(text(at(legacy, 'full_text')), at(legacy, 'entities'), at(legacy, 'display_text_range', 1));
  const note = noteOf(tweet);
  return note === undefined ? unescaped(short) : expanded(text(at(note, 'text')), at(note, 'entity_set'), undefined);
}

/** @param shownEnd where the media link begins; undefined: it is no part of the text */
function expanded(whole: string, entities: unknown, shownEnd: unknown): string {
  const characters = [...whole];
  const placeOf = (entity: unknown): readonly [number, number] => {
    const start = Number(at(entity, 'indices', 0));
    const end = Number(at(entity, 'indices', 1));
    assert.ok(start <= end && end <= characters.length);
    return [start, end];
  };
  const cut = (entity: unknown): string => characters.slice(...placeOf(entity)).join('');
  for (const tag of list(at(entities, 'hashtags'))) assert.equal(unescaped(cut(tag)), `#${text(at(tag, 'text'))}`);
  for (const who of list(at(entities, 'user_mentions'))) assert.equal(cut(who), `@${text(at(who, 'screen_name'))}`);
  const urls = list(at(entities, 'urls')).map((entity) => {
    assert.match(cut(entity), /^https:\/\/t\.co\/\w{10}$/);
    assert.equal(cut(entity), at(entity, 'url'));
    return { place: placeOf(entity), address: text(at(entity, 'expanded_url')) };
  });
  const end = shownEnd === undefined ? characters.length : Number(shownEnd);
  for (const media of list(at(entities, 'media'))) {
    assert.equal(cut(media), at(media, 'url'));
    assert.equal(characters.slice(end).join('').trim(), at(media, 'url'));
  }
  let written = '';
  let from = 0;
  for (const { place, address } of urls.toSorted((left, right) => left.place[0] - right.place[0])) {
    written += characters.slice(from, place[0]).join('') + address.replaceAll('&', '&amp;');
    from = place[1];
  }
  const body = written + characters.slice(from, end).join('');
  return shownEnd === undefined ? body.replaceAll('&amp;', '&') : body;
}

function readMedia(media: unknown): unknown {
  const type = at(media, 'type');
  const films = list(at(media, 'video_info', 'variants')).filter((one) => at(one, 'content_type') === 'video/mp4');
  for (const film of films) assert.equal(typeof at(film, 'bitrate'), 'number');
  const best = films.toSorted((left, right) => Number(at(right, 'bitrate')) - Number(at(left, 'bitrate')))[0];
  return {
    type,
    url: type === 'photo' ? at(media, 'media_url_https') : at(best, 'url'),
    ...(type === 'photo' ? {} : { previewUrl: at(media, 'media_url_https') }),
    width: at(media, 'original_info', 'width'),
    height: at(media, 'original_info', 'height'),
    altText: at(media, 'ext_alt_text') ?? null,
    durationMs: at(media, 'video_info', 'duration_millis') ?? null,
  };
}

function readParent(legacy: unknown): unknown {
  const tweetId = at(legacy, 'in_reply_to_status_id_str');
  return tweetId === undefined
    ? null
    : { tweetId, userId: at(legacy, 'in_reply_to_user_id_str'), username: at(legacy, 'in_reply_to_screen_name') };
}

function readArticle(article: unknown): unknown {
  if (article === undefined) return null;
  const blocks = at(article, 'content_state', 'blocks');
  return {
    id: at(article, 'rest_id'),
    title: at(article, 'title'),
    previewText: at(article, 'preview_text'),
    coverUrl: at(article, 'cover_media', 'media_info', 'original_img_url'),
    ...(blocks === undefined
      ? {}
      : {
          content: list(blocks)
            .map((block) => text(at(block, 'text')))
            .join('\n\n'),
        }),
  };
}

function readBadge(user: unknown, badges: unknown): { readonly verified: boolean; readonly verifiedType: unknown } {
  const verifiedType = at(badges, 'verified_type') ?? null;
  return { verified: at(user, 'is_blue_verified') === true || at(badges, 'verified') === true, verifiedType };
}

function noteOf(tweet: unknown): unknown {
  return at(tweet, 'note_tweet', 'note_tweet_results', 'result');
}

/** The first value under a key, the ones further up first. */
export function findKey(value: unknown, key: string): unknown {
  const open: unknown[] = [value];
  for (let node = open.shift(); node !== undefined; node = open.shift()) {
    if (typeof node === 'object' && node !== null) {
      const found = at(node, key);
      if (found !== undefined && !Array.isArray(node)) return found;
      const below: readonly unknown[] = Object.values(node);
      open.push(...below.filter((inner) => inner !== undefined && inner !== null));
    }
  }
  return undefined;
}

/** The names in an object, in its order. */
export function keysOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string {
  assert.equal(typeof value, 'string', `${JSON.stringify(value)?.slice(0, 200)} is a text`);
  return String(value);
}

function unescaped(value: string): string {
  return value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function isoOf(value: unknown): string {
  assert.match(text(value), /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat) [A-Z][a-z]{2} \d\d \d\d:\d\d:\d\d \+0000 \d{4}$/);
  return `${new Date(text(value)).toISOString().slice(0, 19)}Z`;
}
