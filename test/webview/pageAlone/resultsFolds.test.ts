import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { pictureStep } from '../../support/vscode/workbench.ts';
import { type PageAlone, statusOf, useResultsPage } from '../support/resultsPageAlone.ts';
import { checkAccessibility } from '../support/threadFrame.ts';

/** Every third post is longer than a folded card shows. */
const textOf = (number: number) => `post ${number} ${number % 3 === 0 ? 'of somebody with much to say '.repeat(40) : ''}`;
const wide = { width: 900, height: 700 } as const;

/** Resolves once no records overlap or have gaps. */
const settled = `new Promise((resolve) => {
  const look = () => {
    const boxes = [...document.querySelectorAll('.record')].map((one) => one.getBoundingClientRect()).sort((a, b) => a.top - b.top);
    const isClose = boxes.every(({ top }, index) => index === 0 || Math.abs(top - boxes[index - 1].bottom) < 2);
    return isClose && boxes.length > 1 ? resolve() : requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

/** Scrolls so a record begins this many pixels above the list. */
const headAway = (record: string, pixels: number) => `(() => {
  const [one, list] = [document.querySelector('${record}'), document.querySelector('.list-scroller')];
  list.scrollTop += one.getBoundingClientRect().top - list.getBoundingClientRect().top + ${pixels};
})()`;

const isInSight = (record: string) => `(() => {
  const [box, list] = ['${record} .fold', '.list-scroller'].map((one) => document.querySelector(one).getBoundingClientRect());
  return box.top >= list.top && box.bottom <= list.bottom;
})()`;

describe('long text on a result card', () => {
  const open = useResultsPage();
  let alone: PageAlone;
  const button = (name: string) => alone.page.getByRole('button', { name, exact: true });
  /** The first record with folded text, also after it is expanded. */
  const firstFolded = async (): Promise<string> => {
    const folded = alone.page
      .locator('.record')
      .filter({ has: alone.page.locator('.foldable + .folds:not(.unneeded)') })
      .first();
    return `.record[data-index="${await folded.getAttribute('data-index')}"]`;
  };
  const inPage = async <T>(expression: string) => await alone.page.locator('body').evaluate<T, undefined>(expression, undefined);
  const height = async (one: Locator) => (await one.boundingBox())?.height ?? 0;
  const isSettled = async () => {
    await inPage(settled);
  };

  before(async () => {
    alone = await open({ textOf });
    alone.showPosts(20);
    alone.host.send('status', statusOf());
    await button('Show More').first().waitFor();
  });

  for (const width of ['wide', 300] as const) {
    it(`is folded until it is expanded, and moves the records below (${width})`, async () => {
      const { page } = alone;
      if (width === 300) await page.setViewportSize({ ...wide, width });
      await button('Show More').first().scrollIntoViewIfNeeded();
      const record = await firstFolded();
      const one = alone.page.locator(record);
      await pictureStep(page, `results folded ${width}`);
      await checkAccessibility(page, `folded ${width}`);
      const folded = await height(one);
      await one.getByRole('button', { name: 'Show More' }).press('Enter');
      const less = one.getByRole('button', { name: 'Show Less' });
      await less.waitFor();
      assert.ok((await height(one)) > folded + 40, `${folded} and then ${await height(one)}`);
      await isSettled();
      await less.scrollIntoViewIfNeeded();
      await pictureStep(page, `results unfolded end ${width}`);
      await checkAccessibility(page, `unfolded ${width}`);
      await less.press('Enter');
      const more = one.getByRole('button', { name: 'Show More' }).and(alone.page.locator(':focus'));
      await more.waitFor();
      await isSettled();
      assert.equal(await height(one), folded);
      assert.ok(await inPage<boolean>(isInSight(record)), 'who folds it at its end does not lose the place');
    });
  }

  it('doesn’t move when it is expanded while its start isn’t visible', async () => {
    await alone.page.setViewportSize(wide);
    await isSettled(); // the page was narrow before
    const record = await firstFolded();
    const one = alone.page.locator(record);
    await inPage(headAway(record, 40));
    await isSettled();
    const top = async () => Math.round((await one.locator('.foldable').boundingBox())?.y ?? 0);
    const before = await top();
    await one.getByRole('button', { name: 'Show More' }).click();
    await one.getByRole('button', { name: 'Show Less' }).waitFor();
    await isSettled();
    assert.ok(Math.abs((await top()) - before) <= 2, `${before}, and then ${await top()}`);
  });
});
