import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sleep } from '../client/deadline.ts';
import { createRandomNonce } from '../client/exchange.ts';
import { createStore } from './createStore.ts';
import { markSpendingUnknown, createDiskStoreEarlierSpending, createMemoryStoreEarlierSpending } from './earlierSpending.ts';
import {
  verifyIfMarkedDamaged,
  finishInterruptedQuarantine,
  isBeingQuarantined,
  markDamaged,
  quarantineAndReplaceDatabase,
  getFileId,
} from './damagedFile.ts';
import {
  type Database,
  memoryDatabasePath,
  NewerSchemaError,
  SqliteMissingError,
  openDatabase,
  openDatabaseReadOnly,
} from './database.ts';
import { getFreeDiskBytes, isProcessAlive, toLocalDay, createCallOwner } from './machine.ts';
import { salvageAnswers } from './salvage.ts';
import { isCorruptDatabaseError, isBusyError, isDamageError, toStorageError, UnknownValueError } from './storageError.ts';
import type { Store, StoreNotice, StoreOptions, ResolvedStoreOptions } from './store.ts';

export const databaseFileName = 'store.sqlite';

/** How often opening is tried while another window is in the way, and what lies between. */
const maxOpenTries = 60;
const openRetryPauseMs = 100;
/** How often a file is looked after that another window sets aside: it reads what was spent first, which may take seconds. */
const maxQuarantineWaits = 600;
/** How many of them are made for a damaged file that others have open: those that only open it as well are soon done. */
const maxTriesWhileDamagedFileInUse = 15;

/**
 * Opens what is kept on this machine. Where that is not possible, what is new is kept in memory until the window closes, beside
 * what can be read of the file, and a notice says why. A broken file is set aside under another name, never deleted, and what can be
 * read of it is put into the new one; a file in which damage was seen is checked first. Where nobody can tell what was spent
 * today, the budget of the day has no room until the person says so.
 * @throws SocialDataError `storage` where there is no SQLite at all, which a notice says too
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const parts = resolveStoreOptions(options);
  try {
    return await openStoreWithRetries(parts);
  } catch (cause) {
    if (cause instanceof SqliteMissingError) {
      options.notify({ kind: 'noSqlite', cause });
      throw toStorageError(cause);
    }
    return openFallbackMemoryStore(parts, cause);
  }
}

/** Keeps what is asked until this process ends, beside no file. @throws SocialDataError `storage` where there is no SQLite at all */
export function openMemoryStore(options: Omit<StoreOptions, 'folder'>): Store {
  try {
    return createStore(
      openDatabase(memoryDatabasePath),
      'memory',
      resolveStoreOptions({ folder: '', freeBytes: () => undefined, ...options }),
    );
  } catch (cause) {
    throw toStorageError(cause);
  }
}

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

/** @param cause why the file cannot be used */
function openFallbackMemoryStore(parts: ResolvedStoreOptions, cause: unknown): Store {
  const past = tryOpenReadOnly(join(parts.folder, databaseFileName));
  const earlier = createMemoryStoreEarlierSpending(past);
  parts.notify({
    kind: 'memoryOnly',
    reason: cause instanceof NewerSchemaError ? 'newerVersion' : 'cannotOpen',
    cause,
    isSpendingKnown: !earlier.isUnknown(parts.dayOf(parts.clock.now())),
  });
  // what is free on the disk is of no matter here: often enough it is full, which is why
  return createStore(
    openDatabase(memoryDatabasePath),
    'memory',
    { ...parts, notify: createDamageOnceNotifier(parts.notify), freeBytes: () => undefined },
    { spending: earlier, file: past },
  );
}

/** @returns undefined where nothing of the file can be read, which the reason for keeping everything in memory says */
function tryOpenReadOnly(path: string): Database | undefined {
  try {
    return openDatabaseReadOnly(path);
  } catch {
    return undefined;
  }
}

/** Damage is said once, however often it is come upon. */
function createDamageOnceNotifier(notify: ResolvedStoreOptions['notify']): ResolvedStoreOptions['notify'] {
  let isSaid = false;
  return (notice) => {
    if (notice.kind !== 'damaged' || !isSaid) {
      isSaid ||= notice.kind === 'damaged';
      notify(notice);
    }
  };
}

async function openStoreWithRetries(parts: ResolvedStoreOptions): Promise<Store> {
  const { folder, clock, notify } = parts;
  const path = join(folder, databaseFileName);
  mkdirSync(folder, { recursive: true });
  let mayCheck = true;
  const broken: string[] = [];
  let locked = maxQuarantineWaits;
  for (let left = maxOpenTries; ; left -= 1) {
    while ((isBeingQuarantined(path, clock.now()) || !finishInterruptedQuarantine(path, clock.now())) && locked > 0) {
      locked -= 1;
      await sleep(clock, openRetryPauseMs, new AbortController().signal);
    }
    const file = getFileId(path);
    try {
      const store = tryOpenStoreOnce(path, parts, { mayCheck, mayWait: maxOpenTries - left < maxTriesWhileDamagedFileInUse });
      if (store !== undefined) {
        await copyAnswersOfBrokenFiles(broken, path, (cause) => notify({ kind: 'damaged', cause }));
        return store;
      }
      mayCheck = false;
      continue;
    } catch (error) {
      if (left === 0 || !(isBusyError(error) || isCorruptDatabaseError(error))) {
        throw error;
      }
      const moved = isCorruptDatabaseError(error)
        ? quarantineAndReplaceDatabase(path, file, clock.now(), () => markSpendingUnknown(path, parts.dayOf(clock.now())))
        : undefined;
      if (moved !== undefined) {
        broken.push(moved.path);
        notify({ kind: 'setAside', ...moved });
        continue;
      }
    }
    await sleep(clock, openRetryPauseMs, new AbortController().signal);
  }
}

/** Puts the answers of the files that were set aside into the new one; others have their turn in between. */
async function copyAnswersOfBrokenFiles(
  broken: readonly string[],
  path: string,
  onFault: (cause: unknown) => void,
): Promise<void> {
  try {
    for (const from of broken) {
      for (const _ of salvageAnswers(from, path)) {
        await setImmediate();
      }
    }
  } catch (cause) {
    onFault(cause); // the store is open, and what was spent is in it
  }
}

interface OpenAttemptOptions {
  /** Whether a file whose first look comes upon damage is to be opened once more, which checks it. */
  readonly mayCheck: boolean;
  /** Whether to try again where others have a damaged file open. */
  readonly mayWait: boolean;
}

/** @returns undefined where it is to be opened once more */
function tryOpenStoreOnce(
  path: string,
  parts: ResolvedStoreOptions,
  { mayCheck, mayWait }: OpenAttemptOptions,
): Store | undefined {
  closeSync(openSync(path, 'a', 0o600)); // what was asked is the person's own business: nobody else may read it
  const database = openDatabase(path);
  try {
    verifyIfMarkedDamaged(database, path, { now: parts.clock.now(), mayWait });
    const store = createStoreUnlessDamaged(database, path, parts, mayCheck);
    if (store === undefined) {
      database.close();
    }
    return store;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Makes the store. Damage that it comes upon, now or later, is marked beside the file, and reported once.
 * @returns undefined where making it came upon damage and the file is to be checked for it
 */
function createStoreUnlessDamaged(
  database: Database,
  path: string,
  parts: ResolvedStoreOptions,
  mayCheck: boolean,
): Store | undefined {
  let isMarked = false;
  const early: StoreNotice[] = [];
  let tell: ResolvedStoreOptions['notify'] = (notice) => void early.push(notice);
  const tellOnce = createDamageOnceNotifier((notice) => tell(notice));
  const isOfDamage = (notice: StoreNotice) =>
    'cause' in notice && isDamageError(notice.cause) && !(notice.cause instanceof UnknownValueError);
  const notify: ResolvedStoreOptions['notify'] = (notice) => {
    if (!isMarked && isOfDamage(notice)) {
      isMarked = true;
      markDamaged(path);
    }
    tellOnce(notice);
  };
  const store = createStore(database, 'disk', { ...parts, notify }, { spending: createDiskStoreEarlierSpending(path) });
  if (mayCheck && early.some(isOfDamage)) {
    return undefined;
  }
  tell = parts.notify;
  early.forEach(tell);
  return store;
}
