import * as z from 'zod/mini';

const count = z.int();
/** A count; null where it is unknown. */
const countOrNull = z.nullable(count);
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
  picture: z.nullable(address),
  /** The kind of badge: paid or earned, of a business, of a government; null for none. */
  badge: z.nullable(z.enum(['verified', 'business', 'government'])),
  isProtected: z.boolean(),
  isAutomated: z.boolean(),
  /** Who runs an automated account, or whom it belongs to. */
  label: z.nullable(z.string()),
});

export const mediumSchema = z.strictObject({
  type: z.enum(['photo', 'video', 'gif', 'other']),
  /** The whole picture, or what plays. */
  url: address,
  preview: address,
  width: countOrNull,
  height: countOrNull,
  alt: z.nullable(z.string()),
  durationMs: z.nullable(count),
});

const pollSchema = z.strictObject({
  choices: z.array(z.strictObject({ label: z.string(), votes: z.nullable(count) })),
  isFinal: z.boolean(),
  endsAt: z.nullable(z.string()),
});

const cardSchema = z.strictObject({
  url: z.nullable(address),
  title: z.string(),
  description: z.nullable(z.string()),
  domain: z.nullable(z.string()),
  picture: z.nullable(address),
  /** The audio room that the card is about. */
  roomId: z.nullable(z.string()),
});

const articleSchema = z.strictObject({
  title: z.string(),
  preview: z.string(),
  url: z.nullable(address),
  picture: z.nullable(address),
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
  poll: z.nullable(pollSchema),
  card: z.nullable(cardSchema),
  article: z.nullable(articleSchema),
};

/** A post inside another one. */
export const innerPostSchema = z.strictObject(body);

/** Why a post is not there: the platform's own words where it gave any. */
const absenceSchema = z.strictObject({ text: z.nullable(z.string()), reason: z.nullable(z.string()) });

/** A post as the thread shows it: everything that is foreign is plain text, never markup. */
export const threadPostSchema = z.strictObject({
  ...body,
  counts: z.strictObject({
    likes: countOrNull,
    retweets: countOrNull,
    replies: countOrNull,
    quotes: countOrNull,
    bookmarks: countOrNull,
    views: countOrNull,
  }),
  source: z.nullable(z.string()),
  isPinned: z.boolean(),
  quoted: z.nullable(innerPostSchema),
  quotedAbsence: z.nullable(absenceSchema),
  /** The handle and name of who reposted: the rest is then the reposted post's. */
  repostedBy: z.nullable(z.strictObject({ handle: z.string(), name: z.string() })),
  note: z.nullable(z.strictObject({ segments: z.array(segmentSchema), url: z.nullable(address) })),
  /** How many versions there are, this one included; 1 for a post that was never edited. */
  versions: count,
  place: z.nullable(z.string()),
  community: z.nullable(z.strictObject({ id: z.string(), name: z.string() })),
  /** Who may answer, where that is limited: the platform's own word ("ByInvitation") or sentence. */
  replyPolicy: z.nullable(z.string()),
  /** What the platform says in front of the post. */
  notice: z.nullable(z.string()),
});

export type Segment = z.output<typeof segmentSchema>;
export type ThreadAuthor = z.output<typeof authorSchema>;
export type Medium = z.output<typeof mediumSchema>;
export type InnerPost = z.output<typeof innerPostSchema>;
export type ThreadPost = z.output<typeof threadPostSchema>;
