import type { NestedTweet } from '../schemas/primary.ts';
import { type PlatformObject, readNonEmptyString, readArrayOrEmpty, readObjectOrEmpty, readString } from './platformFields.ts';

/** The text that counts and what stands in it: a note's where there is one, all of it from there (section 2, Long text). */
export interface RawTweetText {
  /** As the platform wrote it: a note is plain, `full_text` is escaped. */
  readonly text: string;
  readonly isNote: boolean;
  readonly fullText: string;
  readonly urls: readonly unknown[];
  readonly hashtags: readonly unknown[];
  readonly mentions: readonly unknown[];
  readonly cashtags: readonly unknown[];
  /** The media of the post, also where its text is a note. */
  readonly media: readonly unknown[];
  /** The links of the cut text. */
  readonly shortUrls: readonly unknown[];
}

export function readRawTweetText(tweet: PlatformObject, legacy: PlatformObject): RawTweetText {
  const entities = readObjectOrEmpty(legacy.entities);
  const note = readObjectOrEmpty(readObjectOrEmpty(readObjectOrEmpty(tweet.note_tweet).note_tweet_results).result);
  const noteText = readNonEmptyString(note.text);
  const shown = noteText === undefined ? entities : readObjectOrEmpty(note.entity_set);
  const fullText = readString(legacy.full_text) ?? '';
  return {
    text: noteText ?? fullText,
    isNote: noteText !== undefined,
    fullText,
    urls: readArrayOrEmpty(shown.urls),
    hashtags: readArrayOrEmpty(shown.hashtags),
    mentions: readArrayOrEmpty(shown.user_mentions),
    cashtags: readArrayOrEmpty(shown.symbols),
    media: readArrayOrEmpty(readObjectOrEmpty(legacy.extended_entities).media ?? entities.media),
    shortUrls: readArrayOrEmpty(entities.urls),
  };
}

/** The text of a record: the note's where there is one, plain, its links written out, without the links of its media. */
export function toTweetText(words: RawTweetText): string {
  return expandShortLinks(words.isNote ? words.text : unescapeHtmlEntities(words.text), words.urls, words.media);
}

/** The same of the text as the platform cut it. */
export function toPlatformTruncatedText(words: RawTweetText): string {
  return expandShortLinks(unescapeHtmlEntities(words.fullText), words.shortUrls, words.media);
}

/**
 * The text of a repost. The platform writes "RT @handle: " before the original, cuts it with its links and may name a handle
 * that the author has given up since (upstream shapes, section 2, Retweets), so all of it is the original's.
 */
export function toRepostText(words: RawTweetText, original: Pick<NestedTweet, 'text' | 'author'>): string {
  const end = words.text.startsWith('RT @') ? words.text.indexOf(': ') : -1;
  const { username } = original.author;
  return end < 0
    ? toTweetText(words)
    : `RT @${username === '' ? words.text.slice('RT @'.length, end) : username}: ${original.text}`;
}

const linkMark = '://t.co/';
/** How much longer a text may grow. The longest note has room for less; a body that wants to be huge would have none. */
const maxAddedCharacters = 250_000;

/**
 * Takes the platform's escapes out of a text: `&amp;`, `&lt;` and `&gt;`, which `full_text` and the source have and nothing
 * else (upstream shapes, section 2). `&amp;` comes last, so that nothing is unescaped twice.
 */
export function unescapeHtmlEntities(text: string): string {
  return text.includes('&') ? text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&') : text;
}

/**
 * Writes out the short links of a text and takes out those that stand for its media. By token, never by position: the
 * positions count code points of the escaped text. One pass, so that an address written out is not looked at again. Links
 * beyond any that a post can have stay as they are.
 */
export function expandShortLinks(text: string, urls: readonly unknown[], media: readonly unknown[]): string {
  let mark = text.indexOf(linkMark);
  if (mark < 0 || (urls.length === 0 && media.length === 0)) {
    return text;
  }
  const findUrl = createEntityFinder(urls);
  const findMedium = createEntityFinder(media);
  let written = '';
  let from = 0;
  let room = maxAddedCharacters;
  while (mark >= 0) {
    const start = findShortLinkStart(text, mark);
    const scanned = text.slice(start, findShortLinkEnd(text, mark + linkMark.length));
    const link = findUrl(scanned);
    let end = start + scanned.length;
    if (link !== undefined) {
      end = start + link.token.length;
      const address = link.address ?? link.token;
      if (address.length <= room + link.token.length) {
        room -= Math.max(0, address.length - link.token.length);
        written += text.slice(from, start) + address;
        from = end;
      }
    } else {
      const medium = findMedium(scanned);
      if (medium !== undefined) {
        end = start + medium.token.length;
        written += text.slice(from, start > from && text.charCodeAt(start - 1) === 0x20 ? start - 1 : start);
        from = end;
      }
    }
    mark = text.indexOf(linkMark, Math.max(end, mark + 1));
  }
  return written === '' && from === 0 ? text : written + text.slice(from);
}

/** Which entity a stretch of the text stands for. */
type FindEntity = (scanned: string) => FoundEntity | undefined;

interface FoundEntity {
  readonly token: string;
  readonly address: string | undefined;
}

/** A post has a handful of links; past this many, a body that wants to be slow could make each token look at all of them. */
const fewEntities = 32;
/** Tokens are shorter by far. */
const maxTokenLength = 64;
const minTokenLength = 'http://t.co/a'.length;

function createEntityFinder(entities: readonly unknown[]): FindEntity {
  if (entities.length <= fewEntities) {
    return (scanned) => findEntityByToken(scanned, entities);
  }
  const byToken = new Map<string, FoundEntity>();
  for (const entity of entities) {
    const { url, expanded_url } = readObjectOrEmpty(entity);
    if (typeof url === 'string' && url.length <= maxTokenLength && url.includes(linkMark) && !byToken.has(url)) {
      byToken.set(url, { token: url, address: readNonEmptyString(expanded_url) });
    }
  }
  return (scanned) => {
    for (let length = Math.min(scanned.length, maxTokenLength); length >= minTokenLength; length -= 1) {
      const found = byToken.get(scanned.slice(0, length));
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  };
}

/** The entity of a token: the one of that very text, else one that the text begins with, as where a letter follows at once. */
function findEntityByToken(scanned: string, entities: readonly unknown[]): FoundEntity | undefined {
  let found: FoundEntity | undefined;
  for (const entity of entities) {
    const { url, expanded_url } = readObjectOrEmpty(entity);
    if (url === scanned) {
      return { token: scanned, address: readNonEmptyString(expanded_url) };
    }
    if (typeof url === 'string' && url.includes(linkMark) && url.length > (found?.token.length ?? linkMark.length + 5)) {
      found = scanned.startsWith(url) ? { token: url, address: readNonEmptyString(expanded_url) } : found;
    }
  }
  return found;
}

function findShortLinkStart(text: string, mark: number): number {
  if (text.startsWith('https', mark - 5) && mark >= 5) {
    return mark - 5;
  }
  return text.startsWith('http', mark - 4) && mark >= 4 ? mark - 4 : mark;
}

function findShortLinkEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && isAlphanumeric(text.charCodeAt(end))) {
    end += 1;
  }
  return end;
}

function isAlphanumeric(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

/** The number of code points, in which the platform counts its positions. */
export function getCodePointLength(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index += 1) {
    const isPair = (text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800;
    count -= isPair ? 1 : 0;
  }
  return count;
}

/** The words of an anchor, as the source of a post is written: `<a href="…" rel="nofollow">Twitter Web App</a>`. */
export function readHtmlAnchorText(html: string): string {
  const start = html.indexOf('>') + 1;
  const end = html.lastIndexOf('</');
  return unescapeHtmlEntities(end >= start ? html.slice(start, end) : html);
}
