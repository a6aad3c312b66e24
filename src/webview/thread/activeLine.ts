import type { ShownRow } from './arrange.ts';

/**
 * The line that is gone to next: the same one as long as it is shown. Where it is gone, the place stays: the line above it that
 * is folded, what came in the place of a way to more, else the line before it.
 * @param before the lines as they were shown until now
 */
export function activeLine(
  before: readonly ShownRow[],
  shown: readonly ShownRow[],
  activeKey: string | undefined,
  focalId: string | null | undefined,
): string | undefined {
  const places = new Map(shown.map(({ row }, at) => [row.key, at]));
  if (activeKey !== undefined && places.has(activeKey)) {
    return activeKey;
  }
  const was = before.findIndex(({ row }) => row.key === activeKey);
  const gone = before[was];
  const left = before.slice(0, Math.max(was, 0)).findLast(({ row }) => places.has(row.key));
  if (gone === undefined || left === undefined) {
    return shown[places.get(focalId ?? '') ?? 0]?.row.key;
  }
  const folded = foldedAbove(before, shown, places, gone);
  const step = gone.row.kind === 'post' ? 0 : 1;
  const at = (places.get(left.row.key) ?? 0) + step;
  return folded ?? shown[Math.min(at, shown.length - 1)]?.row.key;
}

/** The nearest line above one that is still shown, where the one was folded away under it. */
function foldedAbove(
  before: readonly ShownRow[],
  shown: readonly ShownRow[],
  places: ReadonlyMap<string, number>,
  { parentKey }: ShownRow,
): string | undefined {
  const parents = new Map(before.map((one) => [one.row.key, one.parentKey]));
  let key = parentKey;
  while (key !== undefined && !places.has(key)) {
    key = parents.get(key);
  }
  const above = key === undefined ? undefined : shown[places.get(key) ?? -1];
  return above !== undefined && above.hidden > 0 ? key : undefined;
}
