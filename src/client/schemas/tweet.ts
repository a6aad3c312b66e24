import * as z from 'zod';
import { mediaSchema } from './media.ts';
import { userSchema } from './user.ts';

const shape = {
  id: z.string(),
  url: z.string(),
  text: z.string(),
  createdAt: z.string(),
  lang: z.string(),
  author: userSchema,
  counts: z.looseObject({
    likes: z.int(),
    retweets: z.int(),
    replies: z.int(),
    quotes: z.int(),
    bookmarks: z.int(),
    views: z.int(),
  }),
  media: z.array(mediaSchema),
  urls: z.array(z.string()),
  // the reference names no element type (decision 4.1)
  hashtags: z.array(z.union([z.string(), z.looseObject({})])),
  mentions: z.array(z.union([z.string(), z.looseObject({})])),
  replyTo: z.looseObject({}).nullable(),
  conversationId: z.string(),
  isPinned: z.boolean(),
  source: z.string().nullable(),
  article: z.looseObject({}).nullable(),
};

/** A tweet inside another one: nested one level deep only (decisions 4.2, 9.2). */
export const nestedTweetSchema = z.looseObject({ ...shape, quoted: z.null(), retweetOf: z.null() }).meta({ id: 'NestedTweet' });

/** Primary reference, Tweet (simple format). */
export const tweetSchema = z
  .looseObject({ ...shape, quoted: nestedTweetSchema.nullable(), retweetOf: nestedTweetSchema.nullable() })
  .meta({ id: 'Tweet' });

export type Tweet = z.output<typeof tweetSchema>;
export type NestedTweet = z.output<typeof nestedTweetSchema>;
