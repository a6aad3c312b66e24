/**
 * How long after a press its key may begin to repeat by itself, or the second click of a double click come, in milliseconds. Also
 * the longest time between repeats: keys repeat far faster, but not while rows are drawn.
 */
const repeatPressWindowMs = 700;

/**
 * Tells a press that goes on from one that a person means: where a row to load more stood, the next such row or a record
 * stands as soon as the page is here, and a held key or a double click would pay for that too.
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

  /** Does what a press is always meant for, and keeps what follows it from being pressed with it. */
  async act(row: object | undefined, run: () => Promise<void>): Promise<void> {
    this.#row = row;
    this.#last();
    try {
      await run();
    } finally {
      if (this.#row === row) {
        this.#last();
      }
    }
  }

  isRepeat(row: object | undefined): boolean {
    const isHeld = row !== undefined && row === this.#row && this.#now() < this.#until;
    if (isHeld) {
      this.#last();
    }
    return isHeld;
  }

  #last(): void {
    this.#until = this.#now() + repeatPressWindowMs;
  }
}
