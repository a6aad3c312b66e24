import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { landmarks } from '../../src/sandbox/world/landmarks.ts';
import { askForThread } from '../support/vscode/lookUp.ts';
import { waitUntilWorkbenchReady } from '../support/vscode/openWorkbench.ts';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import {
  acceptMenuEntry,
  quickInput,
  runCommand,
  statusBarItem,
  pictureStep,
  waitForInputTitle,
} from '../support/vscode/workbench.ts';
import {
  checkAccessibility,
  focusedKey,
  sideBarPage,
  spokenIn,
  tabPage,
  threadLine,
  webviewPage,
} from './support/threadFrame.ts';
import { until } from './support/steps.ts';

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
    await threadLine(await sideBarPage(page), id).waitFor();
  }

  const activeTab = async (title: string) => {
    await workbench().page.locator('.editor-group-container.active .tab.active').filter({ hasText: title }).waitFor();
  };
  const isWhole = async (when: string, id: string) => {
    const inTab = await tabPage(workbench().page);
    await threadLine(inTab, id).waitFor();
    const { lines, words, top } = await inTab
      .locator('body')
      .evaluate<{ readonly lines: number; readonly words: number; readonly top: string }, undefined>(
        `(() => {
          const lines = [...document.querySelectorAll('.line')];
          const post = document.querySelector('.line[data-key="${id}"]').getBoundingClientRect();
          const top = document.elementFromPoint(post.left + post.width / 2, post.top + 12)?.closest('.line')?.dataset.key;
          return { lines: lines.length, words: lines[0].innerText.trim().length, top: top ?? '' };
        })()`,
        undefined,
      );
    assert.ok(lines >= 4, `${when}: ${lines} lines`);
    assert.ok(words > 20, `${when}: ${words} letters`);
    assert.equal(top, id, when);
  };

  const sortFrom = async (from: string, to: string) => {
    await button(`Sort: ${from}`).click();
    await frame().getByRole('menuitemradio', { name: to }).click();
    await button(`Sort: ${to}`).waitFor();
  };

  it('shows one way to start while it is empty', async () => {
    const { page } = workbench();
    await runCommand(page, 'Thread: Focus on Thread View');
    await frame().locator('vscode-button').waitFor();
    await checkAccessibility(frame(), 'empty');
    await pictureStep(page, 'thread empty');
    await button('View Thread…').click();
    await waitForInputTitle(page, /^View Thread$/);
    await press('Escape');
    await quickInput(page).waitFor({ state: 'hidden' });
    assert.equal(await spent(), 'Sandbox · free');
  });

  it('opens from the palette with the post on top and its cost', async () => {
    const { page } = workbench();
    await open(exampleValues.tweetId);
    await focal().locator('.media img').waitFor();
    await pictureStep(page, 'thread');
    assert.match(await focal().innerText(), /Ada Harbourlight[\s\S]*which open dataset do you wish existed/);
    assert.match(await summary(), /^101 posts loaded · 2 branches not loaded\s+Load the Rest$/);
    assert.match(await spent(), /free · 1 request/);
  });

  it('opens a post’s menu by keyboard without a request, and keeps focus when the window loses it', async () => {
    const { page } = workbench();
    const before = await spent();
    const focused = frame().locator(':focus');
    assert.match(await summary(), new RegExp(`^${await spokenIn(frame()).innerText()}`));
    await focal().focus();
    for (let steps = 0; steps < 30 && (await focused.getAttribute('aria-label')) !== 'Actions…'; steps += 1) await press('Tab');
    assert.equal(await focusedKey(frame()), exampleValues.tweetId);
    await press('Enter');
    await page.locator('.monaco-menu .action-label').filter({ hasText: 'Copy Link' }).first().waitFor();
    await focal().and(frame().locator('[data-menu]')).waitFor();
    await pictureStep(page, 'thread post menu');
    await press('Escape');
    await page.locator('.monaco-menu').waitFor({ state: 'detached' });
    await frame().locator('[data-menu]').waitFor({ state: 'detached' });
    await focal().focus();
    await press('o');
    await page.locator('.monaco-dialog-box').filter({ hasText: 'social.example' }).waitFor();
    await press('Escape');
    await page.locator('.monaco-dialog-box').waitFor({ state: 'detached' });
    await focal().focus();
    await press('?');
    await frame().getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor();
    await checkAccessibility(frame(), 'keys');
    await pictureStep(page, 'thread keys');
    await press('Escape');
    await frame().locator('.line:focus').waitFor();
    assert.equal(await spent(), before);
  });

  it("finds by Ctrl+F, and shows only the author's posts, without a request", async () => {
    const { page } = workbench();
    const before = await spent();
    await press('ControlOrMeta+f');
    await frame().locator('.find-input:focus').waitFor();
    await page.keyboard.type('source');
    await frame()
      .locator('.find', { hasText: /\d+ found/ })
      .waitFor();
    await press('Enter');
    await frame().locator('.line[data-match] mark').first().waitFor();
    await press('ControlOrMeta+f');
    await until(
      page,
      'what was looked for is selected',
      async () => (await frame().locator('.find-input').evaluate('getSelection().toString()')) === 'source',
    );
    await checkAccessibility(frame(), 'finding');
    await pictureStep(page, 'thread find');
    await press('Escape');
    await press('a');
    await button("Show Only the Author's Posts (a)").and(frame().locator('[aria-pressed="true"]')).waitFor();
    await pictureStep(page, 'thread only author');
    await press('a');
    assert.equal(await spent(), before);
  });

  it('loads more replies at the price on the button', async () => {
    await frame().locator('.line[tabindex="0"]').focus();
    await press('End');
    const more = frame().locator('.line.more:focus');
    await more.getByText('Show More Replies').waitFor();
    await press('Enter');
    await statusBarItem(workbench().page, /free · 2 requests/).waitFor();
    await press('Home');
    await focal().waitFor();
  });

  it('moves to a tab with its first posts, and keeps its state there', async () => {
    const { page } = workbench();
    await open(exampleValues.tweetId);
    await sortFrom('Default Order', 'Oldest First');
    await runCommand(page, 'Social Data: Open in Editor');
    await page.locator('.tab.active').filter({ hasText: 'Thread @ada_writes' }).waitFor();
    await focal().waitFor();
    await button('Sort: Oldest First').waitFor();
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
    await open(exampleValues.tweetId);
    await sortFrom('Oldest First', 'Default Order');
  });

  it('has a menu in its tab and one in the side bar, each for its own thread', async () => {
    const { page } = workbench();
    await open(exampleValues.tweetId);
    await runCommand(page, 'Social Data: Open in Editor');
    await activeTab('Thread');
    const atFirst = await spent();
    await askForThread(page, landmarks.deepThreadId);
    const side = await sideBarPage(page);
    await threadLine(side, landmarks.deepThreadId).waitFor();
    const tab = await tabPage(page);
    await until(page, 'the status bar has the call of the second thread', async () => (await spent()) !== atFirst);
    const before = await spent();

    const titleOf = {
      tab: page.locator('.editor-group-container.active > .title'),
      side: page.locator('.part.auxiliarybar > .title'),
    };
    const collapsed = (where: typeof side) => where.locator('.branch[aria-expanded="false"]').first();
    const collapseAndExpandAll = async (title: keyof typeof titleOf, one: typeof side) => {
      assert.equal(await titleOf[title].getByRole('button', { name: /Find/ }).count(), 0, 'the page has its own right below');
      assert.equal(await one.getByRole('button', { name: 'Find in Thread (/)' }).count(), 1);
      for (const [entry, count] of [
        ['Collapse All Branches', 1],
        ['Expand All Branches', 0],
      ] as const) {
        await titleOf[title].getByRole('button', { name: /More Actions/ }).click();
        await acceptMenuEntry(page.locator('.monaco-menu .action-label').filter({ hasText: entry }).first());
        await collapsed(one).waitFor({ state: count === 1 ? 'visible' : 'detached' });
        assert.equal(await collapsed(side).count(), title === 'side' ? count : 0, 'the other one is left alone');
      }
    };

    await collapseAndExpandAll('tab', tab);
    await side.getByRole('toolbar').getByRole('button', { name: 'Actions…' }).click();
    await page.locator('.monaco-menu .action-label').filter({ hasText: 'Save as Fixture…' }).first().waitFor();
    await pictureStep(page, 'thread actions');
    await press('Escape');
    await runCommand(page, 'View: Close All Editors');
    await collapseAndExpandAll('side', side);
    assert.equal(await spent(), before);
  });

  it('loads the rest on a press, and by command without a question in the sandbox', async () => {
    const { page } = workbench();
    const complete = frame()
      .locator('.summary')
      .filter({ hasNotText: /available|not loaded|Stop/ });
    await open(landmarks.wideThreadId);
    await button('Load the Rest').click();
    await complete.filter({ hasText: /^\s*151 posts/ }).waitFor();
    await open(exampleValues.tweetId);
    await button('Sort: Default Order').click();
    await pictureStep(page, 'thread sort');
    await frame().getByRole('menuitemradio', { name: 'Load the Newest Replies' }).click();
    await button('Sort: Newest First').click();
    await frame().getByRole('menuitemradio', { name: 'Load the Most Relevant Replies' }).waitFor();
    await press('Escape');
    await runCommand(page, 'Social Data: Load the Rest of Thread…');
    await complete.waitFor();
  });

  it('goes back and forward by keys, but not from a text field', async () => {
    const wide = threadLine(frame(), landmarks.wideThreadId);
    await focal().focus();
    await press('Alt+ArrowLeft');
    await wide.waitFor();
    await wide.focus();
    await press('Alt+ArrowRight');
    await focal().waitFor();
    await focal().focus();
    await press('/', 'Alt+ArrowLeft', 'Escape');
    await focal().and(frame().locator(':focus')).waitFor();
  });

  it('keeps its state when it is hidden or the window is reloaded', async () => {
    const { page } = workbench();
    await runCommand(page, 'File: New Untitled Text File');
    await activeTab('Untitled');
    await open(landmarks.wideThreadId);
    await runCommand(page, 'Social Data: Open in Editor');
    await activeTab('Thread @');
    await runCommand(page, 'View: Move Editor into Right Group');
    await page.locator('.editor-group-container').nth(1).waitFor();
    await runCommand(page, 'File: New Untitled Text File');
    await activeTab('Untitled');
    await runCommand(page, 'View: Focus First Editor Group');
    await open(landmarks.deepThreadId);
    await runCommand(page, 'Social Data: Open in Editor');
    await activeTab('Thread @');
    await isWhole('in front', landmarks.deepThreadId);
    await open(exampleValues.tweetId);
    const side = async () => await sideBarPage(page);
    await threadLine(await side(), exampleValues.tweetId).focus();
    await press('j', 'c', 'j', 'j', 'j', 'j', 'j', 'j', 'j', 'j', 'j');
    const key = await focusedKey(await side());
    assert.notEqual(key, exampleValues.tweetId);
    await pictureStep(page, 'thread before hiding');
    const calls = await spent();
    await runCommand(page, 'View: Toggle Secondary Side Bar Visibility');
    await page.locator('.part.auxiliarybar').waitFor({ state: 'hidden' });
    await runCommand(page, 'Thread: Focus on Thread View');
    await threadLine(await side(), key)
      .and((await side()).locator('[tabindex="0"]'))
      .waitFor();
    assert.equal(await spent(), calls);
    // not `page.reload()`, which wouldn't let VS Code save its state
    await Promise.all([page.waitForEvent('load'), runCommand(page, 'Developer: Reload Window')]);
    await waitUntilWorkbenchReady(page);
    await threadLine(await side(), key)
      .and((await side()).locator('[tabindex="0"]'))
      .waitFor();
    await (await side()).locator('.line .branch[aria-expanded="false"]').first().waitFor({ state: 'attached' });
    await pictureStep(page, 'thread after reload');
    await activeTab('Thread @');
    await isWhole('after a reload', landmarks.deepThreadId);
    await page.locator('.editor-group-container').nth(1).locator('.tab').filter({ hasText: 'Thread' }).click();
    await isWhole('shown after a reload behind another editor', landmarks.wideThreadId);
    assert.equal(await spent(), 'Sandbox · free', 'this session has called something');
  });
});
