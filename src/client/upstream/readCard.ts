import type { Card, Poll } from './extra.ts';
import { isoSeconds } from './isoSeconds.ts';
import { countIn, filledIn, isObject, listIn, objectIn } from './node.ts';
import { readUnifiedCard } from './readUnifiedCard.ts';

interface RawCard {
  readonly legacy?: unknown;
  readonly name?: unknown;
  readonly url?: unknown;
  readonly binding_values?: unknown;
}

interface RawBinding {
  readonly key?: unknown;
  readonly value?: unknown;
  readonly string_value?: unknown;
  readonly boolean_value?: unknown;
  readonly image_value?: unknown;
  readonly url?: unknown;
}

const roomCard = /^(?:\d+:)?audiospace$/;
/** Polls have four at most today; a body may say anything. */
const mostChoices = 20;
const titleKeys = ['title', 'broadcast_title', 'event_title'] as const;
const addressKeys = ['broadcast_url', 'card_url'] as const;
const descriptionKeys = ['description', 'event_subtitle'] as const;
const domainKeys = ['vanity_url', 'domain'] as const;
const pictureKeys = [
  'thumbnail_image_large',
  'summary_photo_image_large',
  'player_image_large',
  'photo_image_full_size_large',
  'broadcast_thumbnail_large',
  'event_thumbnail_large',
  'promo_image_large',
  'thumbnail_image',
] as const;

/**
 * The poll of a card (upstream shapes, section 2, Cards): counts are texts.
 * @returns undefined when the card is none
 */
export function readPoll(value: object): Poll | undefined {
  const { name, bindings } = openCard(value);
  if (name === undefined || !name.startsWith('poll', name.indexOf(':') + 1)) {
    return undefined; // some kinds have the number of their maker in front: "1906814671912599552:poll_choice_images"
  }
  const choices: { label: string; votes: number | undefined }[] = [];
  for (let index = 1; index <= mostChoices; index += 1) {
    const label = textOf(bindings, `choice${index}_label`);
    if (label === undefined) {
      break;
    }
    choices.push({ label, votes: countIn(textOf(bindings, `choice${index}_count`)) });
  }
  const isFinal: RawBinding = objectIn(valueOf(bindings, 'counts_are_final'));
  const endsAt = isoSeconds(textOf(bindings, 'end_datetime_utc'));
  return { choices, isFinal: isFinal.boolean_value === true, endsAt };
}

/**
 * The preview of a card: of a link, a room, a broadcast or an app.
 * @returns undefined where the card is an id only, as of 2026-06 many are
 */
export function readCard(value: object): Card | undefined {
  const { name, url, bindings } = openCard(value);
  if (name === undefined) {
    return undefined;
  }
  const unified = textOf(bindings, 'unified_card');
  if (unified !== undefined) {
    return readUnifiedCard(name, url, unified);
  }
  const roomId = roomCard.test(name) ? textOf(bindings, 'id') : undefined;
  return {
    ...(roomId === undefined ? {} : { roomId }),
    name,
    url: firstOf(bindings, addressKeys) ?? url,
    title: firstOf(bindings, titleKeys),
    description: firstOf(bindings, descriptionKeys),
    domain: firstOf(bindings, domainKeys),
    imageUrl: pictureOf(bindings),
  };
}

function openCard(value: object): {
  readonly name: string | undefined;
  readonly url: string | undefined;
  readonly bindings: readonly unknown[];
} {
  const card: RawCard = value;
  const legacy: RawCard = isObject(card.legacy) ? card.legacy : card;
  return { name: filledIn(legacy.name), url: filledIn(legacy.url), bindings: listIn(legacy.binding_values) };
}

function valueOf(bindings: readonly unknown[], wanted: string): unknown {
  for (const binding of bindings) {
    const { key, value }: RawBinding = objectIn(binding);
    if (key === wanted) {
      return value;
    }
  }
  return undefined;
}

function firstOf(bindings: readonly unknown[], keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = textOf(bindings, key);
    if (text !== undefined) {
      return text;
    }
  }
  return undefined;
}

function textOf(bindings: readonly unknown[], wanted: string): string | undefined {
  const { string_value }: RawBinding = objectIn(valueOf(bindings, wanted));
  return filledIn(string_value);
}

function pictureOf(bindings: readonly unknown[]): string | undefined {
  for (const key of pictureKeys) {
    const { image_value }: RawBinding = objectIn(valueOf(bindings, key));
    const { url }: RawBinding = objectIn(image_value);
    if (typeof url === 'string') {
      return url;
    }
  }
  return undefined;
}
