import type { DatabaseSync } from 'node:sqlite';

/** Takes back a transaction after a fault; the fault stays the one to tell. */
export function rollBack(connection: DatabaseSync): void {
  try {
    connection.exec('ROLLBACK');
  } catch {
    // SQLite took it back itself, as it does when the disk is full
  }
}
