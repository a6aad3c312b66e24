/** How a page gets rows. */
export interface RowSource<R> {
  /** How many rows of the series the page has. */
  readonly has: () => number;
  /** Asks for those behind them; undefined for what cannot be read. */
  readonly ask: (series: number, start: number) => Promise<readonly R[] | undefined>;
  readonly take: (rows: readonly R[]) => void;
}

/**
 * Gets the rows of a series one message after the other: the next is asked for when the one before was taken in, so that no
 * more is ever under way than the page can take. What comes of a series that was given up is thrown away.
 */
export class RowPuller<R> {
  readonly #source: RowSource<R>;
  #series = -1;
  #size = 0;
  #isPulling = false;

  constructor(source: RowSource<R>) {
    this.#source = source;
  }

  /** There are that many rows; resolves when the page has them, or no more are to be had. */
  async offer(series: number, size: number): Promise<void> {
    this.#size = series === this.#series ? Math.max(size, this.#size) : size;
    this.#series = series;
    if (this.#isPulling) {
      return;
    }
    this.#isPulling = true;
    try {
      await this.#pull();
    } finally {
      this.#isPulling = false;
    }
  }

  async #pull(): Promise<void> {
    const { has, ask, take } = this.#source;
    while (has() < this.#size) {
      const series = this.#series;
      const start = has();
      const rows = await ask(series, start);
      if (series === this.#series && start === has()) {
        if (rows === undefined || rows.length === 0) {
          return;
        }
        take(rows);
      }
    }
  }
}
