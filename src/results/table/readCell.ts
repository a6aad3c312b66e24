import type { Cell, ColumnType } from './cell.ts';

/** A value as a cell of a column; null for what is no value of the column's type. */
export function toCell(value: unknown, type: ColumnType): Cell {
  switch (type) {
    case 'id':
      return typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : null;
    case 'text':
    case 'link':
      return typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
    case 'time':
      return toTime(value);
    case 'count':
      return typeof value === 'number' && Number.isFinite(value) ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : null;
    case 'flag':
      return typeof value === 'boolean' ? value : null;
    case 'list':
      return Array.isArray(value) ? value.flatMap(itemText) : null;
  }
}

/** ISO 8601, or what a date of the platform's own JSON looks like; null for what is no time. */
export function toTime(value: unknown): number | null {
  if (typeof value !== 'string' || !/^(\d{4}-\d{2}-\d{2}|[A-Z][a-z]{2} [A-Z][a-z]{2} \d)/.test(value)) {
    return null;
  }
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : time;
}

function itemText(item: unknown): readonly string[] {
  return typeof item === 'string' ? [item] : typeof item === 'number' ? [String(item)] : [];
}
