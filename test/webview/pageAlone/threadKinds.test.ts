import assert from 'node:assert/strict';
import { pictureStep } from '../../support/vscode/workbench.ts';
import { themesInTurn } from '../../support/vscode/themeTurns.ts';
import { conversationOfKinds, kinds } from '../support/kindsOfPosts.ts';
import { type Look, lookInThemes } from '../support/pageThemes.ts';
import { pictureOrigin } from '../support/pageAlone.ts';
import { drawn, until } from '../support/steps.ts';
import { checkAccessibility, checkNothingReachesOver, threadLine } from '../support/threadFrame.ts';
import { threadInText, type ThreadPageAlone, type ShownThread, useThreadPage } from '../support/threadPageAlone.ts';

/** Text that each kind of post must show, in thread order. */
const shows: readonly (readonly [keyof typeof kinds, RegExp])[] = [
  ['card', /A page at \S+[\s\S]*What this page is about, in one sentence & no more\./],
  ['room', /Space[\s\S]*Open in Browser[\s\S]*Look Up…/],
  ['poll', /\d+ %[\s\S]*Votes: [\d,]+ · (Ended|Ends)/],
  ['note', /Readers added context[\s\S]*archive\.example\/source \(t\.co\)\s+Open in Browser/],
  ['limited', /Accounts that are mentioned can reply/],
  ['edited', /Edited/],
  ['long', /Show More/],
  ['article', /Article[\s\S]*Open in Browser/],
  ['quote', /Open in Browser/],
  ['repost', /reposted/],
];

/** High enough for the whole thread, because rows outside the window aren't rendered. */
const tall = 6_500;

describe('a post’s parts in a thread', () => {
  const open = useThreadPage(tall);
  let thread: ShownThread;
  let alone: ThreadPageAlone;
  const line = (kind: keyof typeof kinds) => threadLine(alone.page, kinds[kind]);
  const openKinds = async (pictures: 'ask' | 'always') => {
    alone = await open({ pictures });
    alone.show(thread);
    await line('card').waitFor();
  };

  before(async () => {
    thread = threadInText(await conversationOfKinds(pictureOrigin), kinds.card);
    await openKinds('always');
  });

  for (const [kind, words] of shows) {
    it(`shows ${kind}`, async () => {
      assert.match(await line(kind).innerText(), words);
    });
  }

  it('shows deleted posts, and unloaded posts with their price', async () => {
    const stubs = (hasText: string | RegExp) => alone.page.locator('.stub', { hasText }).first();
    await stubs(/deleted|unavailable|not available/i).waitFor();
    await stubs("This post wasn't loaded.").getByRole('button', { name: 'Load (≈$0.0002)' }).waitFor();
    const borders = `(() => {
      const button = document.querySelector('.fetch');
      const { borderTopColor: before } = getComputedStyle(button);
      button.style.borderColor = 'var(--vscode-button-secondaryBorder)';
      return [before, getComputedStyle(button).borderTopColor];
    })()`;
    const [drawnBorder, themeBorder] = await alone.page.evaluate<[string, string]>(borders);
    assert.equal(drawnBorder, themeBorder);
  });

  it('writes each post in its own direction', async () => {
    const directionOf = async (kind: keyof typeof kinds) =>
      await alone.page.evaluate(`getComputedStyle(document.querySelector('[data-key="${kinds[kind]}"] .words')).direction`);
    for (const kind of ['persian', 'arabic'] as const) {
      assert.equal(await directionOf(kind), 'rtl', kind);
    }
    assert.equal(await directionOf('card'), 'ltr');
  });

  it('opens a note’s links, and looks up a Space', async () => {
    const linkOf = (kind: 'note' | 'room', name: string) => line(kind).getByRole('link', { name });
    assert.match((await linkOf('note', 'archive.example/source').getAttribute('href')) ?? '', /^https:\/\/t\.co\/\w+$/);
    const room = (await linkOf('room', 'Open in Browser').getAttribute('href')) ?? '';
    assert.match(room, /\/i\/spaces\/\w+$/);
    await line('room').getByRole('button', { name: 'Look Up…' }).click();
    await until(alone.page, 'the room is requested', () => alone.received('lookUpSpace').length === 1);
    assert.deepEqual(alone.received('lookUpSpace'), [{ id: room.split('/').at(-1) }]);
  });

  it('opens a quoted post by a click on it or on its button', async () => {
    const quoted = line('quote').locator('.quoted');
    await quoted.locator('.words').first().click();
    await quoted.getByRole('button', { name: 'Open as Thread' }).click();
    await until(alone.page, 'the post is requested', () => alone.received('openPost').length === 2);
    const [first, second] = alone.received('openPost');
    assert.deepEqual(first, second);
  });

  it('shows images in a grid, and a note that videos open in the browser', async () => {
    assert.equal(await line('threePhotos').locator('.medium').count(), 3);
    await line('twoPhotos').locator('.medium img').nth(1).waitFor();
    for (const kind of ['video', 'gif'] as const) {
      await line(kind)
        .getByRole('button', { name: /Video.*, Open in Browser$/ })
        .waitFor();
    }
  });

  it('covers sensitive images, and loads them only on request', async () => {
    assert.equal(await line('sensitive').locator('social-picture:not(.avatar *)').count(), 0);
    await line('sensitive').getByText('Sensitive').waitFor();
    await line('sensitive').scrollIntoViewIfNeeded();
    await pictureStep(alone.page, 'thread sensitive covered');
  });

  it('is accessible at 300 pixels and wide, in every theme', async () => {
    for (const [place, width] of [300, 2_000].entries()) {
      await alone.page.setViewportSize({ width, height: tall });
      await line('repost').waitFor();
      const look: Look = async (theme, rules) => {
        await pictureStep(alone.page, `thread kinds ${width} ${theme}`);
        await checkAccessibility(alone.page, `${width}, ${theme}`, rules);
        await checkNothingReachesOver(alone.page, `${width}, ${theme}`);
      };
      await lookInThemes(alone.page, look, themesInTurn(place));
    }
    await alone.page.setViewportSize({ width: 300, height: tall });
  });

  it('unfolds a long post, and scrolls to its start when it is folded', async () => {
    const { page } = alone;
    const button = (name: 'Show More' | 'Show Less') => line('long').getByRole('button', { name });
    const height = async () => (await line('long').boundingBox())?.height ?? 0;
    const folded = await height();
    await button('Show More').click();
    await button('Show Less').waitFor();
    await page.setViewportSize({ width: 300, height: 500 }); // so its start is far above its end
    assert.ok((await height()) > folded);
    await pictureStep(page, 'thread kinds unfolded');
    await button('Show Less').click();
    await button('Show More').waitFor();
    assert.equal(await height(), folded);
    await until(page, 'who folds it at its end does not lose the place', async () => {
      const [post, list] = await Promise.all([line('long').boundingBox(), page.locator('.scroller').boundingBox()]);
      return (post?.y ?? 0) - (list?.y ?? 0) >= -1;
    });
    await page.setViewportSize({ width: 300, height: tall });
  });

  it('shows sensitive images by keyboard, and focuses the first', async () => {
    const { page } = alone;
    await line('sensitive').focus();
    await line('sensitive').getByRole('button', { name: 'Show Media' }).focus();
    await page.keyboard.press('Enter');
    await line('sensitive').locator('.medium:focus').waitFor();
    assert.equal(await line('sensitive').locator('.medium').count(), 4);
    await line('sensitive').locator('.medium img').first().waitFor();
    await pictureStep(page, 'thread sensitive shown');
  });

  it('shows large images, one after the other, in every theme', async () => {
    const { page } = alone;
    await line('threePhotos').locator('.medium').first().click();
    await page.setViewportSize({ width: 300, height: 800 });
    const viewer = page.locator('dialog.viewer');
    await viewer.locator('img').waitFor();
    assert.match(await viewer.innerText(), /1 of 3/);
    await page.keyboard.press('ArrowRight');
    await viewer.getByText('2 of 3').waitFor();
    await viewer.locator('img').waitFor();
    const look: Look = async (theme, rules) => {
      await pictureStep(page, `thread viewer ${theme}`);
      await checkAccessibility(page, `viewer ${theme}`, rules);
    };
    await lookInThemes(page, look, themesInTurn(2));
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
  });

  it('explains why images aren’t loaded, and loads them by keyboard', async () => {
    await openKinds('ask');
    const { page } = alone;
    const words = "Images aren't loaded because their hosts would see your IP address.";
    const offer = page.locator('.banner').filter({ hasText: words });
    await offer.waitFor();
    await checkAccessibility(page, 'pictures wait');
    await pictureStep(page, 'thread pictures wait');
    await line('twoPhotos').locator('.medium').first().click();
    await page.setViewportSize({ width: 300, height: 800 });
    const viewer = page.getByRole('dialog', { name: 'Photo 1 of 2' });
    await viewer.getByText(words).waitFor();
    await viewer.getByRole('button', { name: 'Load Images' }).waitFor();
    await pictureStep(page, 'thread viewer waits');
    await checkAccessibility(page, 'viewer waits');
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    assert.deepEqual([await page.locator('.line img').count(), alone.loaded()], [0, []]);
    await page.keyboard.press('Home');
    await line('card').focus();
    await page.keyboard.press('Shift+Tab');
    await page.getByRole('button', { name: 'Load Images' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await offer.waitFor({ state: 'detached' });
    await line('card').and(page.locator(':focus')).waitFor();
    await page.locator('.line img[src^="https://pbs.twimg.com/"]').first().waitFor();
    await drawn(page);
    assert.deepEqual(alone.unheard(), []);
  });
});
