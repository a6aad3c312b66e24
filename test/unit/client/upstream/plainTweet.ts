import type { Media, NestedTweet, Tweet } from '../../../../src/client/schemas/primary.ts';
import { at, isObject, list, text, textOrNull } from './json.ts';
import { plainDate, plainUser } from './plainUser.ts';

/** Fields that the platform's JSON lacks: post and article addresses, and photo previews. */
const notGiven = '(not given)';

/** Reads a post into the simple format, independently of the product. */
export function plainTweet(tweet: unknown, isPinned = false): Tweet {
  const original = originalOf(tweet);
  const nested = plainNested(tweet);
  return {
    ...nested,
    text: original === undefined ? nested.text : wholeRepost(nested.text, original),
    isPinned,
    quoted: quotedIn(tweet),
    retweetOf: original === undefined ? null : { ...plainNested(original), quoted: quotedIn(original) },
  };
}

function quotedIn(tweet: unknown): NestedTweet | null {
  const quoted = quoteOf(tweet);
  return quoted === undefined ? null : plainNested(quoted);
}

function plainNested(tweet: unknown): NestedTweet {
  const legacy = at(tweet, 'legacy');
  const entities = entitiesOf(tweet);
  const count = (key: string): number => Number(at(legacy, key) ?? 0);
  const source = at(tweet, 'source') ?? at(legacy, 'source');
  return {
    id: text(at(tweet, 'rest_id')),
    url: notGiven,
    text: plainText(tweet),
    createdAt: text(plainDate(at(legacy, 'created_at'))),
    lang: text(at(legacy, 'lang')),
    author: plainUser(at(tweet, 'core', 'user_results', 'result')),
    counts: {
      likes: count('favorite_count'),
      retweets: count('retweet_count'),
      replies: count('reply_count'),
      quotes: count('quote_count'),
      bookmarks: count('bookmark_count'),
      views: Number(at(tweet, 'views', 'count') ?? 0),
    },
    media: list(at(legacy, 'extended_entities', 'media')).map(plainMedia),
    urls: list(at(entities, 'urls')).flatMap((one) => textOrNull(at(one, 'expanded_url')) ?? []),
    hashtags: list(at(entities, 'hashtags')).map((one) => text(at(one, 'text'))),
    mentions: list(at(entities, 'user_mentions')).map((one) => text(at(one, 'screen_name'))),
    replyTo: plainParent(legacy),
    conversationId: text(at(legacy, 'conversation_id_str')),
    isPinned: false,
    source: typeof source === 'string' ? textOrNull(unescaped(/>(.*)<\/a>/.exec(source)?.[1] ?? source)) : null,
    article: plainArticle(tweet),
    quoted: null,
    retweetOf: null,
  };
}

/** "RT @name: " and the original's text, since a repost truncates it. */
function wholeRepost(cut: string, original: unknown): string {
  const { username } = plainUser(at(original, 'core', 'user_results', 'result'));
  return cut.startsWith('RT @') ? `RT @${username}: ${plainText(original)}` : cut;
}

/** Removes fields that the platform's JSON lacks. */
export function withoutUntold(tweet: Tweet): Tweet {
  const bare = (inner: NestedTweet['quoted']): NestedTweet | null =>
    inner === null ? null : { ...withoutUntold({ ...inner, quoted: null, retweetOf: null }), quoted: null, retweetOf: null };
  const nested = (inner: NestedTweet | null): NestedTweet | null =>
    inner === null ? null : { ...inner, ...bare(inner), quoted: bare(inner.quoted), retweetOf: null };
  return {
    ...tweet,
    url: notGiven,
    text: tweet.text.trimEnd(),
    media: tweet.media.map((one) => (one.type === 'photo' ? { ...one, previewUrl: notGiven } : one)),
    article: tweet.article === null ? null : { ...tweet.article, url: notGiven },
    quoted: nested(tweet.quoted),
    retweetOf: nested(tweet.retweetOf),
  };
}

/** The quoted post without its wrapper; undefined if there is only an id or a reason. */
export function quoteOf(tweet: unknown): unknown {
  return originalOf(tweet) === undefined ? bodyOf(at(tweet, 'quoted_status_result', 'result')) : undefined;
}

export function originalOf(tweet: unknown): unknown {
  return bodyOf(at(tweet, 'legacy', 'retweeted_status_result', 'result'));
}

function bodyOf(result: unknown): unknown {
  const inner = at(result, '__typename') === 'TweetWithVisibilityResults' ? at(result, 'tweet') : result;
  return isObject(at(inner, 'legacy')) ? inner : undefined;
}

function noteOf(tweet: unknown): unknown {
  return at(tweet, 'note_tweet', 'note_tweet_results', 'result');
}

export function entitiesOf(tweet: unknown): unknown {
  return noteOf(tweet) === undefined ? at(tweet, 'legacy', 'entities') : at(noteOf(tweet), 'entity_set');
}

/** The full text with expanded links, from the note if there is one, without links to media. */
function plainText(tweet: unknown): string {
  const legacy = at(tweet, 'legacy');
  const note = noteOf(tweet);
  const shownText = note === undefined ? unescaped(shownPart(legacy)) : text(at(note, 'text'));
  const addresses = new Map(
    list(at(entitiesOf(tweet), 'urls')).flatMap((one) => {
      const [token, address] = [textOrNull(at(one, 'url')), textOrNull(at(one, 'expanded_url'))];
      return token === null || address === null ? [] : [[token, address]];
    }),
  );
  const media = new Set(list(at(legacy, 'entities', 'media')).map((one) => at(one, 'url')));
  return shownText
    .replaceAll(/ ?https?:\/\/t\.co\/\w+/g, (spaced) => {
      const token = spaced.trimStart();
      const address = addresses.get(token);
      return address === undefined && media.has(token) ? '' : spaced.replace(token, () => address ?? token);
    })
    .trimEnd();
}

/** The visible part of `full_text`, in code points; after it are links to media. */
function shownPart(legacy: unknown): string {
  const whole = [...text(at(legacy, 'full_text'))];
  const end = at(legacy, 'display_text_range', 1);
  return typeof end === 'number' ? whole.slice(0, end).join('') : whole.join('');
}

function unescaped(value: string): string {
  return value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** A media item's videos, best first. */
function filmsOf(media: unknown): readonly unknown[] {
  return list(at(media, 'video_info', 'variants'))
    .filter((one) => at(one, 'content_type') === 'video/mp4')
    .toSorted((left, right) => Number(at(right, 'bitrate') ?? 0) - Number(at(left, 'bitrate') ?? 0));
}

function plainMedia(media: unknown): Media {
  const type = text(at(media, 'type'));
  const picture = text(at(media, 'media_url_https'));
  const duration = at(media, 'video_info', 'duration_millis');
  return {
    type,
    url: type === 'photo' ? picture : text(at(filmsOf(media)[0], 'url')),
    previewUrl: type === 'photo' ? notGiven : picture,
    width: Number(at(media, 'original_info', 'width')),
    height: Number(at(media, 'original_info', 'height')),
    altText: textOrNull(at(media, 'ext_alt_text')),
    durationMs: typeof duration === 'number' ? duration : null,
  };
}

function plainParent(legacy: unknown): NestedTweet['replyTo'] {
  const tweetId = at(legacy, 'in_reply_to_status_id_str');
  return typeof tweetId === 'string'
    ? { tweetId, userId: at(legacy, 'in_reply_to_user_id_str'), username: at(legacy, 'in_reply_to_screen_name') }
    : null;
}

function plainArticle(tweet: unknown): NestedTweet['article'] {
  const article = at(tweet, 'article', 'article_results', 'result');
  if (!isObject(article)) return null;
  const blocks = at(article, 'content_state', 'blocks');
  // image and divider blocks have a space as text
  const content = list(blocks).flatMap((block) => (text(at(block, 'text')).trim() === '' ? [] : [at(block, 'text')]));
  return {
    id: at(article, 'rest_id'),
    title: at(article, 'title'),
    previewText: at(article, 'preview_text'),
    coverUrl: textOrNull(at(article, 'cover_media', 'media_info', 'original_img_url')),
    url: notGiven,
    ...(Array.isArray(blocks) ? { content: content.join('\n\n') } : {}),
  };
}
