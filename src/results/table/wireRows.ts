import type { Cell, Row } from './cell.ts';

/** Rows as one text. */
export function toWireRows(rows: readonly Row[]): string {
  return JSON.stringify(rows);
}

/** Rows from what `toWireRows` wrote; undefined for anything else. */
export function readWireRows(text: string): readonly Row[] | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isRows(read) ? read : undefined;
}

/** By hand: a hundred thousand rows are checked in the time that schemas take for a few thousand. */
function isRows(value: unknown): value is readonly Row[] {
  return Array.isArray(value) && value.every((row) => Array.isArray(row) && row.every(isCell));
}

function isCell(cell: unknown): cell is Cell {
  return (
    cell === null ||
    typeof cell === 'string' ||
    typeof cell === 'number' ||
    typeof cell === 'boolean' ||
    (Array.isArray(cell) && cell.every((item) => typeof item === 'string'))
  );
}
