import * as z from 'zod';

const count = z.int();
const address = z.string();

/** A piece of a post's text. */
export const segmentSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  z.strictObject({ kind: z.literal('link'), text: z.string(), url: address }),
  z.strictObject({ kind: z.literal('mention'), text: z.string(), handle: z.string() }),
  z.strictObject({ kind: z.literal('tag'), text: z.string(), tag: z.string() }),
]);

/** Who wrote a post. */
export const authorSchema = z.strictObject({
  id: z.string(),
  handle: z.string(),
  name: z.string(),
  picture: address.nullable(),
  /** The kind of badge: paid or earned, of a business, of a government; null for none. */
  badge: z.enum(['verified', 'business', 'government']).nullable(),
  isProtected: z.boolean(),
  isAutomated: z.boolean(),
  /** Who runs an automated account, or whom it belongs to. */
  label: z.string().nullable(),
});

export const mediumSchema = z.strictObject({
  type: z.enum(['photo', 'video', 'gif', 'other']),
  /** The whole picture, or what plays. */
  url: address,
  preview: address,
  width: count,
  height: count,
  alt: z.string().nullable(),
  durationMs: count.nullable(),
});

const pollSchema = z.strictObject({
  choices: z.array(z.strictObject({ label: z.string(), votes: count.nullable() })),
  isFinal: z.boolean(),
  endsAt: z.string().nullable(),
});

const cardSchema = z.strictObject({
  url: address.nullable(),
  title: z.string(),
  description: z.string().nullable(),
  domain: z.string().nullable(),
  picture: address.nullable(),
  /** The audio room that the card is about. */
  roomId: z.string().nullable(),
});

const articleSchema = z.strictObject({
  title: z.string(),
  preview: z.string(),
  url: address.nullable(),
  picture: address.nullable(),
  paragraphs: z.array(z.string()),
});

const body = {
  id: z.string(),
  url: address,
  author: authorSchema,
  segments: z.array(segmentSchema),
  lang: z.string(),
  createdAt: z.string(),
  media: z.array(mediumSchema),
  poll: pollSchema.nullable(),
  card: cardSchema.nullable(),
  article: articleSchema.nullable(),
};

/** A post inside another one. */
export const innerPostSchema = z.strictObject(body);

/** Why a post is not there: the platform's own words where it gave any. */
const absenceSchema = z.strictObject({ text: z.string().nullable(), reason: z.string().nullable() });

/** A post as the thread shows it: everything that is foreign is plain text, never markup. */
export const threadPostSchema = z.strictObject({
  ...body,
  counts: z.strictObject({
    likes: count,
    retweets: count,
    replies: count,
    quotes: count,
    bookmarks: count,
    views: count.nullable(),
  }),
  source: z.string().nullable(),
  isPinned: z.boolean(),
  quoted: innerPostSchema.nullable(),
  quotedAbsence: absenceSchema.nullable(),
  /** The handle and name of who reposted: the rest is then the reposted post's. */
  repostedBy: z.strictObject({ handle: z.string(), name: z.string() }).nullable(),
  note: z.strictObject({ segments: z.array(segmentSchema), url: address.nullable() }).nullable(),
  /** How many versions there are, this one included; 1 for a post that was never edited. */
  versions: count,
  place: z.string().nullable(),
  community: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  /** Who may answer, where that is limited: the platform's own word ("ByInvitation") or sentence. */
  replyPolicy: z.string().nullable(),
  /** What the platform says in front of the post. */
  notice: z.string().nullable(),
});

export type Segment = z.output<typeof segmentSchema>;
export type ThreadAuthor = z.output<typeof authorSchema>;
export type Medium = z.output<typeof mediumSchema>;
export type InnerPost = z.output<typeof innerPostSchema>;
export type ThreadPost = z.output<typeof threadPostSchema>;
