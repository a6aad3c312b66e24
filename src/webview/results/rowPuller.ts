export interface RowPullerCallbacks<R> {
  /** How many rows of the series the page has. */
  readonly has: () => number;
  /** Asks for those behind them; undefined for what cannot be read. */
  readonly ask: (series: number, start: number) => Promise<readonly R[] | undefined>;
  readonly take: (rows: readonly R[]) => void;
}

/** How many rows are taken in at a stretch, so that a keystroke fits between. */
const batchSize = 1_000;

interface PendingRowsRequest<R> {
  readonly series: number;
  readonly start: number;
  readonly coming: Promise<readonly R[] | undefined>;
}

/**
 * Gets the rows of a series one message after the other: the next is asked for when the one before is there, and comes while
 * that is taken in. So no more is ever under way than one message. What comes of a series that was given up is thrown away.
 */
export class RowPuller<R> {
  readonly #source: RowPullerCallbacks<R>;
  readonly #turn: () => Promise<void>;
  #series = -1;
  #size = 0;
  #isPulling = false;

  /** @param turn lets everybody else have a turn */
  constructor(
    source: RowPullerCallbacks<R>,
    turn: () => Promise<void> = async () => await new Promise((done) => setTimeout(done)),
  ) {
    this.#source = source;
    this.#turn = turn;
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
    const { has } = this.#source;
    let asked = this.#askFrom(has());
    while (asked !== undefined) {
      const { series, start, coming }: PendingRowsRequest<R> = asked;
      const rows = await coming;
      if (series !== this.#series || start !== has()) {
        asked = this.#askFrom(has());
      } else if (rows === undefined || rows.length === 0) {
        return;
      } else {
        const ahead = this.#askFrom(start + rows.length);
        await this.#takeIn(series, rows);
        asked = ahead ?? this.#askFrom(has());
      }
    }
  }

  #askFrom(start: number): PendingRowsRequest<R> | undefined {
    if (start >= this.#size) {
      return undefined;
    }
    const coming = this.#source.ask(this.#series, start);
    coming.catch(() => undefined); // heard when it is waited for
    return { series: this.#series, start, coming };
  }

  async #takeIn(series: number, rows: readonly R[]): Promise<void> {
    for (let from = 0; from < rows.length && series === this.#series; from += batchSize) {
      if (from > 0) {
        await this.#turn();
      }
      if (series === this.#series) {
        this.#source.take(rows.slice(from, from + batchSize));
      }
    }
  }
}
