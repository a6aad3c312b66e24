import { stripHiddenCharacters } from './stripHiddenCharacters.ts';

/** A cell that a spreadsheet would work out, in half and full width. */
const formulaStartPattern = /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/**
 * A place within a text at which a cell of its own begins where semicolons or tabs separate: quotes that began behind a comma
 * are none there, and neither hold the text together nor a line of it.
 */
const innerCellFormulaPattern = /[;\t\r\n](?=(?:[^\S\t\r\n]|")*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/**
 * A text as a cell of CSV (RFC 4180: quotes doubled): what a spreadsheet would take for a formula, in whatever locale, has an
 * apostrophe before it.
 */
export function escapeCsvCell(text: string): string {
  const inner = stripHiddenCharacters(text).replaceAll(innerCellFormulaPattern, "$&'");
  const safe = formulaStartPattern.test(inner) ? `'${inner}` : inner;
  return /[",\r\n]/.test(safe) || safe.trim() !== safe ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What is markup wherever it stands, a name that is notified (@), and what makes a link of an address. */
const markup = /[\\`*_{}[\]<>#|~!&$^@]|(?<=:)\/(?=\/)|(?<=www)\./gi;

/**
 * A text as Markdown that shows it and nothing else: no markup, no link and no picture, in CommonMark or its extensions. What
 * only is markup where a line begins is left to whoever begins one.
 */
export function escapeMarkdown(text: string): string {
  return stripHiddenCharacters(text).replaceAll(markup, String.raw`\$&`);
}
