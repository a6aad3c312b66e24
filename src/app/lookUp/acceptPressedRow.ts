/** What a row of a pick does when it is pressed. */
export interface PressableRow {
  readonly label: string;
  /** An answer that is kept: it is opened as it is. */
  readonly kept?: unknown;
  /** A text that takes the place of what is typed. */
  readonly replacement?: string;
  /** `only`: it was offered as free. */
  readonly reuse?: string | undefined;
}

/**
 * The row that a press counts for. VS Code names a press by its place and finds the row in the list that it was given last, while
 * an older one may still stand on the screen: the press counts only where the person saw a row there that does the same and is
 * no cheaper.
 * @param given the row at that place of the list given last
 * @param seen those at that place of the lists that may still stand on the screen
 * @returns undefined where the press may have meant something else
 */
export function acceptPressedRow<Row extends PressableRow>(given: Row, seen: readonly (Row | undefined)[]): Row | undefined {
  return seen.every((row) => row === undefined || isSameRowAtNoHigherPrice(given, row)) ? given : undefined;
}

function isSameRowAtNoHigherPrice(given: PressableRow, seen: PressableRow): boolean {
  const isDearer = seen.reuse === 'only' && given.reuse !== 'only';
  return given.label === seen.label && given.kept === seen.kept && given.replacement === seen.replacement && !isDearer;
}
