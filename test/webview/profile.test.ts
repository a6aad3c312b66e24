import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { typeInLookUp } from '../support/vscode/lookUp.ts';
import { waitUntilWorkbenchReady } from '../support/vscode/openWorkbench.ts';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import {
  acceptQuickPick,
  activeEditorText,
  quickPickRows,
  runCommand,
  setViewport,
  statusBarItem,
  pictureStep,
  waitForEditor,
  waitForInputTitle,
  waitForNotification,
} from '../support/vscode/workbench.ts';
import { themesInTurn } from '../support/vscode/themeTurns.ts';
import { type Look, lookInThemes } from './support/pageThemes.ts';
import { checkAccessibility, tabPage } from './support/threadFrame.ts';

const { handle, userId, listId, communityId, spaceId } = exampleValues;

describe('a looked-up user’s page', () => {
  const workbench = useWorkbench({ name: 'profile' });
  const frame = async () => await tabPage(workbench().page);
  const part = async (section: string) => (await frame()).locator(`.part[data-section="${section}"]`);
  const lookUp = async (text: string, tab: RegExp) => {
    const { page } = workbench();
    await typeInLookUp(page, text);
    await acceptQuickPick(page);
    await waitForEditor(page, tab);
    await (await frame()).locator('.profile').waitFor();
  };

  it('opens after a lookup, with its cost', async () => {
    await lookUp(`@${handle}`, new RegExp(`^\\s*@${handle}`));
    const profile = (await frame()).locator('.profile');
    await profile.getByRole('heading', { name: /Ada/ }).waitFor();
    assert.match(await profile.locator('.response').innerText(), /^free · just now/);
    await (await part('followers')).filter({ hasText: '330' }).waitFor();
    await statusBarItem(workbench().page, /free · 1 request/).waitFor();
  });

  it('shows its JSON, saves it as a fixture by code lens or keyboard, and undoes the save', async () => {
    const { page, folders } = workbench();
    const savedFile = join(folders.workspace, 'fixtures', 'userByUsername', 'ada_writes.json');
    const lens = (title: string | RegExp) => page.locator('.codelens-decoration > *').filter({ hasText: title }).first();
    await (await frame()).getByRole('button', { name: 'Open as JSON' }).click();
    await waitForEditor(page, /userByUsername/);
    await lens(/^free/).waitFor();
    const beginning = new RegExp(`^\\{\\n  "data": \\{\\n    "id": "${userId}"`);
    assert.match(await activeEditorText(page), beginning);
    await lens('Save as Fixture').click();
    await waitForInputTitle(page, 'Save as Fixture');
    assert.equal((await quickPickRows(page))[0], 'Save in fixtures');
    await pictureStep(page, 'profile save as fixture');
    await acceptQuickPick(page);
    await waitForNotification(page, /Saved\sfixtures\/userByUsername\/ada_writes\.json/);
    assert.match(await readFile(savedFile, 'utf8'), beginning);
    await runCommand(page, 'Notifications: Clear All Notifications');
    await rm(savedFile);
    await activeEditorText(page);
    await page.keyboard.press('ControlOrMeta+S');
    await waitForNotification(page, /Replaced\sfixtures\/userByUsername\/ada_writes\.json/);
    await readFile(savedFile);
    await page.locator('.notification-toast').getByRole('button', { name: 'Undo' }).click();
    await page.locator('.statusbar-item').filter({ hasText: 'Change undone.' }).waitFor();
    await assert.rejects(readFile(savedFile), /ENOENT/);
    await statusBarItem(page, /free · 1 request/).waitFor();
    await runCommand(page, 'View: Close Editor');
  });

  it('opens a part in the results for the price shown, and shows it as free afterwards', async () => {
    const { page } = workbench();
    await (await part('followers')).click();
    await waitForEditor(page, new RegExp(`Followers: @${handle}`));
    await (await frame()).locator('.record').first().waitFor();
    await statusBarItem(page, /free · 2 requests/).waitFor();
    await page.getByRole('tab', { name: `@${handle}`, exact: true }).click();
    await (await part('followers')).filter({ hasText: 'from history' }).waitFor();
    assert.doesNotMatch(await (await part('posts')).innerText(), /history|free/);
    await (await part('followers')).click();
    await waitForEditor(page, /Followers/);
    await (await frame()).locator('.record').first().waitFor();
    await statusBarItem(page, /free · 2 requests/).waitFor();
    await page.keyboard.press('ControlOrMeta+w');
  });

  it('has the same parts as the row in the tree, with their counts', async () => {
    const { page } = workbench();
    await (await part('postsAndReplies')).filter({ hasText: '88' }).waitFor();
    await (await part('about')).click();
    await waitForEditor(page, /About This Account: @/);
    await (await frame()).getByText('About This Account: @ada_writes').waitFor();
    await (await frame()).getByText('Account based in').waitFor();
    await pictureStep(page, 'profile about');
    await page.keyboard.press('ControlOrMeta+w');
  });

  it('opens JSON and saves a fixture by keyboard', async () => {
    const { page } = workbench();
    await waitForEditor(page, new RegExp(`^\\s*@${handle}`));
    const actions = (await frame()).locator('.action');
    await actions.first().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await waitForNotification(page, /Replaced\sfixtures\/userByUsername\/ada_writes\.json/);
    await runCommand(page, 'Notifications: Clear All Notifications');
    await (await frame()).getByRole('heading', { name: /Ada/ }).click();
    await page.keyboard.press('ControlOrMeta+s');
    await waitForNotification(page, /ada_writes\.json\sis\salready\sup\sto\sdate/);
    await runCommand(page, 'Notifications: Clear All Notifications');
    await (await frame()).getByRole('button', { name: 'Pin', exact: true }).click();
    await (await frame()).getByRole('button', { name: 'Unpin', exact: true }).waitFor();
  });

  it('is restored with the window without a request', async () => {
    const { page } = workbench();
    // not `page.reload()`, which wouldn't let VS Code save its state
    await Promise.all([page.waitForEvent('load'), runCommand(page, 'Developer: Reload Window')]);
    await waitUntilWorkbenchReady(page);
    await page.getByRole('tab', { name: `@${handle}`, exact: true }).click();
    await (await part('followers')).waitFor();
    assert.equal(await statusBarItem(page, /\d requests?/).count(), 0, 'this session has called something');
  });

  const looks: readonly (readonly [name: string, text: string, tab: RegExp])[] = [
    ['user', `@${handle}`, new RegExp(`^\\s*@${handle}`)],
    ['list', `https://social.example/i/lists/${listId}`, /.+/],
    ['community', `https://social.example/i/communities/${communityId}`, /.+/],
    ['Space', `https://social.example/i/spaces/${spaceId}`, /.+/],
  ];
  for (const [place, [name, text, tab]] of looks.entries()) {
    it(`is accessible for a ${name}, wide and narrow`, async () => {
      const { page } = workbench();
      if (name === 'user') {
        await page.getByRole('tab', { name: `@${handle}`, exact: true }).click();
      } else {
        await runCommand(page, 'View: Close All Editors'); // so the previous page isn't found
        await lookUp(text, tab);
      }
      const body = await frame();
      for (const width of ['wide', 'narrow'] as const) {
        await setViewport(page, width === 'wide' ? 1280 : 700, 900);
        const look: Look = async (theme, rules) => {
          await pictureStep(page, `profile ${name} ${theme} ${width}`);
          await checkAccessibility(body, `${name} ${theme}`, rules);
        };
        await lookInThemes(body, look, themesInTurn(place, width));
      }
      const page300 = body.locator('body');
      await page300.evaluate(`document.body.style.inlineSize = '300px'`);
      await pictureStep(page, `profile ${name} 300`);
      // the page doesn't scroll sideways, so wide content would be cut off
      const cut: unknown = await page300.evaluate(
        `[...document.querySelectorAll('.profile *:not(social-picture *)')]
          .filter((one) => one.getBoundingClientRect().right > 300.5)
          .map((one) => one.tagName + '.' + one.className + ': ' + one.textContent.trim().slice(0, 40))`,
      );
      assert.deepEqual(cut, [], `${name} on 300 pixels, as on 600 at 200 %`);
      await page300.evaluate(`document.body.style.inlineSize = ''`);
      await setViewport(page, 1280, 800);
    });
  }
});
