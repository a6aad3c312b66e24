import { visibleLine } from '../table/visibleText.ts';
import type { LinePlot } from './plot.ts';

/** What was read of an account at a time. */
export interface Snapshot {
  readonly at: number;
  readonly username: string;
  readonly followers: number;
}

/** Lines that can be told apart. */
const mostLines = 8;

/** Followers over the answers that are kept, one line per account that was read more than once. */
export function followersOverTime(snapshots: readonly Snapshot[]): LinePlot {
  const byName = new Map<string, Snapshot[]>();
  for (const snapshot of snapshots.toSorted((a, b) => a.at - b.at)) {
    byName.set(snapshot.username, [...(byName.get(snapshot.username) ?? []), snapshot]);
  }
  const named = [...byName]
    .filter(([, seen]) => new Set(seen.map(({ at }) => at)).size > 1)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, mostLines);
  const x = [...new Set(named.flatMap(([, seen]) => seen.map(({ at }) => at)))].toSorted((a, b) => a - b);
  return {
    kind: 'line',
    name: 'followers-over-time',
    title: 'Followers over Time',
    x,
    series: named.map(([username, seen]) => {
      const at = new Map(seen.map((snapshot) => [snapshot.at, snapshot.followers]));
      const values = x.map((time) => at.get(time) ?? null);
      // an account is rarely in two answers that follow each other
      return { title: `@${visibleLine(username)}`, values, axis: 'left', spansGaps: true };
    }),
    step: undefined,
  };
}
