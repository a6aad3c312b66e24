import assert from 'node:assert/strict';
import type { FrameLocator, Page } from 'playwright-core';
import { maxWaitMs } from '../../support/limits.ts';

/** Lets a page hear and draw what came before. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`);
}

/** Waits for what the page does to its host. */
export async function until(page: Page, what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + maxWaitMs; !(await holds());) {
    assert.ok(Date.now() < end, what);
    await drawn(page);
  }
}

/**
 * Closes the menu of a right click in a page with Escape, once VS Code has looked where the keyboard is while the menu stands there.
 * It looks four times a second: where it does while the menu opens, and hears of it when the menu is closed already, it takes the
 * page for one that was left, and gives the keyboard to its frame and to nothing in it. No person is that quick.
 */
export async function closeMenu(page: Page, frame: FrameLocator): Promise<void> {
  await frame.locator('body.vscode-context-menu-visible').waitFor();
  // timers of one thread end in their order: this one, a look of VS Code later
  await frame.locator('body').evaluate('new Promise((resolve) => setTimeout(resolve, 300))');
  await drawn(page);
  await page.keyboard.press('Escape');
  await page.locator('.context-view.monaco-menu-container').waitFor({ state: 'hidden' });
}
