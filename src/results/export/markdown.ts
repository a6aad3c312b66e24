import type { RecordTable } from '../table/cell.ts';
import { cellText } from '../table/cellText.ts';
import { visibleLine } from '../table/visibleText.ts';

/** A table as Markdown, foreign text escaped: nothing in it becomes a link, markup or another cell. */
export function toMarkdown({ columns, rows }: RecordTable): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ title }) => escaped(title))),
    line(columns.map(({ type }) => (type === 'count' || type === 'number' ? '---:' : '---'))),
    ...rows.map((row) => line(columns.map(({ type }, at) => escaped(cellText(row[at] ?? null, type))))),
    '',
  ].join('\n');
}

function escaped(text: string): string {
  return visibleLine(text)
    .replaceAll(/[\\`*_{}[\]<>()#+!|~&$^=-]/g, String.raw`\$&`)
    .replaceAll(/:\/\//g, String.raw`:\//`)
    .replaceAll('@', String.raw`\@`);
}
