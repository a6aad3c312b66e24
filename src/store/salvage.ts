import { readVerifiedBody } from './answers.ts';
import { type Database, openDatabase, openDatabaseReadOnly, type SqlRow } from './database.ts';
import { readNumberColumn, readTextColumn } from './rows.ts';
import { isDamageError, readUnlessDamaged, getStorageErrorCode } from './storageError.ts';

/** How many keys of a table are looked up, at most, to get past what cannot be read: fewer where its last row cannot be, either. */
const maxKeysTriedPastDamage = 20_000;
const maxKeysTriedIfEndUnreadable = 1_000;

/** How many rows are written at once: other windows may write in between. */
const batchSize = 200;

/** What the rows of a table are ordered by; one number where that tells where to go on behind damage. */
const orderColumnsByTable = {
  ledger: ['seq'],
  exchanges: ['seq'],
  totals: ['purse', 'day', 'endpoint_id'],
  intents: ['call'],
  prices: ['place', 'endpoint_id'],
  accounts: ['account'],
} as const;
type SalvagedTableName = keyof typeof orderColumnsByTable;

const skipOnConflictSql = 'ON CONFLICT DO NOTHING';
/** Totals follow from the lines of the ledger; where some of these are lost, a total that was read says more. */
const keepLargerTotalsSql = `ON CONFLICT DO UPDATE SET ${['spent', 'calls', 'unreported', 'maybe_billed', 'unexplained']
  .map((column) => `${column} = max(${column}, excluded.${column})`)
  .join(', ')}`;

/**
 * Makes a database of what a broken one says of money, as far as that can be read.
 * @returns whether all that was spent is in it
 */
export function salvageSpending(from: string, to: string): boolean {
  const target = openDatabase(to);
  try {
    const whole = readBrokenDatabase(from, (broken) => {
      const isLedgerWhole = copyRows(broken, target, 'ledger', skipOnConflictSql);
      const areTotalsWhole = copyRows(broken, target, 'totals', keepLargerTotalsSql);
      const areIntentsWhole = copyRows(broken, target, 'intents', skipOnConflictSql);
      copyRows(broken, target, 'prices', skipOnConflictSql);
      copyRows(broken, target, 'accounts', skipOnConflictSql);
      return (isLedgerWhole || areTotalsWhole) && areIntentsWhole;
    });
    return whole === true;
  } finally {
    target.close();
  }
}

/** Puts the answers of a broken database that can be read into one that is in use, in steps of which each is short. */
export function* salvageAnswers(from: string, to: string): Generator<void> {
  const broken = readUnlessDamaged(() => openDatabaseReadOnly(from), ignoreDamage);
  if (broken === undefined) {
    return;
  }
  try {
    yield* copyAnswers(broken, to);
  } finally {
    broken.close();
  }
}

function* copyAnswers(broken: Database, to: string): Generator<void> {
  const target = openDatabase(to);
  try {
    const columns = listTableColumns(target, 'exchanges').filter((name) => name !== 'seq');
    for (const rows of splitIntoBatches(iterateReadableRows(broken, 'exchanges'))) {
      target.transact(() => rows.forEach((row) => row !== damagedRowMarker && copyAnswer(broken, target, row, columns)));
      yield;
    }
  } finally {
    target.close();
  }
}

function copyAnswer(broken: Database, target: Database, row: SqlRow, columns: readonly string[]): void {
  readUnlessDamaged(() => {
    if (target.first('SELECT 1 FROM exchanges WHERE id = ?', readTextColumn(row, 'id')) !== undefined) {
      return;
    }
    // a body has another number there
    const bodyId = row['body_id'] === null ? null : copyBody(broken, target, readNumberColumn(row, 'body_id'));
    if (bodyId !== undefined) {
      tryInsertRow(target, 'exchanges', { ...row, body_id: bodyId }, columns, skipOnConflictSql);
    }
  }, ignoreDamage);
}

/** @returns its number; undefined where it cannot be read */
function copyBody(broken: Database, target: Database, id: number): bigint | undefined {
  const body = broken.first('SELECT hash, encoding, size, bytes FROM bodies WHERE id = ?', id);
  if (body === undefined) {
    return undefined;
  }
  readVerifiedBody(body);
  tryInsertRow(target, 'bodies', body, ['hash', 'encoding', 'size', 'bytes'], skipOnConflictSql);
  return BigInt(readNumberColumn(target.only('SELECT id FROM bodies WHERE hash = ?', body['hash'] ?? null), 'id'));
}

/** @returns whether all rows were read and taken */
function copyRows(broken: Database, target: Database, table: SalvagedTableName, onConflict: string): boolean {
  const columns = listTableColumns(target, table);
  let isWhole = true;
  for (const rows of splitIntoBatches(iterateReadableRows(broken, table))) {
    target.transact(() => {
      for (const row of rows) {
        isWhole = row !== damagedRowMarker && tryInsertRow(target, table, row, columns, onConflict) && isWhole;
      }
    });
  }
  return isWhole;
}

/** @returns false where the row holds what its table does not take, which is damage */
function tryInsertRow(target: Database, table: string, row: SqlRow, columns: readonly string[], onConflict: string): boolean {
  try {
    target.insert(
      table,
      Object.fromEntries(columns.flatMap((name) => (name in row ? [[name, row[name] ?? null]] : []))),
      onConflict,
    );
    return true;
  } catch (error) {
    if (constraintErrorCodePattern.test(getStorageErrorCode(error) ?? '')) {
      return false;
    }
    throw error;
  }
}

/** The codes for a value of another type, or for none where one is needed (SQLITE_CONSTRAINT_DATATYPE, SQLITE_CONSTRAINT_NOTNULL). */
const constraintErrorCodePattern = /^SQLITE_(3091|1299)$/;

function listTableColumns(database: Database, table: string): readonly string[] {
  return database.all('SELECT name FROM pragma_table_info(?)', table).map((row) => readTextColumn(row, 'name'));
}

const damagedRowMarker = Symbol('damaged');

/** The rows of a table that can be read, some perhaps twice, and a sign wherever one cannot. */
function* iterateReadableRows(broken: Database, table: SalvagedTableName): Generator<SqlRow | typeof damagedRowMarker> {
  const order = orderColumnsByTable[table];
  let after = 0n;
  let misses = 0;
  for (let isFirst = true; ; isFirst = false) {
    try {
      const where = isFirst ? '' : `WHERE ${order[0]} > ${after}`;
      for (const row of broken.each(`SELECT * FROM ${table} ${where} ORDER BY ${order.join(', ')}`)) {
        const key = row[order[0]];
        after = typeof key === 'bigint' && key > after ? key : after;
        yield row;
      }
      return;
    } catch (error) {
      if (!isDamageError(error)) {
        throw error;
      }
      yield damagedRowMarker;
    }
    if (order.length > 1 || order[0] !== 'seq') {
      yield* iterateReadableRowsFromEnd(broken, table);
      return;
    }
    const last = readUnlessDamaged(() => broken.first(`SELECT * FROM ${table} ORDER BY seq DESC LIMIT 1`), ignoreDamage);
    const next = findNextReadableKey(
      broken,
      table,
      after,
      (last === undefined ? maxKeysTriedIfEndUnreadable : maxKeysTriedPastDamage) - misses,
    );
    if (next === undefined) {
      return;
    }
    misses += next.misses;
    after = next.key - 1n;
  }
}

function* iterateReadableRowsFromEnd(broken: Database, table: SalvagedTableName): Generator<SqlRow> {
  try {
    yield* broken.each(
      `SELECT * FROM ${table} ORDER BY ${orderColumnsByTable[table].map((column) => `${column} DESC`).join(', ')}`,
    );
  } catch (error) {
    if (!isDamageError(error)) {
      throw error;
    }
  }
}

/** The first row behind damage; undefined where none is left, or too many places had to be tried. */
function findNextReadableKey(broken: Database, table: SalvagedTableName, after: bigint, maxMisses: number) {
  for (let misses = 1; misses <= maxMisses; misses += 1) {
    const from = after + BigInt(misses);
    const found = readUnlessDamaged(
      () => ({ row: broken.first(`SELECT * FROM ${table} WHERE seq >= ? ORDER BY seq LIMIT 1`, from) }),
      ignoreDamage,
    );
    if (found !== undefined) {
      const key = found.row?.['seq'];
      return typeof key === 'bigint' && key >= from ? { key, misses } : undefined;
    }
  }
  return undefined;
}

/** @returns undefined where the database cannot be opened or read at all */
function readBrokenDatabase<T>(from: string, read: (broken: Database) => T): T | undefined {
  const broken = readUnlessDamaged(() => openDatabaseReadOnly(from), ignoreDamage);
  try {
    return broken === undefined ? undefined : readUnlessDamaged(() => read(broken), ignoreDamage);
  } finally {
    broken?.close();
  }
}

function* splitIntoBatches<T>(items: Iterable<T>): Generator<readonly T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length === batchSize) {
      yield batch;
      batch = [];
    }
  }
  yield batch;
}

/** Damage is why all this is done: the person knows. */
function ignoreDamage(): void {}
