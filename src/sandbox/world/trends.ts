import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import type { Hashflag } from '../../client/schemas/primary.ts';
import { languages } from './languages.ts';
import { createRandom, hashText } from './random.ts';
import type { WorldTrend, TrendCategory } from './world.ts';
import words from './texts/words.json' with { type: 'json' };

const categories: readonly TrendCategory[] = ['technology', 'sports', 'entertainment', 'politics', 'business'];

/** Most popular first: the examples' hashtag leads, the rest is shuffled by the place. */
export function makeTrends(woeid: number, nowMs: number): readonly WorldTrend[] {
  const random = createRandom(`trends ${woeid}`);
  const names = [...new Set(languages.flatMap((language) => language.tags).map((tag) => `#${tag}`)), ...words.trends];
  const shuffled = names
    .filter((name) => name !== `#${exampleValues.hashtag}`)
    .map((name) => ({ name, order: random.next() }))
    .sort((left, right) => left.order - right.order);
  const size = woeid === 1 ? 60 : random.between(18, 50);
  return [`#${exampleValues.hashtag}`, ...shuffled.map((entry) => entry.name)].slice(0, size).map((name, rank) => ({
    name,
    volume: random.chance(0.25) ? undefined : Math.floor(900_000 / (rank + 1)) + random.below(900),
    category: getTrendCategory(name),
    sinceMs: nowMs - random.between(1, 40) * 1_800_000,
  }));
}

/** The category of a trend: the same wherever it trends. */
function getTrendCategory(name: string): TrendCategory {
  const known = name.replace('#', '') === exampleValues.hashtag ? 'technology' : undefined;
  return known ?? categories[hashText(name) % categories.length] ?? 'entertainment';
}

/** Hashtags with a picture of their own, some past, some running, some to come. */
export function makeHashflags(nowMs: number, mediaBase: string): readonly Hashflag[] {
  const random = createRandom('hashflags');
  return languages
    .flatMap((language) => language.tags.slice(0, 2))
    .map((hashtag, index) => {
      const start = nowMs + random.between(-200, 40) * 86_400_000;
      return {
        hashtag,
        starting_timestamp_ms: start,
        ending_timestamp_ms: start + random.between(3, 90) * 86_400_000,
        asset_url: `${mediaBase}/hashflag/${index}.svg`,
        is_hashfetti_enabled: random.chance(0.2),
      };
    });
}
