import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { askForThread } from '../support/vscode/lookUp.ts';
import { waitUntilWorkbenchReady } from '../support/vscode/openWorkbench.ts';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import {
  explorerEntry,
  openExplorer,
  quickInput,
  runCommand,
  setViewport,
  statusBarItem,
  pictureStep,
  waitForEditor,
  waitForQuickPickRow,
} from '../support/vscode/workbench.ts';
import { startMockService } from '../support/countingProxy.ts';
import { installPictureHost, onePixel, pictureOrigin } from './support/pictureHost.ts';
import { conversationOfKinds, kinds } from './support/kindsOfPosts.ts';
import { type Look, type PageThemes, readPageThemes } from './support/pageThemes.ts';
import { themesInTurn } from '../support/vscode/themeTurns.ts';
import { until } from './support/steps.ts';
import { checkAccessibility, pictureSideBar, sideBarPage, tabPage, threadLine, webviewPage } from './support/threadFrame.ts';

/** Words that each kind of post must show, in the order of the thread. */
const shows: readonly (readonly [keyof typeof kinds, RegExp])[] = [
  ['card', /A page at \S+[\s\S]*What this page is about, in one sentence & no more\./],
  ['room', /Space[\s\S]*Open in the browser[\s\S]*Look up…/],
  ['poll', /\d+ %[\s\S]*[\d,]+ votes · (ended|open)/],
  ['note', /Readers added context[\s\S]*archive\.example\/source \(t\.co\)\s+Read the note in the browser/],
  ['limited', /Replies are limited: Accounts that are mentioned can reply/],
  ['edited', /Edited/],
  ['long', /Show More/],
  ['article', /Article[\s\S]*Read in the browser/],
  ['quote', /Open quoted post in the browser/],
  ['repost', /reposted/],
];

const pictures = await startMockService(() => ({ status: 200, headers: { 'content-type': 'image/png' }, body: onePixel }));

describe('what a post can have, in a thread', () => {
  const workbench = useWorkbench({
    name: 'thread-kinds',
    viewport: { width: 1200, height: 5_800 },
    prepare: async (workspace) => {
      await writeFile(join(workspace, 'kinds.json'), '{}');
    },
    install: async (extensions) => {
      await installPictureHost(extensions, pictures.address);
    },
  });
  let themes: PageThemes;
  after(async () => {
    await pictures.close();
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
    await askForThread(page, exampleValues.tweetId);
    await threadLine(frame(), exampleValues.tweetId).waitFor();
    await writeFile(join(folders.workspace, 'kinds.json'), await conversationOfKinds());
    const before = await spent();
    await openExplorer(page);
    await explorerEntry(page, 'kinds.json').dblclick();
    await waitForEditor(page, 'kinds.json');
    await runCommand(page, 'Social Data: Open as Thread');
    await line('card').waitFor();
    await runCommand(page, 'View: Close All Editors');
    assert.equal(await spent(), before);
    // lines beyond the edge of the window are not drawn
    await until(page, 'the window has room for the whole thread', async () =>
      Boolean(
        await frame()
          .locator('.scroller')
          .evaluate(`(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)(document.querySelector('.scroller'))`),
      ),
    );
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
      .getByRole('button', { name: /^Fetch \(free\)/ })
      .waitFor();
  });

  it('writes each post in its own direction', async () => {
    for (const kind of ['persian', 'arabic'] as const) {
      assert.equal(await directionOf(kind), 'rtl', kind);
    }
    assert.equal(await directionOf('card'), 'ltr');
  });

  it('leads from a note to what it names, and from an audio room to its page and into Look Up', async () => {
    const { page } = workbench();
    const linkOf = (kind: 'note' | 'room', name: string) => line(kind).getByRole('link', { name });
    assert.match((await linkOf('note', 'archive.example/source').getAttribute('href')) ?? '', /^https:\/\/t\.co\/\w+$/);
    assert.match((await linkOf('room', 'Open in the browser').getAttribute('href')) ?? '', /\/i\/spaces\/\w+$/);
    await line('room').getByRole('button', { name: 'Look up…' }).click();
    await waitForQuickPickRow(page, /Space/);
    await pictureStep(page, 'thread room look up');
    await page.keyboard.press('Escape');
    await quickInput(page).waitFor({ state: 'hidden' });
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

  it('covers sensitive pictures, which are not loaded before somebody asks to see them', async () => {
    const { page } = workbench();
    assert.equal(await line('sensitive').locator('social-picture:not(.avatar *)').count(), 0);
    await line('sensitive').getByText('Media marked as sensitive').waitFor();
    await line('sensitive').scrollIntoViewIfNeeded();
    await pictureStep(page, 'thread sensitive covered');
  });

  it('reads well at 300 pixels or less in every theme in turn', async () => {
    const { page } = workbench();
    themes = await readPageThemes(workbench(), frame());
    assert.ok(Number(await frame().locator('body').evaluate('innerWidth')) <= 300);
    const look: Look = async (theme, rules) => {
      await pictureSideBar(page, `thread kinds ${theme}`);
      await checkAccessibility(frame(), theme, rules);
      const wide = await frame()
        .locator('body')
        .evaluate(
          `[...document.querySelectorAll('.line *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && getComputedStyle(one).display !== 'none').map((one) => one.className).join()`,
        );
      assert.equal(wide, '', 'nothing reaches over the edge');
    };
    await themes.each(frame(), look, themesInTurn(0));
  });

  describe('a long post', () => {
    const button = (name: 'Show More' | 'Show Less') => line('long').getByRole('button', { name });
    const height = async () => (await line('long').boundingBox())?.height ?? 0;
    let folded = 0;
    before(async () => {
      folded = await height();
    });
    beforeEach(async () => {
      await button('Show More').click();
      await button('Show Less').waitFor();
      await setViewport(workbench().page, 1200, 500); // its head is far above its end then
    });
    afterEach(async () => {
      await setViewport(workbench().page, 1200, 5_800);
    });
    const isFoldedInSight = async () => {
      await button('Show More').waitFor();
      assert.equal(await height(), folded);
      const top = async () => {
        const [post, list] = await Promise.all([line('long').boundingBox(), frame().locator('.scroller').boundingBox()]);
        return (post?.y ?? 0) - (list?.y ?? 0);
      };
      for (const end = Date.now() + 5_000; (await top()) < -1;) {
        assert.ok(Date.now() < end, `who folds it at its end does not lose the place: ${await top()}`);
      }
    };

    it('is shown whole, and folded again', async () => {
      assert.ok((await height()) > folded);
      await pictureStep(workbench().page, 'thread kinds unfolded');
      await button('Show Less').click();
      await isFoldedInSight();
    });

    it('is folded by who has scrolled to its end this very moment', async () => {
      // one task for both: the list hears of the scroll only after the click
      await frame()
        .locator('body')
        .evaluate(
          `(() => {
            const buttons = [...document.querySelectorAll('[data-key="${kinds.long}"] button')];
            const less = buttons.find((it) => it.textContent.includes('Show Less'));
            less.scrollIntoView({ block: 'end' });
            less.click();
          })()`,
        );
      await isFoldedInSight();
    });
  });

  it('shows sensitive pictures by the keyboard, which goes on at the first of them', async () => {
    const { page } = workbench();
    await line('sensitive').focus();
    await line('sensitive').getByRole('button', { name: 'Show Sensitive Media' }).focus();
    await page.keyboard.press('Enter');
    await line('sensitive').locator('.medium:focus').waitFor();
    assert.equal(await line('sensitive').locator('.medium').count(), 4);
    await line('sensitive').locator('.medium img').first().waitFor();
    await pictureStep(page, 'thread sensitive shown');
  });

  it('shows pictures large, one after the other, in every theme in turn', async () => {
    const { page } = workbench();
    await line('threePhotos').locator('.medium').first().click();
    await setViewport(page, 1_200, 800);
    const viewer = frame().locator('dialog.viewer');
    await viewer.locator('img').waitFor();
    assert.match(await viewer.innerText(), /1 of 3/);
    await page.keyboard.press('ArrowRight');
    await viewer.getByText('2 of 3').waitFor();
    await viewer.locator('img').waitFor();
    const look: Look = async (theme, rules) => {
      await pictureStep(page, `thread viewer ${theme}`);
      await checkAccessibility(frame(), `viewer ${theme}`, rules);
    };
    await themes.each(frame(), look, themesInTurn(2));
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    await setViewport(page, 1_200, 5_800);
  });

  describe('as a tab in a wide window', () => {
    const wide = { width: 2_000, height: 1_000 } as const;
    const tab = async () => await tabPage(workbench().page);
    /** The thread fills its tab: the post is on top, in sight, with its words. */
    const isWhole = async (when: string) => {
      const inTab = await tab();
      await threadLine(inTab, kinds.card).waitFor();
      const { lines, words, top } = JSON.parse(
        String(
          await inTab.locator('body').evaluate(`(() => {
            const lines = [...document.querySelectorAll('.line')];
            const first = lines[0].getBoundingClientRect();
            const top = document.elementFromPoint(first.left + first.width / 2, first.top + 12)?.closest('.line')?.dataset.key;
            return JSON.stringify({ lines: lines.length, words: lines[0].innerText.trim().length, top: top ?? '' });
          })()`),
        ),
      ) as { readonly lines: number; readonly words: number; readonly top: string };
      assert.ok(lines >= 4, `${when}: ${lines} lines`);
      assert.ok(words > 20, `${when}: ${words} letters`);
      assert.equal(top, kinds.card, when);
    };
    const activeTab = async (title: string) => {
      await workbench().page.locator('.editor-group-container.active .tab.active').filter({ hasText: title }).waitFor();
    };
    let before = '';

    it('is whole when it opens, in another group, behind another editor and at any size of the window', async () => {
      const { page } = workbench();
      before = await spent();
      await setViewport(page, wide.width, wide.height);
      // an editor that is alone cannot be moved
      await runCommand(page, 'File: New Untitled Text File');
      await activeTab('Untitled');
      await runCommand(page, 'Social Data: Open in Editor');
      await activeTab('Thread @');
      await isWhole('opened');
      await runCommand(page, 'View: Move Editor into Right Group');
      await page.locator('.editor-group-container').nth(1).waitFor();
      await isWhole('moved');
      await runCommand(page, 'File: New Untitled Text File');
      await activeTab('Untitled');
      await setViewport(page, 1_100, 700);
      await runCommand(page, 'View: Close Editor');
      await activeTab('Thread @');
      await isWhole('shown again in a smaller window');
      await setViewport(page, wide.width, wide.height);
      await isWhole('in a larger window');
      await runCommand(page, 'View: Toggle Secondary Side Bar Visibility');
      await isWhole('alone');
      assert.equal(await spent(), before);
    });

    it('shows every kind of post in every theme in turn', async () => {
      const { page } = workbench();
      await setViewport(page, wide.width, 6_500);
      const inTab = await tab();
      await threadLine(inTab, kinds.repost).waitFor();
      const look: Look = async (theme, rules) => {
        await pictureStep(page, `thread kinds wide ${theme}`);
        await checkAccessibility(inTab, `wide, ${theme}`, rules);
      };
      await themes.each(inTab, look, themesInTurn(1));
      await setViewport(page, wide.width, wide.height);
    });

    it('is there again from its document after the window was reloaded, in front and behind another editor', async () => {
      const { page } = workbench();
      const reload = async () => {
        await runCommand(page, 'Developer: Reload Window');
        await page.locator('iframe.webview.ready:visible').waitFor({ state: 'detached' });
        await waitUntilWorkbenchReady(page);
      };
      await reload();
      await activeTab('Thread @');
      await isWhole('after a reload');
      await runCommand(page, 'File: New Untitled Text File');
      await activeTab('Untitled');
      await runCommand(page, 'Developer: Reload Window');
      await page.locator('.tab').first().waitFor({ state: 'detached' });
      await waitUntilWorkbenchReady(page);
      await activeTab('Untitled');
      await page.locator('.tab').filter({ hasText: 'Thread' }).click();
      await isWhole('shown after a reload behind another editor');
      await runCommand(page, 'Thread: Focus on Thread View');
      // the one that was read before this one moved, where it was left, which need not be its top
      const side = await sideBarPage(page);
      await side.locator('.summary', { hasText: '101 posts' }).waitFor();
      await side.locator('.line .words').first().waitFor();
      await pictureStep(page, 'thread tab after reload');
      assert.equal(await statusBarItem(page, /\$/).count(), 0, 'this session has paid for something');
    });
  });

  describe('whose pictures wait', () => {
    it('says so, and loads them by the keyboard', async () => {
      const { page, folders } = workbench();
      const before = await spent();
      await writeFile(join(folders.workspace, 'waiting.json'), await conversationOfKinds(pictureOrigin));
      await runCommand(page, 'View: Close All Editors');
      await openExplorer(page);
      await explorerEntry(page, 'waiting.json').dblclick();
      await waitForEditor(page, 'waiting.json');
      await runCommand(page, 'Social Data: Open as Thread');
      const offer = frame()
        .locator('.banner')
        .filter({ hasText: 'Pictures are not loaded: their hosts would see this machine.' });
      await offer.waitFor();
      assert.equal(await frame().locator('.line img').count(), 0);
      assert.equal(pictures.requests.length, 0);
      await pictureStep(page, 'thread pictures wait');
      await checkAccessibility(frame(), 'pictures wait');
      await setViewport(page, 1200, 5_800);
      await line('twoPhotos').locator('.medium').first().click();
      const viewer = frame().getByRole('dialog', { name: 'Picture 1 of 2' });
      await setViewport(page, 1200, 800);
      await viewer.getByText('Pictures are not loaded: their hosts would see this machine.').waitFor();
      await viewer.getByRole('button', { name: 'Load Pictures' }).waitFor();
      await pictureStep(page, 'thread viewer waits');
      await checkAccessibility(frame(), 'viewer waits');
      await page.keyboard.press('Escape');
      await viewer.waitFor({ state: 'detached' });
      assert.equal(pictures.requests.length, 0);
      await setViewport(page, 1200, 5_800);
      await line('card').focus();
      await page.keyboard.press('Shift+Tab');
      await frame().getByRole('button', { name: 'Load Pictures' }).and(frame().locator(':focus')).waitFor();
      await page.keyboard.press('Enter');
      await offer.waitFor({ state: 'detached' });
      await line('card').and(frame().locator(':focus')).waitFor();
      await frame().locator('.line img[src^="data:image/png"]').first().waitFor();
      assert.ok(pictures.requests.length > 0);
      await pictureStep(page, 'thread pictures loaded');
      assert.equal(await spent(), before);
    });
  });
});
