import type { PlacedEntity } from './linkedText.ts';
import { type UpstreamContext, omitEmptyArraysUnlessLegacy } from './rawUserLayout.ts';
import { toShortLink, toDisplayUrl } from './upstreamText.ts';

/** A link under `entities.urls`. */
export function toUrlEntity(address: string, indices: readonly [number, number]): unknown {
  return { display_url: toDisplayUrl(address), expanded_url: address, url: toShortLink(address), indices };
}

/**
 * The parts of a text under `entities` or `entity_set`.
 * @param media the media beside the text; undefined where they have no place, as in a note
 */
export function toEntities(
  context: UpstreamContext,
  parts: readonly PlacedEntity[],
  media: readonly unknown[] | undefined,
): Readonly<Record<string, readonly unknown[]>> {
  const of = (kind: PlacedEntity['kind'], toEntity: (part: PlacedEntity) => unknown): readonly unknown[] =>
    parts.filter((part) => part.kind === kind).map(toEntity);
  const lists = {
    hashtags: of('hashtags', ({ value, indices }) => ({ indices, text: value })),
    ...(media === undefined || media.length === 0 ? {} : { media }),
    symbols: [],
    ...(media === undefined ? {} : { timestamps: [] }),
    urls: of('urls', ({ value, indices }) => toUrlEntity(value, indices)),
    user_mentions: of('mentions', ({ value, indices }) => toMention(context, value, indices)),
  };
  // notes keep their empty lists to this day
  return media === undefined ? lists : omitEmptyArraysUnlessLegacy(context, lists);
}

function toMention({ world }: UpstreamContext, handle: string, indices: readonly [number, number]): unknown {
  const account = world.accountByHandle(handle);
  const who = account === undefined ? {} : { id_str: account.id, name: account.record.name };
  return { ...who, screen_name: handle, indices };
}
