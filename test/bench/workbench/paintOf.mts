import type { Page } from 'playwright-core';
import { webviewPage } from '../../webview/support/threadFrame.ts';

/**
 * How long the webview in sight took from the begin of its outer frame, which VS Code makes, to the first painting of an
 * element, in milliseconds, as the browser recorded both.
 */
export async function paintOf(page: Page, selector: string): Promise<number> {
  const frame = webviewPage(page);
  await frame.locator(selector).first().waitFor({ timeout: 60_000 });
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
  return painted - begun;
}
