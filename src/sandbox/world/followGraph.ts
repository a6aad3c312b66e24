import { accountCounts, cast } from './profiles.ts';
import { createRandom, type Random } from './random.ts';

/** Who follows whom, as account numbers; the newest tie first in both directions. */
export interface FollowGraph {
  readonly following: readonly (readonly number[])[];
  readonly followers: readonly (readonly number[])[];
}

/** Makes the graph of everyone who is not suspended; each tie is written once and read from both ends. */
export function makeFollowGraph(seed: number): FollowGraph {
  const random = createRandom(seed, 'follows');
  const size = accountCounts.public + accountCounts.protected;
  const following = Array.from({ length: size }, (_, follower) => followed(random, follower, size));
  const followers: number[][] = Array.from({ length: size }, () => []);
  for (let follower = size - 1; follower >= 0; follower -= 1) {
    for (const target of following[follower] ?? []) {
      followers[target]?.push(follower);
    }
  }
  return { following, followers };
}

/** Low numbers are well known: the draw is squared, so that they are followed most. */
function followed(random: Random, follower: number, size: number): readonly number[] {
  const wanted = follower === cast.hero ? 140 : random.between(4, 46);
  const targets = new Set<number>(follower === cast.hero ? [cast.partner] : random.chance(0.82) ? [cast.hero] : []);
  for (let tries = 0; tries < wanted; tries += 1) {
    const draw = random.next();
    targets.add(Math.floor(draw * draw * size));
  }
  targets.delete(follower);
  return [...targets];
}
