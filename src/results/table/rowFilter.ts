import type { Column, Row } from './cell.ts';
import { cellText } from './cellText.ts';

/** Separates the cells of a row's text: no word that is typed holds it. */
export const cellMark = '\u0001';

/** The words of a filter, folded; quotes keep words together. */
export function filterWords(filter: string): readonly string[] {
  return Array.from(fold(filter).matchAll(/(?:[^\s":]+:)?"([^"]+)"?|\S+/g), ([word]) => word.replaceAll('"', '')).filter(
    (word) => word !== '',
  );
}

/** Whether everything that fits the new words fits the old ones. */
export function narrows(words: readonly string[], before: readonly string[]): boolean {
  return before.every((old, index) => {
    const now = words[index];
    // a colon may have just made a column's name of it
    return now !== undefined && now.startsWith(old) && now.includes(':') === old.includes(':');
  });
}

/** The test of a word that names a column; undefined for one that may stand in any. */
export function columnTest(word: string, columns: readonly Column[]): ((row: Row) => boolean) | undefined {
  const colon = word.indexOf(':');
  const named = colon > 0 ? columns.findIndex(({ name, title }) => [name, fold(title)].includes(word.slice(0, colon))) : -1;
  const column = columns[named];
  if (column === undefined) {
    return undefined;
  }
  const wanted = word.slice(colon + 1);
  return (row) => fold(cellText(row[named] ?? null, column.type)).includes(wanted);
}

/** What a word that names no column is looked for in. */
export function rowText(row: Row, columns: readonly Column[]): string {
  return fold(
    row.map((cell, at) => (typeof cell === 'boolean' ? '' : cellText(cell, columns[at]?.type ?? 'text'))).join(cellMark),
  );
}

/** Upper and lower case are the same. */
export function fold(text: string): string {
  return text.toLowerCase();
}
