import type { DatabaseSync } from 'node:sqlite';

/** Does all of it or nothing. What others write meanwhile waits. Not to be nested. */
export function transact<T>(connection: DatabaseSync, action: () => T): T {
  connection.exec('BEGIN IMMEDIATE');
  try {
    const result = action();
    connection.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(connection);
    throw error;
  }
}

/** Takes back a transaction after a fault; the fault stays the one to report. */
function rollBack(connection: DatabaseSync): void {
  try {
    connection.exec('ROLLBACK');
  } catch {
    // SQLite took it back itself, as it does when the disk is full
  }
}
