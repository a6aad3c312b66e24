import assert from 'node:assert/strict';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { projectFolders } from '../../src/build/projectFolders.ts';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import {
  acceptQuickInput,
  chooseQuickPick,
  openPalette,
  quickInput,
  quickPickRows,
  runCommand,
  setViewport,
  switchTheme,
  pictureStep,
  takeScreenshot,
  type ThemeName,
  themeNames,
  waitForQuickPickRow,
  persist,
  waitForEditor,
  waitForInputTitle,
  waitForNotification,
} from '../support/vscode/workbench.ts';
import { addPrimaryConnection } from './support/ownSandbox.ts';
import { pageStyles, readPageStyles } from './support/pageThemes.ts';
import { tabPage } from './support/threadFrame.ts';

describe('the workbench with the extension', () => {
  const workbench = useWorkbench({ name: 'workbench' });

  it('finds each command in the palette by common words', async () => {
    const { page } = workbench();
    const found: Record<string, string | undefined> = {};
    for (const typed of [
      'look up',
      'view user',
      'view community',
      'trends',
      'tweet',
      'post',
      'profile',
      'sandbox',
      'saved search',
    ]) {
      await openPalette(page, typed);
      await page.locator('.quick-input-widget:visible .monaco-list-row').filter({ hasText: 'Social Data: ' }).first().waitFor();
      const rows = await quickPickRows(page);
      found[typed] = typed === 'profile' ? rows.find((row) => row.startsWith('Social Data')) : rows[0];
      if (typed === 'look up') await pictureStep(page, 'palette');
      await page.keyboard.press('Escape');
      await quickInput(page).waitFor({ state: 'hidden' });
    }
    assert.deepEqual(found, {
      'look up': 'Social Data: Look Up…',
      'view user': 'Social Data: Look Up…',
      'view community': 'Social Data: Look Up…',
      trends: 'Social Data: Call Endpoint…',
      tweet: 'Social Data: Look Up…',
      post: 'Social Data: Look Up…',
      profile: 'Social Data: Look Up…',
      sandbox: 'Social Data: Copy Sandbox Address…',
      'saved search': 'Social Data: Search…',
    });
  });

  it('gives pages the theme variables that pageThemes.json contains', async () => {
    const { page } = workbench();
    await runCommand(page, 'Social Data: Search…');
    const frame = await tabPage(page);
    await frame.locator('textarea:focus').waitFor(); // a page that takes focus closes a picker
    const read: Partial<Record<ThemeName, unknown>> = {};
    let styles = '';
    for (const name of themeNames) {
      await switchTheme(workbench(), name);
      const picture = await takeScreenshot(page, `theme ${name}`);
      assert.ok((await stat(picture)).size > 10_000);
      const { defaultStyles, theme } = await readPageStyles(frame, name);
      styles = defaultStyles;
      read[name] = theme;
    }
    const now = { defaultStyles: styles, themes: read };
    const file = join(projectFolders.root, 'out', 'pageThemes.json');
    await writeFile(file, `${JSON.stringify(now, null, 2)}\n`);
    assert.deepEqual(now, pageStyles, `another VS Code: ${file} takes the place of test/webview/support/pageThemes.json`);
    await runCommand(page, 'View: Close All Editors');
  });

  // must use a new workbench, because steps that were done are complete
  describe('the walkthrough', () => {
    const page = () => workbench().page;
    const step = (title: string): Locator =>
      page()
        .locator('.getting-started-step')
        .filter({ has: page().locator('.step-title', { hasText: title }) });
    const done = (title: string): Locator => step(title).locator('.codicon-getting-started-step-checked.complete');
    /**
     * Presses a step's button and types into what it opens. VS Code may redraw the page just then and take focus, which
     * closes the input; then the button is pressed again.
     */
    const start = async (title: string, button: string, input: string, text: string): Promise<void> => {
      const titled = page().locator('.quick-input-widget:visible .quick-input-title').filter({ hasText: input });
      await persist(page(), async (patience) => {
        await step(title).getByRole('button', { name: button }).click();
        await titled.waitFor(patience);
        await quickInput(page()).fill(text, patience);
        await page()
          .locator('.quick-input-widget:visible .monaco-list-row, .quick-input-message:visible')
          .first()
          .waitFor(patience);
      });
    };
    const backToIt = async (): Promise<void> => {
      await page()
        .locator('.tab')
        .filter({ hasText: /Welcome|Walkthrough/ })
        .click();
    };

    it('is completed in the sandbox, step by step, without a key', async () => {
      await setViewport(page(), 1_400, 1_000);
      await runCommand(page(), 'Social Data: Get Started');
      await step('Look up a user').getByRole('button', { name: 'Look Up…' }).click();
      await waitForEditor(page(), /ada_writes/);
      await backToIt();
      await done('Look up a user').waitFor();
      await pictureStep(page(), 'walkthrough');
      await step('View a thread').click();
      await start('View a thread', 'View Thread…', 'View Thread', exampleValues.tweetId);
      await acceptQuickInput(page());
      await done('View a thread').waitFor();
      await pictureStep(page(), 'walkthrough thread');
      await step('Search posts').click();
      await step('Search posts').getByRole('button', { name: 'Search…' }).click();
      const results = await tabPage(page());
      await results.locator('.record').first().waitFor();
      await backToIt();
      await done('Search posts').waitFor();
      await pictureStep(page(), 'walkthrough search');
      await step('Save the response as a fixture').click();
      await start('Save the response as a fixture', 'Save as Fixture…', 'Save as Fixture', 'fixtures');
      await acceptQuickInput(page());
      await waitForNotification(page(), /Saved\s/);
      await done('Save the response as a fixture').waitFor();
      await pictureStep(page(), 'walkthrough fixture');
      await step('Continue with real data').click();
      await pictureStep(page(), 'walkthrough key');
      await start('Continue with real data', 'Manage Connections…', 'Manage Connections', 'Add');
      await pictureStep(page(), 'manage connections');
      await acceptQuickInput(page());
      await waitForInputTitle(page(), 'Add Connection (1/5)');
      await page().getByRole('button', { name: 'Back' }).click();
      await waitForInputTitle(page(), /^Manage Connections$/);
      assert.equal(await done('Continue with real data').count(), 0, 'no key is set');
      await chooseQuickPick(page(), 'Add Connection…');
      await addPrimaryConnection(page(), 'http://127.0.0.1:9/primary', 'Mine', 'a-key-of-the-test');
      await acceptQuickInput(page());
      await waitForQuickPickRow(page(), /Trends: .+ couldn't be reached/);
      await pictureStep(page(), 'add connection failed');
      await page().getByRole('button', { name: 'Back' }).click();
      await waitForQuickPickRow(page(), 'Mine');
      await pictureStep(page(), 'manage connections with one');
      await page().keyboard.press('Escape');
      await done('Continue with real data').waitFor();
    });
  });
});
