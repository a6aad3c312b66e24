import { SocialDataError } from '../client/errors.ts';

/** The result codes of SQLite that mean something to a person (https://www.sqlite.org/rescode.html). */
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
  [1032, 'SQLITE_READONLY_DBMOVED'],
]);

/** A row that holds what this version cannot have written: it was damaged. It counts as not kept. */
export class UnreadableRowError extends Error {
  override readonly name: string = 'UnreadableRowError';
  readonly code = 'ROW_UNREADABLE';
}

/** A row with a word that this version does not know. A newer version may have written it, so it is never removed. */
export class UnknownValueError extends UnreadableRowError {
  override readonly name = 'UnknownValueError';
}

/** The bytes of a body are not those that came. Whatever has this body cannot be read. */
export class UnreadableBodyError extends UnreadableRowError {
  override readonly name = 'UnreadableBodyError';
}

/** Reads a part of a row by a reader that has errors of its own. @throws UnreadableRowError */
export function withUnreadableRowError<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new UnreadableRowError(`${name} cannot be read`, { cause });
  }
}

/** "SQLITE_FULL", "ENOSPC": what kind of fault it is; undefined where it says nothing. */
export function getStorageErrorCode(error: unknown): string | undefined {
  if (error instanceof SocialDataError) {
    return error.facts.code;
  }
  if (!(error instanceof Error)) {
    return undefined;
  }
  if ('errcode' in error && typeof error.errcode === 'number') {
    return (
      sqliteErrorNameByCode.get(error.errcode) ?? sqliteErrorNameByCode.get(error.errcode % 256) ?? `SQLITE_${error.errcode}`
    );
  }
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether the file itself is no database, or a broken one. Our statements are fixed: one that is wrong met other tables. */
export function isCorruptDatabaseError(error: unknown): boolean {
  return ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_ERROR'].includes(getStorageErrorCode(error) ?? '');
}

/** Whether a part of the file, or all of it, cannot be read. */
export function isDamageError(error: unknown): boolean {
  return isCorruptDatabaseError(error) || getStorageErrorCode(error) === 'ROW_UNREADABLE';
}

/** Called with what could not be read. */
export type OnDamage = (cause: unknown) => void;

/** Reads what may be damaged. @returns undefined where it is, which is reported */
export function readUnlessDamaged<T>(read: () => T, onDamage: OnDamage): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!isDamageError(error)) {
      throw error;
    }
    onDamage(error);
    return undefined;
  }
}

/** Whether another window was in the way. One that sets the file aside takes away what is being read, too. */
export function isBusyError(error: unknown): boolean {
  return ['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_IOERR', 'SQLITE_READONLY_DBMOVED'].includes(getStorageErrorCode(error) ?? '');
}

/** The error of the client for a fault of the store; nothing was sent because of it. */
export function toStorageError(cause: unknown): SocialDataError {
  if (cause instanceof SocialDataError) {
    return cause;
  }
  const code = getStorageErrorCode(cause);
  return new SocialDataError(
    'storage',
    `the store on this machine failed: ${cause instanceof Error ? cause.message : 'no reason given'}`,
    {
      spent: 'no',
      cause,
      ...(code === undefined ? {} : { code }),
    },
  );
}

/** Does something with the store. @throws SocialDataError for whatever goes wrong in it */
export function withStorageErrors<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw toStorageError(error);
  }
}
