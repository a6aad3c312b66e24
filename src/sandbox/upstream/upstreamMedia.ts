import type { Media } from '../../client/schemas/primary.ts';
import { toShortLink, toShortCode } from './upstreamText.ts';

export interface MediaContext {
  readonly postId: string;
  /** The permalink of the post. */
  readonly permalink: string;
  /** Where their one short link stands in `full_text`, in code points. */
  readonly indices: readonly [number, number];
}

const keyPrefixes: Readonly<Record<string, string>> = { photo: '3', video: '13', animated_gif: '16' };
const lowerVideoVariants = [
  { bitrate: 256_000, height: 270 },
  { bitrate: 832_000, height: 360 },
] as const;
const bestBitrate = 2_176_000;

/** The short link that stands for all media of a post. */
export function toMediaShortLink(permalink: string): string {
  return toShortLink(`${permalink}/media`);
}

/** One picture or film under `entities.media` and `extended_entities.media`. */
export function toUpstreamMedia(media: Media, index: number, place: MediaContext): unknown {
  const { postId, permalink, indices } = place;
  const isPhoto = media.type === 'photo';
  const id = (BigInt(postId.slice(-19)) - 41_943_040_000n + BigInt(index)).toString();
  const { width, height } = media;
  return {
    display_url: `pic.social.example/${toShortCode(`${permalink}/media`)}`,
    expanded_url: `${permalink}/${isPhoto ? 'photo' : 'video'}/${index + 1}`,
    ...(media.altText === null ? {} : { ext_alt_text: media.altText }),
    id_str: id,
    indices,
    media_key: `${keyPrefixes[media.type] ?? '3'}_${id}`,
    media_url_https: isPhoto ? media.url : media.previewUrl,
    type: media.type,
    url: toMediaShortLink(permalink),
    sizes: toMediaSizes(width, height),
    original_info: { height, width, focus_rects: [] },
    ...(isPhoto ? {} : { video_info: toVideoInfo(media) }),
  };
}

/** GIFs have one film of bit rate 0; videos several, the best one last, and a playlist without a bit rate. */
function toVideoInfo(media: Media): unknown {
  const { width, height, url, durationMs } = media;
  const film = (bitrate: number, address: string) => ({ bitrate, content_type: 'video/mp4', url: address });
  const stem = url.replace(/\.mp4$/, '');
  return {
    aspect_ratio: [width, height],
    ...(durationMs === null ? {} : { duration_millis: durationMs }),
    variants:
      media.type === 'animated_gif'
        ? [film(0, url)]
        : [
            { content_type: 'application/x-mpegURL', url: `${stem}.m3u8` },
            ...lowerVideoVariants.map(({ bitrate, height: lines }) => film(bitrate, `${stem}-${lines}.mp4`)),
            film(bestBitrate, url),
          ],
  };
}

function toMediaSizes(width: number, height: number): unknown {
  const within = (longest: number) => {
    const scale = Math.min(1, longest / Math.max(width, height));
    return { h: Math.round(height * scale), w: Math.round(width * scale), resize: 'fit' };
  };
  return { large: within(2048), medium: within(1200), small: within(680), thumb: { h: 150, w: 150, resize: 'crop' } };
}
