import type { Column } from '../../app/table/cell.ts';

/** Every row of the table is as high, in pixels, so that none need measuring. */
export const tableRowHeightPx = 24;

const minColumnWidthPx = 48;
const maxColumnWidthPx = 1_200;
/** Rows beyond the edges that are drawn, so that scrolling shows no gap. */
const rowsDrawnBeyondEdges = 8;

const defaultWidthByColumnName: Readonly<Record<string, number>> = {
  text: 440,
  description: 360,
  lang: 90,
  name: 170,
  verified: 90,
};
const defaultWidthByColumnType: Readonly<Record<Column['type'], number>> = {
  id: 170,
  text: 200,
  link: 200,
  time: 190,
  count: 90,
  number: 90,
  flag: 80,
  list: 140,
};

export function getDefaultColumnWidth({ name, type }: Pick<Column, 'name' | 'type'>): number {
  return defaultWidthByColumnName[name] ?? defaultWidthByColumnType[type];
}

/**
 * The places that are drawn, in order: those in sight when the first pixel in sight is `scrollTop`, and the one with the focus, so
 * that the focus stays on its record.
 */
export function getRowsToDraw(scrollTop: number, height: number, count: number, focused: number): readonly number[] {
  const first = Math.floor(scrollTop / tableRowHeightPx);
  const from = Math.max(0, Math.min(first, count) - rowsDrawnBeyondEdges);
  const to = Math.min(count, first + Math.ceil((height === 0 ? 600 : height) / tableRowHeightPx) + rowsDrawnBeyondEdges);
  const inSight = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  const isInSight = focused < 0 || focused >= count || (focused >= from && focused < to);
  return isInSight ? inSight : focused < from ? [focused, ...inSight] : [...inSight, focused];
}

interface CellPosition {
  readonly row: number;
  readonly column: number;
}

export function findCellPosition(target: EventTarget | null): CellPosition | undefined {
  const cell = target instanceof Element ? target.closest('[aria-colindex]') : null;
  const row = cell?.closest('[aria-rowindex]');
  const indexOf = (name: string, element: Element | null | undefined) => Number(element?.getAttribute(name));
  // what is heard counts from 1, and the head is the first row
  return cell === null ? undefined : { row: indexOf('aria-rowindex', row) - 2, column: indexOf('aria-colindex', cell) - 1 };
}

export function hasSelectedText(cell: EventTarget | null): boolean {
  const marked = getSelection();
  return marked?.isCollapsed === false && cell instanceof Element && cell.contains(marked.anchorNode);
}

/** Where a key moves the focus in a grid; undefined for keys that do not move it. Row -1 is the head. */
export function findCellAfterKey(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  { row, column }: CellPosition,
  size: { readonly rows: number; readonly columns: number; readonly page: number },
): CellPosition | undefined {
  const last = { row: size.rows - 1, column: size.columns - 1 };
  const isFar = ctrlKey || metaKey;
  const moves: Readonly<Record<string, CellPosition>> = {
    ArrowDown: { row: isFar ? last.row : row + 1, column },
    ArrowUp: { row: isFar ? 0 : row - 1, column },
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    PageDown: { row: row + size.page, column },
    PageUp: { row: Math.max(0, row - size.page), column },
    Home: { row: isFar ? 0 : row, column: 0 },
    End: { row: isFar ? last.row : row, column: last.column },
  };
  const wanted = moves[key];
  return wanted === undefined
    ? undefined
    : { row: Math.max(-1, Math.min(last.row, wanted.row)), column: Math.max(0, Math.min(last.column, wanted.column)) };
}

export function trackColumnResize(start: PointerEvent, width: number, widen: (width: number) => void): void {
  start.preventDefault();
  start.stopPropagation();
  const sign = getComputedStyle(document.body).direction === 'rtl' ? -1 : 1;
  const release = new AbortController();
  const { signal } = release;
  window.addEventListener('pointermove', ({ clientX }) => widen(width + sign * (clientX - start.clientX)), { signal });
  window.addEventListener('pointerup', () => release.abort(), { signal });
}

export function clampColumnWidth(width: number): number {
  return Math.round(Math.max(minColumnWidthPx, Math.min(maxColumnWidthPx, width)));
}
