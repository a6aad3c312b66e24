/** Which posts react to which in one way, by their numbers. */
export interface Reactions {
  readonly countOf: (target: number) => number;
  /** The newest first. */
  readonly to: (target: number) => readonly number[];
}

/**
 * Turns "what each post reacts to" round.
 * @param targets by the number of the reaction; -1 for none
 * @param isShown whether a reaction counts
 * @param byAge the newest first
 */
export function reactionsIn(
  targets: readonly number[],
  isShown: (number: number) => boolean,
  byAge: (left: number, right: number) => number,
): Reactions {
  // the reactions to post n stand from starts[n] to starts[n + 1]: no list for each of thousands of posts
  const starts = new Int32Array(targets.length + 1);
  for (let number = 0; number < targets.length; number += 1) {
    const target = targets[number] ?? -1;
    if (target >= 0 && isShown(number)) {
      starts[target + 1] = (starts[target + 1] ?? 0) + 1;
    }
  }
  for (let target = 0; target < targets.length; target += 1) {
    starts[target + 1] = (starts[target + 1] ?? 0) + (starts[target] ?? 0);
  }
  const reactions = new Int32Array(starts[targets.length] ?? 0);
  const next = starts.slice();
  for (let number = 0; number < targets.length; number += 1) {
    const target = targets[number] ?? -1;
    if (target >= 0 && isShown(number)) {
      const place = next[target] ?? 0;
      reactions[place] = number;
      next[target] = place + 1;
    }
  }
  const sorted = new Map<number, readonly number[]>();
  return {
    countOf: (target) => (target < 0 ? 0 : (starts[target + 1] ?? 0) - (starts[target] ?? 0)),
    to: (target) => {
      const known = sorted.get(target);
      if (known !== undefined || target < 0) {
        return known ?? [];
      }
      const made = [...reactions.subarray(starts[target], starts[target + 1])].sort(byAge);
      sorted.set(target, made);
      return made;
    },
  };
}
