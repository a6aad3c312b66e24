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
  return painted - (await begunAt(page));
}

/**
 * The same for an element that something larger in the page is painted before, which the browser's entries then leave out: to
 * the frame in which it was first seen there, so at most that long.
 * @param root the page's own element, which is there at once
 */
export async function paintSeen(page: Page, root: string, selector: string): Promise<number> {
  const painted = Number(
    await webviewPage(page)
      .locator(root)
      .evaluate(
        `new Promise((done) => {
          const look = () => requestAnimationFrame(() => {
            if (document.querySelector('${selector}') === null) return look();
            // a message that is sent while a frame is made comes after its painting
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => done(performance.timeOrigin + performance.now());
            port2.postMessage(undefined);
          });
          look();
        })`,
      ),
  );
  return painted - (await begunAt(page));
}

async function begunAt(page: Page): Promise<number> {
  return Number(
    await page.frameLocator('iframe.webview.ready:visible >> nth=-1').locator('body').evaluate('performance.timeOrigin'),
  );
}
