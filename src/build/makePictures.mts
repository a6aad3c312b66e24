// `npm run pictures`: builds the extension and takes the README's and the walkthrough's images in a real VS Code.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { exampleValues } from '../client/endpoints/exampleValues.ts';
import { askForThread, typeInLookUp } from '../../test/support/vscode/lookUp.ts';
import { openWorkbench } from '../../test/support/vscode/openWorkbench.ts';
import { closeSharedBrowser } from '../../test/support/vscode/sharedBrowser.ts';
import {
  acceptQuickPick,
  explorerEntry,
  openExplorer,
  quickInput,
  runCommand,
  switchTheme,
  waitForEditor,
  waitForInputTitle,
  waitForNotification,
  waitForQuickPickRow,
} from '../../test/support/vscode/workbench.ts';
import { sideBarPage, tabPage } from '../../test/webview/support/threadFrame.ts';
import { drawFixtureLoop } from './drawFixtureLoop.mts';
import { runScript } from './processes.ts';
import { projectFolders } from './projectFolders.ts';

/** The package contains only the walkthrough's images. */
const pictureFolders = {
  readme: join(projectFolders.root, 'docs', 'images'),
  drawing: join(projectFolders.root, 'docs', 'images'),
  walkthrough: join(projectFolders.root, 'media', 'walkthrough'),
};

const viewport = { x: 0, y: 0, width: 1_120, height: 700 } as const;

/** WebP quality. An image with few colors is smaller at quality 1; a drawing has twice the pixels. */
const quality = { readme: 0.8, drawing: 0.7, walkthrough: 0.45 } as const;

const picturedTestFileText = `import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { openThread } from './openThread.js';

// https://x.com/ada_writes/status/${exampleValues.tweetId}
const id = '${exampleValues.tweetId}';

test('reads a thread from its fixture', async () => {
  const body = await readFile('fixtures/thread.json', 'utf8');
  const thread = openThread(JSON.parse(body), id);

  assert.equal(thread.focal.id, id);
  assert.equal(thread.focal.author.handle, 'ada_writes');
  assert.ok(thread.replies.length > 10);
});
`;

/** @param height how much to take, in pixels */
type TakePicture = (into: keyof typeof pictureFolders, name: string, of?: Locator, height?: number) => Promise<void>;

function createPictureTaker(page: Page, theme: 'light' | 'dark'): TakePicture {
  return async (into, name, of, height) => {
    await page.mouse.move(0, 0);
    await page.locator('.notifications-toasts .notification-toast').waitFor({ state: 'hidden' });
    const box = (await of?.boundingBox()) ?? viewport;
    const png = await page.screenshot({ animations: 'disabled', clip: { ...box, height: height ?? box.height } });
    const blank = await page.context().newPage();
    const webp = await blank.evaluate<string>(`(async () => {
      const bytes = Uint8Array.from(atob(${JSON.stringify(png.toString('base64'))}), (letter) => letter.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height });
      canvas.getContext('2d').drawImage(picture, 0, 0);
      const tries = [${quality[into]}, 1].map((quality) => canvas.toDataURL('image/webp', quality).split(',')[1]);
      return tries.toSorted((left, right) => left.length - right.length)[0];
    })()`);
    await blank.close();
    await writeFile(join(pictureFolders[into], `${name}-${theme}.webp`), Buffer.from(webp, 'base64'));
  };
}

const locateQuickPick = (page: Page): Locator => page.locator('.quick-input-widget:visible');

/** Requests each section of a different profile, so the images show known prices. */
async function learnPrices(page: Page): Promise<void> {
  await typeInLookUp(page, `@${exampleValues.otherHandle}`);
  await waitForQuickPickRow(page, 'User');
  await acceptQuickPick(page);
  for (const section of ['posts', 'replies', 'media', 'followers', 'following', 'likes']) {
    await waitForEditor(page, `@${exampleValues.otherHandle}`);
    const part = (await tabPage(page)).locator(`.part[data-section="${section}"]`);
    await (await tabPage(page)).locator('.part').first().waitFor();
    if ((await part.count()) === 0) continue;
    await part.click();
    const results = await tabPage(page);
    await results.locator('.record').first().waitFor();
    await page.keyboard.press('ControlOrMeta+w');
  }
  await runCommand(page, 'View: Close All Editors');
}

async function takeLookUpPictures(page: Page, take: TakePicture): Promise<void> {
  await typeInLookUp(page, `@${exampleValues.handle}`);
  await waitForQuickPickRow(page, 'User');
  await take('walkthrough', 'lookUp', locateQuickPick(page));
  await acceptQuickPick(page);
  await waitForEditor(page, /ada_writes/);
  await (await tabPage(page)).getByText('Followers', { exact: true }).waitFor();
  await page.waitForTimeout(1_500); // its images load one by one
  await take('readme', 'lookUp');
}

async function takeFixturePicture(page: Page, take: TakePicture): Promise<void> {
  await runCommand(page, 'Social Data: Save as Fixture…');
  await waitForInputTitle(page, 'Save as Fixture');
  await take('walkthrough', 'fixture', locateQuickPick(page));
  await acceptQuickPick(page);
  await waitForNotification(page, /Saved\s/);
  await runCommand(page, 'Notifications: Clear All Notifications');
}

async function takeSearchPictures(page: Page, take: TakePicture): Promise<void> {
  await runCommand(page, 'Social Data: Search…');
  const results = await tabPage(page);
  await results.getByRole('textbox', { name: 'Query', exact: true }).fill('opendata lang:en');
  await results.getByRole('button', { name: 'Search', exact: true }).click();
  await results.locator('.record').first().waitFor();
  await results.getByRole('button', { name: 'Table' }).click();
  await results.locator('[role="gridcell"]').first().waitFor();
  await take('readme', 'search');
  await take('walkthrough', 'search', page.locator('.editor-group-container.active'), 190);
}

async function takeThreadPictures(page: Page, take: TakePicture): Promise<void> {
  await runCommand(page, 'View: Close All Editors');
  await openExplorer(page);
  await explorerEntry(page, 'thread.test.js').dblclick();
  await waitForEditor(page, 'thread.test.js');
  await runCommand(page, 'View: Toggle Primary Side Bar Visibility');
  await askForThread(page, exampleValues.tweetId);
  await (await sideBarPage(page)).locator('.line').nth(2).waitFor();
  const sideBar = page.locator('.part.auxiliarybar');
  await page.waitForTimeout(1_500);
  await take('readme', 'thread');
  await take('walkthrough', 'thread', sideBar, 262);
}

async function takeManageConnectionsPicture(page: Page, take: TakePicture): Promise<void> {
  await runCommand(page, 'Social Data: Manage Connections…');
  await waitForInputTitle(page, 'Manage Connections');
  await take('walkthrough', 'key', locateQuickPick(page));
  await page.keyboard.press('Escape');
  await quickInput(page).waitFor({ state: 'hidden' });
}

/** @returns the exit code */
async function makePictures(): Promise<number> {
  const code = runScript(['esbuild.mjs']);
  if (code !== 0) return code;
  for (const theme of ['light', 'dark'] as const) {
    await using workbench = await openWorkbench({
      name: 'pictures',
      isSeen: true,
      viewport,
      prepare: (workspace) => writeFile(join(workspace, 'thread.test.js'), picturedTestFileText),
      settings: { 'socialData.media.load': 'always', 'editor.occurrencesHighlight': 'off' },
    });
    const { page } = workbench;
    await switchTheme(workbench, theme);
    const take = createPictureTaker(page, theme);
    for (const step of [
      learnPrices,
      takeLookUpPictures,
      takeFixturePicture,
      takeSearchPictures,
      takeThreadPictures,
      takeManageConnectionsPicture,
    ])
      await step(page, take);
    const drawing = await drawFixtureLoop(page);
    await createPictureTaker(drawing, theme)('drawing', 'fixtureLoop', drawing.locator('main'));
  }
  await closeSharedBrowser();
  return 0;
}

process.exitCode = await makePictures();
