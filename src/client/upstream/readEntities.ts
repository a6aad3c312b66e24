import type { Media } from '../schemas/primary.ts';
import type { TextLink } from './upstreamPage.ts';
import { readCount, readNonEmptyString, readArrayOrEmpty, readObjectOrEmpty, readString } from './platformFields.ts';

/** The end of the year 9999: later years have more than four digits. */
const latestMs = 253_402_300_799_999;

/** "Wed Oct 10 20:19:24 +0000 2018", or ISO 8601. */
const timePattern = /^(?:\w{3} \w{3} \d{2} [\d:]{8} \+0000 \d{4}|\d{4}-\d{2}-\d{2}T.+)$/;

/** Skips links that were truncated with the text. */
export function readLinks(urls: readonly unknown[]): readonly TextLink[] {
  return urls.flatMap((entity) => {
    const { url, expanded_url, display_url } = readObjectOrEmpty(entity);
    return typeof url === 'string' && typeof expanded_url === 'string'
      ? [{ token: url, url: expanded_url, display: readString(display_url) }]
      : [];
  });
}

/** Reads a field from each entity, if it is a string: link addresses, hashtags without `#`, handles without `@`. */
export function readEntityTexts(entities: readonly unknown[], field: 'expanded_url' | 'text' | 'screen_name'): string[] {
  return entities.flatMap((entity) => readNonEmptyString(readObjectOrEmpty(entity)[field]) ?? []);
}

/**
 * Reads a post's media that have an address ("Media" in docs/upstream.md). A video's `url` is its best file and its
 * `previewUrl` a still image; a photo has the same address for both.
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

/** GIFs have one file with bit rate 0; a playlist doesn't have a bit rate. */
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
 * Formats a time as in the simple format, `2018-10-10T20:19:24Z` (assumption 4.5).
 * @param value the platform's format, ISO 8601, or milliseconds
 * @returns undefined for other values
 */
export function formatIsoSeconds(value: unknown): string | undefined {
  const ms = typeof value === 'string' && timePattern.test(value) ? Date.parse(value) : value;
  return typeof ms === 'number' && ms >= 0 && ms <= latestMs ? `${new Date(ms).toISOString().slice(0, 19)}Z` : undefined;
}

export function formatIsoSecondsFromMsText(value: unknown): string | undefined {
  return formatIsoSeconds(typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value);
}
