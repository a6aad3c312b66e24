/** How many rows VS Code is handed at once: more would cost it a second and nobody reads them. */
const windowSize = 500;

/** A window of rows: from the first to before the last, counted from 0. */
export interface RowWindow {
  readonly from: number;
  readonly to: number;
}

/** The first rows stand in the node itself, all further ones in windows below it: what stands there stays there as more is loaded. */
export function windowsOf(count: number, size: number = windowSize): readonly RowWindow[] {
  return Array.from({ length: Math.ceil(count / size) }, (_, at) => ({ from: at * size, to: Math.min(count, (at + 1) * size) }));
}
