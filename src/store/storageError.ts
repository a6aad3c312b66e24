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
]);

/** Faults of a file that SQLite itself accepts. */
export type StoreFault =
  /** Another version of this program created its tables. */
  | 'STORE_VERSION'
  /** The file is gone or empty, though it had a ledger. */
  | 'STORE_LOST'
  /** Another file replaced it, because a new history was started. */
  | 'STORE_MOVED'
  /** A row holds values that this program never writes. */
  | 'STORE_ROW';

export function createStoreFault(code: StoreFault, message: string): SocialDataError {
  return new SocialDataError('storage', message, { spent: 'no', code });
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
    return sqliteErrorNameByCode.get(error.errcode % 256) ?? `SQLITE_${error.errcode}`;
  }
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function isBusyError(error: unknown): boolean {
  return ['SQLITE_BUSY', 'SQLITE_LOCKED'].includes(getStorageErrorCode(error) ?? '');
}

/** The error says that nothing was sent. */
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

/** @throws SocialDataError for any error in it */
export function withStorageErrors<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw toStorageError(error);
  }
}
