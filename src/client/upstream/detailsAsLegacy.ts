import { idIn, listIn, objectIn } from './node.ts';
import type { RawLegacy, RawTweet } from './rawTweet.ts';

interface RawDetails {
  readonly full_text?: unknown;
  readonly created_at_ms?: unknown;
  readonly display_text_range?: unknown;
  readonly language?: unknown;
  readonly conversation_id_str?: unknown;
}

interface RawFigures {
  readonly reply_count?: unknown;
  readonly retweet_count?: unknown;
  readonly favorite_count?: unknown;
  readonly quote_count?: unknown;
  readonly bookmark_count?: unknown;
}

interface RawMediaEntity {
  readonly url?: unknown;
  readonly media_results?: unknown;
  readonly result?: unknown;
  readonly rest_id?: unknown;
  readonly media_info?: unknown;
}

interface RawMediaInfo {
  readonly __typename?: unknown;
  readonly original_img_url?: unknown;
  readonly original_img_width?: unknown;
  readonly original_img_height?: unknown;
  readonly alt_text?: unknown;
  readonly preview_image?: unknown;
  readonly duration_millis?: unknown;
  readonly variants?: unknown;
}

const nothing: RawLegacy = Object.freeze({});

/**
 * A post of the mobile queries under the names of the others (upstream shapes, section 2, the possible fourth shape, which no
 * capture shows): one reader then is enough for both.
 */
export function detailsAsLegacy(tweet: RawTweet): RawLegacy {
  const details: RawDetails = objectIn(tweet.details);
  const figures: RawFigures = objectIn(tweet.counts);
  const parent: RawMediaEntity = objectIn(tweet.reply_to_results);
  const parentResult: RawMediaEntity = objectIn(parent.result ?? parent);
  const media = listIn(tweet.media_entities).map(toMediaEntity);
  return {
    full_text: details.full_text,
    created_at: typeof details.created_at_ms === 'string' ? Number(details.created_at_ms) : details.created_at_ms,
    lang: details.language,
    display_text_range: details.display_text_range,
    conversation_id_str: details.conversation_id_str,
    favorite_count: figures.favorite_count,
    retweet_count: figures.retweet_count,
    reply_count: figures.reply_count,
    quote_count: figures.quote_count,
    bookmark_count: figures.bookmark_count,
    in_reply_to_status_id_str: idIn(parentResult.rest_id),
    entities: { urls: tweet.url_entities, media },
    extended_entities: { media },
  };
}

/**
 * The beginning of a post that only subscribers may read (`TweetPreviewDisplay`), under the names of the others: the preview
 * has the same fields, but for its text, without anything around them.
 */
export function previewAsLegacy(tweet: RawTweet): RawLegacy {
  return typeof tweet.text === 'string' ? { ...tweet, full_text: tweet.text } : nothing;
}

function toMediaEntity(entity: unknown): unknown {
  const { url, media_results }: RawMediaEntity = objectIn(entity);
  const results: RawMediaEntity = objectIn(media_results);
  const result: RawMediaEntity = objectIn(results.result);
  const info: RawMediaInfo = objectIn(result.media_info);
  const preview: RawMediaInfo = objectIn(info.preview_image);
  const picture: RawMediaInfo = info.original_img_url === undefined ? preview : info;
  return {
    url,
    id_str: result.rest_id,
    type: typeOf(info.__typename),
    media_url_https: picture.original_img_url,
    ext_alt_text: info.alt_text,
    original_info: { width: picture.original_img_width, height: picture.original_img_height },
    ...(info.variants === undefined ? {} : { video_info: { duration_millis: info.duration_millis, variants: info.variants } }),
  };
}

function typeOf(name: unknown): string {
  switch (name) {
    case 'ApiVideo':
      return 'video';
    case 'ApiGif':
      return 'animated_gif';
    default:
      return 'photo';
  }
}
