import type { Row } from '../../results/table/cell.ts';

/** How many rows the first message brings: they fill any screen, and are painted before the many behind them arrive. */
const firstRows = 200;

/** How many a further one brings at most, so that none takes long on the other side. */
const rowsAtOnce = 2_000;

/** Sends the rows of a session to its page in messages one after the other, each in a turn of its own. */
export class RowSender {
  readonly #rows: () => readonly Row[];
  readonly #send: (start: number, rows: readonly Row[]) => void;
  #sent = 0;
  #next: NodeJS.Immediate | undefined;

  constructor(rows: () => readonly Row[], send: (start: number, rows: readonly Row[]) => void) {
    this.#rows = rows;
    this.#send = send;
  }

  /** Sends what stands at a place and behind it; from 0 on, the page begins anew. The first message goes at once. */
  from(start: number): void {
    this.stop();
    // what an earlier call has not come to yet goes with it
    this.#sent = Math.min(this.#sent, start);
    this.#step();
  }

  stop(): void {
    clearImmediate(this.#next);
    this.#next = undefined;
  }

  #step(): void {
    const rows = this.#rows();
    const slice = rows.slice(this.#sent, this.#sent + (this.#sent === 0 ? firstRows : rowsAtOnce));
    this.#send(this.#sent, slice);
    this.#sent += slice.length;
    this.#next = this.#sent < rows.length ? setImmediate(() => this.#step()) : undefined;
  }
}
