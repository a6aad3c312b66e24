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

/** What is markup wherever it stands, a name that is notified (@), and what makes a link of an address. */
const markup = /[\\`*_{}[\]<>#|~!&$^@]|(?<=:)\/(?=\/)|(?<=www)\./gi;

/** Characters that turn the direction of what stands around them, or that no text has. */
const hidden = /\p{Bidi_Control}|(?![\t\n\r])\p{Cc}/gu;

/**
 * A text as Markdown that shows it and nothing else: no markup, no link and no picture, in CommonMark or its extensions. What
 * only is markup where a line begins is left to whoever begins one.
 */
export function harmlessMarkdown(text: string): string {
  return text.replaceAll(hidden, '').replaceAll(markup, String.raw`\$&`);
}
