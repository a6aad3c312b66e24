import { deriveUpstreamExtras, type UpstreamPostExtras, type WorldPoll, type WorldCommunityNote } from '../world/extras.ts';
import { toPermalink, syntheticPlatformUrl } from '../world/landmarks.ts';
import { getPostAuthor, toTweetCounts, listPostLinks } from '../world/toTweetRecord.ts';
import type { Account, WorldPost, Article } from '../world/world.ts';
import {
  type LinkedText,
  type LinkedTextSegment,
  countCodePointsWithShortLinks,
  splitAtEntities,
  renderLinkedText,
  toEntities,
  countCodePoints,
  escapeUpstreamText,
  toGlobalId,
  toShortLink,
  toDisplayUrl,
  formatUpstreamDate,
  toShortCode,
} from './upstreamText.ts';
import type { UpstreamContext, UpstreamObject } from './rawUserLayout.ts';
import { toUpstreamUser } from './upstreamUser.ts';
import { hashText } from '../world/random.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { Media } from '../../client/schemas/primary.ts';

/** `inner` for a post within another post. It has only its quoted post's id. */
type TweetDepth = 'outer' | 'inner';

const maxShownLength = 280;
const hourMs = 3_600_000;

/** A `Tweet`, or for some posts a `TweetWithVisibilityResults` around an untyped one. */
export function toTweetResult(
  context: UpstreamContext,
  post: WorldPost,
  article: ArticleDepth = 'preview',
  depth: TweetDepth = 'outer',
): UpstreamObject {
  const extras = deriveUpstreamExtras(post);
  const tweet = toTweet(context, post, extras, article, depth);
  return extras.hasLimitedReplies
    ? { __typename: 'TweetWithVisibilityResults', tweet, limitedActionResults: limitedReplyActions }
    : { __typename: 'Tweet', ...tweet };
}

function toTweet(
  context: UpstreamContext,
  post: WorldPost,
  extras: UpstreamPostExtras,
  article: ArticleDepth,
  depth: TweetDepth,
): UpstreamObject {
  const { world, rawUserLayout } = context;
  const author = getPostAuthor(world, post);
  const pieces = splitAtEntities(post.text, {
    urls: listPostLinks(world, post),
    hashtags: post.hashtags,
    mentions: post.mentions,
  });
  const community = { __typename: 'Community', id_str: post.communityId };
  const card = toUpstreamCard(context, post, extras);
  return {
    rest_id: post.id,
    ...(extras.note === undefined ? {} : { has_birdwatch_notes: true, birdwatch_pivot: toCommunityNotePivot(extras.note) }),
    core: { user_results: { result: toUpstreamUser(context, author) } },
    ...(card === undefined ? {} : { card }),
    ...(post.communityId === undefined ? {} : { community_results: { result: community } }),
    unmention_data: {},
    edit_control: toEditControl(post, extras),
    ...(rawUserLayout === 'legacy' ? {} : { grok_translated_post_with_availability: { is_available: false } }),
    views: post.views === 0 ? { state: 'Enabled' } : { count: String(post.views), state: 'EnabledWithCount' },
    source: `<a href="https://apps.example/${post.source.replace(/\W+/g, '-').toLowerCase()}" rel="nofollow">${escapeUpstreamText(post.source)}</a>`,
    ...(countCodePointsWithShortLinks(pieces) > maxShownLength ? { note_tweet: toNoteTweet(context, post, pieces) } : {}),
    ...(post.article === undefined ? {} : { article: toUpstreamArticle(post.article, post.createdAtMs, article) }),
    ...toQuote(context, post, extras, depth),
    legacy: {
      ...toLegacy(context, post, author, pieces),
      ...toQuoteReferenceFields(context, post, extras),
      ...toReplyReferenceFields(context, post),
      ...toRepost(context, post, depth),
    },
  };
}

/** The complete text is never escaped. The post has the media. */
function toNoteTweet(context: UpstreamContext, post: WorldPost, pieces: readonly LinkedTextSegment[]): unknown {
  const { text, parts } = renderLinkedText(pieces, 'raw');
  return {
    is_expandable: true,
    note_tweet_results: {
      result: { id: toGlobalId('NoteTweet', post.id), text, entity_set: toEntities(context, parts, undefined) },
    },
  };
}

function toLegacy(
  context: UpstreamContext,
  post: WorldPost,
  author: Account,
  pieces: readonly LinkedTextSegment[],
): UpstreamObject {
  const counts = toTweetCounts(context.world, post);
  const permalink = toPermalink(author.record.username, post.id);
  const shown = renderLinkedText(pieces, 'escaped', maxShownLength);
  const shownEnd = countCodePoints(shown.text);
  const gap = post.media.length > 0 && shown.text !== '' ? 1 : 0;
  const tail = post.media.length === 0 ? '' : `${gap === 0 ? '' : ' '}${toMediaShortLink(permalink)}`;
  const indices = [shownEnd + gap, shownEnd + countCodePoints(tail)] as const;
  const media = post.media.map((one, index) => toUpstreamMedia(one, index, { postId: post.id, permalink, indices }));
  return {
    bookmark_count: counts.bookmarks,
    bookmarked: false,
    created_at: formatUpstreamDate(post.createdAtMs),
    conversation_id_str: post.conversationId,
    display_text_range: [measureLeadingHandles(post, shown), shownEnd],
    entities: toEntities(context, shown.parts, media),
    ...(media.length === 0 ? {} : { extended_entities: { media } }),
    favorite_count: counts.likes,
    favorited: false,
    full_text: `${shown.text}${tail}`,
    lang: post.lang,
    ...(media.length > 0 || post.urls.length > 0 || post.sensitive
      ? { possibly_sensitive: post.sensitive, possibly_sensitive_editable: true }
      : {}),
    quote_count: counts.quotes,
    reply_count: counts.replies,
    retweet_count: counts.retweets,
    retweeted: false,
    user_id_str: post.authorId,
    id_str: post.id,
  };
}

/** The length of a reply's leading handles, which clients show separately. */
function measureLeadingHandles(post: WorldPost, shown: LinkedText): number {
  const [lead = ''] = post.replyToId === undefined ? [] : (/^(?:@\w{1,15}\s)+/.exec(shown.text) ?? []);
  return countCodePoints(lead);
}

function toQuote(context: UpstreamContext, post: WorldPost, extras: UpstreamPostExtras, depth: TweetDepth): UpstreamObject {
  if (depth === 'inner') {
    return post.quotedId === undefined ? {} : { quotedRefResult: { result: { __typename: 'Tweet', rest_id: post.quotedId } } };
  }
  if (post.quotedId === undefined) {
    return extras.deletedQuoteId === undefined ? {} : { quoted_status_result: {} };
  }
  const quoted = context.world.post(post.quotedId);
  return { quoted_status_result: quoted === undefined ? {} : { result: toTweetResult(context, quoted, 'preview', 'inner') } };
}

/** A reposted quote is treated as a quote, but doesn't have the quoted post's id. */
function toQuoteReferenceFields({ world }: UpstreamContext, post: WorldPost, extras: UpstreamPostExtras): UpstreamObject {
  const quotedId = post.quotedId ?? extras.deletedQuoteId;
  if (quotedId === undefined) return { is_quote_status: world.post(post.retweetOfId)?.quotedId !== undefined };
  const quoted = world.post(quotedId);
  const handle = quoted === undefined ? undefined : world.account(quoted.authorId)?.record.username;
  const expanded = toPermalink(handle ?? 'i', quotedId);
  return {
    is_quote_status: true,
    quoted_status_id_str: quotedId,
    quoted_status_permalink: { url: toShortLink(expanded), expanded, display: toDisplayUrl(expanded) },
  };
}

function toReplyReferenceFields({ world }: UpstreamContext, post: WorldPost): UpstreamObject {
  const parent = world.post(post.replyToId);
  return parent === undefined
    ? {}
    : {
        in_reply_to_screen_name: world.account(parent.authorId)?.record.username,
        in_reply_to_status_id_str: parent.id,
        in_reply_to_user_id_str: parent.authorId,
      };
}

function toRepost(context: UpstreamContext, post: WorldPost, depth: TweetDepth): UpstreamObject {
  const original = depth === 'inner' ? undefined : context.world.post(post.retweetOfId);
  return original === undefined ? {} : { retweeted_status_result: { result: toTweetResult(context, original) } };
}

function toEditControl(post: WorldPost, { firstVersionId }: UpstreamPostExtras): unknown {
  const control = (ids: readonly string[], remaining: number) => ({
    edit_tweet_ids: ids,
    editable_until_msecs: String(Math.floor(post.createdAtMs / 1000) * 1000 + hourMs),
    edits_remaining: String(remaining),
    is_edit_eligible: post.retweetOfId === undefined && post.replyToId === undefined,
  });
  return firstVersionId === undefined
    ? control([post.id], 5)
    : { initial_tweet_id: firstVersionId, edit_control_initial: control([firstVersionId, post.id], 4) };
}

const limitedReplyPrompt = {
  __typename: 'CtaLimitedActionPrompt',
  headline: { text: 'Who can reply?', entities: [] },
  subtext: { text: 'Accounts that are mentioned can reply', entities: [] },
} as const;
const limitedReplyActions = { limited_actions: [{ action: 'Reply', prompt: limitedReplyPrompt }] } as const;

type CardBinding = { readonly key: string; readonly value: UpstreamObject };

const audioSpaceCardNamePrefix = '3691233323';

/**
 * The card for a poll, an audio room, or the first link. Posts with media or quotes don't have one. In the newest layout, some cards
 * are only a `rest_id`.
 */
function toUpstreamCard(context: UpstreamContext, post: WorldPost, extras: UpstreamPostExtras): unknown {
  if (extras.poll !== undefined) return toPollCard(post, extras.poll, context.world.nowMs);
  const [address] = post.urls;
  const isPlain = post.media.length === 0 && post.quotedId === undefined && post.retweetOfId === undefined;
  if (!isPlain || post.article !== undefined) return undefined;
  if (post.spaceId !== undefined) {
    const link = toShortLink(address ?? post.spaceId);
    const bindings = [
      toTextBinding('id', post.spaceId),
      toTextBinding('narrow_cast_space_type', '0'),
      toTextBinding('card_url', link),
    ];
    return createCard(link, `${audioSpaceCardNamePrefix}:audiospace`, bindings);
  }
  if (address === undefined || !URL.canParse(address)) return undefined;
  const link = toShortLink(address);
  const draw = hashText(`card ${post.id}`) % 6;
  return draw === 0 && context.rawUserLayout === 'core'
    ? { rest_id: link }
    : toLinkCard(address, link, draw, context.world.account(post.authorId)?.record.bannerUrl ?? null);
}

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

/** All card values are strings. */
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
  return { rest_id: address, legacy: { binding_values: bindings, name, url: address, user_refs_results: [] } };
}

function toTextBinding(key: string, value: string): CardBinding {
  return { key, value: { string_value: value, type: 'STRING' } };
}

interface MediaContext {
  readonly postId: string;
  readonly permalink: string;
  readonly indices: readonly [number, number];
}

const keyPrefixes: Readonly<Record<string, string>> = { photo: '3', video: '13', animated_gif: '16' };
const lowerVideoVariants = [
  { bitrate: 256_000, height: 270 },
  { bitrate: 832_000, height: 360 },
] as const;
const bestBitrate = 2_176_000;

function toMediaShortLink(permalink: string): string {
  return toShortLink(`${permalink}/media`);
}

function toUpstreamMedia(media: Media, index: number, place: MediaContext): unknown {
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

/** A GIF has one variant with bit rate 0. A video has a playlist without bit rate, then several variants, the best one last. */
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

/** `content` for requests for a complete article, `preview` for all others. */
export type ArticleDepth = 'preview' | 'content';

/** A long-form article; the `full_text` of its post is only the link. */
function toUpstreamArticle(article: Article, publishedAtMs: number, depth: ArticleDepth): unknown {
  const seconds = Math.floor(publishedAtMs / 1000);
  return {
    article_results: {
      result: {
        rest_id: article.id,
        id: toGlobalId('ArticleEntity', article.id),
        title: article.title,
        preview_text: article.previewText,
        cover_media: {
          id: toGlobalId('ApiMedia', article.id),
          media_id: article.id,
          media_key: `3_${article.id}`,
          media_info: {
            __typename: 'ApiImage',
            original_img_height: 600,
            original_img_url: article.coverUrl,
            original_img_width: 1500,
          },
        },
        lifecycle_state: { modified_at_secs: seconds + 60 },
        metadata: { first_published_at_secs: seconds },
        ...(depth === 'content' ? toArticleContent(article) : {}),
      },
    },
  };
}

/** `entityMap` is a list of pairs. */
function toArticleContent(article: Article): UpstreamObject {
  const blocks = article.paragraphs.map((text, index) => ({
    data: {},
    entityRanges: [],
    inlineStyleRanges: [],
    key: toShortCode(`${article.id} ${index}`).slice(0, 5).toLowerCase(),
    text,
    type: 'unstyled',
  }));
  const divider = { key: '0', value: { data: {}, mutability: 'Immutable', type: 'DIVIDER' } };
  return { content_state: { blocks, entityMap: [divider] }, media_entities: [], summary_text: article.previewText };
}

export function createTombstone(): unknown {
  const text = { rtl: false, text: 'This Post was deleted by the Post author.', entities: [] };
  return { __typename: 'TweetTombstone', tombstone: { __typename: 'TextTombstone', text } };
}

/** Indexes are code points of the note's text. */
function toCommunityNotePivot(note: WorldCommunityNote): unknown {
  const destinationUrl = `${syntheticPlatformUrl}/i/birdwatch/n/${note.id}`;
  const shown = note.sourceUrl.replace(/^https:\/\//, '');
  const text = `${note.text} ${shown}`;
  const end = [...text].length;
  return {
    destinationUrl,
    note: { rest_id: note.id },
    subtitle: {
      text,
      entities: [
        {
          fromIndex: end - shown.length,
          toIndex: end,
          ref: { type: 'TimelineUrl', url: toShortLink(note.sourceUrl), urlType: 'ExternalUrl' },
        },
      ],
    },
    title: 'Readers added context they thought people might want to know',
  };
}
