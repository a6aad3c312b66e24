import { landmarks } from '../landmarks.ts';
import { snowflakeTime } from '../snowflake.ts';

/** How many follow the one account; they are numbered from 0, the newest follower first. */
export const crowdSize = 1_000_000;
/** The numbers of the two well-known accounts, behind those of the crowd. */
export const starNumbers = { crowded: crowdSize, prolific: crowdSize + 1 } as const;

/** One follower in so many is verified. */
export const verifiedEvery = 16;

/** A long row of posts, the newest first: everything about a post of it follows from its index, so that none is ever stored. */
export interface Stream {
  readonly length: number;
  /** So many authors, from the first one on, take turns. */
  readonly firstAuthor: number;
  readonly authorCount: number;
  /** What the ids are made with beside the moment: no two streams share one, and no other post has one of them. */
  readonly firstSerial: number;
  /** The time between two posts, milliseconds. */
  readonly stepMs: number;
  /** undefined: the clock of the world. */
  readonly newestMs: number | undefined;
  readonly replyToId: string | undefined;
}

const minuteMs = 60_000;
const million = 1_000_000;
const replyCount = 5000;

/** The million posts of one account. */
const logStream: Stream = {
  length: million,
  firstAuthor: starNumbers.prolific,
  authorCount: 1,
  firstSerial: million,
  stepMs: 100_000,
  newestMs: undefined,
  replyToId: undefined,
};

/** The million posts of a list: its members are the newest followers. */
export const listStream: Stream = { ...logStream, firstAuthor: 0, authorCount: 1000, firstSerial: 2 * million };

/** The replies of one thread, each by another follower. */
export const replyStream: Stream = {
  length: replyCount,
  firstAuthor: listStream.authorCount,
  authorCount: replyCount,
  firstSerial: 3 * million,
  stepMs: minuteMs,
  newestMs: snowflakeTime(landmarks.hugeThreadId) + (replyCount + 1) * minuteMs,
  replyToId: landmarks.hugeThreadId,
};

export const streams: readonly Stream[] = [logStream, listStream, replyStream];

/** The stream that an account writes in; undefined for none. */
export function streamBy(author: number): Stream | undefined {
  return streams.find(({ firstAuthor, authorCount }) => author >= firstAuthor && author < firstAuthor + authorCount);
}

/** How many posts of a stream one of its authors wrote. */
export function countBy({ length, firstAuthor, authorCount }: Stream, author: number): number {
  return Math.ceil((length - (author - firstAuthor)) / authorCount);
}
