import { escapeCsvCell, escapeMarkdown } from '../../text/escapeText.ts';
import { stripToSingleLine } from '../../text/stripHiddenCharacters.ts';
import { type Cell, type ColumnType, type RecordTable, formatPlainCell } from '../cell.ts';

/**
 * A table as CSV (RFC 4180: CRLF, quotes doubled, one header line). What a spreadsheet would take for a formula
 * has an apostrophe before it; control and direction-changing characters are left out. UTF-8 without a mark when written.
 */
export function toCsv({ columns, rows }: RecordTable): string {
  const header = columns.map(({ name }) => escapeCsvCell(name)).join(',');
  const lines = rows.map((row) => columns.map(({ type }, at) => formatCsvField(row[at] ?? null, type)).join(','));
  return [header, ...lines, ''].join('\r\n');
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

/** Records as one JSON text, from the exact JSON of each: one alone, several as a list with one of them on each line. */
export function joinJsonRecords(lines: readonly string[]): string {
  return lines.length === 1 ? (lines[0] ?? '') : `[\n${lines.join(',\n')}\n]\n`;
}
