import type { Media } from '../schemas/primary.ts';
import type { TextLink } from './upstreamPage.ts';
import { readCount, readNonEmptyString, readArrayOrEmpty, readObjectOrEmpty, readString } from './platformFields.ts';

/** Past the year 9999 a moment is not written with four digits. */
const latestMs = 253_402_300_799_999;

/** The platform's "Wed Oct 10 20:19:24 +0000 2018", or ISO 8601. */
const timePattern = /^(?:\w{3} \w{3} \d{2} [\d:]{8} \+0000 \d{4}|\d{4}-\d{2}-\d{2}T.+)$/;

/** Links that were cut off with the text are left out. */
export function readLinks(urls: readonly unknown[]): readonly TextLink[] {
  return urls.flatMap((entity) => {
    const { url, expanded_url, display_url } = readObjectOrEmpty(entity);
    return typeof url === 'string' && typeof expanded_url === 'string'
      ? [{ token: url, url: expanded_url, display: readString(display_url) }]
      : [];
  });
}

/** Where links lead, hashtags without `#`, handles without `@`: the field of each entity that has a text there. */
export function readEntityTexts(entities: readonly unknown[], field: 'expanded_url' | 'text' | 'screen_name'): string[] {
  return entities.flatMap((entity) => readNonEmptyString(readObjectOrEmpty(entity)[field]) ?? []);
}

/**
 * The media of a post that have an address ("Media" in docs/upstream.md). A video's `url` is its best file, its
 * `previewUrl` the still picture. A photo has only one address, so both are the same.
 */
export function readMedia(entities: readonly unknown[]): Media[] {
  const media: Media[] = [];
  for (const entity of entities) {
    const raw = readObjectOrEmpty(entity);
    const picture = readNonEmptyString(raw.media_url_https);
    if (picture !== undefined) {
      const size = readObjectOrEmpty(raw.original_info);
      const film = readObjectOrEmpty(raw.video_info);
      media.push({
        type: readNonEmptyString(raw.type) ?? 'photo',
        url: raw.video_info === undefined ? picture : (findBestVideoUrl(readArrayOrEmpty(film.variants)) ?? picture),
        previewUrl: picture,
        width: readCount(size.width) ?? 0,
        height: readCount(size.height) ?? 0,
        altText: readNonEmptyString(raw.ext_alt_text) ?? null,
        durationMs: readCount(film.duration_millis) ?? null,
      });
    }
  }
  return media;
}

/** Animated pictures have one file of bit rate 0; a playlist has no bit rate. */
function findBestVideoUrl(variants: readonly unknown[]): string | undefined {
  let best: string | undefined;
  let bestRate = -1;
  for (const variant of variants) {
    const { url, bitrate, content_type } = readObjectOrEmpty(variant);
    const rate = readCount(bitrate) ?? -1;
    if (typeof url === 'string' && content_type === 'video/mp4' && (best === undefined || rate > bestRate)) {
      best = url;
      bestRate = rate;
    }
  }
  return best;
}

/**
 * A moment as the simple format writes it, `2018-10-10T20:19:24Z` (assumption 4.5).
 * @param value a text of the platform or of ISO, or milliseconds
 * @returns undefined for anything else
 */
export function formatIsoSeconds(value: unknown): string | undefined {
  const ms = typeof value === 'string' && timePattern.test(value) ? Date.parse(value) : value;
  return typeof ms === 'number' && ms >= 0 && ms <= latestMs ? `${new Date(ms).toISOString().slice(0, 19)}Z` : undefined;
}

export function formatIsoSecondsFromMsText(value: unknown): string | undefined {
  return formatIsoSeconds(typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value);
}
