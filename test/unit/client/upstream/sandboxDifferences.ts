import { type RawUserLayout, rawUserLayouts } from '../../../../src/sandbox/upstream/rawUserLayout.ts';
import { isObject, list } from './json.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A field that only the simple response has, and the record's value instead. */
export interface Untold {
  readonly field: string;
  readonly reason: string;
  readonly layouts: readonly RawUserLayout[];
  /** Whether a record has the field. */
  readonly concerns: (record: Fields) => boolean;
  readonly instead: (record: Fields) => Fields;
}

const isTweet = (record: Fields): boolean => record['conversationId'] !== undefined;
const isUser = (record: Fields): boolean => record['pinnedTweetIds'] !== undefined;
const isCommunity = (record: Fields): boolean => record['joinPolicy'] !== undefined;
const isJob = (record: Fields): boolean => record['company'] !== undefined;

export const untold: readonly Untold[] = [
  {
    field: 'User.counts.listed',
    reason: 'the newest layout no longer sends it: the record says 0',
    layouts: ['core'],
    concerns: isUser,
    instead: ({ counts }) => ({ counts: { ...(isObject(counts) ? counts : {}), listed: 0 } }),
  },
  {
    field: 'Tweet.media.previewUrl',
    reason: 'the platform names one address for a photo: the record names it twice',
    layouts: rawUserLayouts,
    concerns: isTweet,
    instead: ({ media }) => ({
      media: list(media).map((one) => (isObject(one) && one['type'] === 'photo' ? { ...one, previewUrl: one['url'] } : one)),
    }),
  },
  {
    field: 'Community.moderatorCount',
    reason: 'a community of the platform does not count its moderators',
    layouts: rawUserLayouts,
    concerns: isCommunity,
    instead: () => ({ moderatorCount: null }),
  },
  {
    field: 'Job.createdAt',
    reason: 'a listing of the platform has no date',
    layouts: rawUserLayouts,
    concerns: isJob,
    instead: () => ({ createdAt: null }),
  },
];

/** A simple record as read from its raw response; adds each difference to `met`. */
export function toldInRaw(simple: unknown, layout: RawUserLayout, met: Set<string>): unknown {
  if (!isObject(simple)) return simple;
  const nested = isTweet(simple)
    ? Object.fromEntries(['author', 'quoted', 'retweetOf'].map((key) => [key, toldInRaw(simple[key], layout, met)]))
    : {};
  const record: Fields = { ...simple, ...nested };
  return untold.reduce<Fields>((readFields, { concerns, instead, layouts, field }) => {
    if (!layouts.includes(layout) || !concerns(record)) return readFields;
    const replaced = { ...readFields, ...instead(record) };
    if (JSON.stringify(replaced) !== JSON.stringify(readFields)) met.add(`${field} ${layout}`);
    return replaced;
  }, record);
}
