import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandomNonce } from '../client/exchange.ts';
import type { Money } from '../client/money.ts';
import { createStore } from './createStore.ts';
import { memoryDatabasePath, openDatabase, retryWhileLocked } from './database.ts';
import { createCallOwner, getFreeDiskBytes, isProcessAlive, toLocalDay } from './machine.ts';
import { createStoreFault, toStorageError } from './storageError.ts';
import type { ResolvedStoreOptions, Store, StoreOptions } from './store.ts';

export const databaseFileName = 'store.sqlite';

/** Says that there was a ledger in this folder: a file that is gone or empty counts as new no more. */
const markerFileName = 'store.kept';

/**
 * Opens what is kept on this machine, within five seconds. A file that cannot be read and written is left alone: then all is kept in
 * memory until the window closes, no call is begun that costs, and a notice says why.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const parts = resolveStoreOptions(options);
  try {
    return await retryWhileLocked(parts.clock, new AbortController().signal, () => openDiskStore(parts));
  } catch (cause) {
    const problem = toStorageError(cause);
    options.notify({ kind: 'unusable', cause: problem });
    return createStore(openDatabase(memoryDatabasePath), parts, () => problem);
  }
}

/** Keeps what is asked until this process ends, beside no file. */
export function openMemoryStore(options: Omit<StoreOptions, 'folder'>): Store {
  try {
    const parts = resolveStoreOptions({ folder: '', freeBytes: () => undefined, ...options });
    return createStore(openDatabase(memoryDatabasePath), parts);
  } catch (cause) {
    throw toStorageError(cause);
  }
}

/**
 * Gives the file of a folder another name and makes a new one. What is open of the old one begins no call any more that costs.
 * @param spentToday what was spent today, as a person states it: it counts as spent
 * @throws SocialDataError `storage` where the folder or the disk does not allow it
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
    database.insert('totals', { purse: 'real', day: dayOf(clock.now()), endpoint_id: '', spent: spentToday, ...total });
    database.close();
    const moved = join(folder, `store-${new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-')}.sqlite`);
    // the log first: beside a new file it would be taken for that one's
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

type NewHistoryOptions = Pick<StoreOptions, 'folder' | 'clock' | 'dayOf'>;

function resolveStoreOptions(options: StoreOptions): ResolvedStoreOptions {
  return {
    dayOf: toLocalDay,
    owner: createCallOwner(createRandomNonce()),
    isAlive: isProcessAlive,
    agentsCap: () => undefined,
    freeBytes: () => getFreeDiskBytes(options.folder),
    ...options,
  };
}

function openDiskStore(parts: ResolvedStoreOptions): Store {
  const path = join(parts.folder, databaseFileName);
  mkdirSync(parts.folder, { recursive: true });
  closeSync(openSync(path, 'a', 0o600)); // what was asked is the person's own business: nobody else may read it
  const database = openDatabase(path, { mayBeNew: !existsSync(join(parts.folder, markerFileName)) });
  try {
    const file = getFileId(path);
    const store = createStore(database, parts, () =>
      getFileId(path) === file ? undefined : createStoreFault('STORE_MOVED', 'a new history was started'),
    );
    writeMarker(parts.folder);
    return store;
  } catch (error) {
    database.close();
    throw error;
  }
}

function writeMarker(folder: string): void {
  writeFileSync(join(folder, markerFileName), '', { mode: 0o600 });
}

/** Tells a file from one that comes in its place; undefined while there is none. */
function getFileId(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}
