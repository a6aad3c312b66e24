import type { Media } from '../schemas/primary.ts';
import type { MediaExtra } from './extra.ts';
import { countIn, filledIn, listIn, objectIn, textIn } from './node.ts';

interface RawMedia {
  readonly type?: unknown;
  readonly id_str?: unknown;
  readonly media_url_https?: unknown;
  readonly ext_alt_text?: unknown;
  readonly original_info?: unknown;
  readonly video_info?: unknown;
  readonly source_status_id_str?: unknown;
}

interface RawSize {
  readonly width?: unknown;
  readonly height?: unknown;
}

interface RawFilm {
  readonly duration_millis?: unknown;
  readonly variants?: unknown;
}

interface RawVariant {
  readonly url?: unknown;
  readonly content_type?: unknown;
  readonly bitrate?: unknown;
}

/**
 * The pictures and films of a post (upstream shapes, section 2, Media); what has no address is left out.
 * A film's `url` is its best file, its `previewUrl` the still picture. The platform names one address for a photo, which
 * therefore is both.
 */
export function readMedia(entities: readonly unknown[]): Media[] {
  const media: Media[] = [];
  for (const entity of entities) {
    const raw: RawMedia = objectIn(entity);
    const picture = filledIn(raw.media_url_https);
    if (picture !== undefined) {
      const size: RawSize = objectIn(raw.original_info);
      const film: RawFilm = objectIn(raw.video_info);
      media.push({
        type: filledIn(raw.type) ?? 'photo',
        url: raw.video_info === undefined ? picture : (bestFile(listIn(film.variants)) ?? picture),
        previewUrl: picture,
        width: countIn(size.width) ?? 0,
        height: countIn(size.height) ?? 0,
        altText: filledIn(raw.ext_alt_text) ?? null,
        durationMs: countIn(film.duration_millis) ?? null,
      });
    }
  }
  return media;
}

/** More of the media that readMedia returns, in the same order. */
export function readMediaExtras(entities: readonly unknown[]): MediaExtra[] {
  const extras: MediaExtra[] = [];
  for (const entity of entities) {
    const raw: RawMedia = objectIn(entity);
    if (filledIn(raw.media_url_https) !== undefined) {
      const film: RawFilm = objectIn(raw.video_info);
      extras.push({
        id: textIn(raw.id_str),
        variants: raw.video_info === undefined ? [] : readVariants(listIn(film.variants)),
        sourceTweetId: filledIn(raw.source_status_id_str),
      });
    }
  }
  return extras;
}

function readVariants(variants: readonly unknown[]): MediaExtra['variants'] {
  return variants.flatMap((variant) => {
    const { url, content_type, bitrate }: RawVariant = objectIn(variant);
    return typeof url === 'string' && typeof content_type === 'string'
      ? [{ url, contentType: content_type, bitrate: countIn(bitrate) }]
      : [];
  });
}

/** Animated pictures have one file of bit rate 0; a playlist has no bit rate. */
function bestFile(variants: readonly unknown[]): string | undefined {
  let best: string | undefined;
  let bestRate = -1;
  for (const variant of variants) {
    const { url, bitrate, content_type }: RawVariant = objectIn(variant);
    const rate = countIn(bitrate) ?? -1;
    if (typeof url === 'string' && content_type === 'video/mp4' && (best === undefined || rate > bestRate)) {
      best = url;
      bestRate = rate;
    }
  }
  return best;
}
