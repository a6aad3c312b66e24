const maxLength = 300;

/** Control and bidi characters, except line breaks, tabs, and the joiners that scripts and emoji need. */
// oxlint-disable-next-line no-control-regex -- finding control characters is the purpose
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** Removes characters that could make a string look like a different one. Line breaks become `\n`. */
export function stripHiddenCharacters(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(hidden, '');
}

export function stripToSingleLine(text: string): string {
  // spaces first, because some hidden characters are line breaks between words
  return stripHiddenCharacters(text.replaceAll(/[\s\u0085]+/g, ' '))
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** Equivalent JSON. Hidden characters occur only in its strings, where they can be escaped. */
export function escapeHiddenInJson(json: string): string {
  return json
    .replaceAll('\r\n', '\n')
    .replaceAll(hidden, (run) => run.replaceAll(/./gs, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`));
}

/** In code units. No script has longer characters. */
const maxGraphemeLength = 64;
const graphemeLookBehindLength = 512;
let graphemeSegmenter: Intl.Segmenter | undefined;

/** The last position at or before `at` where a cut doesn't split a grapheme. */
export function findGraphemeCut(text: string, at: number): number {
  if (at <= 0 || at >= text.length) {
    return Math.max(0, Math.min(at, text.length));
  }
  graphemeSegmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const from = Math.max(0, at - graphemeLookBehindLength);
  const before = text.slice(from, at);
  // every printable ASCII character begins a grapheme
  const start = from + Math.max(0, /[ -~](?=[^ -~]*$)/.exec(before)?.index ?? 0);
  const cut = start + (graphemeSegmenter.segment(text.slice(start, at + maxGraphemeLength)).containing(at - start)?.index ?? 0);
  return at - cut < maxGraphemeLength ? cut : at - Number(/[\ud800-\udbff]/.test(text.charAt(at - 1)));
}

/** Text longer than `max` code units is cut and ends with "…". */
export function shortenText(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, findGraphemeCut(text, max - 1))}…`;
}

/**
 * Makes text from services, workspaces, and file systems safe for labels, notifications, tooltips, titles, and the log: one line
 * without control and bidi characters, and without icons and links, which may run commands.
 */
export function sanitizeForVsCode(text: string, max = maxLength): string {
  // enough text, even if most of it is spaces and hidden characters
  const line = stripToSingleLine(text.slice(0, max * 20))
    // [text](target)
    .replaceAll(/\]\s*\(/g, '] \u2060(')
    // $(icon)
    .replaceAll('$(', '$\u2060(');
  return shortenText(line, max);
}
