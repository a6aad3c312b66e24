import { escapeCsvCell, escapeMarkdown } from '../text/escapeText.ts';
import { stripToSingleLine } from '../text/stripHiddenCharacters.ts';
import { type Cell, type ColumnType, type RecordTable, formatPlainCell } from './cell.ts';

/** CSV (RFC 4180) with a header line. */
export function toCsv({ columns, rows }: RecordTable): string {
  const header = columns.map(({ name }) => escapeCsvCell(name)).join(',');
  const lines = rows.map((row) => columns.map(({ type }, at) => formatCsvField(row[at] ?? null, type)).join(','));
  return [header, ...lines, ''].join('\r\n');
}

function formatCsvField(cell: Cell, type: ColumnType): string {
  const text = formatPlainCell(cell, type);
  return typeof cell === 'number' ? text : escapeCsvCell(text);
}

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

/** Returns a single record unchanged, and several as a list with one record on each line. */
export function joinJsonRecords(lines: readonly string[]): string {
  return lines.length === 1 ? (lines[0] ?? '') : `[\n${lines.join(',\n')}\n]\n`;
}
