import type { Page } from 'playwright-core';
import { runCommand } from '../../support/vscode/workbench.ts';
import { webviewPage } from '../../webview/support/threadFrame.ts';

/**
 * Opens a webview as a tab and closes it again. Gives how long it took from the begin of its outer frame, which VS Code makes,
 * to the first painting of an element, in milliseconds, as the browser recorded both.
 * @param command opens the tab
 * @param selector what is waited for
 */
export async function firstPaint(page: Page, command: string, selector: string): Promise<number> {
  await runCommand(page, command);
  const frame = webviewPage(page);
  await frame.locator(selector).first().waitFor();
  // of the paint entries only this kind tells what was painted
  const painted = Number(
    await frame.locator('body').evaluate(`new Promise((done) => {
      new PerformanceObserver((list) => {
        const entry = list.getEntries().find(({ element }) => element?.closest('${selector}'));
        if (entry !== undefined) done(performance.timeOrigin + entry.startTime);
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    })`),
  );
  const begun = Number(
    await page.frameLocator('iframe.webview.ready:visible >> nth=-1').locator('body').evaluate('performance.timeOrigin'),
  );
  await runCommand(page, 'View: Close All Editors');
  await page.locator('.tab').waitFor({ state: 'detached' });
  return painted - begun;
}
