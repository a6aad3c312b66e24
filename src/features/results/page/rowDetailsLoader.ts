/** How many are kept: far more than any screen shows, far fewer than may be scrolled through. */
const maxStored = 1_000;

/**
 * What the host makes of single records once they come near: few are ever looked at. Each is asked for
 * once, and no more than one message is under way.
 */
export class RowDetailsLoader<T> {
  readonly #ask: (rows: readonly number[]) => Promise<readonly (T | null)[]>;
  readonly #onChange: () => void;
  /** By row, the one asked for last at the end; null where there is none, undefined while it is on its way. */
  #found = new Map<number, T | null | undefined>();
  #isAsking = false;

  /** @param onChange called when a response is here, or none is to be had: whoever is drawn then asks for what is in sight then */
  constructor(ask: (rows: readonly number[]) => Promise<readonly (T | null)[]>, onChange: () => void) {
    this.#ask = ask;
    this.#onChange = onChange;
  }

  of(row: number): T | undefined {
    return this.#found.get(row) ?? undefined;
  }

  isUnknown(row: number): boolean {
    return !this.#found.has(row);
  }

  forget(): void {
    this.#found = new Map();
  }

  async ask(rows: readonly number[]): Promise<void> {
    const unknown = rows.filter((row) => this.isUnknown(row));
    if (this.#isAsking || unknown.length === 0) {
      return;
    }
    const found = this.#found;
    this.#isAsking = true;
    for (const row of unknown) {
      found.set(row, undefined);
    }
    try {
      const details = await this.#ask(unknown);
      unknown.forEach((row, at) => found.set(row, details[at] ?? null));
      for (const oldest of [...found.keys()].slice(0, Math.max(0, found.size - maxStored))) {
        found.delete(oldest);
      }
    } catch (error) {
      unknown.forEach((row) => found.delete(row)); // asked again when they are drawn next
      throw error;
    } finally {
      this.#isAsking = false;
    }
    this.#onChange();
  }
}
