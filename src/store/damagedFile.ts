import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type Database, memoryDatabasePath, openDatabase } from './database.ts';
import { isProcessAlive } from './machine.ts';
import { readTextColumn } from './rows.ts';
import { salvageSpending } from './salvage.ts';
import { isCorruptDatabaseError, isBusyError, getStorageErrorCode } from './storageError.ts';

/** How long a lock holds whose window cannot be asked whether it still runs: it is on another machine, or died right at the start. */
const lockMs = 60_000;

const toDamageMarkPath = (path: string) => `${path}.damaged`;
const toLockPath = (path: string) => `${path}.lock`;
const toSalvagedFilePath = (path: string) => `${path}.salvaged`;

/** Damage was seen in a database: who opens it next checks all of it. */
export function markDamaged(path: string): void {
  try {
    writeFileSync(toDamageMarkPath(path), '');
  } catch {
    // what was damaged is reported all the same, and whoever comes upon it again tries again
  }
}

/**
 * Looks at every page of a database in which damage was seen, in one window at a time. While another window has it open it cannot
 * be set aside, for that window would go on writing into it: then what can be read of it serves until all are closed.
 * @param mayWait whether to try again where others have it open: windows that open at the same time only look at it as well
 * @throws DamagedFileError where it is to be set aside, FileInUseError where it is to be tried again
 */
export function verifyIfMarkedDamaged(
  database: Database,
  path: string,
  { now, mayWait }: { now: number; mayWait: boolean },
): void {
  if (!existsSync(toDamageMarkPath(path))) {
    return;
  }
  const isLocked = tryTakeLock(path, now);
  try {
    if (isLocked && isDatabaseIntact(database)) {
      rmSync(toDamageMarkPath(path), { force: true });
    } else if (isLocked && isDatabaseOpenHereOnly(database)) {
      throw new DamagedFileError('damage was seen in the store, and its check finds it broken');
    } else if (mayWait) {
      throw new FileInUseError('another window has the damaged store open');
    }
  } finally {
    if (isLocked) {
      releaseLock(path);
    }
  }
}

/** A database that can be opened, but not be relied on. */
class DamagedFileError extends Error {
  override readonly name = 'DamagedFile';
  readonly code = 'SQLITE_CORRUPT';
}

/** A damaged database that other windows have open. */
class FileInUseError extends Error {
  override readonly name = 'FileInUse';
  readonly code = 'SQLITE_BUSY';
}

/** Whether SQLite finds every page sound, and all tables are there as they were made. */
function isDatabaseIntact(database: Database): boolean {
  const fresh = openDatabase(memoryDatabasePath);
  try {
    const tablesOf = (one: Database) =>
      one.all('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL').map((row) => readTextColumn(row, 'sql'));
    const found = new Set(tablesOf(database));
    return tablesOf(fresh).every((sql) => found.has(sql)) && database.only('PRAGMA quick_check(1)')['quick_check'] === 'ok';
  } catch (error) {
    if (isCorruptDatabaseError(error)) {
      return false;
    }
    throw error;
  } finally {
    fresh.close();
  }
}

/** Whether no other window has the database open: only then can SQLite end its log. */
function isDatabaseOpenHereOnly(database: Database): boolean {
  try {
    return database.only('PRAGMA journal_mode = DELETE')['journal_mode'] === 'delete';
  } catch (error) {
    if (isBusyError(error)) {
      return false;
    }
    throw error;
  }
}

/** Tells a file from one that comes in its place; undefined while there is none. */
export function getFileId(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}

/** A broken database under its other name. */
export interface QuarantinedFile {
  readonly path: string;
  /** Whether the new one has all that was spent. */
  readonly isSpendingKnown: boolean;
}

/**
 * Gives a broken database another name, with what belongs to it, and puts in its place a new one with what was spent. Two windows
 * may find it broken at once: one of them does it, and none takes away the new one that the other has made.
 * @param file which one was found broken
 * @param markUnknown marks that nobody can tell what was spent, before the file leaves its place: so it is where this ends halfway.
 *   Returns what takes the mark back
 * @returns undefined when another window was faster, or is at it
 */
export function quarantineAndReplaceDatabase(
  path: string,
  file: bigint | undefined,
  now: number,
  markUnknown: () => () => void,
): QuarantinedFile | undefined {
  if (!tryTakeLock(path, now)) {
    return undefined;
  }
  try {
    if (getFileId(path) !== file) {
      return undefined;
    }
    const moved = toBrokenFilePath(path, new Date(now).toISOString().replaceAll(/[:.]/g, '-'));
    const salvaged = toSalvagedFilePath(path);
    const isSpendingKnown = trySalvageSpending(path, salvaged);
    // a lock that was taken for a dead window's is another one's by now, who goes on alone
    const unmark = isOwnLock(path) && getFileId(path) === file ? markUnknown() : undefined;
    if (unmark === undefined || !renameUnlessInUse(path, moved)) {
      unmark?.();
      removeDatabase(salvaged);
      return undefined;
    }
    renameDatabaseLog(path, moved);
    rmSync(toDamageMarkPath(path), { force: true });
    if (existsSync(salvaged)) {
      renameSync(salvaged, path);
    }
    if (isSpendingKnown) {
      unmark();
    }
    return { path: moved, isSpendingKnown };
  } finally {
    releaseLock(path);
  }
}

/**
 * Puts what was read of a broken file in its place, where the window that did so died before it could. That nobody can tell what was
 * spent stays marked.
 * @returns false where another window is at it
 */
export function finishInterruptedQuarantine(path: string, now: number): boolean {
  const isLeft = () => getFileId(path) === undefined && existsSync(toSalvagedFilePath(path));
  if (!isLeft()) {
    return true;
  }
  if (!tryTakeLock(path, now)) {
    return false;
  }
  try {
    if (isLeft()) {
      renameDatabaseLog(path, findNewestBrokenFilePath(path)); // before: it is none of the file that comes in its place
      renameSync(toSalvagedFilePath(path), path);
    }
    return true;
  } finally {
    releaseLock(path);
  }
}

/** What a broken file is called. @param when it was set aside */
function toBrokenFilePath(path: string, when: string): string {
  return path.replace(/(\.\w+)?$/, `.broken-${when}$1`);
}

/** The broken file that was set aside last. */
function findNewestBrokenFilePath(path: string): string {
  const [head = '', tail = ''] = basename(toBrokenFilePath(path, '*')).split('*');
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(head) && name.endsWith(tail));
  return join(dirname(path), names.toSorted().at(-1) ?? `${head}unknown${tail}`);
}

/** Gives what SQLite keeps beside a database the other name of that one. */
function renameDatabaseLog(path: string, moved: string): void {
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(`${path}${suffix}`)) {
      renameSync(`${path}${suffix}`, `${moved}${suffix}`);
    }
  }
}

/**
 * Reads what was spent before the broken file leaves its place: whoever dies meanwhile leaves it there for the next window.
 * @returns whether it is all there; where not even a part can be written down, no new file is left
 */
function trySalvageSpending(from: string, to: string): boolean {
  removeDatabase(to); // of a window that died
  try {
    closeSync(openSync(to, 'a', 0o600));
    return salvageSpending(from, to);
  } catch {
    // a full disk, for example: opening the new database says so
    removeDatabase(to);
    return false;
  }
}

function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    rmSync(`${path}${suffix}`, { force: true });
  }
}

/** @returns false where another window has the file open, on a system that renames no such file */
function renameUnlessInUse(path: string, to: string): boolean {
  try {
    renameSync(path, to);
    return true;
  } catch (error) {
    if (['EBUSY', 'EPERM', 'EACCES'].includes(getStorageErrorCode(error) ?? '')) {
      return false;
    }
    throw error;
  }
}

/** Whether another window is giving the database another name: what was opened now would lose its log. */
export function isBeingQuarantined(path: string, now: number): boolean {
  const since = statSync(toLockPath(path), { throwIfNoEntry: false })?.mtimeMs;
  if (since === undefined) {
    return false;
  }
  const [pid, host] = readLockHolder(path)?.split(' ') ?? [];
  const isStale = host === hostname() ? !isProcessAlive(Number(pid)) : now - since > lockMs;
  if (isStale) {
    rmSync(toLockPath(path), { recursive: true, force: true });
  }
  return !isStale;
}

/** Who has the lock, as it is written in it: the process and its machine. Undefined while it is being taken. */
function readLockHolder(path: string): string | undefined {
  try {
    return readFileSync(join(toLockPath(path), 'holder'), 'utf8');
  } catch {
    return undefined;
  }
}

function isOwnLock(path: string): boolean {
  return readLockHolder(path) === getOwnLockHolder();
}

function getOwnLockHolder(): string {
  return `${process.pid} ${hostname()}`;
}

function releaseLock(path: string): void {
  if (isOwnLock(path)) {
    rmSync(toLockPath(path), { recursive: true, force: true });
  }
}

function tryTakeLock(path: string, now: number): boolean {
  if (isBeingQuarantined(path, now)) {
    return false;
  }
  try {
    mkdirSync(toLockPath(path));
    writeFileSync(join(toLockPath(path), 'holder'), getOwnLockHolder());
    return true;
  } catch (error) {
    if (getStorageErrorCode(error) === 'EEXIST') {
      return false;
    }
    throw error;
  }
}
