import assert from 'node:assert/strict';
import { toTable } from '../../support/toTable.ts';
import { pictureStep } from '../../support/vscode/workbench.ts';
import { type PageAlone, statusOf, useResultsPage } from '../support/resultsPageAlone.ts';
import { drawn, until } from '../support/steps.ts';

describe('a plot on a results page', () => {
  const open = useResultsPage();
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    timestamp: `2026-01-03T${String(hour).padStart(2, '0')}:00:00Z`,
    tweet_count: hour === 12 ? null : hour,
    engagement: 1_000_000 - hour * 10_000,
  }));
  const setVariable = (name: string, value: string) =>
    `document.documentElement.style.setProperty(${JSON.stringify(name)}, ${JSON.stringify(value)})`;

  /** Opens a plot with two series in known colors. */
  const openPlot = async (): Promise<PageAlone> => {
    const alone = await open();
    const { page, host } = alone;
    for (const [name, value] of [
      ['--vscode-editor-background', '#202020'],
      ['--vscode-foreground', '#e0e0e0'],
      ['--vscode-charts-lines', 'rgba(255, 255, 255, 0)'],
      ['--vscode-charts-blue', 'color-mix(in srgb, #0000ff 100%, transparent)'],
      ['--vscode-charts-yellow', ''],
      ['--vscode-font-family', 'sans-serif'],
      ['--vscode-font-size', '13px'],
    ] as const) {
      await page.evaluate(setVariable(name, value));
    }
    const { columns, rows } = toTable('hashtagPoint', hours);
    host.send('records', {
      series: 1,
      kind: 'hashtagPoint',
      columns: [...columns],
      start: 0,
      rows: JSON.stringify(rows),
    });
    host.send('status', statusOf());
    await page.getByRole('img', { name: 'Hashtag over Time' }).waitFor();
    return alone;
  };

  it('is the default view for hashtag statistics', async () => {
    const { page, host } = await openPlot();
    await page.getByRole('button', { name: 'Cards', exact: true }).click();
    await page.locator('.record').first().waitFor();
    host.send('status', statusOf({ summary: 'newer' }));
    await page.locator('.summary-text', { hasText: 'newer' }).waitFor();
    assert.equal((await page.locator('.record').count()) > 0, true);
  });

  it('uses a different theme’s colors without a redraw', async () => {
    const { page } = await openPlot();
    await page.evaluate(`window.line = document.querySelector('.plot-figure [aria-label="line"] path')`);
    await page.evaluate(setVariable('--vscode-charts-blue', 'rgb(255, 0, 0)'));
    assert.equal(await page.evaluate('getComputedStyle(window.line).stroke'), 'rgb(255, 0, 0)');
    await drawn(page);
    assert.equal(await page.evaluate(`window.line === document.querySelector('.plot-figure [aria-label="line"] path')`), true);
  });

  it('shows the values at the pointer', async () => {
    const { page, unheard } = await openPlot();
    const figure = page.getByRole('img', { name: 'Hashtag over Time' });
    const { width } = (await figure.boundingBox()) ?? { width: 0 };
    for (const [x, time, posts] of [
      [70, '2026-01-03 00:00:00', 'Posts 0'],
      [width - 30, '2026-01-03 23:00:00', 'Posts 23'],
    ] as const) {
      await figure.hover({ position: { x, y: 150 } });
      const tip = figure.locator('[aria-label="tip"]').filter({ hasText: time });
      await tip.getByText(posts, { exact: true }).waitFor();
    }
    await pictureStep(page, 'results plot read');
    await page.getByRole('cell', { name: '880,000' }).waitFor();
    assert.deepEqual(unheard(), []);
  });

  it('uses the available width', async () => {
    const { page } = await openPlot();
    const widthOf = async () => Number(await page.locator('.plot-figure > svg').first().getAttribute('width'));
    assert.ok((await widthOf()) > 800);
    await page.setViewportSize({ width: 300, height: 700 });
    await until(page, 'it is as narrow as the page', async () => (await widthOf()) <= 300 && (await widthOf()) > 250);
    const overflow = `(() => { const one = document.querySelector('social-plots'); return one.scrollWidth - one.clientWidth; })()`;
    assert.equal(await page.evaluate(overflow), 0);
    await pictureStep(page, 'results plot narrow');
  });

  it('draws bars with any labels', async () => {
    const { page, host, unheard } = await open();
    const { columns, rows } = toTable(
      'user',
      ['ada', '<script>x</script>', 'W'.repeat(90), 'same', 'same'].map((username, at) => ({
        username,
        counts: { followers: 10 ** at * 3 },
      })),
    );
    host.send('records', { series: 1, kind: 'user', columns: [...columns], start: 0, rows: JSON.stringify(rows) });
    host.send('status', statusOf());
    await page.getByRole('button', { name: 'Plots', exact: true }).click();
    const picture = page.getByRole('img', { name: 'Most Followers' });
    await picture.waitFor();
    assert.deepEqual(await picture.locator('[aria-label="bar"] title').allTextContents(), [
      'same: 30,000',
      'same: 3,000',
      `${'W'.repeat(90)}: 300`,
      '<script>x</script>: 30',
      'ada: 3',
    ]);
    assert.equal(await picture.locator('[aria-label="bar"] rect').count(), 5);
    await pictureStep(page, 'results plot bars');
    assert.deepEqual(unheard(), []);
  });
});
