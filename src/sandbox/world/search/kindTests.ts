import { engagementOf } from '../tweetRecord.ts';
import type { Post } from '../world.ts';
import type { PostTest } from './postTest.ts';

/** The values of `filter:` and `include:` that the sandbox knows (primary reference, Filter keys). */
export const kindTests: Readonly<Record<string, PostTest>> = {
  replies: ({ post }) => post.replyToId !== undefined,
  links: ({ post }) => post.urls.length > 0,
  media: ({ post }) => post.media.length > 0,
  native_video: ({ post }) => hasMedia(post, 'video'),
  videos: ({ post }) => hasMedia(post, 'video'),
  images: ({ post }) => hasMedia(post, 'photo'),
  nativeretweets: ({ post }) => post.retweetOfId !== undefined,
  // the old form was typed by hand: its text starts like one and it points to nothing
  retweets: ({ post }) => post.retweetOfId === undefined && /^RT @\w/.test(post.text),
  quote: ({ post }) => post.quotedId !== undefined,
  self_threads: ({ post, world }) => world.post(post.replyToId ?? '')?.authorId === post.authorId,
  verified: ({ author }) => author.badge !== 'none',
  blue_verified: ({ author }) => author.badge === 'blue',
  has_engagement: ({ post, world }) => engagementOf(world, post) > 0,
  spaces: ({ post }) => post.spaceId !== undefined,
  mentions: ({ post }) => post.mentions.length > 0,
  hashtags: ({ post }) => post.hashtags.length > 0,
  news: ({ post }) => post.urls.some((url) => url.startsWith('https://news.example/')),
  safe: ({ post }) => !post.sensitive,
};

/** The values of `has:` and `is:`, in terms of the ones above. */
export const otherNames: Readonly<Record<string, string>> = {
  'has:links': 'links',
  'has:media': 'media',
  'has:images': 'images',
  'has:videos': 'videos',
  'has:mentions': 'mentions',
  'has:hashtags': 'hashtags',
  'is:reply': 'replies',
  'is:quote': 'quote',
  'is:retweet': 'nativeretweets',
  'is:verified': 'verified',
};

export function hasMedia(post: Post, type: string): boolean {
  return post.media.some((media) => media.type === type);
}
