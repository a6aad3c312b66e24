import { SocialDataError } from '../client/errors.ts';

/** The result codes of SQLite that mean something to a person (https://www.sqlite.org/rescode.html). */
const names: ReadonlyMap<number, string> = new Map([
  [5, 'SQLITE_BUSY'],
  [6, 'SQLITE_LOCKED'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [26, 'SQLITE_NOTADB'],
]);

/** "SQLITE_FULL", "ENOSPC": what kind of fault it is; undefined where it says nothing. */
export function storageCode(error: unknown): string | undefined {
  if (error instanceof SocialDataError) {
    return error.facts.code;
  }
  if (!(error instanceof Error)) {
    return undefined;
  }
  if ('errcode' in error && typeof error.errcode === 'number') {
    return names.get(error.errcode % 256) ?? `SQLITE_${error.errcode}`;
  }
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether the file itself is no database, or a broken one. */
export function isBroken(error: unknown): boolean {
  const code = storageCode(error);
  return code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB';
}

/** Whether another window was in the way. */
export function isBusy(error: unknown): boolean {
  const code = storageCode(error);
  return code === 'SQLITE_BUSY' || code === 'SQLITE_LOCKED';
}

/** The error of the client for a fault of the store; nothing was sent because of it. */
export function storageError(cause: unknown): SocialDataError {
  if (cause instanceof SocialDataError) {
    return cause;
  }
  const code = storageCode(cause);
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
    throw storageError(error);
  }
}
