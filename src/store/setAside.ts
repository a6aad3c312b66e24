import { existsSync, mkdirSync, renameSync, rmdirSync, statSync } from 'node:fs';
import { isBroken } from './storageError.ts';

/** A window that holds the lock for longer is gone. */
const lockMs = 30_000;

/**
 * Gives a broken database another name, with what belongs to it. Two windows may find it broken at once: one of them does
 * it, and none takes away the new one that the other has made.
 * @param tryOpen @throws while it is broken
 * @returns the new name; undefined when another window was faster, or is at it
 */
export function setAside(path: string, tryOpen: () => void, now: number): string | undefined {
  const lock = `${path}.lock`;
  if (!takeLock(lock, now)) {
    return undefined;
  }
  try {
    if (!isStillBroken(tryOpen)) {
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

function isStillBroken(tryOpen: () => void): boolean {
  try {
    tryOpen();
    return false;
  } catch (error) {
    return isBroken(error);
  }
}
