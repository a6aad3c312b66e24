import type * as Sqlite from 'node:sqlite';

type SqliteModule = typeof Sqlite;

/** This Node was built without SQLite. Every VS Code that `engines` allows brings it; a host of somebody's own build may not. */
export class NoSqlite extends Error {
  override readonly name = 'NoSqlite';
  readonly code = 'ERR_UNKNOWN_BUILTIN_MODULE';
}

/**
 * The SQLite that Node brings (from 22.13 on without a flag).
 * Node 22 warns that it is experimental, in the console of whoever runs this; that one warning is left out, all others pass.
 * @throws NoSqlite
 */
export function loadSqlite(): SqliteModule {
  const emitWarning: unknown = Reflect.get(process, 'emitWarning');
  const passing = (...args: readonly unknown[]) => {
    const isThatOne = String(args[0]).startsWith('SQLite ') && args[1] === 'ExperimentalWarning';
    if (!isThatOne && typeof emitWarning === 'function') {
      Reflect.apply(emitWarning, process, args);
    }
  };
  Reflect.set(process, 'emitWarning', passing);
  try {
    const sqlite: SqliteModule | undefined = process.getBuiltinModule('node:sqlite');
    if (sqlite === undefined) {
      throw new NoSqlite('this Node has no SQLite');
    }
    return sqlite;
  } finally {
    Reflect.set(process, 'emitWarning', emitWarning);
  }
}
