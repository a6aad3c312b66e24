import type * as Sqlite from 'node:sqlite';
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { sleep, type Clock } from '../client/clock.ts';
import { SocialDataError } from '../client/errors.ts';
import { once } from '../client/once.ts';

/** Result codes with an explanation (https://www.sqlite.org/rescode.html). */
const sqliteErrorNameByCode: ReadonlyMap<number, string> = new Map([
  [1, 'SQLITE_ERROR'],
  [5, 'SQLITE_BUSY'],
  [6, 'SQLITE_LOCKED'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [26, 'SQLITE_NOTADB'],
]);

/** Errors that SQLite itself doesn't report. */
type StoreFault =
  /** A different version of this program created its tables. */
  | 'STORE_VERSION'
  /** The file is gone or empty, though it had a ledger. */
  | 'STORE_LOST'
  /** A new file replaced it, because a new history was started. */
  | 'STORE_MOVED'
  /** A row holds values that this program never writes. */
  | 'STORE_ROW';

/** Stays 1 until the first release. Later changes increase it and migrate. */
const schemaVersion = 1;

/** Money is integer micro-dollars, times are milliseconds since 1970, days are local calendar days. */
export const schema = `
  CREATE TABLE bodies (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    bytes BLOB NOT NULL,
    refs INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  -- Each index is another page to write and sync per response, so there are only those that a view or a query needs. Bodies count
  -- their exchanges (bodies.refs), because enforcing foreign keys would need another index.
  CREATE TABLE exchanges (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    query BLOB NOT NULL,
    can_serve INTEGER NOT NULL,
    service TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    format TEXT NOT NULL,
    method TEXT NOT NULL,
    base_url TEXT NOT NULL,
    target TEXT NOT NULL,
    request_body TEXT,
    params TEXT NOT NULL,
    connection TEXT NOT NULL,
    initiator TEXT NOT NULL,
    agent TEXT,
    status INTEGER NOT NULL,
    headers TEXT NOT NULL,
    sent_at INTEGER NOT NULL,
    day TEXT NOT NULL,
    duration_ms REAL NOT NULL,
    attempts INTEGER NOT NULL,
    price INTEGER,
    balance INTEGER,
    refunded INTEGER NOT NULL,
    retried INTEGER NOT NULL,
    warnings TEXT NOT NULL,
    body_id INTEGER REFERENCES bodies (id),
    body_bytes INTEGER NOT NULL,
    pinned INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX exchanges_by_query ON exchanges (query, sent_at) WHERE can_serve = 1;
  CREATE INDEX exchanges_by_day ON exchanges (day, id);
  CREATE INDEX exchanges_by_endpoint ON exchanges (endpoint_id, id);
  CREATE INDEX exchanges_pinned ON exchanges (id) WHERE pinned = 1;
  CREATE TRIGGER body_gained AFTER INSERT ON exchanges WHEN new.body_id IS NOT NULL BEGIN
    UPDATE bodies SET refs = refs + 1 WHERE id = new.body_id;
  END;
  CREATE TRIGGER body_lost AFTER DELETE ON exchanges WHEN old.body_id IS NOT NULL BEGIN
    UPDATE bodies SET refs = refs - 1 WHERE id = old.body_id;
    DELETE FROM bodies WHERE id = old.body_id AND refs <= 0;
  END;

  -- calls in flight. guess is the assumed price of a call without a known one; it may exceed the reserved amount
  CREATE TABLE intents (
    call TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    pid INTEGER NOT NULL,
    at INTEGER NOT NULL,
    day TEXT NOT NULL,
    connection TEXT NOT NULL,
    price_key TEXT NOT NULL,
    service TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    format TEXT NOT NULL,
    initiator TEXT NOT NULL,
    agent TEXT,
    reserved INTEGER NOT NULL,
    guess INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE ledger (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    call TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    day TEXT NOT NULL,
    connection TEXT NOT NULL,
    service TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    format TEXT NOT NULL,
    initiator TEXT NOT NULL,
    agent TEXT,
    amount INTEGER NOT NULL,
    is_reported INTEGER NOT NULL,
    spent TEXT NOT NULL,
    price INTEGER,
    balance INTEGER,
    refunded INTEGER NOT NULL,
    retried INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    status INTEGER,
    error TEXT,
    exchange_id TEXT
  ) STRICT;
  CREATE TRIGGER ledger_unchanged BEFORE UPDATE ON ledger BEGIN
    SELECT RAISE (ABORT, 'lines of the ledger are only added');
  END;
  CREATE TRIGGER ledger_undeleted BEFORE DELETE ON ledger BEGIN
    SELECT RAISE (ABORT, 'lines of the ledger are only added');
  END;

  -- Real money, by day. Agents' calls have their own rows. The endpoint '' has what was spent before this history was started, as entered by the user.
  -- It is unknown who spent it, so it is also part of the agents' budget.
  CREATE TABLE totals (
    day TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    of_agents INTEGER NOT NULL,
    spent INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    unreported INTEGER NOT NULL,
    maybe_billed INTEGER NOT NULL,
    PRIMARY KEY (day, endpoint_id, of_agents)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER ledger_totalled AFTER INSERT ON ledger WHEN new.connection <> 'sandbox' BEGIN
    INSERT INTO totals VALUES (
      new.day, new.endpoint_id, new.initiator = 'tool', new.amount,
      new.status IS NOT NULL OR new.spent <> 'no',
      new.is_reported = 0 AND (new.status IS NOT NULL OR new.spent <> 'no'),
      new.spent = 'maybe'
    )
    ON CONFLICT DO UPDATE SET
      spent = spent + excluded.spent,
      calls = calls + excluded.calls,
      unreported = unreported + excluded.unreported,
      maybe_billed = maybe_billed + excluded.maybe_billed;
  END;

  CREATE TABLE prices (
    price_key TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    price INTEGER NOT NULL,
    PRIMARY KEY (price_key, endpoint_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE pins (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    place INTEGER NOT NULL,
    label TEXT NOT NULL,
    pinned_at INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;

  -- What pseudonyms stand for in the requests of fixtures.
  CREATE TABLE real_values (
    pseudonym TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

/**
 * The words of each response, by `exchanges.seq`. Without texts and positions (`content`, `detail`), it is small. The words come
 * folded and separated by spaces, which this tokenizer keeps as they are.
 */
const wordIndexSchema = `
  CREATE VIRTUAL TABLE IF NOT EXISTS response_words USING fts5 (
    words, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_'"
  );
  -- temporary, because a program whose SQLite lacks FTS5 must be able to delete responses from the same file
  CREATE TEMP TRIGGER words_lost AFTER DELETE ON exchanges BEGIN
    DELETE FROM response_words WHERE rowid = old.seq;
  END;
`;

/** Whether this program's SQLite has full-text search. */
export const hasFullTextSearch: () => boolean = once(() => {
  const connection = new (loadSqlite().DatabaseSync)(memoryDatabasePath);
  const found = connection.prepare("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'").get();
  connection.close();
  return found !== undefined;
});

/** How long a statement waits for another window's write, which takes a few milliseconds. It blocks the thread. */
const busyMs = 50;
const maxLockedMs = 5_000;
const retryPauseMs = 100;

export const memoryDatabasePath = ':memory:';

/** Integers are read as bigints, so money is exact. */
export type SqlRow = Readonly<Record<string, SQLOutputValue>>;

export type SqlInsertRow = Readonly<Record<string, SQLInputValue | boolean | undefined>>;

/** Every method @throws SocialDataError `storage`. */
export interface Database {
  all(sql: string, ...values: readonly SQLInputValue[]): readonly SqlRow[];
  first(sql: string, ...values: readonly SQLInputValue[]): SqlRow | undefined;
  /** For statements that always return a row. */
  only(sql: string, ...values: readonly SQLInputValue[]): SqlRow;
  /** @returns the number of changed rows */
  run(sql: string, ...values: readonly SQLInputValue[]): number;
  /** @param onConflict an SQL clause. Default: an existing row is an error */
  insert(table: string, row: SqlInsertRow, onConflict?: string): void;
  /** Can't be nested. */
  transact<T>(action: () => T): T;
  close(): void;
}

/** Retries every 100 ms for up to 5 s while a different program locks the file. @throws the last error */
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
 * @param mayBeNew whether to create tables in an empty file
 * @throws SQLite's error, or SocialDataError `storage` if the file has a different version or is unexpectedly empty
 */
export function openDatabase(path: string, { mayBeNew = true }: { readonly mayBeNew?: boolean } = {}): Database {
  const { DatabaseSync } = loadSqlite();
  const connection = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  try {
    connection.exec(`PRAGMA busy_timeout = ${busyMs}`);
    const isNew = readSchemaVersion(connection) === 0;
    if (isNew && !mayBeNew) {
      throw createStoreFault('STORE_LOST', 'the store is empty, although it contained spending');
    }
    if (isNew) {
      connection.exec('PRAGMA auto_vacuum = INCREMENTAL'); // only possible before the first table
    }
    // readers don't wait for writers; on some network drives, SQLite keeps using its rollback journal
    connection.exec('PRAGMA journal_mode = WAL');
    // a commit survives a power failure
    connection.exec('PRAGMA synchronous = FULL');
    // overwrites deleted data where this doesn't need additional writes
    connection.exec('PRAGMA secure_delete = FAST');
    if (isNew) {
      createTables(connection);
    }
    if (hasFullTextSearch()) {
      connection.exec(wordIndexSchema);
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

/** If two windows do this at once, the second one finds the tables. */
function createTables(connection: DatabaseSync): void {
  runInTransaction(connection, () => {
    if (readSchemaVersion(connection) === 0) {
      connection.exec(schema);
      connection.exec(`PRAGMA user_version = ${schemaVersion}`);
    }
  });
}

/** @returns 0 if there are no tables. @throws SocialDataError `storage` if a different version created them */
function readSchemaVersion(connection: DatabaseSync): number {
  const version = Number(connection.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  if (version !== 0 && version !== schemaVersion) {
    throw createStoreFault('STORE_VERSION', `the store has version ${version}, but this program supports ${schemaVersion}`);
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
      // SQLite rolled back itself, as on a full disk; the first error is the one to report
    }
    throw error;
  }
}

/** Suppresses the warning of Node 22 that its SQLite is experimental. Other warnings are passed on. */
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

export function createStoreFault(code: StoreFault, message: string): SocialDataError {
  return new SocialDataError('storage', message, { spent: 'no', code });
}

/** Such as "SQLITE_FULL" or "ENOSPC". */
export function getStorageErrorCode(error: unknown): string | undefined {
  if (error instanceof SocialDataError) {
    return error.facts.code;
  }
  if (!(error instanceof Error)) {
    return undefined;
  }
  if ('errcode' in error && typeof error.errcode === 'number') {
    return sqliteErrorNameByCode.get(error.errcode % 256) ?? `SQLITE_${error.errcode}`;
  }
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function isBusyError(error: unknown): boolean {
  return ['SQLITE_BUSY', 'SQLITE_LOCKED'].includes(getStorageErrorCode(error) ?? '');
}

/** With `spent: 'no'`. */
export function toStorageError(cause: unknown): SocialDataError {
  if (cause instanceof SocialDataError) {
    return cause;
  }
  const code = getStorageErrorCode(cause);
  return new SocialDataError(
    'storage',
    `the store on this machine failed: ${cause instanceof Error ? cause.message : 'no reason given'}`,
    { spent: 'no', cause, ...(code === undefined ? {} : { code }) },
  );
}

/** @throws SocialDataError for any error that the action throws */
export function withStorageErrors<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw toStorageError(error);
  }
}
