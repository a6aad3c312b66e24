const maxLength = 300;

/**
 * A text that the extension did not write (a service's, a workspace's, a file system's) made fit for a notification or a
 * log: one line, no control or bidi characters, and nothing that VS Code would turn into a link that runs a command.
 */
export function foreignText(text: string): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    // notifications read [text](target) as a link, and a target may be a command
    .replaceAll(/\]\s*\(/g, '] \u2060(')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length <= maxLength ? line : `${line.slice(0, maxLength)}…`;
}
