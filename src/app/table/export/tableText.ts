import { escapeCsvCell, escapeMarkdown } from '../../../text/escapeText.ts';
import { stripToSingleLine } from '../../../text/stripHiddenCharacters.ts';
import { type Cell, type Column, type ColumnType, type RecordTable, type RowCells, plainCellText } from '../cell.ts';

/** What stands behind each line of CSV. */
export const csvLineEnd = '\r\n';

/**
 * A table as CSV (RFC 4180: CRLF, quotes doubled, one header line). What a spreadsheet would take for a formula
 * has an apostrophe before it; control and direction-changing characters are left out. UTF-8 without a mark when written.
 */
export function toCsv({ columns, rows }: RecordTable): string {
  const lines = [csvHeader(columns), ...rows.map((row) => csvLine(columns, row))];
  return `${lines.join(csvLineEnd)}${csvLineEnd}`;
}

/** The line above the others, without its end. */
export function csvHeader(columns: readonly Column[]): string {
  return columns.map(({ name }) => escapeCsvCell(name)).join(',');
}

/** The line of a row, without its end. */
export function csvLine(columns: readonly Column[], row: RowCells): string {
  return columns.map(({ type }, at) => toField(row[at] ?? null, type)).join(',');
}

function toField(cell: Cell, type: ColumnType): string {
  const text = plainCellText(cell, type);
  return typeof cell === 'number' ? text : escapeCsvCell(text);
}

/** A table as Markdown, foreign text escaped: nothing in it becomes a link, markup or another cell. */
export function toMarkdownTable({ columns, rows }: RecordTable): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ title }) => escaped(title))),
    line(columns.map(({ type }) => (type === 'count' || type === 'number' ? '---:' : '---'))),
    ...rows.map((row) => line(columns.map(({ type }, at) => escaped(plainCellText(row[at] ?? null, type))))),
    '',
  ].join('\n');
}

function escaped(text: string): string {
  return escapeMarkdown(stripToSingleLine(text));
}
