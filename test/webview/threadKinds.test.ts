import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import {
  activeEditorText,
  acceptQuickInput,
  explorerEntry,
  openExplorer,
  runCommand,
  setViewport,
  statusBarItem,
  switchTheme,
  takeScreenshot,
  themeNames,
  typeInQuickInput,
  waitForEditor,
  waitForQuickPickRow,
} from '../support/vscode/workbench.ts';
import { conversationOfKinds, kinds } from './support/kindsOfPosts.ts';
import { checkAccessibility, pictureSideBar, threadLine, webviewPage } from './support/threadFrame.ts';

/** Words that each kind of post must show, in the order of the thread. */
const shows: readonly (readonly [keyof typeof kinds, RegExp])[] = [
  ['card', /A page at \S+[\s\S]*What this page is about, in one sentence & no more\./],
  ['room', /Audio room/],
  ['poll', /\d+ %[\s\S]*[\d,]+ votes · (ended|open)/],
  ['note', /Readers added context/],
  ['edited', /Edited/],
  ['long', /Show More/],
  ['article', /Article[\s\S]*Read in the browser/],
  ['quote', /Open quoted post in the browser/],
  ['repost', /reposted/],
];

describe('what a post can have, in a thread', () => {
  const workbench = useWorkbench({
    name: 'thread-kinds',
    viewport: { width: 1200, height: 5_200 },
    prepare: async (workspace) => {
      await writeFile(join(workspace, 'kinds.json'), '{}');
    },
  });
  const frame = () => webviewPage(workbench().page);
  const line = (kind: keyof typeof kinds) => threadLine(frame(), kinds[kind]);
  const directionOf = async (kind: keyof typeof kinds) =>
    await frame()
      .locator('body')
      .evaluate(`getComputedStyle(document.querySelector('[data-key="${kinds[kind]}"] .words')).direction`);
  const spent = async () => (await statusBarItem(workbench().page, /Sandbox/).innerText()).replaceAll('\u00a0', ' ').trim();

  it('opens from a file of the person without a call', async () => {
    const { page, folders } = workbench();
    await runCommand(page, 'Social Data: View Thread…');
    await page.locator('.quick-input-widget:visible .quick-input-title').filter({ hasText: 'View Thread' }).waitFor();
    await typeInQuickInput(page, exampleValues.tweetId);
    await waitForQuickPickRow(page, 'Thread');
    await acceptQuickInput(page);
    await threadLine(frame(), exampleValues.tweetId).waitFor();
    await runCommand(page, 'Social Data: Open as JSON');
    await waitForEditor(page, /\.json/);
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(await activeEditorText(page))?.[0];
    assert.ok(origin !== undefined);
    await writeFile(join(folders.workspace, 'kinds.json'), await conversationOfKinds(origin));
    const before = await spent();
    await openExplorer(page);
    await explorerEntry(page, 'kinds.json').dblclick();
    await waitForEditor(page, 'kinds.json');
    await runCommand(page, 'Social Data: View as Thread');
    await line('card').waitFor();
    await runCommand(page, 'View: Close All Editors');
    assert.equal(await spent(), before);
  });

  for (const [kind, words] of shows) {
    it(`shows ${kind}`, async () => {
      assert.match(await line(kind).innerText(), words);
    });
  }

  it('shows what is gone, and what was not fetched with its price', async () => {
    await frame()
      .locator('.stub', { hasText: /deleted|unavailable|not available/i })
      .first()
      .waitFor();
    await frame()
      .locator('.stub', { hasText: 'A post that was not fetched.' })
      .first()
      .getByRole('button', { name: /^Fetch \(≈\$/ })
      .waitFor();
  });

  it('writes each post in its own direction', async () => {
    for (const kind of ['persian', 'arabic'] as const) {
      assert.equal(await directionOf(kind), 'rtl', kind);
    }
    assert.equal(await directionOf('card'), 'ltr');
  });

  it('shows pictures in a grid, and says that videos play in the browser', async () => {
    assert.equal(await line('threePhotos').locator('.medium').count(), 3);
    assert.equal(await line('twoPhotos').locator('.medium img').count(), 2);
    for (const kind of ['video', 'gif'] as const) {
      await line(kind)
        .getByRole('button', { name: /Plays in the browser\.$/ })
        .waitFor();
    }
  });

  for (const theme of themeNames) {
    it(`reads well at 300 pixels or less in the ${theme} theme`, async () => {
      const { page } = workbench();
      await switchTheme(workbench(), theme);
      assert.ok(Number(await frame().locator('body').evaluate('innerWidth')) <= 300);
      await pictureSideBar(page, `thread kinds ${theme}`);
      await checkAccessibility(frame(), theme);
      const wide = await frame()
        .locator('body')
        .evaluate(
          `[...document.querySelectorAll('.line *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && getComputedStyle(one).display !== 'none').map((one) => one.className).join()`,
        );
      assert.equal(wide, '', 'nothing reaches over the edge');
    });
  }

  it('shows a long post whole, and folds it again', async () => {
    const { page } = workbench();
    const height = async () => (await line('long').boundingBox())?.height ?? 0;
    const folded = await height();
    await line('long').getByRole('button', { name: 'Show More' }).click();
    await line('long').getByRole('button', { name: 'Show Less' }).waitFor();
    assert.ok((await height()) > folded);
    await takeScreenshot(page, 'thread kinds unfolded');
    await line('long').getByRole('button', { name: 'Show Less' }).click();
    await line('long').getByRole('button', { name: 'Show More' }).waitFor();
    assert.equal(await height(), folded);
  });

  for (const theme of themeNames) {
    it(`shows pictures large, one after the other, in the ${theme} theme`, async () => {
      const { page } = workbench();
      await switchTheme(workbench(), theme);
      await line('threePhotos').locator('.medium').first().click();
      await setViewport(page, 1_200, 800);
      const viewer = frame().locator('dialog.viewer');
      await viewer.locator('img').waitFor();
      assert.match(await viewer.innerText(), /1 of 3/);
      await page.keyboard.press('ArrowRight');
      await viewer.getByText('2 of 3').waitFor();
      await viewer.locator('img').waitFor();
      await takeScreenshot(page, `thread viewer ${theme}`);
      await checkAccessibility(frame(), `viewer ${theme}`);
      await page.keyboard.press('Escape');
      await viewer.waitFor({ state: 'detached' });
      await setViewport(page, 1_200, 5_200);
    });
  }
});
