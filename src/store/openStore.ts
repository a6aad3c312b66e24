import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandomNonce } from '../client/exchange.ts';
import type { Money } from '../client/money.ts';
import {
  createStoreFault,
  toStorageError,
  isBusyError,
  memoryDatabasePath,
  openDatabase,
  retryWhileLocked,
  type Database,
} from './database.ts';
import {
  toLocalDay,
  type ResolvedStoreOptions,
  type Store,
  type StoreOptions,
  type StoredPins,
  type PinRow,
  type StoredRealValues,
} from './store.ts';
import { runWithDeferredError } from '../client/policies/send.ts';
import type { Clock } from '../client/clock.ts';
import type { SocialDataError } from '../client/errors.ts';
import type { HistoryStore } from '../client/policies/history.ts';
import { createStoredHistory, createStoredExchanges, readPragma } from './storedHistory.ts';
import { createStoredSearch } from './search.ts';
import { StoreLedger } from './ledger.ts';
import { createSpendingReader, loadPriceBook } from './ledgerRows.ts';
import { readNumberColumn, readTextColumn } from './rows.ts';

/** The default for the setting `history.maxSize`, and the command line's limit. */
export const defaultMaxHistoryBytes = 500_000_000;

function createStoredPins(database: Database, clock: Clock, onChanged: () => void): StoredPins {
  const list = () =>
    database.all('SELECT kind, id, label, pinned_at FROM pins ORDER BY place').map((row): PinRow => ({
      kind: readTextColumn(row, 'kind'),
      id: readTextColumn(row, 'id'),
      label: JSON.parse(readTextColumn(row, 'label')) as unknown,
      pinnedAt: readNumberColumn(row, 'pinned_at'),
    }));
  return {
    list,
    update: async (change) => {
      const write = () => {
        const pins = change(list());
        database.run('DELETE FROM pins');
        for (const [place, { kind, id, label, pinnedAt }] of pins.entries()) {
          database.insert('pins', { kind, id, place, label: JSON.stringify(label), pinned_at: pinnedAt });
        }
      };
      await retryWhileLocked(clock, () => database.transact(write));
      onChanged();
    },
  };
}

function createStoredRealValues(database: Database, clock: Clock): StoredRealValues {
  return {
    find: (pseudonym) => {
      const row = database.first('SELECT value FROM real_values WHERE pseudonym = ?', pseudonym);
      return row === undefined ? undefined : readTextColumn(row, 'value');
    },
    add: async (values) => {
      const write = () => {
        for (const [pseudonym, value] of values) {
          database.insert('real_values', { pseudonym, value }, 'ON CONFLICT DO UPDATE SET value = excluded.value');
        }
      };
      await retryWhileLocked(clock, () => database.transact(write));
    },
  };
}

/**
 * @param findFault returns why paid requests are rejected, if they are
 * @throws SocialDataError `storage` if spending can't be read, or closed windows' calls can't be settled
 */
export function createStore(
  database: Database,
  options: ResolvedStoreOptions,
  findFault: () => SocialDataError | undefined = () => undefined,
): Store {
  const { clock, dayOf } = options;
  let fault: SocialDataError | undefined;
  let isClosed = false;
  const notify: ResolvedStoreOptions['notify'] = (notice) => {
    // calls that end later are settled by the next window
    if (!isClosed) {
      options.notify(notice);
    }
  };
  const parts = { ...options, notify };
  const onFault = (cause: SocialDataError) => {
    if (fault === undefined) {
      fault = cause;
      notify({ kind: 'unusable', cause });
    }
  };
  const problem = () => fault ?? findFault();
  const changes = createChangeNotifier(clock, () => readDataVersion(database));
  const exchanges = createStoredExchanges(database, changes.touch);
  const history = createStoredHistory(database, exchanges, parts, changes.touch);
  const prices = loadPriceBook(database);
  const ledger = new StoreLedger(database, parts, { history, prices, onDidChange: changes.onDidChange, problem, onFault });
  ledger.recover();
  const day = () => dayOf(clock.now());
  const ofDay = { today: () => ledger.stateOf(day()), agentsToday: () => ledger.agentStateOf(day()) };
  ofDay.today(); // fails early if the file can't be read
  return {
    problem,
    history: {
      put: (exchange) => history.put(exchange),
      find: (identity) => (fault === undefined ? findUnlessFaulty(history, identity, onFault) : undefined),
    },
    ledger,
    prices,
    exchanges: {
      ...exchanges,
      clear: (clearing) => {
        history.forget();
        return exchanges.clear(clearing);
      },
    },
    search: createStoredSearch(database, clock),
    spending: createSpendingReader(database, ofDay),
    pins: createStoredPins(database, clock, changes.touch),
    realValues: createStoredRealValues(database, clock),
    day,
    onDidChange: changes.onDidChange,
    close: () => {
      if (isClosed) {
        return;
      }
      changes.end();
      try {
        ledger.endAll();
      } catch (cause) {
        notify({ kind: 'notBooked', cause });
      }
      isClosed = true;
      fault ??= createStoreFault('STORE_MOVED', 'the store was closed');
      database.close();
    },
  };
}

/** Treats unreadable responses as missing. `onFault` then stops paid requests, because they may have been paid for already. */
function findUnlessFaulty(history: HistoryStore, identity: string, onFault: (cause: SocialDataError) => void) {
  try {
    return history.find(identity);
  } catch (error) {
    const cause = toStorageError(error);
    if (isBusyError(cause)) {
      throw cause;
    }
    onFault(cause);
    return undefined;
  }
}

function readDataVersion(database: Database): number {
  try {
    return readPragma(database, 'data_version');
  } catch {
    return 0; // reading the data reports the error
  }
}

const pollMs = 1_000;

/**
 * Reports this window's changes in a microtask, and other windows' changes within a second.
 * @param version returns a new number after a different window wrote; polled only while there are listeners
 */
function createChangeNotifier(
  clock: Clock,
  version: () => number,
): Pick<Store, 'onDidChange'> & Record<'touch' | 'end', () => void> {
  const listeners = new Set<() => void>();
  let seen = 0;
  let isDue = false;
  let stop: (() => void) | undefined;
  const tell = () => listeners.forEach(runWithDeferredError);
  const poll = () => {
    const now = version();
    if (now !== seen) {
      seen = now;
      tell();
    }
    stop = listeners.size > 0 ? clock.schedule(pollMs, poll) : undefined;
  };
  const end = () => {
    listeners.clear();
    stop?.();
    stop = undefined;
  };
  return {
    touch: () => {
      if (!isDue) {
        isDue = true;
        queueMicrotask(() => {
          isDue = false;
          tell();
        });
      }
    },
    onDidChange: (listener) => {
      listeners.add(listener);
      if (stop === undefined) {
        seen = version();
        stop = clock.schedule(pollMs, poll);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) {
          end();
        }
      };
    },
    end,
  };
}

export const databaseFileName = 'store.sqlite';

/** Marks a folder that had a ledger. If the database is missing or empty then, spending was lost. */
const markerFileName = 'store.created';

/**
 * Opens the store within five seconds. A file that can't be read and written isn't changed: then the store is in memory, rejects
 * paid requests, and sends a notice.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const parts = resolveStoreOptions(options);
  try {
    return await retryWhileLocked(parts.clock, () => openStoreOnce(parts));
  } catch (cause) {
    const problem = toStorageError(cause);
    options.notify({ kind: 'unusable', cause: problem });
    return createStore(openDatabase(memoryDatabasePath), parts, () => problem);
  }
}

/**
 * Renames the file and creates a new one. Stores that have the old file open reject paid requests from then on.
 * @param spentToday the amount entered by the user
 * @throws SocialDataError `storage`
 */
export function startNewHistory({ folder, clock, dayOf = toLocalDay }: NewHistoryOptions, spentToday: Money): void {
  try {
    const path = join(folder, databaseFileName);
    const fresh = `${path}.new`;
    mkdirSync(folder, { recursive: true });
    rmSync(fresh, { force: true });
    closeSync(openSync(fresh, 'a', 0o600));
    const database = openDatabase(fresh);
    const total = { of_agents: 1, calls: 0, unreported: 0, maybe_billed: 0 };
    database.insert('totals', { day: dayOf(clock.now()), endpoint_id: '', spent: spentToday, ...total });
    database.close();
    const moved = join(folder, `store-${new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-')}.sqlite`);
    // logs first: SQLite would apply them to the new file
    for (const suffix of ['-wal', '-shm', '']) {
      if (existsSync(`${path}${suffix}`)) {
        renameSync(`${path}${suffix}`, `${moved}${suffix}`);
      }
    }
    renameSync(fresh, path);
    writeMarker(folder);
  } catch (cause) {
    throw toStorageError(cause);
  }
}

type NewHistoryOptions = Pick<StoreOptions, 'clock' | 'dayOf'> & { readonly folder: string };

function resolveStoreOptions(options: StoreOptions): ResolvedStoreOptions {
  return {
    dayOf: toLocalDay,
    owner: { name: createRandomNonce(), pid: process.pid },
    isAlive: isProcessAlive,
    agentsCap: () => undefined,
    freeBytes: () => (options.folder === undefined ? undefined : getFreeDiskBytes(options.folder)),
    ...options,
  };
}

function openStoreOnce(parts: ResolvedStoreOptions): Store {
  const { folder } = parts;
  if (folder === undefined) {
    return createStore(openDatabase(memoryDatabasePath), parts);
  }
  const path = join(folder, databaseFileName);
  mkdirSync(folder, { recursive: true });
  closeSync(openSync(path, 'a', 0o600)); // readable only by this account
  const database = openDatabase(path, { mayBeNew: !existsSync(join(folder, markerFileName)) });
  try {
    const file = getFileId(path);
    const store = createStore(database, parts, () =>
      getFileId(path) === file ? undefined : createStoreFault('STORE_MOVED', 'a new history was started'),
    );
    writeMarker(folder);
    return store;
  } catch (error) {
    database.close();
    throw error;
  }
}

function writeMarker(folder: string): void {
  writeFileSync(join(folder, markerFileName), '', { mode: 0o600 });
}

/** Changes if a different file replaces this one. Undefined if the file doesn't exist. */
function getFileId(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}

/** A different account's process can't be signaled (EPERM) but is alive. */
export function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Undefined if the drive doesn't report it. */
function getFreeDiskBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}
