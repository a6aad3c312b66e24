import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sleep } from '../client/deadline.ts';
import { randomNonce } from '../client/exchange.ts';
import { createStore } from './createStore.ts';
import { type Database, inMemory, NewerSchema, NoSqlite, openDatabase } from './database.ts';
import { freeBytesAt, isAlive, localDay, thisOwner } from './machine.ts';
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
      const moved = isBroken(error) ? setAside(path, clock.now()) : undefined;
      if (moved !== undefined) {
        notify({ kind: 'setAside', path: moved });
        continue;
      }
    }
    await sleep(clock, pauseMs, new AbortController().signal);
  }
}

/** A window that holds the lock for longer is gone. */
const lockMs = 30_000;

/**
 * Gives a broken database another name, with what belongs to it. Two windows may find it broken at once: one of them does
 * it, and none takes away the new one that the other has made.
 * @returns the new name; undefined when another window was faster, or is at it
 */
function setAside(path: string, now: number): string | undefined {
  const lock = `${path}.lock`;
  if (!takeLock(lock, now)) {
    return undefined;
  }
  try {
    openDatabase(path).close();
    return undefined;
  } catch (error) {
    if (!isBroken(error)) {
      return undefined;
    }
    const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
    const moved = path.replace(/(\.\w+)?$/, `.broken-${stamp}$1`);
    for (const suffix of ['-wal', '-shm', '']) {
      if (existsSync(`${path}${suffix}`)) {
        renameSync(`${path}${suffix}`, `${moved}${suffix}`);
      }
    }
    return moved;
  } finally {
    rmdirSync(lock);
  }
}

function takeLock(lock: string, now: number): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
      throw error;
    }
  }
  const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  if (since !== undefined && now - since > lockMs) {
    rmdirSync(lock); // the next try takes it
  }
  return false;
}
