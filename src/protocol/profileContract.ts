import * as z from 'zod/mini';
import { defineContract } from './contract.ts';
import { pageRequests } from './pageRequests.ts';
import { textSegmentSchema } from './post.ts';

const profileKinds = ['user', 'list', 'community', 'space', 'job'] as const;

const profileMarks = [
  ...['verified', 'business', 'government', 'protected', 'automated', 'private', 'inviteOnly', 'sensitive'],
  ...['live', 'scheduled', 'ended', 'cancelled', 'ticketed'],
] as const satisfies readonly string[];

const profileFacts = [
  ...['location', 'website', 'owner', 'admin', 'host', 'company', 'salary', 'joinPolicy', 'topics', 'joined', 'created'],
  ...['scheduledStart', 'started', 'endedAt'],
] as const;

const profileCounts = [
  ...['posts', 'followers', 'following', 'likes', 'media', 'listed', 'members', 'moderators', 'participants', 'reminders'],
  ...['replays'],
] as const;

/** Everything that is foreign is plain text, never markup. */
const profileSchema = z.strictObject({
  kind: z.enum(profileKinds),
  name: z.string(),
  handle: z.nullable(z.string()),
  marks: z.array(z.enum(profileMarks)),
  picture: z.nullable(z.string()),
  banner: z.nullable(z.string()),
  about: z.array(textSegmentSchema),
  facts: z.array(
    z.strictObject({
      fact: z.enum(profileFacts),
      /** `time`: ISO 8601. `user`: a handle without `@`. `link`: the words of an address. */
      as: z.enum(['text', 'time', 'user', 'link']),
      text: z.string(),
      url: z.nullable(z.string()),
    }),
  ),
  counts: z.array(z.strictObject({ counted: z.enum(profileCounts), count: z.int() })),
  rules: z.array(z.string()),
});

/** What a person can do with the answer that a page shows. None of it calls but `refresh`, at the price that it says. */
export const profileActions = [
  'refresh',
  'json',
  'fixture',
  'fixtureForTests',
  'pin',
  'unpin',
  'copy',
  'browser',
  'lookUp',
] as const;

const actionSchema = z.strictObject({ action: z.enum(profileActions), title: z.string() });

const stateSchema = z.strictObject({
  /** Null where its answer is no longer kept. */
  profile: z.nullable(profileSchema),
  /** What can be asked about it: a section of `presentSection`, and what opening it costs ("free, kept 3 min ago"). */
  parts: z.array(z.strictObject({ section: z.string(), offer: z.string(), isKept: z.boolean() })),
  actions: z.array(actionSchema),
  answer: z.string(),
  isLive: z.boolean(),
  /** Who answered, where that is a sandbox. */
  isSandbox: z.boolean(),
  /** Why it cannot be gone on with; empty where it can. */
  notice: z.string(),
  exchangeId: z.nullable(z.string()),
  connection: z.nullable(z.string()),
});

export const profileContract = defineContract({
  host: {
    events: {},
    requests: {
      /** The page is ready; says what it showed before it was hidden or reloaded, and over which connection. */
      ready: { params: z.strictObject({ exchangeId: z.nullable(z.string()), connection: z.nullable(z.string()) }) },
      openPart: { params: z.strictObject({ section: z.string() }) },
      act: { params: z.strictObject({ action: z.enum(profileActions) }) },
      ...pageRequests,
    },
  },
  webview: {
    events: { state: stateSchema },
  },
});

export type ProfileContent = z.output<typeof profileSchema>;
export type ProfileState = z.output<typeof stateSchema>;
export type ProfileAction = (typeof profileActions)[number];
