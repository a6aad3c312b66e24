import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { loadSqlite } from './loadSqlite.ts';
import type { Row } from './row.ts';
import { migrate } from './schema.ts';
import { storageError } from './storageError.ts';
import { transact } from './transact.ts';

/** How long a write waits for another window's. Each of ours takes a few milliseconds. */
const busyMs = 5_000;

/** The path of a database that lasts as long as its connection. */
export const inMemory = ':memory:';

/** One connection to the database. Every method @throws SocialDataError `storage`. */
export interface Database {
  all(sql: string, ...values: readonly SQLInputValue[]): readonly Row[];
  first(sql: string, ...values: readonly SQLInputValue[]): Row | undefined;
  /** Row by row, for what may be long. */
  each(sql: string, ...values: readonly SQLInputValue[]): Iterable<Row>;
  /** @returns how many rows were changed */
  run(sql: string, ...values: readonly SQLInputValue[]): number;
  /** Does all of it or nothing. What others write meanwhile waits. Not to be nested. */
  transact<T>(action: () => T): T;
  close(): void;
}

/**
 * Opens the database, made new where there is none, and brings its tables up to date.
 * @throws the fault of SQLite; NewerSchema where a newer version wrote the file; NoSqlite
 */
export function openDatabase(path: string): Database {
  const { DatabaseSync } = loadSqlite();
  const connection = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  try {
    connection.exec(`PRAGMA busy_timeout = ${busyMs}`);
    // takes effect in a new file only; freed pages can then be given back bit by bit
    connection.exec('PRAGMA auto_vacuum = INCREMENTAL');
    // Readers do not wait for writers. Where it is not possible (some network drives), SQLite stays with its rollback journal.
    connection.exec('PRAGMA journal_mode = WAL');
    // A commit is on the disk when it returns: not even a power failure takes back what a call cost.
    connection.exec('PRAGMA synchronous = FULL');
    // what a person deletes is overwritten, where that costs no further writes
    connection.exec('PRAGMA secure_delete = FAST');
    migrate(connection);
  } catch (error) {
    connection.close();
    throw error;
  }
  return databaseOver(connection);
}

function databaseOver(connection: DatabaseSync): Database {
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known !== undefined) {
      return known;
    }
    const statement = connection.prepare(sql);
    statement.setReadBigInts(true);
    statements.set(sql, statement);
    return statement;
  };
  const guarded = <T>(action: () => T): T => {
    try {
      return action();
    } catch (error) {
      throw storageError(error);
    }
  };
  return {
    all: (sql, ...values) => guarded(() => prepared(sql).all(...values)),
    first: (sql, ...values) => guarded(() => prepared(sql).get(...values)),
    *each(sql, ...values) {
      // a statement of its own: others may be run while this one is read
      const rows = guarded(() => connection.prepare(sql));
      rows.setReadBigInts(true);
      yield* rows.iterate(...values);
    },
    run: (sql, ...values) => guarded(() => Number(prepared(sql).run(...values).changes)),
    transact: (action) => guarded(() => transact(connection, action)),
    close: () => {
      statements.clear();
      connection.close();
    },
  };
}
