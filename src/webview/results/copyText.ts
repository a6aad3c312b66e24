import { toCsv, toMarkdown } from '../../results/export/tableText.ts';
import type { Column, RecordTable } from '../../results/table/cell.ts';
import type { Records } from './records.ts';

/** Some records with some of their columns. */
export function pickRows({ columns, rows }: Records, wanted: readonly Column[], places: readonly number[]): RecordTable {
  const at = wanted.map((column) => columns.indexOf(column));
  return {
    columns: wanted,
    rows: places.flatMap((place) => {
      const row = rows[place];
      return row === undefined ? [] : [at.map((index) => row[index] ?? null)];
    }),
  };
}

/** A table as text for the clipboard. */
export function copyText(format: 'markdown' | 'csv', table: RecordTable): string {
  switch (format) {
    case 'markdown':
      return toMarkdown(table);
    case 'csv':
      return toCsv(table);
  }
}
