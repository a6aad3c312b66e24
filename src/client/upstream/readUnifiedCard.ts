import type { Card } from './extra.ts';
import { filledIn, objectIn } from './node.ts';

interface RawUnified {
  readonly component_objects?: unknown;
  readonly destination_objects?: unknown;
  readonly media_entities?: unknown;
}

interface RawPart {
  readonly data?: unknown;
  readonly title?: unknown;
  readonly subtitle?: unknown;
  readonly content?: unknown;
  readonly url_data?: unknown;
  readonly url?: unknown;
  readonly vanity?: unknown;
  readonly media_url_https?: unknown;
}

/**
 * The preview of a link, an app or a film that somebody pays for: its parts are JSON in a text of their own (upstream shapes,
 * section 2, Cards). One that cannot be read is a card with a name and no words.
 * @param url what the card says of its own address, where its parts name none
 */
export function readUnifiedCard(name: string, url: string | undefined, text: string): Card {
  const { component_objects, destination_objects, media_entities }: RawUnified = objectIn(parsed(text));
  const details = dataOf(component_objects, 'title');
  const goal: RawPart = objectIn(dataOf(destination_objects, 'url_data').url_data);
  return {
    name,
    url: filledIn(goal.url) ?? url,
    title: contentOf(details.title),
    description: contentOf(details.subtitle),
    domain: filledIn(goal.vanity),
    imageUrl: pictureIn(media_entities),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the post is read all the same, and its card says its name
  }
}

/** The first part that has such data. */
function dataOf(parts: unknown, key: 'title' | 'url_data'): RawPart {
  for (const part of Object.values(objectIn(parts)) as readonly unknown[]) {
    const { data }: RawPart = objectIn(part);
    const found: RawPart = objectIn(data);
    if (found[key] !== undefined) {
      return found;
    }
  }
  return {};
}

function contentOf(value: unknown): string | undefined {
  const { content }: RawPart = objectIn(value);
  return filledIn(content);
}

function pictureIn(media: unknown): string | undefined {
  for (const one of Object.values(objectIn(media)) as readonly unknown[]) {
    const { media_url_https }: RawPart = objectIn(one);
    if (typeof media_url_https === 'string') {
      return media_url_https;
    }
  }
  return undefined;
}
