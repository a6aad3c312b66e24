import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { pictureStep } from '../../support/vscode/workbench.ts';
import { type PageAlone, statusOf, useResultsPage } from '../support/resultsPageAlone.ts';
import { drawn, until } from '../support/steps.ts';
import { checkAccessibility } from '../support/threadFrame.ts';

describe('a search on a results page, by keyboard alone', () => {
  const open = useResultsPage();
  let alone: PageAlone;
  const query = () => alone.page.getByRole('textbox', { name: 'Query', exact: true });
  const button = (name: string | RegExp) => alone.page.getByRole('button', { name, exact: typeof name === 'string' });
  const heads = () => alone.page.getByRole('columnheader');
  const isFocused = async (what: Locator) => (await what.and(alone.page.locator(':focus')).count()) === 1;
  /** Presses Tab until this has focus. */
  const goTo = async (what: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    for (let step = 0; step < 60 && !(await isFocused(what)); step += 1) await alone.page.keyboard.press(key);
    assert.ok(await isFocused(what), `${key} does not lead to ${String(what)}`);
  };
  const group = (name: string) => alone.page.locator('summary').filter({ hasText: name });
  const counter = () => alone.page.locator('.counter');

  before(async () => {
    alone = await open({ query: { texts: {} } });
    await alone.page.setViewportSize({ width: 1_200, height: 760 });
    alone.host.send('status', statusOf({ phase: 'idle', loaded: 0, hasMore: false, summary: '' }));
    await alone.page.getByText('No results loaded.').waitFor();
  });

  it('is built from two groups, and the fields follow the typed query, without a request', async () => {
    const { page } = alone;
    await goTo(query());
    await page.keyboard.type('coffee');
    await goTo(button('Query Builder'));
    await page.keyboard.press('Enter');
    await goTo(group('Engagement'));
    await page.keyboard.press('Enter');
    await goTo(page.getByLabel('Minimum likes'));
    await page.keyboard.type('5');
    await goTo(group('Content'));
    await page.keyboard.press('Enter');
    await goTo(page.getByLabel('No replies', { exact: true }));
    await page.keyboard.press('Space');
    const built = 'coffee min_faves:5 -filter:replies';
    assert.equal(await query().inputValue(), built);
    assert.equal((await counter().innerText()).trim(), `${built.length}/512`);
    await pictureStep(page, 'results pages builder');
    await checkAccessibility(page, 'builder');
    await goTo(query(), 'Shift+Tab');
    await page.keyboard.press('End');
    await page.keyboard.type(' min_replies:2');
    assert.equal(await page.getByLabel('Minimum replies').inputValue(), '2');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('tea');
    assert.equal(await page.getByLabel('Minimum likes').inputValue(), '');
    assert.equal(await page.getByLabel('No replies', { exact: true }).isChecked(), false);
    assert.deepEqual(alone.received('call'), []);
  });

  it('shows an error in a filter’s field, and doesn’t add the invalid value to the query', async () => {
    const { page } = alone;
    const control = page.getByLabel('Minimum likes');
    await query().fill('coffee');
    await control.fill('five');
    await control.blur();
    const fault = page.locator('.field-fault').filter({ hasText: /whole number/ });
    await fault.waitFor();
    assert.equal(await control.getAttribute('aria-invalid'), 'true');
    assert.equal(await control.getAttribute('aria-describedby'), await fault.getAttribute('id'));
    assert.equal(await query().inputValue(), 'coffee');
    await control.fill('');
    await control.blur();
    await fault.waitFor({ state: 'detached' });
    await query().focus();
  });

  it('shows an error with its fix before sending a request, and applies the fix', async () => {
    const { page } = alone;
    const fault = page.locator('.faults li').filter({ hasText: "'note:' isn't a search operator" });
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('note: coffee');
    await fault.waitFor();
    await page.keyboard.press('Enter'); // an invalid query isn't sent
    await pictureStep(page, 'results pages fault');
    await checkAccessibility(page, 'fault');
    await goTo(button('Put in quotes'));
    await page.keyboard.press('Enter');
    await fault.waitFor({ state: 'detached' });
    assert.equal(await query().inputValue(), '"note:" coffee');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText('x'.repeat(513));
    await counter().and(page.locator('.over')).filter({ hasText: '513/512' }).waitFor();
    await page.keyboard.press('Enter');
    await pictureStep(page, 'results pages too long');
    const [area, builder] = await Promise.all(['.question', '.builder'].map((part) => page.locator(part).boundingBox()));
    assert.ok(area && builder && builder.y + builder.height <= area.y + area.height, 'the builder stays above the records');
    assert.deepEqual(alone.received('call'), []);
  });

  it('is sent once, and its records are sorted, selected, and copied in a table', async () => {
    const { page } = alone;
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('coffee');
    await page.keyboard.press('Enter');
    await until(page, 'it is asked', () => alone.received('call').length > 0);
    alone.showPosts(20);
    alone.host.send('status', statusOf());
    await page.locator('.record:focus').first().waitFor();
    await goTo(button('Table'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await goTo(heads().first());
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await heads().nth(1).and(page.locator('[aria-sort="descending"], [aria-sort="ascending"]')).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    assert.equal(await page.locator('[role="row"][aria-selected="true"]').count(), 3);
    await page.keyboard.press('ControlOrMeta+C');
    await until(page, 'they are copied', () => alone.received('copy').length === 1);
    const [{ text = '' } = {}] = alone.received('copy') as readonly { readonly text?: string }[];
    assert.match(text, /^created_at,/);
    assert.equal(text.trimEnd().split(/\r?\n/).length, 4);
    await goTo(page.locator('.drop > button').filter({ hasText: 'Save' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Save as CSV…' }).waitFor();
    assert.match(await page.locator(':popover-open .menu-note').innerText(), /^3 of \d+ selected$/);
    await pictureStep(page, 'results pages save menu');
    await checkAccessibility(page, 'save menu');
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem', { name: 'Save as CSV…' }).waitFor({ state: 'hidden' });
    assert.deepEqual([alone.received('call').length, alone.unheard()], [1, []]);
  });

  it('is sent once if Enter is pressed twice while its price is loading, and not at all if the query was edited since', async () => {
    const prices: (() => void)[] = [];
    const quote = async () =>
      await new Promise((resolve) => {
        prices.push(() => resolve({ price: '≈$0.0002', freshPrice: null, faults: [] }));
      });
    alone = await open({ query: { texts: {} }, responses: { quote } });
    const { page } = alone;
    alone.host.send('status', statusOf({ phase: 'idle', loaded: 0, hasMore: false, summary: '' }));
    await page.getByText('No results loaded.').waitFor();
    await query().fill('coffee');
    await query().press('Enter');
    await page.keyboard.type(' tea');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    const sentQuotes = () => alone.received('quote').length;
    const pressed = () => alone.received('quote').filter((params) => JSON.stringify(params).includes('coffee tea')).length;
    await until(page, 'the prices of both presses are looked for', () => pressed() >= 2 && prices.length === sentQuotes());
    prices.forEach((response) => response());
    await until(page, 'it is called', () => alone.received('call').length > 0);
    prices.forEach((response) => response());
    await drawn(page);
    assert.deepEqual(alone.received('call'), [{ texts: { searchItem: 'coffee tea' }, reuse: null }]);
  });
});
