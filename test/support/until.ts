import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { maxWaitMs } from './limits.ts';

/** Waits for a condition. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  for (const end = Date.now() + maxWaitMs; !holds();) {
    assert.ok(Date.now() < end, `Waited in vain: ${what}`);
    await setTimeout(5);
  }
}
