import type * as Sqlite from 'node:sqlite';

export type SqliteModule = typeof Sqlite;

/**
 * The SQLite that Node brings (from 22.13 on without a flag).
 * Node 22 warns that it is experimental, in the console of whoever runs this; that one warning is left out, all others pass.
 * @returns undefined where this Node has none
 */
export function loadSqlite(): SqliteModule | undefined {
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
  } catch {
    return undefined; // an older Node, which does not even have the question
  } finally {
    Reflect.set(process, 'emitWarning', emitWarning);
  }
}
