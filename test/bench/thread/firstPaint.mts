import type { Page } from 'playwright-core';
import { runCommand } from '../../support/vscode/workbench.ts';
import { paintOf } from '../workbench/paintOf.mts';

/**
 * Opens a webview as a tab and closes it. Returns the time from the creation of its outer frame to the first
 * paint of an element, in milliseconds.
 * @param command opens the tab
 * @param selector the element's selector
 */
export async function firstPaint(page: Page, command: string, selector: string): Promise<number> {
  await runCommand(page, command);
  const took = await paintOf(page, selector);
  await runCommand(page, 'View: Close All Editors');
  await page.locator('.tab').waitFor({ state: 'detached' });
  return took;
}
