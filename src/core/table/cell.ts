import { coerceId, coerceText, toBooleanOrUndefined, toFiniteNumber } from '../../client/records/fieldValues.ts';
import type { AnyRecord } from '../../client/records/readRecord.ts';

/** Ids are strings, times are milliseconds since 1970. Null means missing. */
export type Cell = string | number | boolean | null | readonly string[];

export type ColumnType =
  | 'id' // string of digits
  | 'text'
  | 'link' // string, an address
  | 'time' // milliseconds since 1970
  | 'count' // whole number
  | 'number'
  | 'flag'
  | 'list'; // strings

export interface Column {
  /** Lower case with underscores, unique in its table and the same in every release, because files are joined by it. */
  readonly name: string;
  /** English, for `translateTableText`. */
  readonly title: string;
  readonly type: ColumnType;
  /** Whether it is visible by default. */
  readonly isShown: boolean;
}

export interface RecordColumn extends Column {
  readonly read: (record: AnyRecord) => Cell;
}

export type RowCells = readonly Cell[];

/** Records of one kind, flattened: each row has a cell for every column. */
export interface RecordTable {
  readonly columns: readonly Column[];
  readonly rows: readonly RowCells[];
}

/** Null if the value doesn't have the column's type. */
export function toCell(value: unknown, type: ColumnType): Cell {
  switch (type) {
    case 'id':
      return coerceId(value) ?? null;
    case 'text':
    case 'link':
      return coerceText(value) ?? null;
    case 'time':
      return parseTimeMs(value);
    case 'count':
      return typeof value === 'number' && Number.isFinite(value) ? Math.trunc(value) : null;
    case 'number':
      return toFiniteNumber(value) ?? null;
    case 'flag':
      return toBooleanOrUndefined(value) ?? null;
    case 'list':
      return Array.isArray(value) ? value.flatMap((item) => coerceText(item) ?? []) : null;
  }
}

/** Accepts ISO 8601 and the date format in the platform's raw JSON. */
export function parseTimeMs(value: unknown): number | null {
  if (typeof value !== 'string' || !/^(\d{4}-\d{2}-\d{2}|[A-Z][a-z]{2} [A-Z][a-z]{2} \d)/.test(value)) {
    return null;
  }
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : time;
}

/** For files and the clipboard: times in ISO 8601 UTC, lists joined with "; ". */
export function formatPlainCell(cell: Cell, type: ColumnType): string {
  if (cell === null) {
    return '';
  }
  if (typeof cell === 'object') {
    return cell.join('; ');
  }
  return type === 'time' && typeof cell === 'number' ? formatIsoTime(cell) : String(cell);
}

/** "2026-01-31T10:30:00Z", with milliseconds only if they aren't 0; empty if it isn't a valid time. */
export function formatIsoTime(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('.000Z', 'Z');
}
