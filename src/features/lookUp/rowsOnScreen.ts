interface QuickPickLike<Row> {
  items: readonly Row[];
  readonly selectedItems: readonly Row[];
  readonly onDidChangeActive: (listener: () => void) => unknown;
}

/**
 * The rows of a pick, and which of them a person can have pressed: a list that was given to VS Code reaches the screen later, and a
 * press is known by its place alone. A list that arrives changes the active row, which is how it is known to be on the screen.
 */
export class RowsOnScreen<Row extends PressableRow> {
  readonly #pick: QuickPickLike<Row>;
  /** The lists that may be on the screen, oldest first; the last one is the one given last. */
  #lists: readonly (readonly Row[])[] = [];
  /** Whether the last list has not been sent yet: VS Code sends those given in one turn as one. */
  #isUnsent = false;
  /** Whether a press was not taken, and the rows were sent once more. */
  #isRepeated = false;

  /** The pick owns the listener: it ends when the pick is disposed. */
  constructor(pick: QuickPickLike<Row>) {
    this.#pick = pick;
    pick.onDidChangeActive(() => {
      // one for each list that arrives; a person who goes to another row makes one as well
      if (this.#lists.length > 1) {
        this.#lists = this.#lists.slice(this.#isRepeated ? -1 : 1);
      }
      this.#isRepeated = false;
    });
  }

  show(rows: readonly Row[]): void {
    this.#lists = [...(this.#isUnsent ? this.#lists.slice(0, -1) : this.#lists), rows];
    this.#pick.items = rows;
    if (!this.#isUnsent) {
      this.#isUnsent = true;
      setTimeout(() => {
        this.#isUnsent = false;
      });
    }
  }

  /**
   * The row that the press which is being handled counts for; undefined where the person may have pressed another one. The rows
   * are then sent once more, so that the next press is known to be theirs.
   */
  acceptPress(): Row | undefined {
    const [given] = this.#pick.selectedItems;
    const [last = [], ...older] = this.#lists.toReversed();
    if (given === undefined) {
      return undefined;
    }
    const place = last.indexOf(given);
    const row = acceptPressedRow(
      given,
      older.map((rows) => rows[place]),
    );
    if (row === undefined) {
      this.show([...last]);
      this.#isRepeated = true;
    }
    return row;
  }
}

export interface PressableRow {
  readonly label: string;
  /** A stored response, which opens unchanged. */
  readonly stored?: unknown;
  /** A text that replaces what was typed. */
  readonly replacement?: string;
  /** `only`: it was offered for free. */
  readonly reuse?: string | undefined;
}

/**
 * Returns the row that a press refers to. VS Code identifies a press by its position in the newest list, while an older list
 * may still be on screen. So a press counts only if the person saw a row there that does the same and is no cheaper.
 * @param given the row at that position in the newest list
 * @param seen the rows at that position in lists that may still be on screen
 * @returns undefined if the press may have meant something else
 */
export function acceptPressedRow<Row extends PressableRow>(given: Row, seen: readonly (Row | undefined)[]): Row | undefined {
  return seen.every((row) => row === undefined || isSameRowAtNoHigherPrice(given, row)) ? given : undefined;
}

function isSameRowAtNoHigherPrice(given: PressableRow, seen: PressableRow): boolean {
  const isDearer = seen.reuse === 'only' && given.reuse !== 'only';
  return given.label === seen.label && given.stored === seen.stored && given.replacement === seen.replacement && !isDearer;
}
