import { statfsSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Day, CallOwner } from './store.ts';

/**
 * A call is over after 90 seconds, waits and retries included; whoever is still at it after this time is gone, or was asleep: then
 * the worse case that was written down for it stands.
 */
export const callLeaseMs = 10 * 60_000;

export function createCallOwner(name: string): CallOwner {
  return { name, pid: process.pid, host: hostname() };
}

/** A process that may not be signalled runs. */
export function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** "2026-08-01", of milliseconds since 1970. */
export function toLocalDay(ms: number): Day {
  const date = new Date(ms);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** undefined for a drive that does not say: a write that fails will. */
export function getFreeDiskBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

const dayMs = 86_400_000;

/** "2026-03-01", 1 → "2026-02-28". */
export function subtractDays(day: Day, count: number): Day {
  // a calendar day has no time zone: reckoned in UTC, where every day has 24 hours
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * dayMs).toISOString().slice(0, 10);
}
