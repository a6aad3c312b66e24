import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { maxWaitMs } from '../../support/limits.ts';

/** Waits until the page has handled and rendered earlier messages. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`);
}

/** Waits for a request or event from the page. */
export async function until(page: Page, what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + maxWaitMs; !(await holds());) {
    assert.ok(Date.now() < end, what);
    await drawn(page);
  }
}
