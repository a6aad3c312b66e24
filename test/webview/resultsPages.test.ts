import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import type { Locator } from 'playwright-core';
import { filterGroups } from '../../src/client/search/filters.ts';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import {
  acceptQuickPick,
  waitForClipboard,
  quickInput,
  runCommand,
  switchTheme,
  pictureStep,
  typeInQuickInput,
  waitForEditor,
  waitForQuickPickRow,
} from '../support/vscode/workbench.ts';
import { openSearch, resultsTab } from './support/resultsTab.ts';
import { checkAccessibility } from './support/threadFrame.ts';

/** A page of records that a command of the palette leads to. */
interface WalkedPage {
  readonly command: string;
  /** What finds it in the list of the command, and its title there. */
  readonly path: string;
  readonly title: string;
  /** What is typed into its form, by the label of the field. */
  readonly fields: Readonly<Record<string, string>>;
  /** What its first card says. */
  readonly card: RegExp;
  /** Where a card of something that has a page of its own leads. */
  readonly opens?: RegExp;
  /** The first heads of its table. */
  readonly columns: readonly string[];
  readonly plot: { readonly title: string; readonly kind: 'bar' | 'line' };
  /** It is shown as its plot first: counts over time say more so. */
  readonly opensAsPlot?: true;
}

const pages: readonly WalkedPage[] = [
  {
    command: 'Trends…',
    path: '/trends/{locationId}',
    title: 'Trends',
    fields: { 'Place (WOEID)': 'Worldwide' },
    card: /Rank/,
    columns: ['Rank', 'Topic', 'Posts'],
    plot: { title: 'Trends by Posts', kind: 'bar' },
  },
  {
    command: 'Trends…',
    path: '/trends/hashtag/{hashtag}/analytics',
    title: 'Hashtag Analytics',
    fields: { Hashtag: exampleValues.hashtag },
    card: /Posts\s*\d+\s*Engagement/,
    columns: ['Time', 'Posts', 'Engagement'],
    plot: { title: 'Hashtag over Time', kind: 'line' },
    opensAsPlot: true,
  },
  {
    command: 'Spaces…',
    path: '/spaces/search',
    title: 'Search Spaces',
    fields: { Query: exampleValues.spaceWord },
    card: /maps/i,
    opens: /social\.example\/i\/spaces\/\w+/,
    columns: ['Title', 'State', 'Host', 'Participants'],
    plot: { title: 'Most Participants', kind: 'bar' },
  },
  {
    command: 'Jobs…',
    path: '/jobs/search/{searchTerm}',
    title: 'Search Jobs',
    fields: { Keyword: exampleValues.jobWord },
    card: /engineer/i,
    opens: /jobs\.example\/\w+/,
    columns: ['Title', 'Company', 'Location'],
    plot: { title: 'Jobs over Time', kind: 'line' },
  },
  {
    command: 'Browse Records…',
    path: '/user/{userId}/followers',
    title: 'Followers',
    fields: { 'User Id': exampleValues.userId },
    card: /@/,
    opens: /social\.example\/\w+/,
    columns: ['Handle', 'Name', 'Description', 'Followers'],
    plot: { title: 'Most Followers', kind: 'bar' },
  },
];

describe('pages of results on the way from the palette', () => {
  const workbench = useWorkbench({
    name: 'results-pages',
    settings: { 'socialData.results.open': 'new', 'socialData.media.load': 'never' },
  });
  const tab = resultsTab(() => workbench().page);
  const { frame, query, button } = tab;
  const heads = () => frame().getByRole('columnheader');
  /** Holds what is done to so many answers of the service; pictures, which would count as well, are not loaded here. */
  const answers = async (count: number, act: () => Promise<void>) => {
    const before = await workbench().answers();
    await act();
    assert.equal((await workbench().answers()) - before, count);
  };

  /** Waits for a plot with what says the same as a table: bars, from the highest on, are one; lines have one below. */
  const plotsAs = {
    bar: async (title: string) => {
      const table = frame().getByRole('table', { name: title });
      await table.waitFor();
      const values = (await table.locator('tbody td').allInnerTexts()).map((text) => Number(text.replaceAll(',', '')));
      assert.ok(values.length > 1);
      assert.deepEqual(
        values,
        values.toSorted((a, b) => b - a),
      );
    },
    line: async (title: string) => {
      await frame().getByRole('img', { name: title }).waitFor();
      assert.ok((await frame().locator('.plot-table tbody tr').count()) > 1);
    },
  };

  /** Holds a form that lacks what it needs to saying so, to eyes and to who cannot see it; a press on *Load* leads there. */
  const saysWhyNot = async (title: string, labels: readonly string[]) => {
    const { page } = workbench();
    await frame()
      .getByText(`Fill in first: ${labels.join(', ')}`, { exact: true })
      .waitFor();
    for (const label of labels) {
      assert.match((await frame().getByLabel(label).getAttribute('placeholder')) ?? '', /^for example /);
    }
    const call = button('Load');
    assert.equal(await call.getAttribute('aria-disabled'), 'true');
    assert.equal(await call.getAttribute('aria-describedby'), await frame().getByText('Fill in first').getAttribute('id'));
    await pictureStep(page, `results pages ${title} why not`);
    await checkAccessibility(frame(), `${title}, not filled in`);
    await call.focus();
    await page.keyboard.press('Enter');
    await frame()
      .getByLabel(labels[0] ?? '')
      .and(frame().locator(':focus'))
      .waitFor();
  };

  /** Presses what opens the page of the first record, and takes it back where VS Code asks. */
  const leadsTo = async (address: RegExp) => {
    const { page } = workbench();
    const dialog = page.locator('.monaco-dialog-box');
    await frame().locator('.record').first().getByRole('button', { name: 'Open in Browser' }).click();
    await dialog.filter({ hasText: address }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };

  it('has the window to itself', async () => {
    const { page } = workbench();
    await runCommand(page, 'View: Close Primary Side Bar');
    await page.locator('.part.sidebar').waitFor({ state: 'hidden' });
    await switchTheme(workbench(), 'dark');
  });

  for (const { command, path, title, fields, card, opens, columns, plot, opensAsPlot } of pages) {
    it(`goes from ${command} to the cards, table and plots of ${title}, by one call`, async () => {
      const { page } = workbench();
      await answers(0, async () => {
        await runCommand(page, `Social Data: ${command}`);
        await page.locator('.quick-input-widget:visible input[placeholder^="Which records?"]').waitFor();
        await pictureStep(page, `results pages ${command}`);
        await typeInQuickInput(page, path);
        await waitForQuickPickRow(page, title);
        await acceptQuickPick(page);
        await quickInput(page).waitFor({ state: 'hidden' });
        await waitForEditor(page, title);
        await saysWhyNot(title, Object.keys(fields));
        for (const [label, text] of Object.entries(fields)) await frame().getByLabel(label).fill(text);
        await button(/^Load \(/).waitFor();
      });
      await pictureStep(page, `results pages ${title} form`);
      await answers(1, async () => {
        await button(/^Load \(/).click();
        if (opensAsPlot) {
          await plotsAs[plot.kind](plot.title);
          await button('Cards').click();
        }
        await frame().locator('.record').first().filter({ hasText: card }).waitFor();
      });
      await answers(0, async () => {
        await pictureStep(page, `results pages ${title} cards`);
        assert.doesNotMatch(await frame().locator('.record').first().innerText(), /https?:/, 'a link is there to be pressed');
        if (opens !== undefined) await leadsTo(opens);
        await button('Table').click();
        await heads().first().waitFor();
        assert.deepEqual((await heads().allInnerTexts()).slice(0, columns.length), columns);
        await pictureStep(page, `results pages ${title} table`);
        await button('Plots').click();
        await frame().getByLabel('Plot', { exact: true }).selectOption(plot.title);
        await plotsAs[plot.kind](plot.title);
        await pictureStep(page, `results pages ${title} plot`);
      });
      await checkAccessibility(frame(), title);
    });
  }

  const isFocused = async (what: Locator) => (await what.and(frame().locator(':focus')).count()) === 1;
  /** Goes by Tab, as who has no mouse, until the focus is there. */
  const goTo = async (what: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    const { page } = workbench();
    for (let step = 0; step < 60 && !(await isFocused(what)); step += 1) await page.keyboard.press(key);
    assert.ok(await isFocused(what), `${key} does not lead to ${String(what)}`);
  };
  /** Not by Ctrl+A, which the workbench carries out a moment later, over what was typed meanwhile. */
  const selectLine = async () => {
    await workbench().page.keyboard.press('ControlOrMeta+End');
    await workbench().page.keyboard.press('ControlOrMeta+Shift+Home');
  };
  const group = (name: string) => frame().locator('summary').filter({ hasText: name });
  const counter = () => frame().locator('.counter');

  it('builds a query of two groups by keyboard alone, and the fields follow what is typed, without a call', async () => {
    const { page } = workbench();
    await answers(0, async () => {
      await openSearch(page, tab);
      await frame().locator('textarea:focus').waitFor();
      await page.keyboard.type('coffee');
      await goTo(button('Query Builder'));
      await page.keyboard.press('Enter');
      await goTo(group('Engagement'));
      await page.keyboard.press('Enter');
      await goTo(frame().getByLabel('Likes, at least'));
      await page.keyboard.type('5');
      await goTo(group('Content'));
      await page.keyboard.press('Enter');
      await goTo(frame().getByLabel('No replies', { exact: true }));
      await page.keyboard.press('Space');
      const built = 'coffee min_faves:5 -filter:replies';
      assert.equal(await query().inputValue(), built);
      assert.equal((await counter().innerText()).trim(), `${built.length}/512`);
      await pictureStep(page, 'results pages builder');
      await checkAccessibility(frame(), 'builder');
      await goTo(query(), 'Shift+Tab');
      await page.keyboard.press('End');
      await page.keyboard.type(' min_replies:2');
      assert.equal(await frame().getByLabel('Replies, at least').inputValue(), '2');
      await selectLine();
      await page.keyboard.type('tea');
      assert.equal(await frame().getByLabel('Likes, at least').inputValue(), '');
      assert.equal(await frame().getByLabel('No replies', { exact: true }).isChecked(), false);
    });
  });

  it('can be read in each group of the query builder', async () => {
    const { page } = workbench();
    for (const [at, name] of filterGroups.entries()) {
      const one = frame().locator('.builder-group').nth(at);
      if ((await one.getAttribute('open')) === null) await one.locator('summary').click();
      await pictureStep(page, `results builder ${name}`);
      await checkAccessibility(frame(), name);
      await one.locator('summary').click();
    }
    await query().focus();
  });

  it('shows a fault with its fix before anything is called, and takes the fix by keyboard', async () => {
    const { page } = workbench();
    const fault = frame().locator('.faults li').filter({ hasText: '"note:" is not a search operator' });
    await answers(0, async () => {
      await selectLine();
      await page.keyboard.type('note: coffee');
      await fault.waitFor();
      await page.keyboard.press('Enter'); // what is at fault is not called
      await pictureStep(page, 'results pages fault');
      await goTo(button('Put it in quotes'));
      await page.keyboard.press('Enter');
      await fault.waitFor({ state: 'detached' });
      assert.equal(await query().inputValue(), '"note:" coffee');
      await frame().locator('textarea:focus').waitFor();
      await selectLine();
      await page.keyboard.insertText('x'.repeat(513));
      await counter().and(frame().locator('.over')).filter({ hasText: '513/512' }).waitFor();
      await page.keyboard.press('Enter');
      await pictureStep(page, 'results pages too long');
      const [question, builder] = await Promise.all(['.question', '.builder'].map((part) => frame().locator(part).boundingBox()));
      assert.ok(
        question && builder && builder.y + builder.height <= question.y + question.height,
        'the builder stays above the records',
      );
    });
  });

  it('sorts, selects and copies in a table and opens the menus, by keyboard alone and by one call', async () => {
    const { page } = workbench();
    await selectLine();
    await page.keyboard.type('coffee');
    await answers(1, async () => {
      await page.keyboard.press('Enter');
      await frame().locator('.record').or(frame().getByRole('row')).first().waitFor();
    });
    await answers(0, async () => {
      await goTo(button('Query Builder'));
      await page.keyboard.press('Enter');
      await goTo(button('Table'));
      await page.keyboard.press('Enter');
      await goTo(heads().first());
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await heads()
        .nth(1)
        .and(frame().locator('[aria-sort="descending"]'))
        .or(heads().nth(1).and(frame().locator('[aria-sort="ascending"]')))
        .waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      const selected = frame().locator('[role="row"][aria-selected="true"]');
      assert.equal(await selected.count(), 3);
      await page.keyboard.press('ControlOrMeta+C');
      assert.match(await waitForClipboard(page, 'created_at,'), /^created_at,/);
      await goTo(frame().locator('.drop > button').filter({ hasText: 'Save' }), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await button('Save as CSV…').waitFor();
      assert.match(await frame().locator(':popover-open .menu-note').innerText(), /^3 selected$/);
      await pictureStep(page, 'results pages save menu');
      await checkAccessibility(frame(), 'save menu');
      await page.keyboard.press('Escape');
      await button('Save as CSV…').waitFor({ state: 'hidden' });
    });
  });

  it('is as accessible in high contrast light', async () => {
    const { page } = workbench();
    await switchTheme(workbench(), 'high contrast light');
    await answers(0, async () => {
      for (const { title } of pages) {
        await page
          .locator('.tab')
          .filter({ hasText: new RegExp(`^${title}: `) })
          .click();
        await frame().getByRole('heading', { name: title, exact: true }).waitFor();
        await frame().locator('.plots').waitFor();
        await pictureStep(page, `results pages ${title} high contrast`);
        await checkAccessibility(frame(), `${title} in high contrast light`);
      }
    });
    // nothing came late, beyond what was pressed
    assert.equal(await workbench().answers(), pages.length + 1);
  });
});
