/** A cell that a spreadsheet would work out, in half and full width. */
const formula = /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/**
 * A place within a text at which a cell of its own begins where semicolons or tabs separate: quotes that began behind a comma
 * are none there, and neither hold the text together nor a line of it.
 */
const innerFormula = /[;\t\r\n](?=(?:[^\S\t\r\n]|")*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** A text for a cell of CSV: what a spreadsheet would take for a formula, in whatever locale, has an apostrophe before it. */
export function harmlessCell(text: string): string {
  const inner = text.replaceAll(innerFormula, "$&'");
  return formula.test(inner) ? `'${inner}` : inner;
}
