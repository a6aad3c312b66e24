import { statfsSync } from 'node:fs';
import type { Day } from './store.ts';

/**
 * A call ends within 90 seconds, including waits and retries. A process that still has one open after this time is gone or was
 * asleep; then the worse case recorded for the call applies.
 */
export const callLeaseMs = 10 * 60_000;

/** A process that cannot be signalled for lack of permission is alive, too. */
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

/** Undefined if the drive does not say; then a failing write will tell. */
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
