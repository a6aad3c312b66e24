import type { TextLink } from './extra.ts';
import { objectIn, textIn } from './node.ts';

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
  const addresses: string[] = [];
  for (const entity of urls) {
    const { expanded_url }: RawLink = objectIn(entity);
    if (typeof expanded_url === 'string' && expanded_url !== '') {
      addresses.push(expanded_url);
    }
  }
  return addresses;
}

/** Hashtags without `#`. */
export function readHashtags(hashtags: readonly unknown[]): string[] {
  const tags: string[] = [];
  for (const entity of hashtags) {
    const { text }: RawLink = objectIn(entity);
    if (typeof text === 'string' && text !== '') {
      tags.push(text);
    }
  }
  return tags;
}

/** Handles without `@`. */
export function readMentions(mentions: readonly unknown[]): string[] {
  const handles: string[] = [];
  for (const entity of mentions) {
    const { screen_name }: RawLink = objectIn(entity);
    if (typeof screen_name === 'string' && screen_name !== '') {
      handles.push(screen_name);
    }
  }
  return handles;
}
