import type { Media } from '../../client/records/media.ts';
import type { User } from '../../client/records/user.ts';
import type { Post, World } from '../world/world.ts';
import { authorOf, countsOf } from './tweetRecord.ts';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A post shaped like the upstream platform's own JSON, with the posts in it (gateway reference, Tweets; decisions 4.12, 4.13). */
export function toUpstreamTweet(world: World, post: Post, nesting = 1): unknown {
  const counts = countsOf(world, post);
  const inner = (id: string | undefined): unknown => {
    const found = id === undefined || nesting === 0 ? undefined : world.post(id);
    return found === undefined ? undefined : { result: toUpstreamTweet(world, found, nesting - 1) };
  };
  const quoted = inner(post.quotedId);
  const reposted = inner(post.retweetOfId);
  const characters = [...post.text];
  const isLong = characters.length > 280;
  const parent = post.replyToId === undefined ? undefined : world.post(post.replyToId);
  return {
    __typename: 'Tweet',
    rest_id: post.id,
    core: { user_results: { result: toUpstreamUser(authorOf(world, post)) } },
    edit_control: {
      edit_tweet_ids: [post.id],
      editable_until_msecs: String(post.createdAtMs + 3_600_000),
      is_edit_eligible: false,
      edits_remaining: '5',
    },
    views: post.views === 0 ? { state: 'Enabled' } : { count: String(post.views), state: 'EnabledWithCount' },
    source: `<a href="https://apps.example" rel="nofollow">${escaped(post.source)}</a>`,
    ...(isLong
      ? {
          note_tweet: {
            is_expandable: true,
            note_tweet_results: { result: { id: post.id, text: post.text, entity_set: entitiesOf(post) } },
          },
        }
      : {}),
    ...(quoted === undefined ? {} : { quoted_status_result: quoted }),
    legacy: {
      id_str: post.id,
      user_id_str: post.authorId,
      conversation_id_str: post.conversationId,
      created_at: toUpstreamDate(post.createdAtMs),
      full_text: escaped(isLong ? `${characters.slice(0, 279).join('')}…` : post.text),
      lang: post.lang,
      favorite_count: counts.likes,
      retweet_count: counts.retweets,
      reply_count: counts.replies,
      quote_count: counts.quotes,
      bookmark_count: counts.bookmarks,
      is_quote_status: post.quotedId !== undefined,
      entities: entitiesOf(post),
      ...(post.media.length === 0 ? {} : { extended_entities: { media: post.media.map(toUpstreamMedia) } }),
      ...(post.quotedId === undefined ? {} : { quoted_status_id_str: post.quotedId }),
      ...(reposted === undefined ? {} : { retweeted_status_result: reposted }),
      ...(parent === undefined
        ? {}
        : {
            in_reply_to_status_id_str: parent.id,
            in_reply_to_user_id_str: parent.authorId,
            in_reply_to_screen_name: authorOf(world, parent).username,
          }),
    },
  };
}

/** Names in both places where upstream has had them (decision 4.12). */
function toUpstreamUser(user: User): unknown {
  const createdAt = user.createdAt === null ? undefined : toUpstreamDate(Date.parse(user.createdAt));
  return {
    __typename: 'User',
    rest_id: user.id,
    is_blue_verified: user.verified && user.verifiedType === null,
    core: { screen_name: user.username, name: user.name, created_at: createdAt },
    avatar: { image_url: user.avatarUrl },
    location: { location: user.location },
    privacy: { protected: user.protected },
    verification: {
      verified: user.verifiedType !== null,
      ...(user.verifiedType === null ? {} : { verified_type: user.verifiedType }),
    },
    legacy: {
      screen_name: user.username,
      name: user.name,
      created_at: createdAt,
      description: user.description,
      location: user.location,
      followers_count: user.counts.followers,
      friends_count: user.counts.following,
      statuses_count: user.counts.tweets,
      favourites_count: user.counts.likes,
      media_count: user.counts.media,
      listed_count: user.counts.listed,
      profile_image_url_https: user.avatarUrl,
      pinned_tweet_ids_str: user.pinnedTweetIds,
      verified: user.verifiedType !== null,
    },
  };
}

/** Upstream counts positions in code points of the escaped text. */
function entitiesOf(post: Post): unknown {
  return {
    hashtags: post.hashtags.map((text) => ({ text, indices: placeOf(post, `#${text}`) })),
    urls: post.urls.map((url) => ({
      url,
      expanded_url: url,
      display_url: url.replace(/^https:\/\//, ''),
      indices: placeOf(post, url),
    })),
    user_mentions: post.mentions.map((screen_name) => ({ screen_name, indices: placeOf(post, `@${screen_name}`) })),
  };
}

function placeOf(post: Post, part: string): readonly [number, number] {
  const text = escaped(post.text);
  const sought = escaped(part);
  const start = [...text.slice(0, Math.max(text.indexOf(sought), 0))].length;
  return [start, start + [...sought].length];
}

function toUpstreamMedia(media: Media, index: number): unknown {
  return {
    id_str: String(index),
    type: media.type,
    media_url_https: media.type === 'photo' ? media.url : media.previewUrl,
    url: media.url,
    expanded_url: media.url,
    ...(media.altText === null ? {} : { ext_alt_text: media.altText }),
    original_info: { width: media.width, height: media.height },
    ...(media.type === 'photo'
      ? {}
      : {
          video_info: {
            ...(media.durationMs === null ? {} : { duration_millis: media.durationMs }),
            variants: [{ content_type: 'video/mp4', bitrate: media.type === 'video' ? 832_000 : 0, url: media.url }],
          },
        }),
  };
}

/** Upstream escapes these three and no others. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** "Wed Oct 10 20:19:24 +0000 2018" */
function toUpstreamDate(ms: number): string {
  const date = new Date(ms);
  const day = String(date.getUTCDate()).padStart(2, '0');
  return `${weekdays[date.getUTCDay()] ?? ''} ${months[date.getUTCMonth()] ?? ''} ${day} ${date.toISOString().slice(11, 19)} +0000 ${date.getUTCFullYear()}`;
}
