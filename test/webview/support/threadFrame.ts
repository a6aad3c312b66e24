import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { maxWaitMs } from '../../support/limits.ts';

/** The newest visible webview's page. */
export function webviewPage(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview.ready:visible >> nth=-1').frameLocator('iframe#active-frame');
}

/** The active editor group's webview page. */
export async function tabPage(page: Page): Promise<FrameLocator> {
  return await pageIn(page, '.editor-group-container.active');
}

/** The secondary side bar's webview page. */
export async function sideBarPage(page: Page): Promise<FrameLocator> {
  return await pageIn(page, '.part.auxiliarybar');
}

async function pageIn(page: Page, part: string): Promise<FrameLocator> {
  const visible = page.locator('iframe.webview.ready:visible');
  for (const end = Date.now() + maxWaitMs; Date.now() < end;) {
    const group = await page.locator(part).boundingBox();
    const boxes = await Promise.all((await visible.all()).map(async (one) => await one.boundingBox()));
    const at = boxes.findIndex(
      (box) => box !== null && group !== null && box.x >= group.x - 1 && box.x + box.width <= group.x + group.width + 1,
    );
    if (at >= 0) {
      return visible.nth(at).contentFrame().frameLocator('iframe#active-frame');
    }
  }
  throw new Error(`There is no webview in ${part}.`);
}

/** A thread row. @param key its post's id */
export function threadLine(frame: Pick<FrameLocator, 'locator'>, key: string): Locator {
  return frame.locator(`.line[data-key="${key}"]`);
}

/** A thread's live region. */
export function spokenIn(frame: Pick<FrameLocator, 'locator'>): Locator {
  return frame.locator('social-thread > .spoken[role="status"]');
}

/** All axe-core rules, or only color rules. */
export type AccessibilityRules = 'all' | 'colors';

/** Asserts that axe-core finds no violations. @param rules `colors` for a page that was checked in a different theme */
export async function checkAccessibility(
  frame: Pick<FrameLocator, 'locator'>,
  state: string,
  rules: AccessibilityRules = 'all',
): Promise<void> {
  const runOnly = rules === 'all' ? undefined : { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
  const body = frame.locator('body');
  if (!(await body.evaluate(`'axe' in window`))) {
    await body.evaluate(await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8'));
  }
  const found: unknown = await body.evaluate(`(async () => {
    const { violations } = await axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], runOnly })});
    return violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 160) + ' ' + failureSummary).join(' | '));
  })()`);
  assert.deepEqual(found, [], state);
}

/** Asserts that nothing in a thread is wider than the page. */
export async function checkNothingReachesOver(frame: Pick<FrameLocator, 'locator'>, state: string): Promise<void> {
  const wide = await frame
    .locator('body')
    .evaluate(
      `[...document.querySelectorAll('main *:not(.spoken)')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && getComputedStyle(one).display !== 'none').map((one) => one.className || one.tagName).join()`,
    );
  assert.equal(wide, '', `${state}: reaches over the edge`);
}

/** Returns the focused row's key. */
export async function focusedKey(frame: Pick<FrameLocator, 'locator'>): Promise<string> {
  return String(await frame.locator('body').evaluate(`document.activeElement?.closest('.line')?.dataset.key ?? ''`));
}
