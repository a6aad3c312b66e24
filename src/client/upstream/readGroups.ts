import type { Community, List } from '../schemas/primary.ts';
import { isoSeconds } from './isoSeconds.ts';
import { countIn, filledIn, idIn, listIn, objectIn, textIn } from './node.ts';

interface RawGroup {
  readonly rest_id?: unknown;
  readonly id_str?: unknown;
  readonly name?: unknown;
  readonly description?: unknown;
  readonly created_at?: unknown;
  readonly member_count?: unknown;
  readonly moderator_count?: unknown;
  readonly subscriber_count?: unknown;
  readonly mode?: unknown;
  readonly join_policy?: unknown;
  readonly rules?: unknown;
  readonly is_nsfw?: unknown;
  readonly custom_banner_media?: unknown;
  readonly default_banner_media?: unknown;
  readonly user_results?: unknown;
}

interface RawPart {
  readonly media_info?: unknown;
  readonly original_img_url?: unknown;
  readonly result?: unknown;
  readonly rest_id?: unknown;
  readonly name?: unknown;
  readonly core?: unknown;
  readonly legacy?: unknown;
  readonly screen_name?: unknown;
}

/** A list as under `data.list` (upstream shapes, section 1, ListByRestId); undefined without an id. */
export function toList(value: unknown): List | undefined {
  const raw: RawGroup = objectIn(value);
  const id = idIn(raw.id_str) ?? idIn(raw.rest_id);
  if (id === undefined) {
    return undefined;
  }
  const results: RawPart = objectIn(raw.user_results);
  const owner: RawPart = objectIn(results.result);
  const core: RawPart = objectIn(owner.core);
  const legacy: RawPart = objectIn(owner.legacy);
  return {
    id,
    name: textIn(raw.name) ?? '',
    description: textIn(raw.description) ?? '',
    createdAt: isoSeconds(raw.created_at) ?? '',
    memberCount: countIn(raw.member_count) ?? 0,
    followerCount: countIn(raw.subscriber_count) ?? 0,
    private: raw.mode === 'Private',
    bannerUrl: bannerOf(raw),
    owner: { id: idIn(owner.rest_id) ?? '', username: textIn(core.screen_name) ?? textIn(legacy.screen_name) ?? '' },
  };
}

/** A community as under `data.communityResults.result` (section 1, CommunityByRestId; decision 6.4); undefined without an id. */
export function toCommunity(value: unknown): Community | undefined {
  const raw: RawGroup = objectIn(value);
  const id = idIn(raw.rest_id) ?? idIn(raw.id_str);
  if (id === undefined) {
    return undefined;
  }
  return {
    id,
    name: textIn(raw.name) ?? null,
    description: textIn(raw.description) ?? null,
    createdAt: isoSeconds(raw.created_at) ?? null,
    memberCount: countIn(raw.member_count) ?? null,
    moderatorCount: countIn(raw.moderator_count) ?? null,
    joinPolicy: filledIn(raw.join_policy) ?? null,
    bannerUrl: bannerOf(raw),
    rules: rulesOf(raw.rules),
    isNsfw: typeof raw.is_nsfw === 'boolean' ? raw.is_nsfw : null,
  };
}

function rulesOf(rules: unknown): string[] {
  return listIn(rules).flatMap((rule) => {
    const { name }: RawPart = objectIn(rule);
    return typeof name === 'string' ? [name] : [];
  });
}

/** The group's own picture, else the one that the platform gave it. */
function bannerOf(raw: RawGroup): string | null {
  return pictureOf(raw.custom_banner_media) ?? pictureOf(raw.default_banner_media) ?? null;
}

function pictureOf(media: unknown): string | undefined {
  const { media_info }: RawPart = objectIn(media);
  const { original_img_url }: RawPart = objectIn(media_info);
  return filledIn(original_img_url);
}
