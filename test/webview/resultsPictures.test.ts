import assert from 'node:assert/strict';
import { startMockService } from '../support/countingProxy.ts';
import { waitUntilWorkbenchReady } from '../support/vscode/openWorkbench.ts';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import { runCommand, pictureStep, waitForEditor } from '../support/vscode/workbench.ts';
import { hostilePost } from './support/hostilePosts.ts';
import { enterKey } from './support/ownSandbox.ts';
import { installPictureHost, onePixel, pictureOrigin } from './support/pictureHost.ts';
import { askSearch, resultsTab } from './support/resultsTab.ts';
import { checkAccessibility } from './support/threadFrame.ts';

/** Posts with the picture of their author and one of their own. */
const posts = Array.from({ length: 8 }, (_, index) => {
  const post = hostilePost(`Coffee number ${index}`, index) as { readonly author: object; readonly media: readonly object[] };
  const author = { ...post.author, username: `writer_${index}`, avatarUrl: `${pictureOrigin}/faces/${index}.png` };
  const picture = { ...post.media[0], type: 'photo', url: `${pictureOrigin}/large/${index}.png`, altText: `Cup ${index}` };
  return { ...post, author, media: [{ ...picture, previewUrl: `${pictureOrigin}/small/${index}.png` }] };
});
const service = await startMockService(({ target }) =>
  target.startsWith('/pictured/pictures/')
    ? { status: 200, headers: { 'content-type': 'image/png' }, body: onePixel }
    : {
        status: 200,
        headers: { 'content-type': 'application/json', 'x-price-per-call': '0.0002', 'x-remaining-balance': '5' },
        body: JSON.stringify({ data: posts, nextCursor: null, previousCursor: null, hasNextPage: false }),
      },
);

describe('the pictures of results that wait for a person', () => {
  const workbench = useWorkbench({
    name: 'results-pictures',
    settings: {
      'socialData.primary.connection': 'direct',
      'socialData.primary.address': `${service.address}/pictured`,
      'socialData.media.load': 'ask',
      'socialData.results.open': 'new',
    },
    install: async (extensions) => {
      await installPictureHost(extensions, `${service.address}/pictured/pictures`);
    },
  });
  const tab = resultsTab(() => workbench().page);
  const { frame, button, banner } = tab;
  const offer = () => banner().filter({ hasText: 'Pictures are not loaded: their hosts would see this machine.' });
  const pictures = () => frame().locator('.record img');
  const asked = (what: 'pictures' | 'pages') =>
    service.requests.filter(({ target }) => target.includes('/pictures/') === (what === 'pictures'));
  const areShown = async () => {
    await frame().locator('.record .medium[aria-label="Photo: Cup 0"] img').waitFor();
    await frame().locator('.record .avatar img').first().waitFor();
    assert.equal(await offer().count(), 0);
  };
  const tabOf = (title: string) => workbench().page.locator('.tab').filter({ hasText: title });

  after(async () => {
    await service.close();
  });

  it('are asked of nobody before they are wanted, and the page says why', async () => {
    const { page } = workbench();
    await enterKey(page, { key: 'a-key-of-the-test' });
    await runCommand(page, 'View: Close Primary Side Bar');
    await askSearch(page, tab, 'coffee');
    await frame().locator('.record').first().waitFor();
    await offer().waitFor();
    assert.equal(await pictures().count(), 0);
    assert.deepEqual(asked('pictures'), []);
  });

  it('wait where no cards are shown as well', async () => {
    await button('Table').click();
    await frame().getByRole('gridcell').first().waitFor();
    assert.equal(await offer().count(), 0, 'a table shows none');
    await button('Cards').click();
    await offer().waitFor();
    assert.deepEqual(asked('pictures'), []);
  });

  it('come by a press with the mouse, each once, through the host and without key or cookie', async () => {
    const { page } = workbench();
    await button('Load Pictures').click();
    await areShown();
    const addresses = asked('pictures').map(({ target }) => target);
    assert.ok(addresses.length > 1);
    assert.equal(new Set(addresses).size, addresses.length, addresses.join(', '));
    for (const { headers } of asked('pictures')) {
      assert.deepEqual([headers['x-api-key'], headers.cookie, headers.referer, headers.authorization], Array(4).fill(undefined));
    }
    const sources = await frame()
      .locator('body')
      .evaluate<readonly string[], undefined>("[...document.querySelectorAll('.record img')].map(({ src }) => src)", undefined);
    assert.deepEqual(
      sources.filter((source) => !source.startsWith('data:image/png;base64,')),
      [],
    );
    assert.equal(await frame().locator('.record:focus').count(), 1, 'the keyboard goes on from the records');
    await checkAccessibility(frame(), 'pictures loaded');
    await pictureStep(page, 'results pictures loaded');
    assert.equal(asked('pages').length, 1);
  });

  it('stay wanted in this tab after it was hidden and after the window was reloaded, and in no other', async () => {
    const { page } = workbench();
    await runCommand(page, 'File: New Untitled Text File');
    await waitForEditor(page, /Untitled/);
    await tabOf('Search: coffee').click();
    await areShown();
    await Promise.all([page.waitForEvent('load'), runCommand(page, 'Developer: Reload Window')]);
    await waitUntilWorkbenchReady(page);
    await tabOf('Search: coffee').click();
    await areShown();
    assert.equal(asked('pages').length, 1);
    await enterKey(page, { key: 'a-key-of-the-test' });
    const before = asked('pictures').length;
    await askSearch(page, tab, 'tea');
    await frame().locator('.record').first().waitFor();
    await offer().waitFor();
    assert.equal(await pictures().count(), 0);
    assert.equal(asked('pictures').length, before);
  });

  it('come by the keyboard alone, which goes on from the records', async () => {
    const { page } = workbench();
    await frame().locator('.record[tabindex="0"]').focus();
    await page.keyboard.press('Shift+Tab');
    await button('Load Pictures').and(frame().locator(':focus')).waitFor();
    await pictureStep(page, 'results pictures focus');
    await page.keyboard.press('Enter');
    await areShown();
    await frame().locator('.record:focus').waitFor();
  });
});
