import type { BenchRow } from './benchRow.mts';

/** Prints a table to standard output. */
export function printTable(title: string, rows: readonly BenchRow[]): void {
  const lines = [
    ['what', 'ours', 'the reference', 'ratio', 'to reach'],
    ...rows.map((row) => [row.what, row.ours, row.reference, row.ratio.toFixed(2), reached(row)]),
  ];
  const widths = (lines[0] ?? []).map((_cell, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const text = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  text.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('  '));
  process.stdout.write(`\n${title}\n${text.join('\n')}\n`);
}

function reached({ toReach, isReached }: BenchRow): string {
  return isReached === undefined ? '' : `${toReach} ${isReached ? 'reached' : 'MISSED'}`;
}
