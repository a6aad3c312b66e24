import { escapeCsvCell, escapeMarkdown } from '../../../text/escapeText.ts';
import { stripToSingleLine } from '../../../text/stripHiddenCharacters.ts';
import { type Cell, type Column, type ColumnType, type RecordTable, type RowCells, formatPlainCell } from '../cell.ts';

/** What stands behind each line of CSV. */
export const csvLineEnd = '\r\n';

/**
 * A table as CSV (RFC 4180: CRLF, quotes doubled, one header line). What a spreadsheet would take for a formula
 * has an apostrophe before it; control and direction-changing characters are left out. UTF-8 without a mark when written.
 */
export function toCsv({ columns, rows }: RecordTable): string {
  const lines = [formatCsvHeader(columns), ...rows.map((row) => formatCsvRow(columns, row))];
  return `${lines.join(csvLineEnd)}${csvLineEnd}`;
}

/** The line above the others, without its end. */
export function formatCsvHeader(columns: readonly Column[]): string {
  return columns.map(({ name }) => escapeCsvCell(name)).join(',');
}

/** The line of a row, without its end. */
export function formatCsvRow(columns: readonly Column[], row: RowCells): string {
  return columns.map(({ type }, at) => formatCsvField(row[at] ?? null, type)).join(',');
}

function formatCsvField(cell: Cell, type: ColumnType): string {
  const text = formatPlainCell(cell, type);
  return typeof cell === 'number' ? text : escapeCsvCell(text);
}

/** A table as Markdown, foreign text escaped: nothing in it becomes a link, markup or another cell. */
export function toMarkdownTable({ columns, rows }: RecordTable): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ title }) => escapeMarkdownCell(title))),
    line(columns.map(({ type }) => (type === 'count' || type === 'number' ? '---:' : '---'))),
    ...rows.map((row) => line(columns.map(({ type }, at) => escapeMarkdownCell(formatPlainCell(row[at] ?? null, type))))),
    '',
  ].join('\n');
}

function escapeMarkdownCell(text: string): string {
  return escapeMarkdown(stripToSingleLine(text));
}
