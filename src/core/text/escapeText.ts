import { stripHiddenCharacters } from './stripHiddenCharacters.ts';

/** Spreadsheets evaluate such a cell. Includes full-width signs. */
const formulaStartPattern = /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/**
 * A formula inside a string, which becomes its own cell in a spreadsheet that splits at semicolons, tabs, or lines. Such a
 * spreadsheet ignores the quotes after a comma.
 */
const innerCellFormulaPattern = /[;\t\r\n](?=(?:[^\S\t\r\n]|")*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** A CSV cell (RFC 4180). An apostrophe before a formula keeps spreadsheets of any locale from evaluating it. */
export function escapeCsvCell(text: string): string {
  const inner = stripHiddenCharacters(text).replaceAll(innerCellFormulaPattern, "$&'");
  const safe = formulaStartPattern.test(inner) ? `'${inner}` : inner;
  return /[",\r\n]/.test(safe) || safe.trim() !== safe ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Markup at any position, `@`, which notifies people, and the parts that make an address a link. */
const markup = /[\\`*_{}[\]<>#|~!&$^@]|(?<=:)\/(?=\/)|(?<=www)\./gi;

/**
 * Markdown that shows the text without markup, links, or images, in CommonMark and its extensions. Doesn't escape markup that
 * only works at the start of a line.
 */
export function escapeMarkdown(text: string): string {
  return stripHiddenCharacters(text).replaceAll(markup, String.raw`\$&`);
}
