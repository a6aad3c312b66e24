import assert from 'node:assert/strict';
import { toTable } from '../../support/toTable.ts';
import { pictureStep } from '../../support/vscode/workbench.ts';
import { type PageAlone, statusOf, useResultsPage } from '../support/resultsPageAlone.ts';
import { drawn, until } from '../support/steps.ts';

interface Saved {
  readonly name: string;
  readonly svg: string;
}

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

  it('shows values for the pointer and for keys', async () => {
    const { page, unheard } = await openPlot();
    const reader = page.getByRole('slider', { name: 'Values: Hashtag over Time' });
    const reading = page.locator('.plot-reading');
    assert.equal(await reading.isVisible(), false);
    const { width } = (await reader.boundingBox()) ?? { width: 0 };
    await reader.hover({ position: { x: 5, y: 150 } });
    await reading.getByText('2026-01-03 00:00:00 · Posts 0 · Engagement 1,000,000').waitFor();
    await reader.hover({ position: { x: width - 5, y: 150 } });
    await reading.getByText('2026-01-03 23:00:00 · Posts 23 · Engagement 770,000').waitFor();
    assert.equal(await page.locator('.plot-cursor').isVisible(), true);
    await pictureStep(page, 'results plot read');
    await page.mouse.move(1, 1);
    await reading.waitFor({ state: 'hidden' });
    await page.keyboard.press('Tab');
    await reader.focus();
    await page.keyboard.press('Home');
    await reading.getByText('2026-01-03 00:00:00').waitFor();
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowRight');
    await reading.getByText('2026-01-03 12:00:00 · Engagement 880,000', { exact: true }).waitFor();
    assert.equal(await reader.getAttribute('aria-valuetext'), '2026-01-03 12:00:00 · Engagement 880,000');
    assert.equal(await reader.getAttribute('aria-valuenow'), '13');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    await reading.getByText('2026-01-03 23:00:00').waitFor();
    assert.deepEqual(unheard(), []);
  });

  it('uses the available width', async () => {
    const { page } = await openPlot();
    const widthOf = async () => Number(await page.getByRole('img', { name: 'Hashtag over Time' }).getAttribute('width'));
    assert.ok((await widthOf()) > 800);
    await page.setViewportSize({ width: 300, height: 700 });
    await until(page, 'it is as narrow as the page', async () => (await widthOf()) <= 300 && (await widthOf()) > 250);
    const overflow = `(() => { const one = document.querySelector('social-plots'); return one.scrollWidth - one.clientWidth; })()`;
    assert.equal(await page.evaluate(overflow), 0);
    await pictureStep(page, 'results plot narrow');
  });

  it('is saved with the visible colors', async () => {
    const { page, received } = await openPlot();
    await page.getByRole('button', { name: 'Save as SVG' }).click();
    await until(page, 'it is saved', () => received('savePlot').length === 1);
    const [{ name, svg }] = received('savePlot') as readonly [Saved];
    assert.equal(name, 'hashtag-over-time');
    assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    assert.doesNotMatch(svg, /var\(|nonce|<script/);
    for (const color of ['#202020', '#e0e0e0', '#0000ff', '#a07800']) assert.ok(svg.includes(color), color); // the theme doesn't have the last color
    await page.setContent(svg);
    await pictureStep(page, 'results plot saved');
    await page.getByText('Engagement', { exact: true }).waitFor();
  });

  it('has an accessible description, and draws bars with any labels', async () => {
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
    assert.match(
      (await picture.locator('desc').textContent()) ?? '',
      /^Followers: same 30,000, same 3,000, W+ 300, <script>x<\/script> 30, ada 3$/,
    );
    assert.equal(await picture.locator('[aria-label="bar"] rect').count(), 5);
    await pictureStep(page, 'results plot bars');
    assert.deepEqual(unheard(), []);
  });
});
