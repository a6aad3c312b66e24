import type { TextLink } from './extra.ts';
import { filledIn, objectIn, textIn } from './node.ts';

interface RawLink {
  readonly url?: unknown;
  readonly expanded_url?: unknown;
  readonly display_url?: unknown;
  readonly text?: unknown;
  readonly screen_name?: unknown;
}

const noLinks: readonly TextLink[] = Object.freeze([]);

/** The links of a text with the tokens that stand for them there; links that were cut off with the text are left out. */
export function readLinks(urls: readonly unknown[]): readonly TextLink[] {
  if (urls.length === 0) {
    return noLinks;
  }
  const links: TextLink[] = [];
  for (const entity of urls) {
    const { url, expanded_url, display_url }: RawLink = objectIn(entity);
    if (typeof url === 'string' && typeof expanded_url === 'string') {
      links.push({ token: url, url: expanded_url, display: textIn(display_url) });
    }
  }
  return links;
}

/** The addresses that links lead to. */
export function readAddresses(urls: readonly unknown[]): string[] {
  return textsOf(urls, (entity) => entity.expanded_url);
}

/** Hashtags without `#`. */
export function readHashtags(hashtags: readonly unknown[]): string[] {
  return textsOf(hashtags, (entity) => entity.text);
}

/** Handles without `@`. */
export function readMentions(mentions: readonly unknown[]): string[] {
  return textsOf(mentions, (entity) => entity.screen_name);
}

function textsOf(entities: readonly unknown[], pick: (entity: RawLink) => unknown): string[] {
  const texts: string[] = [];
  for (const entity of entities) {
    const text = filledIn(pick(objectIn(entity)));
    if (text !== undefined) {
      texts.push(text);
    }
  }
  return texts;
}
