import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** Lets a page hear and draw what came before. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`);
}

/** Waits for what the page does to its host. */
export async function until(page: Page, what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 10_000; !(await holds());) {
    assert.ok(Date.now() < end, what);
    await drawn(page);
  }
}
