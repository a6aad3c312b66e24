import { closeSync, mkdirSync, openSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { sleep } from '../client/deadline.ts';
import { randomNonce } from '../client/exchange.ts';
import { createStore } from './createStore.ts';
import { type Database, inMemory, openDatabase } from './database.ts';
import { NoSqlite } from './loadSqlite.ts';
import { localDay } from './localDay.ts';
import { isAlive, thisOwner } from './owner.ts';
import { NewerSchema } from './schema.ts';
import { setAside } from './setAside.ts';
import { isBroken, isBusy, storageError } from './storageError.ts';
import type { Store, StoreOptions, StoreParts } from './store.ts';

export const databaseName = 'store.sqlite';

/** How often opening is tried while another window is in the way, and what lies between. */
const tries = 60;
const pauseMs = 100;

/**
 * Opens what is kept on this machine. Where that is not possible, the same tables are kept in memory until the window closes,
 * and a notice says why. A broken file is set aside under another name, never deleted.
 * @throws SocialDataError `storage` where there is no SQLite at all, which a notice says too
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const parts: StoreParts = {
    dayOf: localDay,
    owner: thisOwner(randomNonce()),
    isAlive,
    freeBytes: () => freeBytesAt(options.folder),
    ...options,
  };
  try {
    return createStore(await openPatiently(parts), 'disk', parts);
  } catch (cause) {
    if (cause instanceof NoSqlite) {
      options.notify({ kind: 'noSqlite', cause });
      throw storageError(cause);
    }
    options.notify({ kind: 'memoryOnly', reason: cause instanceof NewerSchema ? 'newerVersion' : 'cannotOpen', cause });
    // what is free on the disk is of no matter here: often enough it is full, which is why
    return createStore(openDatabase(inMemory), 'memory', { ...parts, freeBytes: () => undefined });
  }
}

async function openPatiently({ folder, clock, notify }: StoreParts): Promise<Database> {
  const path = join(folder, databaseName);
  mkdirSync(folder, { recursive: true });
  for (let left = tries; ; left -= 1) {
    try {
      closeSync(openSync(path, 'a', 0o600)); // what was asked is the person's own business: nobody else may read it
      return openDatabase(path);
    } catch (error) {
      if (left === 0 || !(isBusy(error) || isBroken(error))) {
        throw error;
      }
      const moved = isBroken(error) ? setAside(path, () => openDatabase(path).close(), clock.now()) : undefined;
      if (moved !== undefined) {
        notify({ kind: 'setAside', path: moved });
        continue;
      }
    }
    await sleep(clock, pauseMs, new AbortController().signal);
  }
}

function freeBytesAt(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined; // a drive that does not tell; a write that fails will
  }
}
