import { shortenText, stripToSingleLine } from './stripHiddenCharacters.ts';

const maxLength = 300;

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
