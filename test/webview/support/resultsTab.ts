import assert from 'node:assert/strict';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { runCommand } from '../../support/vscode/workbench.ts';
import { webviewPage } from './threadFrame.ts';

/** The newest visible tab with results. */
export interface ResultsTab {
  readonly frame: () => FrameLocator;
  readonly query: () => Locator;
  readonly button: (name: string | RegExp) => Locator;
  /** The message in place of records. */
  readonly middle: () => Locator;
  /** The message above the records. */
  readonly banner: () => Locator;
  /** The live region. */
  readonly spoken: () => Promise<string>;
}

export function resultsTab(page: () => Page): ResultsTab {
  const frame = () => webviewPage(page());
  return {
    frame,
    query: () => frame().getByRole('textbox', { name: 'Query', exact: true }),
    button: (name) => frame().getByRole('button', { name, exact: typeof name === 'string' }),
    middle: () => frame().locator('.empty'),
    banner: () => frame().locator('.banner'),
    spoken: async () => (await frame().locator('.spoken[role="status"][aria-live="polite"]').textContent()) ?? '',
  };
}

/** Opens a search, and presses Enter. */
export async function askSearch(page: Page, tab: ResultsTab, text: string): Promise<void> {
  await runCommand(page, 'Social Data: Search…');
  await tab.query().fill(text);
  await tab.query().press('Enter');
}

interface FramedPage {
  readonly frame: () => Pick<FrameLocator, 'locator'>;
}

/** Asserts that nothing visible is wider than the page. */
export async function checkNothingIsCutOff({ frame }: FramedPage, state: string): Promise<void> {
  const beyond = await frame().locator('body').evaluate(`[...document.querySelectorAll('.results *')]
    .filter((one) => one.checkVisibility() && one.closest('.spoken, .table-scroller, .plot-table-scroller, .query-colors') === null)
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 || one.getBoundingClientRect().left < -1)
    .map((one) => one.tagName + '.' + one.className)
    .join(', ')`);
  assert.equal(beyond, '', `${state}: beyond the edge`);
}

/** Asserts that each of a page's menus opens within the window, and closes on Escape and on a click outside. */
export async function checkMenusFit({ frame }: FramedPage, state: string): Promise<void> {
  const signs = frame().locator('.drop > button');
  const open = frame().locator('.menu:popover-open');
  const names: string[] = [];
  for (const sign of await signs.all()) {
    const name = `${state}: ${(await sign.getAttribute('aria-label')) ?? ''}`;
    names.push(name);
    await sign.click();
    await open.waitFor();
    const beyond = await open.evaluate(`new Promise((resolve) => requestAnimationFrame(() => {
      const menu = document.querySelector('.menu:popover-open');
      const { left, right, top, bottom } = menu.getBoundingClientRect();
      const isInside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
      const isWhole = menu.scrollWidth <= menu.clientWidth;
      resolve(isInside && isWhole ? '' : JSON.stringify({ left, right, top, bottom, of: [innerWidth, innerHeight], isWhole }));
    }))`);
    assert.equal(beyond, '', name);
    await sign.press('Escape');
    await open.waitFor({ state: 'hidden' });
    await sign.click();
    await open.waitFor();
    await frame()
      .locator('.summary')
      .click({ position: { x: 2, y: 2 } });
    await open.waitFor({ state: 'hidden' });
  }
  assert.ok(names.length >= 3, names.join(', '));
}

/** Asserts that the toolbar has one line. */
export async function checkToolbarIsOneLine({ frame }: FramedPage, state: string): Promise<void> {
  const middles = await frame()
    .locator('body')
    .evaluate<number[], undefined>(
      `[...document.querySelector('.toolbar').children]
    .filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect())
    .map(({ top, bottom }) => (top + bottom) / 2)`,
      undefined,
    );
  assert.ok(Math.max(...middles) - Math.min(...middles) < 8, `${state}: ${middles.join(', ')}`);
}
