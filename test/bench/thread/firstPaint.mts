import type { Page } from 'playwright-core';
import { runCommand } from '../../support/vscode/workbench.ts';
import { paintOf } from '../workbench/paintOf.mts';

/**
 * Opens a webview as a tab and closes it again. Gives how long it took from the begin of its outer frame to the first
 * painting of an element, in milliseconds.
 * @param command opens the tab
 * @param selector what is waited for
 */
export async function firstPaint(page: Page, command: string, selector: string): Promise<number> {
  await runCommand(page, command);
  const took = await paintOf(page, selector);
  await runCommand(page, 'View: Close All Editors');
  await page.locator('.tab').waitFor({ state: 'detached' });
  return took;
}
