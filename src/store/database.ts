import type * as Sqlite from 'node:sqlite';
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { schemaMigrations } from './schema.ts';
import { isCorruptDatabaseError, isBusyError, toStorageError, withStorageErrors } from './storageError.ts';

/** How long a write waits for another window's. Each of ours takes a few milliseconds. */
const busyMs = 5_000;

/** The path of a database that lasts as long as its connection. */
export const memoryDatabasePath = ':memory:';

/** A row as SQLite gives it; integers are read as bigints, so that money is exact. */
export type SqlRow = Readonly<Record<string, SQLOutputValue>>;

/** The values of a new row, by column. */
export type SqlInsertRow = Readonly<Record<string, SQLInputValue | boolean | undefined>>;

/** One connection to the database. Every method @throws SocialDataError `storage`. */
export interface Database {
  all(sql: string, ...values: readonly SQLInputValue[]): readonly SqlRow[];
  first(sql: string, ...values: readonly SQLInputValue[]): SqlRow | undefined;
  /** For what always has a row: sums, counts and pragmas. */
  only(sql: string, ...values: readonly SQLInputValue[]): SqlRow;
  /** Row by row, for what may be long. */
  each(sql: string, ...values: readonly SQLInputValue[]): Iterable<SqlRow>;
  /** @returns how many rows were changed */
  run(sql: string, ...values: readonly SQLInputValue[]): number;
  /** @param onConflict what is done where the row is there already; left out: it fails */
  insert(table: string, row: SqlInsertRow, onConflict?: string): void;
  /** Does all of it or nothing. What others write meanwhile waits. Not to be nested. */
  transact<T>(action: () => T): T;
  close(): void;
}

/** The file was written by a newer version of the extension, which knows more tables than this one. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';
}

/** This Node was built without SQLite. Every VS Code that `engines` allows brings it; a host of somebody's own build may not. */
export class SqliteMissingError extends Error {
  override readonly name = 'SqliteMissingError';
  readonly code = 'ERR_UNKNOWN_BUILTIN_MODULE';
}

/**
 * Opens the database, made new where there is none, and brings its tables up to date.
 * @throws the fault of SQLite; NewerSchemaError where a newer version wrote the file; SqliteMissingError
 */
export function openDatabase(path: string): Database {
  const { DatabaseSync } = loadSqlite();
  const connection = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  try {
    connection.exec(`PRAGMA busy_timeout = ${busyMs}`);
    requireKnownSchemaVersion(connection); // before anything is written
    // takes effect in a new file only; freed pages can then be given back bit by bit
    connection.exec('PRAGMA auto_vacuum = INCREMENTAL');
    // Readers do not wait for writers. Where it is not possible (some network drives), SQLite stays with its rollback journal.
    connection.exec('PRAGMA journal_mode = WAL');
    // A commit is on the disk when it returns: not even a power failure takes back what a call cost.
    connection.exec('PRAGMA synchronous = FULL');
    // what a person deletes is overwritten, where that costs no further writes
    connection.exec('PRAGMA secure_delete = FAST');
    migrateSchema(connection);
  } catch (error) {
    connection.close();
    throw error;
  }
  return wrapSqliteConnection(connection);
}

/**
 * Opens a database to read what is there, whatever version wrote it; the file is left as it is.
 * @throws the fault of SQLite; SqliteMissingError
 */
export function openDatabaseReadOnly(path: string): Database {
  const { DatabaseSync } = loadSqlite();
  const open = (place: string | URL) => {
    const connection = new DatabaseSync(place, { readOnly: true });
    try {
      connection.exec(`PRAGMA busy_timeout = ${busyMs}`);
      readSchemaVersion(connection);
      return wrapSqliteConnection(connection);
    } catch (error) {
      connection.close();
      throw error;
    }
  };
  try {
    return open(path);
  } catch (error) {
    // SQLite needs files of its own beside one with a log; where none can be made, and no log is there, nobody writes
    if (
      (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0 ||
      isCorruptDatabaseError(error) ||
      isBusyError(error)
    ) {
      throw error;
    }
    const address = pathToFileURL(path);
    address.searchParams.set('immutable', '1');
    return open(address);
  }
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
    *each(sql, ...values) {
      // a statement of its own: others may be run while this one is read
      const rows = withStorageErrors(() => connection.prepare(sql));
      rows.setReadBigInts(true);
      try {
        yield* rows.iterate(...values);
      } catch (error) {
        throw toStorageError(error);
      }
    },
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

/** Brings the tables up to date. Two windows may do so at once: the second finds the work done. @throws NewerSchemaError */
function migrateSchema(connection: DatabaseSync): void {
  if (readSchemaVersion(connection) === schemaMigrations.length) {
    return;
  }
  runInTransaction(connection, () => {
    for (const step of schemaMigrations.slice(requireKnownSchemaVersion(connection))) {
      connection.exec(step);
    }
    connection.exec(`PRAGMA user_version = ${schemaMigrations.length}`);
  });
}

/** @throws NewerSchemaError */
function requireKnownSchemaVersion(connection: DatabaseSync): number {
  const version = readSchemaVersion(connection);
  if (version > schemaMigrations.length) {
    throw new NewerSchemaError(`the store has version ${version}, this extension knows ${schemaMigrations.length}`);
  }
  return version;
}

function readSchemaVersion(connection: DatabaseSync): number {
  return Number(connection.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
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
 * @throws SqliteMissingError
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
    const sqlite: typeof Sqlite | undefined = process.getBuiltinModule('node:sqlite');
    if (sqlite === undefined) {
      throw new SqliteMissingError('this Node has no SQLite');
    }
    return sqlite;
  } finally {
    Reflect.set(process, 'emitWarning', emitWarning);
  }
}
