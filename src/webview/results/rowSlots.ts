/**
 * Which piece of the page shows which record. A record keeps its piece while it is drawn; the pieces of those that are gone are
 * given to those that come, so that scrolling changes texts and makes no elements: those cost more to make, to style and to
 * throw away than all else in a table's frame.
 */
export class RowSlots {
  #slots: ReadonlyMap<number, number> = new Map();

  /**
   * @param records those that are drawn now, in order
   * @returns for each its piece: small numbers, the same for the same record as the time before
   */
  of(records: readonly number[]): readonly number[] {
    const before = this.#slots;
    const drawn = new Set(records);
    const free = Array.from(before)
      .filter(([record]) => !drawn.has(record))
      .map(([, slot]) => slot)
      .toReversed();
    let next = Math.max(-1, ...before.values()) + 1;
    const now = new Map(records.map((record) => [record, before.get(record) ?? free.pop() ?? next++]));
    this.#slots = now;
    return records.map((record) => now.get(record) ?? -1);
  }
}
