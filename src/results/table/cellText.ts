import type { Cell, ColumnType } from './cell.ts';

/** The text of a cell in a file or on the clipboard: times in ISO 8601 UTC, lists with "; " between, empty for nothing. */
export function cellText(cell: Cell, type: ColumnType): string {
  if (cell === null) {
    return '';
  }
  if (typeof cell === 'object') {
    return cell.join('; ');
  }
  return type === 'time' && typeof cell === 'number' ? isoTime(cell) : String(cell);
}

/** "2026-01-31T10:30:00Z", with milliseconds only where there are some; empty for what no calendar has. */
export function isoTime(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('.000Z', 'Z');
}
