import type { WorldPoll, UpstreamPostExtras } from '../world/extras.ts';
import { hashText } from '../world/random.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { WorldPost } from '../world/world.ts';
import type { UpstreamContext } from './rawUserLayout.ts';
import { toShortLink } from './upstreamText.ts';

type CardBinding = { readonly key: string; readonly value: Readonly<Record<string, unknown>> };

/** The number before the name of the cards of audio rooms. */
const audioSpaceCardNamePrefix = '3691233323';

/**
 * The card of a post: a poll, an audio room or a preview of its first link; undefined when it has none.
 * Posts with media or quotes have none. In the newest layout some cards are a `rest_id` only.
 */
export function toUpstreamCard(context: UpstreamContext, post: WorldPost, extras: UpstreamPostExtras): unknown {
  if (extras.poll !== undefined) {
    return toPollCard(post, extras.poll, context.world.nowMs);
  }
  const [address] = post.urls;
  const isPlain = post.media.length === 0 && post.quotedId === undefined && post.retweetOfId === undefined;
  if (!isPlain || post.article !== undefined) {
    return undefined;
  }
  if (post.spaceId !== undefined) {
    const link = toShortLink(address ?? post.spaceId);
    const bindings = [
      toTextBinding('id', post.spaceId),
      toTextBinding('narrow_cast_space_type', '0'),
      toTextBinding('card_url', link),
    ];
    return createCard(link, `${audioSpaceCardNamePrefix}:audiospace`, bindings);
  }
  if (address === undefined || !URL.canParse(address)) {
    return undefined;
  }
  const link = toShortLink(address);
  const draw = hashText(`card ${post.id}`) % 6;
  return draw === 0 && context.rawUserLayout === 'core'
    ? { rest_id: link }
    : toLinkCard(address, link, draw, context.world.account(post.authorId)?.record.bannerUrl ?? null);
}

/** @param pictureUrl null: a card without a picture */
function toLinkCard(address: string, link: string, draw: number, pictureUrl: string | null): unknown {
  const { hostname } = new URL(address);
  const name = draw === 1 ? 'player' : draw === 2 ? 'summary' : 'summary_large_image';
  return createCard(link, name, [
    toTextBinding('title', `A page at ${hostname}`),
    toTextBinding('description', 'What this page is about, in one sentence & no more.'),
    toTextBinding('domain', hostname),
    { ...toTextBinding('vanity_url', hostname), value: { scribe_key: 'vanity_url', string_value: hostname, type: 'STRING' } },
    ...(pictureUrl === null
      ? []
      : [
          {
            key: name === 'player' ? 'player_image_large' : 'thumbnail_image_large',
            value: { image_value: { height: 500, width: 1500, url: pictureUrl }, type: 'IMAGE' },
          },
        ]),
    ...(name === 'player' ? [toTextBinding('player_url', `${address}#player`)] : []),
    { key: 'card_url', value: { scribe_key: 'card_url', string_value: link, type: 'STRING' } },
  ]);
}

/** Counts are texts, as everything in a card. */
function toPollCard(post: WorldPost, poll: WorldPoll, nowMs: number): unknown {
  const address = `card://${post.id}`;
  const isOver = poll.endsAtMs <= nowMs;
  return createCard(address, `poll${poll.choices.length}choice_text_only`, [
    ...poll.choices.flatMap(({ label, votes }, index) => [
      toTextBinding(`choice${index + 1}_label`, label),
      toTextBinding(`choice${index + 1}_count`, String(votes)),
    ]),
    toTextBinding('end_datetime_utc', toIsoSeconds(poll.endsAtMs)),
    { key: 'counts_are_final', value: { boolean_value: isOver, type: 'BOOLEAN' } },
    toTextBinding('last_updated_datetime_utc', toIsoSeconds(Math.min(poll.endsAtMs, nowMs))),
    toTextBinding('duration_minutes', String(poll.durationMinutes)),
    toTextBinding('api', 'capi://passthrough/1'),
  ]);
}

function createCard(address: string, name: string, bindings: readonly CardBinding[]): unknown {
  return {
    rest_id: address,
    legacy: {
      binding_values: bindings,
      name,
      url: address,
      user_refs_results: [],
    },
  };
}

function toTextBinding(key: string, value: string): CardBinding {
  return { key, value: { string_value: value, type: 'STRING' } };
}
