const maxLength = 300;

/**
 * Characters that change how the text around them is read: controls, and those that turn its direction. Line breaks and tabs
 * stay, and so do joiners, which scripts and emoji need.
 */
// oxlint-disable-next-line no-control-regex -- finding control characters is the purpose
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** A foreign text without the characters that could make it look like another one; its lines end as everywhere here. */
export function stripHiddenCharacters(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(hidden, '');
}

/** The same on one line, for labels and cells of a table. */
export function stripToSingleLine(text: string): string {
  // blanks first: among what is hidden are breaks, which part words
  return stripHiddenCharacters(text.replaceAll(/[\s\u0085]+/g, ' '))
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** JSON that says the same, with these characters written as escapes: they stand in its strings alone. */
export function escapeHiddenInJson(json: string): string {
  return json
    .replaceAll('\r\n', '\n')
    .replaceAll(hidden, (run) => run.replaceAll(/./gs, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`));
}

/** The longest run of code units that is kept together as one character; what goes on beyond is no character of any script. */
const maxGraphemeLength = 64;
/** How far back the text is read to find where a character begins. */
const graphemeLookBehindLength = 512;
let graphemeSegmenter: Intl.Segmenter | undefined;

/** The last place at or before `at` where a text can be cut without splitting what people see as one character. */
export function findGraphemeCut(text: string, at: number): number {
  if (at <= 0 || at >= text.length) {
    return Math.max(0, Math.min(at, text.length));
  }
  graphemeSegmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const from = Math.max(0, at - graphemeLookBehindLength);
  const before = text.slice(from, at);
  // a character begins at each letter of ASCII, wherever else one may
  const start = from + Math.max(0, /[ -~](?=[^ -~]*$)/.exec(before)?.index ?? 0);
  const cut = start + (graphemeSegmenter.segment(text.slice(start, at + maxGraphemeLength)).containing(at - start)?.index ?? 0);
  return at - cut < maxGraphemeLength ? cut : at - Number(/[\ud800-\udbff]/.test(text.charAt(at - 1)));
}

/** A text of at most that many code units; a longer one ends with "…" instead. */
export function shortenText(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, findGraphemeCut(text, max - 1))}…`;
}

/**
 * A text that the extension did not write (a service's, a workspace's, a file system's) made fit for whatever VS Code shows:
 * labels, notifications, tooltips, titles, the log. One line, without control and bidi characters, and with nothing in it that
 * VS Code would turn into an icon or into a link, which may run a command.
 */
export function sanitizeForVsCode(text: string, max = maxLength): string {
  // many times what is kept: blanks and hidden characters go
  const line = stripToSingleLine(text.slice(0, max * 20))
    // [text](target)
    .replaceAll(/\]\s*\(/g, '] \u2060(')
    // $(icon)
    .replaceAll('$(', '$\u2060(');
  return shortenText(line, max);
}
