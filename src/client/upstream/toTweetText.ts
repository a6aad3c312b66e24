import type { NestedTweet } from '../schemas/primary.ts';
import { type PlatformObject, readNonEmptyString, readArrayOrEmpty, readObjectOrEmpty, readString } from './platformFields.ts';

/** A post's text and entities, from the note if there is one ("Text" in docs/upstream.md). */
export interface RawTweetText {
  /** A note is plain; `full_text` is escaped. */
  readonly text: string;
  readonly isNote: boolean;
  readonly urls: readonly unknown[];
  readonly hashtags: readonly unknown[];
  readonly mentions: readonly unknown[];
  /** The post's media, even if its text is a note. */
  readonly media: readonly unknown[];
  /** Links in the truncated text. */
  readonly shortUrls: readonly unknown[];
}

export function readRawTweetText(tweet: PlatformObject, legacy: PlatformObject): RawTweetText {
  const entities = readObjectOrEmpty(legacy.entities);
  const note = readObjectOrEmpty(readObjectOrEmpty(readObjectOrEmpty(tweet.note_tweet).note_tweet_results).result);
  const noteText = readNonEmptyString(note.text);
  const shown = noteText === undefined ? entities : readObjectOrEmpty(note.entity_set);
  return {
    text: noteText ?? readString(legacy.full_text) ?? '',
    isNote: noteText !== undefined,
    urls: readArrayOrEmpty(shown.urls),
    hashtags: readArrayOrEmpty(shown.hashtags),
    mentions: readArrayOrEmpty(shown.user_mentions),
    media: readArrayOrEmpty(readObjectOrEmpty(legacy.extended_entities).media ?? entities.media),
    shortUrls: readArrayOrEmpty(entities.urls),
  };
}

/** A record's text, with expanded links and without links to media. */
export function toTweetText(rawText: RawTweetText): string {
  return expandShortLinks(rawText.isNote ? rawText.text : unescapeHtmlEntities(rawText.text), rawText.urls, rawText.media);
}

/**
 * "RT @handle: " and the original's full text. The platform's own text is truncated and may have an old handle ("Reposts" in
 * docs/upstream.md).
 */
export function toRepostText(rawText: RawTweetText, original: Pick<NestedTweet, 'text' | 'author'>): string {
  const end = rawText.text.startsWith('RT @') ? rawText.text.indexOf(': ') : -1;
  const { username } = original.author;
  return end < 0
    ? toTweetText(rawText)
    : `RT @${username === '' ? rawText.text.slice('RT @'.length, end) : username}: ${original.text}`;
}

/** More than the longest note needs; keeps a malicious body from growing without limit. */
const maxAddedCharacters = 250_000;

/**
 * Unescapes `&amp;`, `&lt;`, and `&gt;`, the only escapes in `full_text` and `source`. `&amp;` is last, so no text is
 * unescaped twice.
 */
export function unescapeHtmlEntities(text: string): string {
  return text.includes('&') ? text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&') : text;
}

/**
 * Expands a string's short links and removes its media links. Finds them by token, since positions count code points in the
 * escaped text. One pass, so expanded addresses aren't searched again.
 */
export function expandShortLinks(text: string, urls: readonly unknown[], media: readonly unknown[]): string {
  if (!text.includes('://t.co/') || (urls.length === 0 && media.length === 0)) {
    return text;
  }
  const addresses = mapAddressesByToken(urls);
  const mediaAddresses = mapAddressesByToken(media);
  let room = maxAddedCharacters;
  return text.replace(shortLinkPattern, (match, spaceBefore: string, scanned: string) => {
    const token = findToken(scanned, addresses);
    if (token === undefined) {
      const medium = findToken(scanned, mediaAddresses);
      return medium === undefined ? match : scanned.slice(medium.length);
    }
    const address = addresses.get(token) ?? token;
    if (address.length > room + token.length) {
      return match;
    }
    room -= Math.max(0, address.length - token.length);
    return spaceBefore + address + scanned.slice(token.length);
  });
}

/** A short link and the letters after it, up to the next link. */
const shortLinkPattern = /( ?)((?:https?)?:\/\/t\.co\/(?:(?!https?:\/\/t\.co\/)[\dA-Za-z])*)/g;
/** Limits the attempts per link; tokens are much shorter. */
const maxTokenLength = 64;
const minTokenLength = 'https://t.co/a'.length;

/** Uses the first of several entities with the same token. */
function mapAddressesByToken(entities: readonly unknown[]): ReadonlyMap<string, string | undefined> {
  const addresses = new Map<string, string | undefined>();
  for (const entity of entities) {
    const { url, expanded_url } = readObjectOrEmpty(entity);
    if (typeof url === 'string' && !addresses.has(url)) {
      addresses.set(url, readNonEmptyString(expanded_url));
    }
  }
  return addresses;
}

/** Finds the longest token at the start, since a letter may follow directly. */
function findToken(scanned: string, addresses: ReadonlyMap<string, unknown>): string | undefined {
  let token = scanned;
  for (let length = Math.min(scanned.length - 1, maxTokenLength); !addresses.has(token); length -= 1) {
    if (length < minTokenLength) {
      return undefined;
    }
    token = scanned.slice(0, length);
  }
  return token;
}

export function getCodePointLength(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index += 1) {
    const isPair = (text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800;
    count -= isPair ? 1 : 0;
  }
  return count;
}

/** Reads an anchor's text, such as a post's source: `<a href="…" rel="nofollow">Twitter Web App</a>`. */
export function readHtmlAnchorText(html: string): string {
  const start = html.indexOf('>') + 1;
  const end = html.lastIndexOf('</');
  return unescapeHtmlEntities(end >= start ? html.slice(start, end) : html);
}
