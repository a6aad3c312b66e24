/**
 * The delay until a held key repeats, and the longest pause in a double click, in milliseconds. Repeats are much
 * faster, but not while rows are redrawn.
 */
const repeatPressWindowMs = 700;

/**
 * Ignores key repeats and double clicks. When a page has loaded, a new *Load More* row replaces the pressed one, and
 * a held key would also pay for the next page.
 */
export class RepeatPressGuard {
  readonly #now: () => number;
  #row: object | undefined;
  #until = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  async load(row: object | undefined, run: () => Promise<void>): Promise<void> {
    if (!this.isRepeat(row)) {
      await this.act(row, run);
    }
  }

  /** Always runs the action, and ignores this press's repeats. */
  async act(row: object | undefined, run: () => Promise<void>): Promise<void> {
    this.#row = row;
    this.#restartWindow();
    try {
      await run();
    } finally {
      if (this.#row === row) {
        this.#restartWindow();
      }
    }
  }

  isRepeat(row: object | undefined): boolean {
    const isHeld = row !== undefined && row === this.#row && this.#now() < this.#until;
    if (isHeld) {
      this.#restartWindow();
    }
    return isHeld;
  }

  #restartWindow(): void {
    this.#until = this.#now() + repeatPressWindowMs;
  }
}

/** Of the *Load More* rows in the trees. */
export const loadMoreGuard = new RepeatPressGuard(Date.now);
