import assert from 'node:assert/strict';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { Workbench } from '../../support/vscode/openWorkbench.ts';
import { pictureStep } from '../../support/vscode/workbench.ts';
import type { Look, PageThemes } from './pageThemes.ts';
import { themesInTurn } from '../../support/vscode/themeTurns.ts';
import { checkAccessibility, pictureSideBar, webviewPage } from './threadFrame.ts';

/** The width that each state must be right at, in CSS pixels, beside a wide one. */
const narrow = 300;

/** What a thread is looked at in, one after the other. */
const threadStates = [
  'empty',
  'no key',
  'failed',
  'not found',
  'unreadable',
  'loading',
  'stopping while it opens',
  'stopping a further page',
  'partial',
  'stopped completing',
  'complete',
  'over budget',
  'gone',
  'offline',
  'tries again',
  'rate limited',
] as const;
export type ThreadState = (typeof threadStates)[number];

/** What a screen reader says of the thread. */
export function spokenIn(frame: FrameLocator): Locator {
  return frame.locator('social-thread > .spoken[role="status"]');
}

/** Makes the secondary side bar as wide as its page must be, by dragging its edge. */
export async function dragToNarrow(page: Page): Promise<void> {
  const width = async () => Number(await webviewPage(page).locator('body').evaluate('innerWidth'));
  const bar = await page.locator('.part.auxiliarybar').boundingBox();
  assert.ok(bar !== null);
  const y = bar.y + bar.height / 2;
  // the edge to drag lies in the gap beside the bar
  const x = bar.x - 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + (await width()) - narrow, y, { steps: 4 });
  await page.mouse.up();
  await page.mouse.move(10, 10);
  const end = Date.now() + 10_000;
  while ((await width()) !== narrow) {
    assert.ok(Date.now() < end, `the page is ${await width()} pixels wide`);
  }
}

/**
 * Holds a state against axe-core's rules at the narrow width and wide, in the themes whose turn it is, and keeps pictures of it.
 * It leaves the page as it was.
 */
export async function looksRight({ page }: Workbench, themes: PageThemes, state: ThreadState): Promise<void> {
  const frame = webviewPage(page);
  assert.equal(await frame.locator('body').evaluate('innerWidth'), narrow);
  const place = threadStates.indexOf(state);
  const lookNarrow: Look = async (theme, rules) => {
    await pictureSideBar(page, `thread ${state} ${theme}`);
    await checkAccessibility(frame, `${state}, ${theme}, narrow`, rules);
    assert.equal(await cutIn(frame), '', `${state}: nothing is cut`);
  };
  await themes.each(frame, lookNarrow, themesInTurn(place, 'narrow'));
  await page.getByRole('button', { name: 'Maximize Secondary Side Bar' }).click();
  await page.getByRole('button', { name: 'Restore Secondary Side Bar' }).waitFor();
  const lookWide: Look = async (theme, rules) => {
    await pictureStep(page, `thread ${state} wide ${theme}`);
    await checkAccessibility(frame, `${state}, ${theme}, wide`, rules);
  };
  await themes.each(frame, lookWide, themesInTurn(place, 'wide'));
  await page.getByRole('button', { name: 'Restore Secondary Side Bar' }).click();
  await page.getByRole('button', { name: 'Maximize Secondary Side Bar' }).waitFor();
}

/** What reaches over the edge of the page. */
async function cutIn(frame: FrameLocator): Promise<unknown> {
  return await frame
    .locator('body')
    .evaluate(
      `[...document.querySelectorAll('main *:not(.spoken)')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && getComputedStyle(one).display !== 'none').map((one) => one.className || one.tagName).join()`,
    );
}
