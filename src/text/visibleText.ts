/**
 * Characters that change how the text around them is read: controls, and those that turn its direction. Line breaks and tabs
 * stay, and so do joiners, which scripts and emoji need.
 */
// oxlint-disable-next-line no-control-regex -- finding control characters is the purpose
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** A foreign text without the characters that could make it look like another one; its lines end as everywhere here. */
export function visibleText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(hidden, '');
}

/** The same on one line, for labels and cells of a table. */
export function visibleLine(text: string): string {
  return visibleText(text)
    .replaceAll(/[\s\u2028\u2029]+/g, ' ')
    .trim();
}
