import { accountCounts } from './profiles.ts';

/**
 * Who liked a post, as numbers of public accounts by position: a walk with a step of its own, so that nobody comes twice.
 * The moment alone decides it, so that likes are counted without writing a post.
 */
export function likersOf(createdAtMs: number): (position: number) => number {
  const hash = mixed(createdAtMs);
  return (position) => (startOf(hash) + position * stepOf(hash)) % accountCounts.public;
}

/** Adds one to the count of each liker of a post. These are the most steps of a start, so nothing is called in them. */
export function countLikers(counts: Int32Array, createdAtMs: number, likes: number): void {
  const hash = mixed(createdAtMs);
  const step = stepOf(hash);
  let liker = startOf(hash);
  for (let left = likerCount(likes); left > 0; left -= 1) {
    counts[liker] = (counts[liker] ?? 0) + 1;
    liker += step;
    if (liker >= accountCounts.public) {
      liker -= accountCounts.public;
    }
  }
}

/** How many likers of a post there are to name. */
export function likerCount(likes: number): number {
  return Math.min(likes, accountCounts.public);
}

function startOf(hash: number): number {
  return hash % accountCounts.public;
}

function stepOf(hash: number): number {
  return 1 + ((hash >>> 9) % (accountCounts.public - 1));
}

/** The last step of MurmurHash3 over the low 32 bits. */
function mixed(value: number): number {
  let hash = value >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
