import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { gatewaySearchAdvanced } from '../../../src/client/endpoints/table.ts';
import { toShownQuery } from '../../../src/features/results/host/query.ts';
import { pictureStep } from '../../support/vscode/workbench.ts';
import { statusOf, useResultsPage } from '../support/resultsPageAlone.ts';
import { drawn, until } from '../support/steps.ts';

describe('a results page with a width of 300 pixels', () => {
  const open = useResultsPage();

  it('shows Load More below an open builder, errors, and a failure, and icons next to their text', async () => {
    const { page, host, showPosts } = await open();
    await page.setViewportSize({ width: 300, height: 732 });
    showPosts(20);
    const actions = [{ action: 'retry', title: 'Retry (≈$0.0002)' }];
    const failure = {
      message: 'Search: canceled. The request may have been charged.',
      severity: 'information',
      actions,
    } as const;
    host.send('status', statusOf({ failure, summary: '100 results · $0.001 · more available' }));
    await page.getByRole('button', { name: /^Edit Query/ }).click();
    await page.getByRole('textbox', { name: 'Query' }).fill('coffee since:2026-99-99 min_faves:abc');
    await page.getByRole('button', { name: 'Query Builder' }).click();
    await page.locator('.builder').waitFor();
    await page.getByRole('button', { name: 'Load All…' }).waitFor();
    await drawn(page);
    await pictureStep(page, 'results builder 300');
    const { bottom, height } = await page.evaluate<{ bottom: number; height: number }>(
      `({ bottom: document.querySelector('.summary').getBoundingClientRect().bottom, height: innerHeight })`,
    );
    assert.ok(bottom <= height, `the summary ends at ${bottom} of ${height} pixels`);
    const tops = await page.evaluate<readonly (readonly [number, number])[]>(
      `[...document.querySelectorAll('.faults li')].map((one) => ['.codicon', 'span'].map((part) => one.querySelector(part).getBoundingClientRect()).map(({ top, bottom }, at) => (at === 0 ? bottom : top)))`,
    );
    assert.equal(tops.length, 2);
    for (const [signEnds, wordsBegin] of tops) assert.ok(wordsBegin < signEnds, `${wordsBegin} below ${signEnds}`);
  });
});

describe('a results page at a zoom of 200 %', () => {
  const open = useResultsPage();
  const form = toShownQuery(gatewaySearchAdvanced, {}, () => true);

  /** An element's position in the window; far below if it doesn't exist. */
  const placeOf = async (page: Page, selector: string) =>
    await page.evaluate<{ top: number; bottom: number }>(
      `(({ top, bottom }) => ({ top, bottom }))(document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect() ?? { top: 1e6, bottom: 1e6 })`,
    );
  /** Scrolls with the wheel at this height. */
  const wheel = async (page: Page, y: number, by: number) => {
    await page.mouse.move(320, y);
    await page.mouse.wheel(0, by);
  };

  for (const [what, query, isBuilding] of [
    ['a search with an open builder', {}, true],
    ['a form of many fields', form, false],
  ] as const) {
    it(`scrolls to every view and to Load More below ${what}`, async () => {
      const { page, host, showPosts } = await open({ query });
      showPosts(20);
      host.send('status', statusOf({ summary: '100 results · $0.001 · more available' }));
      await page.locator('.record').first().waitFor({ state: 'attached' });
      if (isBuilding) {
        await page.getByRole('button', { name: /^Edit Query/ }).click();
        await page.getByRole('button', { name: 'Query Builder' }).click();
      }
      await page.setViewportSize({ width: 640, height: 300 });
      for (const view of ['Table', 'JSON', 'Plots', 'Cards']) {
        await page.getByRole('button', { name: view, exact: true }).click();
        await wheel(page, 5, 5_000);
        await until(page, `${view}: the end is reached`, async () => (await placeOf(page, '.summary')).bottom <= 301);
        await pictureStep(page, `results low ${what} ${view}`);
        const { top, bottom } = await placeOf(page, '.body');
        assert.ok(bottom - top >= 200, `${view}: ${bottom - top} pixels for records`);
      }
      await wheel(page, 150, 5_000);
      await page.locator('[aria-posinset="20"]').waitFor();
      await page.locator('.record[tabindex="0"]').focus();
      await wheel(page, 5, -5_000);
      await until(page, 'the head is reached', async () => (await placeOf(page, '.question')).top === 0);
      await page.keyboard.press('End');
      await until(page, 'a key brings a card into sight', async () => {
        const { top, bottom } = await placeOf(page, '[aria-posinset="20"]:focus');
        return top >= 0 && bottom <= 301;
      });
    });
  }

  it('scrolls to a long failure’s actions', async () => {
    const { page, host } = await open();
    await page.setViewportSize({ width: 640, height: 300 });
    const actions = [{ action: 'retry', title: 'Retry (≈$0.0002)' }];
    const failure = { message: 'The service has not answered. '.repeat(20), severity: 'error', actions } as const;
    host.send('status', statusOf({ phase: 'failed', loaded: 0, failure }));
    await page.locator('.empty').waitFor();
    await wheel(page, 5, 5_000);
    await until(page, 'its button is in sight above the summary', async () => {
      const [button, summary] = [await placeOf(page, '.empty vscode-button'), await placeOf(page, '.summary')];
      return button.bottom <= summary.top && summary.bottom <= 301;
    });
  });
});
