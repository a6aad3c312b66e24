import assert from 'node:assert/strict';
import { startMockService } from '../support/countingProxy.ts';
import { whenReady } from '../support/vscode/openWorkbench.ts';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import { acceptQuickInput, runCommand, takeScreenshot, typeInQuickInput, waitForEditor } from '../support/vscode/workbench.ts';
import { hostilePost, hostileTexts } from './support/hostilePosts.ts';
import { webviewPage } from './support/threadFrame.ts';
import { ownIcons, ownPlots } from './support/ownIcons.ts';

const posts = hostileTexts.map((text, index) => hostilePost(text, index));
const service = await startMockService(() => ({
  status: 200,
  headers: { 'content-type': 'application/json', 'x-price-per-call': '0.0002', 'x-remaining-balance': '5' },
  body: JSON.stringify({ data: posts, nextCursor: null, previousCursor: null, hasNextPage: false }),
}));

/** What would have happened had a payload run, left the page, or asked for something. */
const traces = `JSON.stringify({
  ran: Boolean(window.hostile) || document.title === 'hostile',
  elements: document.querySelector('social-results').querySelectorAll('script, iframe, object, embed, svg:not(${ownIcons}, ${ownPlots}), style, base, form, img, link[href*="evil"], [onerror], [onload], [onclick], [onfocus], [onmouseover]').length,
  asked: performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('evil')),
})`;

describe('results with hostile content in every field', () => {
  const workbench = useWorkbench({
    name: 'results-hostile',
    settings: { 'socialData.primary.connection': 'direct', 'socialData.primary.address': `${service.address}/hostile` },
  });
  const frame = () => webviewPage(workbench().page);
  const button = (name: string | RegExp) => frame().getByRole('button', { name, exact: typeof name === 'string' });
  const held = async () => {
    const found = await frame().locator('body').evaluate<string, undefined>(traces, undefined);
    assert.deepEqual(JSON.parse(found), { ran: false, elements: 0, asked: [] });
  };

  after(async () => {
    await service.close();
  });

  it('asks for a key before anything is sent', async () => {
    const { page } = workbench();
    await runCommand(page, 'Social Data: Search…');
    await frame().getByRole('textbox', { name: 'Query', exact: true }).fill('anything');
    await button(/^Call \(/).click();
    await frame()
      .locator('.middle')
      .filter({ hasText: /no API key is set.*Nothing was spent/s })
      .waitFor();
    await button('Set API Key…').waitFor();
    await takeScreenshot(page, 'results no key');
    assert.equal(service.requests.length, 0);
    await button('Set API Key…').click();
    for (const [title, text] of [
      ['Address', `${service.address}/hostile`],
      ['Set API Key', 'a-key-of-the-test'],
    ] as const) {
      await page
        .locator('.quick-input-widget:visible')
        .filter({ hasText: new RegExp(title) })
        .waitFor();
      await typeInQuickInput(page, text);
      await acceptQuickInput(page);
    }
    await frame().getByRole('textbox', { name: 'Query', exact: true }).waitFor();
  });

  it('runs, loads and opens nothing of it, in no view', async () => {
    const { page } = workbench();
    await button(/^Call \(/).click();
    await frame().locator('.record').first().waitFor();
    assert.equal(service.requests.length, 1);
    for (const view of ['Cards', 'Table', 'JSON', 'Plots'] as const) {
      await button(view).click();
      const [scroller, row] = {
        Cards: ['.list-scroller', '.record'],
        Table: ['.table-scroller', '[role="gridcell"]'],
        JSON: ['.list-scroller', '.json'],
        Plots: ['.plots', '.plots'],
      }[view];
      await frame()
        .locator(row ?? '')
        .first()
        .waitFor();
      for (let page = 0; page < 12; page += 1) {
        await frame()
          .locator('body')
          .evaluate<undefined, undefined>(`document.querySelector('${scroller ?? ''}').scrollBy(0, 900)`, undefined);
        await frame()
          .locator('body')
          .evaluate<undefined, undefined>(
            'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
            undefined,
          );
        await held();
      }
      await takeScreenshot(page, `results hostile ${view}`);
    }
    const plots = await frame().getByLabel('Plot', { exact: true }).locator('option').allTextContents();
    for (const plot of plots) {
      await frame().getByLabel('Plot', { exact: true }).selectOption(plot);
      await held();
    }
    assert.equal(service.requests.length, 1, 'looking at what is loaded asks nothing');
  });

  it('makes no call by itself: sorting, filtering, hiding, moving, reloading', async () => {
    const { page } = workbench();
    await button('Table').click();
    await frame().getByRole('columnheader', { name: /^Text/ }).click();
    await frame().getByRole('searchbox', { name: 'Filter what is loaded' }).fill('script');
    await frame()
      .getByText(/^\d+ of \d+$/)
      .waitFor();
    await runCommand(page, 'View: Move Editor into Next Group');
    await frame()
      .getByText(/^\d+ of \d+$/)
      .waitFor();
    await runCommand(page, 'File: New Untitled Text File');
    await waitForEditor(page, /Untitled/);
    await page.locator('.tab').filter({ hasText: 'Search: anything' }).click();
    await frame()
      .getByText(/^\d+ of \d+$/)
      .waitFor();
    await Promise.all([page.waitForEvent('load'), runCommand(page, 'Developer: Reload Window')]);
    await whenReady(page);
    await page.locator('.tab').filter({ hasText: 'Search: anything' }).click();
    await frame()
      .getByText(/^\d+ of \d+$/)
      .waitFor();
    await held();
    assert.equal(service.requests.length, 1);
  });
});
