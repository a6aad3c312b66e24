import { hashText } from '../world/random.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { WorldPost, SandboxWorld } from '../world/world.ts';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** A hashtag as given, without one leading `#` (assumption 7.20). */
export function stripHashSign(hashtag: string): string {
  return hashtag.startsWith('#') ? hashtag.slice(1) : hashtag;
}

/** The tagged posts from a moment (inclusive) to another (exclusive). */
export function findTaggedPosts(world: SandboxWorld, hashtag: string, fromMs: number, toMs: number): readonly WorldPost[] {
  const found: WorldPost[] = [];
  // newest first: behind the span there is nothing to look for, however many there are
  for (const post of world.postsTagged(hashtag)) {
    if (post.createdAtMs < fromMs) {
      break;
    }
    if (post.createdAtMs < toMs) {
      found.push(post);
    }
  }
  return found;
}

/** From 0 to 10: how much of the last day's rush there is. */
export function computeTrendingScore(postsInDay: number): number {
  return Math.min(10, roundToHundredths(postsInDay / 8));
}

/** In percent against the day before. */
export function computeGrowthPercent(now: number, before: number): number {
  return roundToHundredths(((now - before) / Math.max(before, 1)) * 100);
}

/** How often each value stands in a list. */
function countEachValue<T>(values: readonly T[]): readonly (readonly [T, number])[] {
  return [...Map.groupBy(values, (value) => value)].map(([value, same]) => [value, same.length]);
}

/** The hour with the most posts, as its first moment, and how many; null when there are none. */
export function findPeakHour(posts: readonly WorldPost[]): { readonly hour: string | null; readonly volume: number } {
  const perHour = countEachValue(posts.map((post) => Math.floor(post.createdAtMs / hourMs)));
  const [best] = [...perHour].sort((left, right) => right[1] - left[1] || left[0] - right[0]);
  return best === undefined ? { hour: null, volume: 0 } : { hour: toIsoSeconds(best[0] * hourMs), volume: best[1] };
}

/** The tags that stand beside a tag, the most frequent first, with how often. */
export function countRelatedTags(posts: readonly WorldPost[], hashtag: string): readonly (readonly [string, number])[] {
  const others = posts.flatMap((post) => post.hashtags).filter((tag) => tag.toLowerCase() !== hashtag.toLowerCase());
  return [...countEachValue(others)].sort((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1));
}

/** Everything done with posts: likes, reposts, replies, quotes. */
export function sumEngagement(world: SandboxWorld, posts: readonly WorldPost[]): number {
  return posts.reduce(
    (sum, post) =>
      sum + post.likes + world.retweetersOf(post.id).length + world.repliesTo(post.id).length + world.quotesOf(post.id).length,
    0,
  );
}

/** Shares that add up to 100. Made up from the ids: the world's texts have no mood. */
export function makeSentiment(posts: readonly WorldPost[]): {
  readonly positive: number;
  readonly neutral: number;
  readonly negative: number;
} {
  const moods = posts.map((post) => hashText(post.id) % 10);
  const share = (count: number): number => roundToHundredths((count / Math.max(posts.length, 1)) * 100);
  const positive = share(moods.filter((mood) => mood < 4).length);
  const negative = share(moods.filter((mood) => mood > 7).length);
  return { positive, negative, neutral: roundToHundredths(100 - positive - negative) };
}

/** To two decimals. */
export function roundToHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
