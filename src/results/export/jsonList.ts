/** Records as one JSON text, from the exact JSON of each: one alone, several as a list with one of them on each line. */
export function jsonList(lines: readonly string[]): string {
  return lines.length === 1 ? (lines[0] ?? '') : `[\n${lines.join(',\n')}\n]\n`;
}
