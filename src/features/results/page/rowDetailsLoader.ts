/** Limits the memory, but is more than any screen shows. */
const maxStored = 1_000;

/** Loads details of records from the host when they come near. Only one message is in flight. */
export class RowDetailsLoader<T> {
  readonly #request: (rows: readonly number[]) => Promise<readonly (T | null)[]>;
  readonly #onChange: () => void;
  /** By row, in request order; null for a row without details, undefined while they are loading. */
  #found = new Map<number, T | null | undefined>();
  #isLoading = false;

  /** @param onChange called after each response; the next render loads what is visible then */
  constructor(request: (rows: readonly number[]) => Promise<readonly (T | null)[]>, onChange: () => void) {
    this.#request = request;
    this.#onChange = onChange;
  }

  get(row: number): T | undefined {
    return this.#found.get(row) ?? undefined;
  }

  isUnknown(row: number): boolean {
    return !this.#found.has(row);
  }

  clear(): void {
    this.#found = new Map();
  }

  async load(rows: readonly number[]): Promise<void> {
    const unknown = rows.filter((row) => this.isUnknown(row));
    if (this.#isLoading || unknown.length === 0) {
      return;
    }
    const found = this.#found;
    this.#isLoading = true;
    for (const row of unknown) {
      found.set(row, undefined);
    }
    try {
      const details = await this.#request(unknown);
      unknown.forEach((row, at) => found.set(row, details[at] ?? null));
      for (const oldest of [...found.keys()].slice(0, Math.max(0, found.size - maxStored))) {
        found.delete(oldest);
      }
    } catch (error) {
      unknown.forEach((row) => found.delete(row)); // the next render requests them again
      throw error;
    } finally {
      this.#isLoading = false;
    }
    this.#onChange();
  }
}
