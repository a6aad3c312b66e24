import type { Page } from 'playwright-core';
import { openPalette } from '../../support/vscode/workbench.ts';

/** Presses Enter. Returns when, in milliseconds since 1970, as the browser recorded it. */
export async function pressEnter(page: Page): Promise<number> {
  await page.evaluate(`addEventListener('keydown', ({ timeStamp }) => {
    globalThis.pressedAt = performance.timeOrigin + timeStamp;
  }, { capture: true, once: true })`);
  await page.keyboard.press('Enter');
  return Number(await page.evaluate('globalThis.pressedAt'));
}

/** Presses Enter on a command in the palette. */
export async function pressCommand(page: Page, command: string): Promise<number> {
  await openPalette(page, command);
  await page.locator('.quick-input-widget:visible .monaco-list-row.focused').filter({ hasText: command }).waitFor();
  return await pressEnter(page);
}

/** The time from the press to the frame that shows the command's box, in milliseconds. */
export async function boxTime(page: Page, command: string, title: string): Promise<number> {
  await page.evaluate(`globalThis.boxShown = new Promise((done) => {
    const look = () => {
      const shown = document.querySelector('.quick-input-widget .quick-input-title');
      return shown?.checkVisibility() === true && shown.textContent === ${JSON.stringify(title)}
        ? done(performance.timeOrigin + performance.now())
        : requestAnimationFrame(look);
    };
    look();
  }), undefined`);
  const pressedAt = await pressCommand(page, command);
  return Number(await page.evaluate('globalThis.boxShown')) - pressedAt;
}
