import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
import { getFreeDiskBytes, isProcessAlive, toLocalDay } from './machine.ts';
import type { ResolvedStoreOptions, Store, StoreOptions, StoredPins, PinRow } from './store.ts';
import { runWithDeferredError } from '../client/policies/send.ts';
import type { Clock } from '../client/clock.ts';
import type { SocialDataError } from '../client/errors.ts';
import type { HistoryStore } from '../client/policies/history.ts';
import { createStoredHistory, createStoredExchanges, readPragma } from './storedHistory.ts';
import { StoreLedger } from './ledger.ts';
import { createSpendingReader, loadPriceBook } from './ledgerRows.ts';
import { readNumberColumn, readTextColumn } from './rows.ts';

/** The default of the setting `history.maxSize`, and the limit of the command line. */
export const defaultMaxHistoryBytes = 500_000_000;

function createStoredPins(database: Database, clock: Clock, onChanged: () => void): StoredPins {
  const list = () =>
    database.all('SELECT kind, id, label, pinned_at FROM pins ORDER BY place').map((row): PinRow => {
      const label: unknown = JSON.parse(readTextColumn(row, 'label'));
      return {
        kind: readTextColumn(row, 'kind'),
        id: readTextColumn(row, 'id'),
        label,
        pinnedAt: readNumberColumn(row, 'pinned_at'),
      };
    });
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

/**
 * @param findFault returns why no paid call may start
 * @throws SocialDataError `storage` if spending cannot be read, or calls that windows left open cannot be recorded
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
    // a call that ends after its window: the intent that was left stands for it
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
  ofDay.today(); // finds out early if the file cannot be read
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
    spending: createSpendingReader(database, ofDay),
    pins: createStoredPins(database, clock, changes.touch),
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

/** Treats unreadable answers as not kept. Then no paid call may start, because its response may already be paid for. */
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
    return 0; // readers of the changed data report why it cannot be read
  }
}

/** How often other windows are asked whether they wrote something, while somebody listens. */
const pollMs = 1_000;

/**
 * Says of changes of this window at once, once for all that is written in one go, and of other windows' within a second.
 * @param version another number whenever another window wrote; asked only while somebody listens
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

/** Says that there was a ledger in this folder: a file that is gone or empty counts as new no more. */
const markerFileName = 'store.kept';

/**
 * Opens what is kept on this machine, within five seconds. A file that cannot be read and written is left alone: then all is kept in
 * memory until the window closes, no call is begun that costs, and a notice says why.
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
  closeSync(openSync(path, 'a', 0o600)); // what was asked is the person's own business: nobody else may read it
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

/** Tells a file from one that comes in its place; undefined while there is none. */
function getFileId(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}
