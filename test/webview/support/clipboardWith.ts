import type { Page } from 'playwright-core';

/** What stands on the clipboard once it begins like this. */
export async function clipboardWith(page: Page, start: string): Promise<string> {
  return await page.evaluate<string>(`(async () => {
    const end = Date.now() + 10_000;
    for (;;) {
      const text = await navigator.clipboard.readText();
      if (text.startsWith(${JSON.stringify(start)}) || Date.now() > end) return text;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  })()`);
}
