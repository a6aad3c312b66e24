import type { Cell, ColumnType, RecordTable } from '../table/cell.ts';
import { cellText } from '../table/cellText.ts';
import { visibleText } from '../table/visibleText.ts';

/** A cell that a spreadsheet would work out, in half and full width. */
const formula = /^[\s]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/**
 * A table as CSV (RFC 4180: CRLF, quotes doubled, one header line). Cells that a spreadsheet would take for a formula begin
 * with an apostrophe; control and direction-changing characters are left out. UTF-8 without a mark when written.
 */
export function toCsv({ columns, rows }: RecordTable): string {
  const header = columns.map(({ name }) => quoted(harmless(name)));
  const lines = rows.map((row) => columns.map(({ type }, at) => toField(row[at] ?? null, type)).join(','));
  return `${[header.join(','), ...lines].join('\r\n')}\r\n`;
}

function toField(cell: Cell, type: ColumnType): string {
  const text = visibleText(cellText(cell, type));
  return quoted(typeof cell === 'number' ? text : harmless(text));
}

function harmless(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text;
}
