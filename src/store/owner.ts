import { hostname } from 'node:os';

/** Who has a call under way: a store that is open in some window. */
export interface Owner {
  /** Never the same one twice. */
  readonly name: string;
  readonly pid: number;
  readonly host: string;
}

/**
 * A call is over after 90 seconds, waits and retries included; whoever is still at it after this time is gone,
 * or was asleep and settles later, which is then written down as a correction.
 */
export const leaseMs = 10 * 60_000;

export function thisOwner(name: string): Owner {
  return { name, pid: process.pid, host: hostname() };
}

/** Whether a process of this machine runs. A process that may not be signalled runs. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
