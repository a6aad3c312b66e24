import assert from 'node:assert/strict';
import { pictureStep } from '../../support/vscode/workbench.ts';
import { type PageAlone, statusOf, useResultsPage } from '../support/resultsPageAlone.ts';
import { checkMenusFit, checkToolbarIsOneLine } from '../support/resultsTab.ts';
import { drawn } from '../support/steps.ts';
import { checkAccessibility } from '../support/threadFrame.ts';

describe('a table in a page of results that is narrow', () => {
  const open = useResultsPage();
  let alone: PageAlone;
  const frame = () => alone.page;
  const cell = (row: number, column: number) =>
    alone.page.locator(`[role="row"][aria-rowindex="${row + 2}"] [role="gridcell"][aria-colindex="${column + 1}"]`);

  before(async () => {
    alone = await open();
    alone.showPosts(20);
    alone.host.send('status', statusOf());
    await alone.page.getByRole('button', { name: 'Table', exact: true }).click();
    await cell(0, 0).waitFor();
  });

  it('keeps its toolbar on one line and its menus inside the window, at 730 and at 300 pixels', async function () {
    this.timeout(60_000); // ten menus, each opened twice
    const { page } = alone;
    await cell(0, 0).click();
    await cell(1, 0).click({ modifiers: ['Shift'] });
    await page.getByText('2 selected ·').waitFor();
    for (const width of [730, 300]) {
      await page.setViewportSize({ width, height: 720 });
      await drawn(page);
      await pictureStep(page, `results table ${width}`);
      await checkToolbarIsOneLine({ frame }, `selected at ${width}`);
      await checkMenusFit({ frame }, `at ${width}`);
      await checkAccessibility(page, `table ${width}`);
    }
    for (const name of ['Saved Searches', /^Copy/, /^Columns/]) {
      const sign = page.locator('.drop > button').and(page.getByLabel(name));
      await sign.click();
      await pictureStep(page, `results menu 300 ${String(name).replaceAll(/\W/g, '')}`);
      await sign.press('Escape');
    }
    await page.getByRole('button', { name: 'Clear Selection' }).press('Enter');
    await page.locator('.selection').waitFor({ state: 'detached' });
    assert.equal(await page.locator('[role="row"][aria-selected="true"]').count(), 0);
    await checkToolbarIsOneLine({ frame }, 'at 300');
  });

  it('is not moved sideways when a cell is pressed, and is when a key reaches one', async () => {
    const { page } = alone;
    await page.setViewportSize({ width: 600, height: 720 });
    await drawn(page);
    const left = async () => await page.evaluate<number>("document.querySelector('.table-scroller').scrollLeft");
    await cell(0, 2).click({ position: { x: 4, y: 10 } });
    assert.equal(await cell(0, 2).getAttribute('tabindex'), '0');
    await drawn(page);
    assert.equal(await left(), 0);
    await cell(0, 2).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('End');
    await drawn(page);
    assert.ok((await left()) > 0);
    assert.deepEqual(alone.unheard(), []);
  });
});
