interface QuickPickLike<Row> {
  items: readonly Row[];
  readonly selectedItems: readonly Row[];
  readonly onDidChangeActive: (listener: () => void) => unknown;
}

/**
 * Tracks which rows of a quick pick may be on screen. VS Code draws a new list with a delay and identifies a press by its
 * position alone. The active row changes when a list arrives.
 */
export class RowsOnScreen<Row extends PressableRow> {
  readonly #pick: QuickPickLike<Row>;
  /** The lists that may be on screen, oldest first. The last one is the newest. */
  #lists: readonly (readonly Row[])[] = [];
  /** VS Code combines lists that are set in one turn. */
  #isUnsent = false;
  /** True if a press was rejected and the rows were sent again. */
  #isRepeated = false;

  /** The listener ends with the pick. */
  constructor(pick: QuickPickLike<Row>) {
    this.#pick = pick;
    pick.onDidChangeActive(() => {
      // fires when a list arrives, but also when the user moves to a different row
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
   * The row that the current press refers to. If it may have meant a different row, returns undefined and sends the rows again, so
   * the next press is unambiguous.
   */
  acceptPress(): Row | undefined {
    const [given] = this.#pick.selectedItems;
    const [last = [], ...older] = this.#lists.toReversed();
    if (given === undefined) {
      return undefined;
    }
    const place = last.indexOf(given);
    if (older.every(({ [place]: row }) => row === undefined || isSameRowAtNoHigherPrice(given, row))) {
      return given;
    }
    this.show([...last]);
    this.#isRepeated = true;
    return undefined;
  }
}

export interface PressableRow {
  readonly label: string;
  /** A stored response to open. */
  readonly stored?: unknown;
  /** Text that replaces the typed text. */
  readonly replacement?: string;
  /** `only`: offered for free. */
  readonly reuse?: string | undefined;
}

function isSameRowAtNoHigherPrice(given: PressableRow, seen: PressableRow): boolean {
  const isDearer = seen.reuse === 'only' && given.reuse !== 'only';
  return given.label === seen.label && given.stored === seen.stored && given.replacement === seen.replacement && !isDearer;
}
