/** Longer words aren't misspelled names. */
const maxWordLength = 40;

/**
 * Finds the name that a misspelled word most likely means. Ignores case; a swap of two neighbors is one mistake, like a
 * missing, extra, or wrong letter. Allows one mistake per three letters, at least one.
 * @returns undefined if no name is similar
 */
export function suggestSimilarName(word: string, names: readonly string[]): string | undefined {
  if (word.length < 2 || word.length > maxWordLength) return undefined;
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestSlips = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const name of names) {
    const slips = computeEditDistance(wanted, name.toLowerCase());
    if (slips < bestSlips && slips < name.length) {
      best = name;
      bestSlips = slips;
    }
  }
  return best;
}

/** Optimal string alignment distance, with three rolling rows. */
function computeEditDistance(a: string, b: string): number {
  let older: number[] = [];
  let old: number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let slips = Math.min(
        getCellOrInfinity(old, column) + 1,
        getCellOrInfinity(current, column - 1) + 1,
        getCellOrInfinity(old, column - 1) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        slips = Math.min(slips, getCellOrInfinity(older, column - 2) + 1);
      }
      current.push(slips);
    }
    older = old;
    old = current;
  }
  return getCellOrInfinity(old, b.length);
}

function getCellOrInfinity(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
