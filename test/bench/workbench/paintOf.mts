import type { Page } from 'playwright-core';
import { webviewPage } from '../../webview/support/threadFrame.ts';

/**
 * The time from the creation of the visible webview's outer frame, by VS Code, to the first paint of an
 * element, in milliseconds, as the browser recorded both.
 */
export async function paintOf(page: Page, selector: string): Promise<number> {
  return (await paintedAt(page, selector)) - (await webviewBegunAt(page));
}

/** The time of that paint, in milliseconds since 1970. */
export async function paintedAt(page: Page, selector: string): Promise<number> {
  const frame = webviewPage(page);
  await frame.locator(selector).first().waitFor({ timeout: 60_000 });
  // the only paint entries with an element
  return Number(
    await frame.locator('body').evaluate(`new Promise((done) => {
      new PerformanceObserver((list) => {
        const entry = list.getEntries().find(({ element }) => element?.closest('${selector}'));
        if (entry !== undefined) done(performance.timeOrigin + entry.startTime);
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    })`),
  );
}

/**
 * The same for an element that is painted after a larger one, for which the browser doesn't have an entry. Measures until
 * the frame in which the element exists, so the real time can be shorter.
 * @param root a page element that exists from the start
 */
export async function paintSeen(page: Page, root: string, selector: string): Promise<number> {
  const painted = Number(
    await webviewPage(page)
      .locator(root)
      .evaluate(
        `new Promise((done) => {
          const look = () => requestAnimationFrame(() => {
            if (document.querySelector('${selector}') === null) return look();
            // a message that is sent in a frame arrives after its paint
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => done(performance.timeOrigin + performance.now());
            port2.postMessage(undefined);
          });
          look();
        })`,
      ),
  );
  return painted - (await webviewBegunAt(page));
}

export async function webviewBegunAt(page: Page): Promise<number> {
  return Number(
    await page.frameLocator('iframe.webview.ready:visible >> nth=-1').locator('body').evaluate('performance.timeOrigin'),
  );
}
