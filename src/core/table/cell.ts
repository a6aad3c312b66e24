import type { AnyRecord } from '../../client/records/readRecord.ts';

/** One value of a table. Ids are texts, times are milliseconds since 1970; null is "not there". */
export type Cell = string | number | boolean | null | readonly string[];

/** What the cells of a column are; null may stand in each. */
export type ColumnType =
  | 'id' // text of digits
  | 'text'
  | 'link' // text, an address
  | 'time' // milliseconds since 1970
  | 'count' // whole number
  | 'number'
  | 'flag'
  | 'list'; // texts

/** A column. Its name is stable from release to release: files are joined by it. */
export interface Column {
  /** Lower case with underscores, unique in its table. */
  readonly name: string;
  /** A few words in English, for translation. */
  readonly title: string;
  readonly type: ColumnType;
  /** Whether a table shows it before a person chose. */
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

/** Null if the value does not have the column's type. */
export function toCell(value: unknown, type: ColumnType): Cell {
  switch (type) {
    case 'id':
      return typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : null;
    case 'text':
    case 'link':
      return typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
    case 'time':
      return parseTimeMs(value);
    case 'count':
      return typeof value === 'number' && Number.isFinite(value) ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : null;
    case 'flag':
      return typeof value === 'boolean' ? value : null;
    case 'list':
      return Array.isArray(value) ? value.flatMap(toItemTexts) : null;
  }
}

/** ISO 8601, or what a date of the platform's own JSON looks like; null for what is no time. */
export function parseTimeMs(value: unknown): number | null {
  if (typeof value !== 'string' || !/^(\d{4}-\d{2}-\d{2}|[A-Z][a-z]{2} [A-Z][a-z]{2} \d)/.test(value)) {
    return null;
  }
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : time;
}

function toItemTexts(item: unknown): readonly string[] {
  return typeof item === 'string' ? [item] : typeof item === 'number' ? [String(item)] : [];
}

/** The text of a cell in a file or on the clipboard: times in ISO 8601 UTC, lists with "; " between, empty for nothing. */
export function formatPlainCell(cell: Cell, type: ColumnType): string {
  if (cell === null) {
    return '';
  }
  if (typeof cell === 'object') {
    return cell.join('; ');
  }
  return type === 'time' && typeof cell === 'number' ? formatIsoTime(cell) : String(cell);
}

/** "2026-01-31T10:30:00Z", with milliseconds only where there are some; empty for what no calendar has. */
export function formatIsoTime(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('.000Z', 'Z');
}

/** Rows from their JSON, which is how they are sent to a page. */
export function parseRowsJson(text: string): readonly RowCells[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the host, which a page trusts
  return JSON.parse(text) as readonly RowCells[];
}
