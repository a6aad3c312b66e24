import type { LinkCard, Poll } from './extra.ts';
import { formatIsoSeconds } from './formatIsoSeconds.ts';
import { readCount, type PlatformObject, readNonEmptyString, isPlatformObject, readObjectOrEmpty } from './platformFields.ts';

const roomCardNamePattern = /^(?:\d+:)?audiospace$/;
/** Polls have four at most today; a body may say anything. */
const maxPollChoicesRead = 20;
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
  'thumbnail_large',
  'thumbnail_original',
  'thumbnail',
] as const;

/**
 * The poll of a card, or what it shows of a link, a room, a broadcast or an app (upstream shapes, section 2, Cards).
 * Neither where the card is an id only, as of 2026-06 many are.
 */
export function readCard(value: PlatformObject): { readonly poll?: Poll; readonly card?: LinkCard } {
  const { name: given, url: address, binding_values } = isPlatformObject(value.legacy) ? value.legacy : value;
  const name = readNonEmptyString(given);
  const bindings = Array.isArray(binding_values) ? binding_values : listBindings(binding_values);
  if (name === undefined) {
    return {};
  }
  // some kinds have the number of their maker in front: "1906814671912599552:poll_choice_images"
  if (name.startsWith('poll', name.indexOf(':') + 1)) {
    return { poll: toPoll(bindings) };
  }
  const url = readNonEmptyString(address);
  const unified = getBindingText(bindings, 'unified_card');
  return { card: unified === undefined ? toCard(name, url, bindings) : toUnifiedCard(name, url, unified) };
}

/** The older interface has them by name. */
function listBindings(values: unknown): readonly unknown[] {
  return Object.entries(readObjectOrEmpty(values)).map(([key, value]: [string, unknown]) => ({ key, value }));
}

/** Counts are texts. */
function toPoll(bindings: readonly unknown[]): Poll {
  const choices: { label: string; votes: number | undefined }[] = [];
  for (let index = 1; index <= maxPollChoicesRead; index += 1) {
    const label = getBindingText(bindings, `choice${index}_label`);
    if (label === undefined) {
      break;
    }
    choices.push({ label, votes: readCount(getBindingText(bindings, `choice${index}_count`)) });
  }
  const endsAt = formatIsoSeconds(getBindingText(bindings, 'end_datetime_utc'));
  return { choices, isFinal: getBindingValue(bindings, 'counts_are_final').boolean_value === true, endsAt };
}

function toCard(name: string, url: string | undefined, bindings: readonly unknown[]): LinkCard {
  const roomId = roomCardNamePattern.test(name) ? getBindingText(bindings, 'id') : undefined;
  return {
    ...(roomId === undefined ? {} : { roomId }),
    name,
    url: findFirstBindingText(bindings, addressKeys) ?? url,
    title: findFirstBindingText(bindings, titleKeys),
    description: findFirstBindingText(bindings, descriptionKeys),
    domain: findFirstBindingText(bindings, domainKeys),
    imageUrl: findPictureUrl(bindings),
  };
}

function getBindingValue(bindings: readonly unknown[], wanted: string): PlatformObject {
  for (const binding of bindings) {
    const { key, value } = readObjectOrEmpty(binding);
    if (key === wanted) {
      return readObjectOrEmpty(value);
    }
  }
  return {};
}

function getBindingText(bindings: readonly unknown[], wanted: string): string | undefined {
  return readNonEmptyString(getBindingValue(bindings, wanted).string_value);
}

function findFirstBindingText(bindings: readonly unknown[], keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = getBindingText(bindings, key);
    if (text !== undefined) {
      return text;
    }
  }
  return undefined;
}

function findPictureUrl(bindings: readonly unknown[]): string | undefined {
  for (const key of pictureKeys) {
    const { url } = readObjectOrEmpty(getBindingValue(bindings, key).image_value);
    if (typeof url === 'string') {
      return url;
    }
  }
  return undefined;
}

/**
 * The preview of a link, an app or a film that somebody pays for: its parts are JSON in a text of their own. One that cannot
 * be read is a card with a name and no words.
 * @param url what the card says of its own address, where its parts name none
 */
function toUnifiedCard(name: string, url: string | undefined, text: string): LinkCard {
  const { component_objects, destination_objects, media_entities } = readObjectOrEmpty(parseJsonOrUndefined(text));
  const details = findPartData(component_objects, 'title');
  const goal = readObjectOrEmpty(findPartData(destination_objects, 'url_data').url_data);
  return {
    name,
    url: readNonEmptyString(goal.url) ?? url,
    title: readNonEmptyString(readObjectOrEmpty(details.title).content),
    description: readNonEmptyString(readObjectOrEmpty(details.subtitle).content),
    domain: readNonEmptyString(goal.vanity),
    imageUrl: listCardParts(media_entities)
      .map((one) => one.media_url_https)
      .find((address) => typeof address === 'string'),
  };
}

function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the post is read all the same, and its card says its name
  }
}

/** The first part that has such data. */
function findPartData(parts: unknown, key: 'title' | 'url_data'): PlatformObject {
  const found = listCardParts(parts).find((part) => readObjectOrEmpty(part.data)[key] !== undefined);
  return readObjectOrEmpty(found?.data);
}

function listCardParts(value: unknown): readonly PlatformObject[] {
  return Object.values(readObjectOrEmpty(value)).map(readObjectOrEmpty);
}
