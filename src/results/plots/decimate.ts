/** A point of a line in pixels; null breaks the line. */
export type LinePoint = readonly [x: number, y: number] | null;

/**
 * The points of a line that can be seen: of those in one column of pixels the first, the lowest, the highest and the last.
 * @param points by x
 * @param spansGaps whether a missing point is passed over; else it breaks the line, unless the break is narrower than a pixel
 */
export function decimate(points: Iterable<LinePoint>, spansGaps: boolean): readonly LinePoint[] {
  const kept: LinePoint[] = [];
  let column: NonNullable<LinePoint>[] = [];
  let hasGap = false;
  const flush = () => {
    kept.push(...extremesOf(column));
    column = [];
  };
  for (const point of points) {
    const [first] = column;
    if (point === null) {
      hasGap = !spansGaps;
    } else {
      if (first !== undefined && Math.floor(first[0]) !== Math.floor(point[0])) {
        flush();
        if (hasGap) {
          kept.push(null);
        }
      }
      hasGap = false;
      column.push(point);
    }
  }
  flush();
  return kept;
}

function extremesOf(column: readonly NonNullable<LinePoint>[]): readonly LinePoint[] {
  if (column.length <= 4) {
    return column;
  }
  let lowest = 0;
  let highest = 0;
  column.forEach(([, y], at) => {
    lowest = y < (column[lowest]?.[1] ?? y) ? at : lowest;
    highest = y > (column[highest]?.[1] ?? y) ? at : highest;
  });
  const places = [...new Set([0, lowest, highest, column.length - 1])].toSorted((a, b) => a - b);
  return places.map((at) => column[at] ?? null);
}
