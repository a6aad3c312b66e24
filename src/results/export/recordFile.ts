/**
 * A file that is made of records piece by piece: each step of its iterators is short, and between two of them others may have
 * their turn. All steps are to be taken, in order.
 */
export interface RecordFile<T> {
  /** Takes the next records in. A few hundred at a time keep its steps short. */
  add(some: readonly T[]): Iterable<unknown>;
  /** Ends the file; what it returns are its bytes. */
  finish(): Generator<unknown, Uint8Array>;
}
