import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { landmarks } from '../../src/sandbox/world/landmarks.ts';
import { askForThread } from '../support/vscode/lookUp.ts';
import { waitUntilWorkbenchReady } from '../support/vscode/openWorkbench.ts';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import { runCommand, setViewport, statusBarItem, pictureStep } from '../support/vscode/workbench.ts';
import { type Look, readPageThemes } from './support/pageThemes.ts';
import { themesInTurn } from '../support/vscode/themeTurns.ts';
import { checkAccessibility, focusedKey, sideBarPage, tabPage, threadLine, webviewPage } from './support/threadFrame.ts';
import { until } from './support/steps.ts';
import { spokenIn } from './support/threadStatesPage.ts';

describe('a thread in the secondary side bar', () => {
  const workbench = useWorkbench({ name: 'thread', viewport: { width: 1400, height: 900 } });
  const frame = () => webviewPage(workbench().page);
  const focal = () => threadLine(frame(), exampleValues.tweetId);
  const summary = async () => await frame().locator('.summary').innerText();
  const spent = async () => (await statusBarItem(workbench().page, /Sandbox/).innerText()).replaceAll('\u00a0', ' ').trim();
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await workbench().page.keyboard.press(key);
  };
  const button = (name: string | RegExp) => frame().getByRole('button', { name });

  async function open(id: string): Promise<void> {
    const { page } = workbench();
    await askForThread(page, id);
    await threadLine(frame(), id).waitFor();
  }

  it('shows one way to begin before anything was opened', async () => {
    const { page } = workbench();
    await runCommand(page, 'Thread: Focus on Thread View');
    await frame().locator('vscode-button').waitFor();
    await checkAccessibility(frame(), 'empty');
    await pictureStep(page, 'thread empty');
    assert.equal(await spent(), 'Sandbox · free');
  });

  it('opens from the palette with the post on top and what it cost', async () => {
    const { page } = workbench();
    await open(exampleValues.tweetId);
    await focal().locator('.media img').waitFor();
    await pictureStep(page, 'thread');
    assert.match(await focal().innerText(), /Ada Harbourlight[\s\S]*which open dataset do you wish existed/);
    assert.match(await summary(), /101 posts, more available, 2 branches left \(free\) · nothing spent$/);
    assert.match(await spent(), /free · 1 call/);
  });

  it('is walked through by the keyboard alone', async () => {
    await focal().focus();
    const ids: string[] = [];
    for (const key of ['j', 'ArrowDown', 'k', 'ArrowUp']) {
      await press(key);
      await workbench().page.waitForTimeout(0);
      ids.push(await focusedKey(frame()));
    }
    assert.equal(ids[0], ids[2]);
    assert.equal(ids[3], exampleValues.tweetId);
    assert.equal(new Set(ids).size, 3);
    await press('j', 'n');
    const sibling = await focusedKey(frame());
    assert.notEqual(sibling, ids[1], 'the next on this level is no answer');
    await press('r');
    assert.equal(await focusedKey(frame()), exampleValues.tweetId);
    await press('End');
    await frame().locator('.line.more:focus').waitFor();
    await press('Home', '?');
    await frame().locator('dialog[open]').waitFor();
    await checkAccessibility(frame(), 'keys');
    await pictureStep(workbench().page, 'thread keys');
    await press('Escape');
    await frame().locator('dialog').waitFor({ state: 'detached' });
    assert.equal(await focusedKey(frame()), exampleValues.tweetId);
  });

  it('gives all that is in a post, its menu and the toolbar to the keyboard, without a call', async () => {
    const { page } = workbench();
    const before = await spent();
    const focused = frame().locator(':focus');
    const tabTo = async (key: 'Tab' | 'Shift+Tab', name: RegExp) => {
      for (let steps = 0; steps < 30; steps += 1) {
        await press(key);
        if (name.test((await focused.getAttribute('aria-label')) ?? '')) return;
      }
      assert.fail(`no ${String(name)} by ${key}`);
    };
    assert.equal(await spokenIn(frame()).innerText(), await summary());
    await focal().focus();
    await press('Enter');
    await focal().locator('.handle:focus').waitFor();
    await press('j');
    assert.notEqual(await focusedKey(frame()), exampleValues.tweetId);
    await press('p');
    assert.equal(await focusedKey(frame()), exampleValues.tweetId);
    await tabTo('Tab', /^Actions…$/);
    assert.equal(await focusedKey(frame()), exampleValues.tweetId);
    await press('Enter');
    await page.locator('.monaco-menu .action-label').filter({ hasText: 'Copy Link' }).first().waitFor();
    await pictureStep(page, 'thread post menu');
    await press('Escape');
    await page.locator('.monaco-menu').waitFor({ state: 'detached' });
    await focal().focus();
    await press('o');
    await page.locator('.monaco-dialog-box').filter({ hasText: 'social.example' }).waitFor();
    await press('Escape');
    await page.locator('.monaco-dialog-box').waitFor({ state: 'detached' });
    await focal().focus();
    await tabTo('Shift+Tab', /^Keys/);
    await pictureStep(page, 'thread toolbar focus');
    await tabTo('Shift+Tab', /^Sort what is loaded: As given/);
    await press('Enter', 'ArrowDown', 'Enter');
    await button(/^Sort what is loaded: Oldest first/)
      .and(focused)
      .waitFor();
    await press('ArrowDown', 'ArrowUp', 'Enter');
    await button(/^Sort what is loaded: As given/)
      .and(focused)
      .waitFor();
    await tabTo('Shift+Tab', /^Order of replies/);
    await press('ArrowDown', 'ArrowDown', 'Escape');
    await button(/^Order of replies.*Relevance/)
      .and(focused)
      .waitFor();
    await press('?');
    await frame().getByRole('dialog', { name: 'Keys' }).waitFor();
    await press('Escape');
    await frame().locator('.line:focus').waitFor();
    assert.equal(await spent(), before);
  });

  it('collapses and expands, sorts, filters and finds without a call', async () => {
    const before = await spent();
    await press('Home');
    await focal().focus();
    await press('j', 'c');
    await frame()
      .locator('.line:focus .branch', { hasText: /repl(y|ies) hidden/ })
      .waitFor();
    await press('c');
    await frame()
      .locator('.line:focus .branch', { hasText: /hidden/ })
      .waitFor({ state: 'detached' });
    await press('/');
    await frame().locator('.find-input:focus').waitFor();
    await press('Escape');
    await frame().locator('.line:focus').waitFor();
    await press('ControlOrMeta+f');
    await frame().locator('.find-input:focus').waitFor();
    await workbench().page.keyboard.type('source');
    await frame()
      .locator('.find', { hasText: /\d+ found/ })
      .waitFor();
    await press('Enter');
    await frame().locator('.line[data-match] mark').first().waitFor();
    await press('ControlOrMeta+f');
    await frame().locator('.find-input:focus').waitFor();
    await until(
      workbench().page,
      'what was looked for is selected',
      async () => (await frame().locator('.find-input').evaluate('getSelection().toString()')) === 'source',
    );
    await checkAccessibility(frame(), 'finding');
    await pictureStep(workbench().page, 'thread find');
    await press('Escape');
    await press('a');
    await button("Only the author's posts (a)").and(frame().locator('[aria-pressed="true"]')).waitFor();
    await pictureStep(workbench().page, 'thread only author');
    await press('a');
    await button(/^Sort what is loaded/).click();
    await frame().getByRole('menuitemradio', { name: 'Newest first' }).click();
    await pictureStep(workbench().page, 'thread newest');
    await button(/^Sort what is loaded/).click();
    await frame().getByRole('menuitemradio', { name: 'As given' }).click();
    assert.equal(await spent(), before);
  });

  it('loads more replies at the price on the button', async () => {
    await frame().locator('.line[tabindex="0"]').focus();
    await press('End');
    const more = frame().locator('.line.more:focus');
    await more.getByText('Show More Replies (free)').waitFor();
    await press('Enter');
    await statusBarItem(workbench().page, /free · 2 calls/).waitFor();
  });

  it('asks for another order at its price, and has the first one back for free', async () => {
    await button(/^Order of replies/).click();
    await pictureStep(workbench().page, 'thread ranking');
    await checkAccessibility(frame(), 'ranking menu');
    await press('ArrowDown', 'ArrowDown');
    assert.match(await spent(), /free · 2 calls/, 'walking through the choices chooses none');
    await frame()
      .getByRole('menuitemradio', { name: /Most liked/ })
      .click();
    await button(/^Order of replies.*Most liked/).waitFor();
    await statusBarItem(workbench().page, /free · 3 calls/).waitFor();
    await button(/^Order of replies/).click();
    await frame()
      .getByRole('menuitemradio', { name: /Relevance.*free/ })
      .click();
    await button(/^Order of replies.*Relevance/).waitFor();
    assert.match(await spent(), /free · 3 calls/);
  });

  it('is as it was after it was hidden, and after the window was reloaded, without a call', async () => {
    const { page } = workbench();
    await frame().locator('.line[tabindex="0"]').focus();
    await press('Home');
    await focal().focus();
    await press('j', 'c', 'j', 'j', 'j', 'j', 'j', 'j', 'j', 'j', 'j');
    const key = (await frame().locator('.line[tabindex="0"]').getAttribute('data-key')) ?? '';
    await pictureStep(page, 'thread before hiding');
    await threadLine(frame(), key).and(frame().locator(':focus')).waitFor();
    await runCommand(page, 'View: Toggle Secondary Side Bar Visibility');
    await page.locator('iframe.webview.ready:visible').waitFor({ state: 'detached' });
    await runCommand(page, 'Thread: Focus on Thread View');
    await threadLine(frame(), key).and(frame().locator('[tabindex="0"]')).waitFor();
    assert.match(await spent(), /free · 3 calls/);
    // as a person does it: reloading the page from outside would cut VS Code off before it has written its state
    await runCommand(page, 'Developer: Reload Window');
    await page.locator('iframe.webview.ready:visible').waitFor({ state: 'detached' });
    await waitUntilWorkbenchReady(page);
    await threadLine(frame(), key).and(frame().locator('[tabindex="0"]')).waitFor();
    await pictureStep(page, 'thread after reload');
    await press('Home');
    assert.doesNotMatch(await spent(), /free · 4 calls/);
  });

  it('opens as a tab without a call', async () => {
    const { page } = workbench();
    const before = await spent();
    await runCommand(page, 'Social Data: Open in Editor');
    await page.locator('.tab.active').filter({ hasText: 'Thread @ada_writes' }).waitFor();
    await runCommand(page, 'View: Toggle Secondary Side Bar Visibility');
    await focal().waitFor();
    await pictureStep(page, 'thread tab');
    await checkAccessibility(frame(), 'tab');
    assert.equal(await spent(), before);
    await runCommand(page, 'View: Close All Editors');
  });

  it('comes as a tab with its first lines, and later stands there as it was left', async () => {
    const { page } = workbench();
    await open(exampleValues.tweetId);
    await runCommand(page, 'Social Data: Open in Editor');
    await page.locator('.tab.active').filter({ hasText: 'Thread @ada_writes' }).waitFor();
    await runCommand(page, 'View: Toggle Secondary Side Bar Visibility');
    await focal().waitFor();
    const first = await frame().locator('body').getAttribute('data-first');
    assert.ok(first?.includes(exampleValues.tweetId), 'the post is in the document');
    await frame().locator('.line').first().and(frame().locator(':not([aria-setsize="31"])')).waitFor();
    await focal().focus();
    await press('j', 'c');
    const left = frame().locator('.line[tabindex="0"][data-key]:has(.branch[aria-expanded="false"])');
    await left.waitFor();
    const key = (await left.getAttribute('data-key')) ?? '';
    await runCommand(page, 'File: New Untitled Text File');
    await threadLine(frame(), key).waitFor({ state: 'detached' });
    await runCommand(page, 'View: Close Editor');
    await threadLine(frame(), key).and(left).waitFor();
    await frame().locator('.line').first().and(frame().locator(':not([aria-setsize="31"])')).waitFor();
    await pictureStep(page, 'thread tab shown again');
    await runCommand(page, 'View: Close All Editors');
  });

  it('reads well in every theme in turn, with pictures and deep', async function () {
    this.timeout(120_000);
    const { page } = workbench();
    await open(exampleValues.tweetId);
    const themes = await readPageThemes(workbench(), frame());
    const readsWell = async (what: string, place: number) => {
      const look: Look = async (theme, rules) => {
        await pictureStep(page, `${what} ${theme}`);
        await checkAccessibility(frame(), `${what}, ${theme}`, rules);
      };
      await themes.each(frame(), look, themesInTurn(place));
    };
    await focal().locator('.media img').waitFor();
    await readsWell('thread', 0);
    await open(landmarks.deepThreadId);
    await readsWell('thread deep', 1);
  });

  it('uses the room of a whole window', async () => {
    const { page } = workbench();
    await setViewport(page, 2000, 1000);
    await open(exampleValues.tweetId);
    await runCommand(page, 'Social Data: Open in Editor');
    await page.locator('.tab.active').filter({ hasText: 'Thread' }).waitFor();
    await threadLine(await tabPage(page), exampleValues.tweetId).waitFor();
    await pictureStep(page, 'thread wide');
  });

  it('has a menu in its tab and one in the side bar, each for the thread that it stands over', async () => {
    const { page } = workbench();
    const tab = await tabPage(page);
    const atFirst = await spent();
    await askForThread(page, landmarks.wideThreadId);
    const side = await sideBarPage(page);
    await threadLine(side, landmarks.wideThreadId).waitFor();
    await until(page, 'the status bar has the call of the second thread', async () => (await spent()) !== atFirst);
    const before = await spent();

    const titleOf = {
      tab: page.locator('.editor-group-container.active > .title'),
      side: page.locator('.part.auxiliarybar > .title'),
    };
    for (const [title, one] of [
      ['side', side],
      ['tab', tab],
    ] as const) {
      assert.equal(await titleOf[title].getByRole('button', { name: /Find/ }).count(), 0, 'the page has its own right below');
      assert.equal(await one.getByRole('button', { name: 'Find (/)' }).count(), 1);
      const another = title === 'side' ? tab : side;
      const only = (where: typeof side) => where.getByRole('button', { name: "Only the author's posts (a)", pressed: true });
      for (const count of [1, 0]) {
        await titleOf[title].getByRole('button', { name: /More Actions/ }).click();
        const entry = page.locator('.monaco-menu .action-label').filter({ hasText: "Show Only the Author's Posts" }).first();
        await entry.hover(); // a menu takes no click in its first moments
        await page.keyboard.press('Enter');
        await only(one).waitFor({ state: count === 1 ? 'visible' : 'detached' });
        assert.equal(await only(another).count(), 0, 'the other one is left alone');
      }
    }

    const asked = async (title: keyof typeof titleOf) => {
      await titleOf[title].getByRole('button', { name: /More Actions/ }).click();
      const entry = page.locator('.monaco-menu .action-label').filter({ hasText: 'Complete This Thread…' }).first();
      await entry.hover(); // a menu takes no click in its first moments
      await pictureStep(page, `thread menu of the ${title}`);
      await page.keyboard.press('Enter');
      const dialog = page.locator('.monaco-dialog-box').filter({ hasText: 'Load what is missing of the thread of' });
      await dialog.waitFor();
      await pictureStep(page, `thread complete from the ${title}`);
      const words = await dialog.innerText();
      await press('Escape');
      await dialog.waitFor({ state: 'detached' });
      return /@\w+/.exec(words)?.[0];
    };
    assert.equal(await asked('tab'), '@ada_writes');
    const author = (await asked('side')) ?? '';
    assert.notEqual(author, '@ada_writes');
    assert.ok((await threadLine(side, landmarks.wideThreadId).innerText()).includes(author), author);
    assert.equal(await spent(), before);
  });
});
