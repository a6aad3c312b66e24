import * as z from 'zod';
import { communitySchema, listSchema, tweetSchema, userSchema } from '../../../client/schemas/primary.ts';

const id = z.string().regex(/^[1-9]\d{0,19}$/, 'takes an id: 1 to 20 digits, as a text');
const handle = z.string().regex(/^[A-Za-z0-9_]{1,15}$/, 'takes 1 to 15 letters, digits or underscores');
/** An account, by id ("150…") or handle ("@ada_writes"). */
const person = z.string().regex(/^(?:[1-9]\d{0,19}|@[A-Za-z0-9_]{1,15})$/, 'takes an id or "@" and a handle');
const moment = z.iso.datetime({ error: 'takes a moment such as 2026-01-31T10:30:00Z' });
const count = z.int().nonnegative();

const user = userSchema.shape;
const tweet = tweetSchema.shape;
const list = listSchema.shape;
const community = communitySchema.shape;

const userCounts = z.strictObject({
  followers: count.optional(),
  following: count.optional(),
  tweets: count.optional(),
  likes: count.optional(),
  media: count.optional(),
  listed: count.optional(),
});

const userEntry = z.strictObject({
  ...z.object(user).partial().shape,
  id,
  username: handle,
  createdAt: moment.optional(),
  counts: userCounts.optional(),
  pinnedTweetIds: z.array(id).optional(),
});

const tweetEntry = z.strictObject({
  ...z.object(tweet).partial().shape,
  id,
  text: z.string(),
  createdAt: moment.optional(),
  // of the records inside, only who or what they are is read: a whole record may stand there, too
  author: z.union([person, z.looseObject({ id })]),
  replyTo: z.looseObject({ tweetId: id }).nullish(),
  quoted: z.looseObject({ id }).nullish(),
  retweetOf: z.looseObject({ id }).nullish(),
  counts: z
    .strictObject({
      likes: count.optional(),
      bookmarks: count.optional(),
      views: count.optional(),
      replies: count.optional(),
      retweets: count.optional(),
      quotes: count.optional(),
    })
    .optional(),
  hashtags: z.array(z.string()).optional(),
  mentions: z.array(z.string()).optional(),
  conversationId: id.optional(),
  article: z.null().optional(),
  communityId: id.optional(),
});

const listEntry = z.strictObject({
  ...z.object(list).partial().shape,
  id,
  name: z.string(),
  createdAt: moment.optional(),
  owner: z.union([person, z.looseObject({ id })]),
  members: z.array(person).optional(),
  followers: z.array(person).optional(),
});

const communityEntry = z.strictObject({
  ...z.object(community).partial().shape,
  id,
  name: z.string(),
  createdAt: moment.optional(),
  rules: z.array(z.string()).optional(),
  admin: person,
  moderators: z.array(person).optional(),
  members: z.array(person).optional(),
});

/** A file of one's own people and posts, in the form that docs/sandbox.md describes. */
export const datasetSchema = z.strictObject({
  users: z.array(userEntry).optional(),
  tweets: z.array(tweetEntry).optional(),
  lists: z.array(listEntry).optional(),
  communities: z.array(communityEntry).optional(),
  follows: z.array(z.strictObject({ from: person, to: person })).optional(),
});

export type Dataset = z.output<typeof datasetSchema>;
export type UserEntry = z.output<typeof userEntry>;
export type TweetEntry = z.output<typeof tweetEntry>;
export type ListRecord = z.output<typeof listEntry>;
export type CommunityRecord = z.output<typeof communityEntry>;
