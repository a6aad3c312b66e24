import * as z from 'zod/mini';

/** null where the service does not report it. */
const nullableCountSchema = z.nullable(z.int());
const addressSchema = z.string();

export const textSegmentSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  z.strictObject({ kind: z.literal('link'), text: z.string(), url: addressSchema }),
  z.strictObject({ kind: z.literal('mention'), text: z.string(), handle: z.string() }),
  /** A hashtag without its sign, or a cashtag with it: `$` is no part of a hashtag. */
  z.strictObject({ kind: z.literal('tag'), text: z.string(), tag: z.string() }),
]);

const authorSchema = z.strictObject({
  id: z.string(),
  handle: z.string(),
  name: z.string(),
  picture: z.nullable(addressSchema),
  /** The kind of badge: paid or earned, of a business, of a government; null for none. */
  badge: z.nullable(z.enum(['verified', 'business', 'government'])),
  isProtected: z.boolean(),
  isAutomated: z.boolean(),
});

const mediumSchema = z.strictObject({
  type: z.enum(['photo', 'video', 'gif', 'other']),
  url: addressSchema,
  preview: addressSchema,
  alt: z.nullable(z.string()),
  durationMs: nullableCountSchema,
});

const pollSchema = z.strictObject({
  choices: z.array(z.strictObject({ label: z.string(), votes: nullableCountSchema })),
  isFinal: z.boolean(),
  endsAt: z.nullable(z.string()),
});

const cardSchema = z.strictObject({
  url: z.nullable(addressSchema),
  title: z.string(),
  description: z.nullable(z.string()),
  domain: z.nullable(z.string()),
  picture: z.nullable(addressSchema),
  roomId: z.nullable(z.string()),
});

const articleSchema = z.strictObject({
  title: z.string(),
  preview: z.string(),
  url: z.nullable(addressSchema),
  picture: z.nullable(addressSchema),
  paragraphs: z.array(z.string()),
});

const basePostFields = {
  id: z.string(),
  url: addressSchema,
  author: authorSchema,
  segments: z.array(textSegmentSchema),
  lang: z.string(),
  createdAt: z.string(),
  /** Its pictures are shown, and loaded, only when a person asks for them. */
  isSensitive: z.boolean(),
  media: z.array(mediumSchema),
  poll: z.nullable(pollSchema),
  card: z.nullable(cardSchema),
  article: z.nullable(articleSchema),
};

const innerPostSchema = z.strictObject(basePostFields);

/** A post as pages show it, in a thread or on a card: everything that is foreign is plain text, never markup. */
export const postSchema = z.strictObject({
  ...basePostFields,
  counts: z.strictObject({
    likes: nullableCountSchema,
    reposts: nullableCountSchema,
    replies: nullableCountSchema,
    quotes: nullableCountSchema,
    bookmarks: nullableCountSchema,
    views: nullableCountSchema,
  }),
  source: z.nullable(z.string()),
  isPinned: z.boolean(),
  quoted: z.nullable(innerPostSchema),
  /** Why the quoted post is not there, where it is not: the platform's own words, or null in them. */
  quotedAbsence: z.nullable(z.strictObject({ text: z.nullable(z.string()) })),
  replyTo: z.nullable(z.string()),
  /** The handle and name of who reposted: the rest is then the reposted post's. */
  repostedBy: z.nullable(z.strictObject({ handle: z.string(), name: z.string() })),
  note: z.nullable(z.strictObject({ segments: z.array(textSegmentSchema), url: z.nullable(addressSchema) })),
  isEdited: z.boolean(),
  place: z.nullable(z.string()),
  community: z.nullable(z.string()),
  /** Who may answer, where that is limited: the platform's own word ("ByInvitation") or sentence. */
  replyPolicy: z.nullable(z.string()),
  notice: z.nullable(z.string()),
});

export type TextSegment = z.output<typeof textSegmentSchema>;
export type PostAuthor = z.output<typeof authorSchema>;
export type PostMedium = z.output<typeof mediumSchema>;
export type BasePost = z.output<typeof innerPostSchema>;
export type Post = z.output<typeof postSchema>;
