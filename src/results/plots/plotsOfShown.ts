import type { PlotOffer } from './plot.ts';
import { type PlotRows, plotsOf } from './plotsOf.ts';
import { followersOverTime, type Snapshot } from './snapshots.ts';

/**
 * The plots of the records that fit a filter, with what earlier answers said of those accounts.
 * @param order the places of the rows that fit; in any order
 */
export function plotsOfShown(table: PlotRows, order: Uint32Array, snapshots: readonly Snapshot[]): readonly PlotOffer[] {
  const isAll = order.length === table.rows.length;
  const rows = isAll ? table.rows : Array.from(order, (place) => table.rows[place] ?? []);
  const handle = table.columns.findIndex(({ name }) => name === 'username');
  const handles = isAll ? undefined : new Set(rows.map((row) => row[handle]));
  const seen = handles === undefined ? snapshots : snapshots.filter(({ username }) => handles.has(username));
  const followers = followersOverTime(seen);
  const { name, title } = followers;
  return [...plotsOf({ ...table, rows }), ...(followers.x.length > 0 ? [{ name, title, make: () => followers }] : [])];
}
