import type { Page } from 'playwright-core';
import { search } from '../../../src/client/endpoints/table.ts';
import { waitUntilWorkbenchReady } from '../../support/vscode/openWorkbench.ts';
import { runCommand } from '../../support/vscode/workbench.ts';
import { webviewPage } from '../../webview/support/threadFrame.ts';

/** The time limit for restoring the records, in milliseconds. */
const patienceMs = 120_000;

/** Opens a results tab without a request. */
export async function openEmptyResults(page: Page): Promise<void> {
  await runCommand(page, 'Social Data: Search…');
  await webviewPage(page).getByText('No results loaded.').waitFor();
}

/**
 * Restores stored responses in the open tab without a request: the tab stores its responses' ids, as after each page
 * that the user loads, and the window is reloaded.
 */
export async function bringStored(page: Page, ids: readonly string[]): Promise<void> {
  const texts = { searchItem: 'harbour', category: 'Top' };
  const source = { endpointId: search.id, texts, exchangeIds: ids };
  const frame = webviewPage(page);
  await frame.locator('.question').waitFor();
  await frame.locator('body').evaluate(`(() => {
    const { host, view } = document.querySelector('social-results');
    host.saveState({
      source: ${JSON.stringify(source)},
      draft: ${JSON.stringify(texts)},
      view: { ...view, mode: 'table', sort: { column: 'likes', direction: 'descending' } },
    });
  })()`);
  await runCommand(page, 'Developer: Reload Window');
  await page.locator('.tab').waitFor({ state: 'detached' });
  await waitUntilWorkbenchReady(page);
}

/** Waits until the page has and shows that many records. @returns the milliseconds since the page started */
export async function waitForRecords(page: Page, count: number): Promise<number> {
  const frame = webviewPage(page);
  await frame.locator('social-results .table-row').first().waitFor({ timeout: patienceMs });
  return Number(
    await frame.locator('body').evaluate(
      `new Promise((done) => {
        const look = () => {
          const { records, status } = document.querySelector('social-results');
          if (records.rows.length === ${count} && status?.loaded === ${count}) done(performance.now());
          else requestAnimationFrame(look);
        };
        look();
      })`,
      undefined,
      { timeout: patienceMs },
    ),
  );
}
