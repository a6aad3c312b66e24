import type * as Sqlite from 'node:sqlite';
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { Clock } from '../client/clock.ts';
import { sleep } from '../client/deadline.ts';
import { schema, schemaVersion } from './schema.ts';
import { createStoreFault, isBusyError, withStorageErrors } from './storageError.ts';

/** How long a statement waits for another window's write, which takes a few milliseconds. Nothing else runs meanwhile. */
const busyMs = 50;
/** How long a file that another program locks is tried again, and what lies between. */
const maxLockedMs = 5_000;
const retryPauseMs = 100;

export const memoryDatabasePath = ':memory:';

/** Integers are read as bigints, so that money is exact. */
export type SqlRow = Readonly<Record<string, SQLOutputValue>>;

export type SqlInsertRow = Readonly<Record<string, SQLInputValue | boolean | undefined>>;

/** Every method @throws SocialDataError `storage`. */
export interface Database {
  all(sql: string, ...values: readonly SQLInputValue[]): readonly SqlRow[];
  first(sql: string, ...values: readonly SQLInputValue[]): SqlRow | undefined;
  /** For what always has a row: sums, counts and pragmas. */
  only(sql: string, ...values: readonly SQLInputValue[]): SqlRow;
  /** @returns how many rows were changed */
  run(sql: string, ...values: readonly SQLInputValue[]): number;
  /** @param onConflict what is done where the row is there already; left out: it fails */
  insert(table: string, row: SqlInsertRow, onConflict?: string): void;
  /** Does all of it or nothing. What others write meanwhile waits. Not to be nested. */
  transact<T>(action: () => T): T;
  close(): void;
}

/** Others have their turn in between. */
export async function retryWhileLocked<T>(clock: Clock, action: () => T, signal = new AbortController().signal): Promise<T> {
  const until = clock.monotonicNow() + maxLockedMs;
  for (;;) {
    try {
      return action();
    } catch (error) {
      if (!isBusyError(error) || clock.monotonicNow() + retryPauseMs > until) {
        throw error;
      }
    }
    await sleep(clock, retryPauseMs, signal);
  }
}

/**
 * @param mayBeNew whether tables are made where there are none
 * @throws the fault of SQLite; SocialDataError `storage` where the file is not ours
 */
export function openDatabase(path: string, { mayBeNew = true }: { readonly mayBeNew?: boolean } = {}): Database {
  const { DatabaseSync } = loadSqlite();
  const connection = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  try {
    connection.exec(`PRAGMA busy_timeout = ${busyMs}`);
    const isNew = readSchemaVersion(connection) === 0; // before anything is written
    if (isNew && !mayBeNew) {
      throw createStoreFault('STORE_LOST', 'the store is empty, though there was a ledger in it');
    }
    if (isNew) {
      connection.exec('PRAGMA auto_vacuum = INCREMENTAL'); // freed pages can be given back bit by bit
    }
    // Readers do not wait for writers. Where it is not possible (some network drives), SQLite stays with its rollback journal.
    connection.exec('PRAGMA journal_mode = WAL');
    // A commit is on the disk when it returns: not even a power failure takes back what a call cost.
    connection.exec('PRAGMA synchronous = FULL');
    // what a person deletes is overwritten, where that costs no further writes
    connection.exec('PRAGMA secure_delete = FAST');
    if (isNew) {
      createTables(connection);
    }
  } catch (error) {
    connection.close();
    throw error;
  }
  return wrapSqliteConnection(connection);
}

function wrapSqliteConnection(connection: DatabaseSync): Database {
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
  const run: Database['run'] = (sql, ...values) => withStorageErrors(() => Number(prepared(sql).run(...values).changes));
  return {
    all: (sql, ...values) => withStorageErrors(() => prepared(sql).all(...values)),
    first: (sql, ...values) => withStorageErrors(() => prepared(sql).get(...values)),
    only: (sql, ...values) => withStorageErrors(() => prepared(sql).get(...values) ?? {}),
    run,
    insert: (table, row, onConflict = '') => {
      const columns = Object.keys(row);
      const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) ${onConflict}`;
      run(sql, ...Object.values(row).map((value) => (typeof value === 'boolean' ? Number(value) : (value ?? null))));
    },
    transact: (action) => withStorageErrors(() => runInTransaction(connection, action)),
    close: () => {
      statements.clear();
      withStorageErrors(() => connection.close());
    },
  };
}

/** Two windows may do so at once: the second finds the work done. */
function createTables(connection: DatabaseSync): void {
  runInTransaction(connection, () => {
    if (readSchemaVersion(connection) === 0) {
      connection.exec(schema);
      connection.exec(`PRAGMA user_version = ${schemaVersion}`);
    }
  });
}

/** @returns 0 where there are no tables yet. @throws SocialDataError `storage` where another version made them */
function readSchemaVersion(connection: DatabaseSync): number {
  const version = Number(connection.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  if (version !== 0 && version !== schemaVersion) {
    throw createStoreFault('STORE_VERSION', `the store has version ${version}, this program knows ${schemaVersion}`);
  }
  return version;
}

function runInTransaction<T>(connection: DatabaseSync, action: () => T): T {
  connection.exec('BEGIN IMMEDIATE');
  try {
    const result = action();
    connection.exec('COMMIT');
    return result;
  } catch (error) {
    try {
      connection.exec('ROLLBACK');
    } catch {
      // SQLite took it back itself, as it does when the disk is full; the fault before stays the one to report
    }
    throw error;
  }
}

/**
 * The SQLite that Node brings (from 22.13 on without a flag).
 * Node 22 warns that it is experimental, in the console of whoever runs this; that one warning is left out, all others pass.
 */
function loadSqlite(): typeof Sqlite {
  const emitWarning: unknown = Reflect.get(process, 'emitWarning');
  const passing = (...args: readonly unknown[]) => {
    const isThatOne = String(args[0]).startsWith('SQLite ') && args[1] === 'ExperimentalWarning';
    if (!isThatOne && typeof emitWarning === 'function') {
      Reflect.apply(emitWarning, process, args);
    }
  };
  Reflect.set(process, 'emitWarning', passing);
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    Reflect.set(process, 'emitWarning', emitWarning);
  }
}
