import type { FrameLocator, Locator, Page } from 'playwright-core';

/** The page of the newest webview in sight. */
export function webviewPage(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview.ready:visible >> nth=-1').frameLocator('iframe#active-frame');
}

/** A line of a thread, by its key: the id of its post. */
export function threadLine(frame: FrameLocator, key: string): Locator {
  return frame.locator(`.line[data-key="${key}"]`);
}
