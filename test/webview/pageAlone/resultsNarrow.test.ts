import assert from 'node:assert/strict';
import { pictureStep } from '../../support/vscode/workbench.ts';
import { statusOf, useResultsPage } from '../support/resultsPageAlone.ts';
import { drawn } from '../support/steps.ts';

describe('a page of results that is 300 pixels wide', () => {
  const open = useResultsPage();

  it('keeps the way to more records in sight below an open builder, faults and a failure, and signs beside their words', async () => {
    const { page, host, showPosts } = await open();
    await page.setViewportSize({ width: 300, height: 732 });
    showPosts(20);
    const actions = [{ action: 'retry', title: 'Retry (≈$0.0002)' }];
    const failure = { message: 'Search: cancelled. The call may have been charged.', severity: 'information', actions } as const;
    host.send('status', statusOf({ failure, summary: '100 results · more available (≈$0.0002) · $0.001' }));
    await page.getByRole('textbox', { name: 'Query' }).fill('coffee since:2026-99-99 min_faves:abc');
    await page.getByRole('button', { name: 'Query Builder' }).click();
    await page.locator('.builder').waitFor();
    await page.getByRole('button', { name: /^Load 5 More/ }).waitFor();
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
