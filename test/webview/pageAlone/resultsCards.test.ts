import assert from 'node:assert/strict';
import type { Post } from '../../../src/core/channel/post.ts';
import { resultsTables } from '../../../src/features/results/resultsContract.ts';
import { toPost } from '../../../src/core/records/toPost.ts';
import { type PageAlone, statusOf, useResultsPage } from '../support/resultsPageAlone.ts';
import { pictureStep } from '../../support/vscode/workbench.ts';
import { drawn, until } from '../support/steps.ts';

const photo = (name: string) => ({
  type: 'photo',
  url: `https://pbs.twimg.com/${name}.png`,
  previewUrl: `https://pbs.twimg.com/${name}-small.png`,
  width: undefined,
  height: undefined,
  alt: name,
  durationMs: undefined,
});

/** A post with everything that a table row doesn't contain. */
function richPost(row: number): Post {
  const author = { kind: 'user', handle: `user${row}`, name: `User ${row}` } as const;
  const quoted = { kind: 'post', id: '9', text: 'quoted words', author, url: 'https://social.example/q/9' } as const;
  return toPost({
    kind: 'post',
    id: String(1_000 + row),
    text: `post ${row} by @grace about #tea`,
    author,
    createdAt: '2026-01-05T10:00:00Z',
    likes: 1_234,
    views: 0,
    replyToHandle: 'ada',
    media: [photo('one'), photo('two')],
    quoted,
  });
}

const cardOf = (row: number): Post['card'] => ({
  url: 'https://a.example/',
  title: 'A page',
  description: null,
  domain: null,
  picture: `https://pbs.twimg.com/card-${row}.png`,
  roomId: null,
});

describe('post cards', () => {
  const open = useResultsPage();
  const rowsOf = (params: unknown) => resultsTables.requests.posts.parse(params).rows;
  const shown = async (
    posts: (rows: readonly number[]) => unknown,
    pictures: 'always' | 'never' = 'never',
    count = 400,
  ): Promise<PageAlone> => {
    const alone = await open({ pictures, responses: { posts: (params) => posts(rowsOf(params)) } });
    alone.showPosts(count);
    alone.host.send('status', statusOf({ loaded: count }));
    await alone.page.locator('.record').first().waitFor();
    return alone;
  };
  const askedRows = ({ received }: PageAlone) => received('posts').flatMap(rowsOf);

  it('tell VS Code’s menus what they show, and run commands on it or on the selection', async () => {
    const { page, host, received } = await shown((rows) => rows.map(richPost));
    const context = await page.locator('.record').first().getAttribute('data-vscode-context');
    const words = 'socialData post hasResponse markdown csv addressed numbered web';
    assert.deepEqual(JSON.parse(context ?? ''), { viewItem: words, row: 0 });
    host.send('command', { command: 'saveAsFixture', row: 1, column: null });
    await until(page, 'a record is saved', () => received('act').length === 1);
    await page.locator('.pick').nth(2).check();
    host.send('command', { command: 'saveAsFixture', row: null, column: null });
    await until(page, 'the selection is saved', () => received('act').length === 2);
    assert.deepEqual(received('act'), [
      { action: 'saveAsFixture', rows: [1] },
      { action: 'saveAsFixture', rows: [2] },
    ]);
  });

  it('show complete posts: quotes, tiles, counts, and replied accounts', async () => {
    const { page } = await shown((rows) => rows.map(richPost));
    const first = page.locator('.record').first();
    await first.locator('.quoted').filter({ hasText: 'quoted words' }).waitFor();
    await first.getByText('Reply to @ada').waitFor();
    await first.getByRole('img', { name: '1,234 Likes' }).waitFor();
    assert.equal(await first.getByRole('img', { name: /views/ }).count(), 0);
    assert.equal(await first.getByRole('button', { name: /^Photo: (one|two)$/ }).count(), 2);
  });

  it('request only nearby posts, once each', async () => {
    const alone = await shown((rows) => rows.map(richPost));
    await until(alone.page, 'the first ones are requested', () => alone.received('posts').length > 0);
    assert.ok(
      askedRows(alone).every((row) => row < 60),
      askedRows(alone).join(),
    );
    await alone.page.evaluate(`document.querySelector('.list-scroller').scrollTop = 20000`);
    await alone.page.locator('.record .quoted').first().waitFor();
    await alone.page.evaluate(`document.querySelector('.list-scroller').scrollTop = 0`);
    await drawn(alone.page);
    const rows = askedRows(alone);
    assert.equal(new Set(rows).size, rows.length, 'each once');
    assert.ok(rows.length < 200, `${rows.length} of 400`);
  });

  it('show the author and text before the post has loaded, and reuse these elements afterwards', async () => {
    const { promise, resolve } = Promise.withResolvers<null>();
    const { page } = await shown(async (rows) => {
      await promise;
      return rows.map(richPost);
    });
    const first = page.locator('.record').first();
    assert.match(await first.innerText(), /User 0[\s\S]*@user0[\s\S]*post 0/);
    await first.evaluate(`(() => { window.before = document.querySelector('.record social-post .author'); })()`);
    resolve(null);
    await first.locator('.quoted').waitFor();
    assert.equal(await page.evaluate(`window.before === document.querySelector('.record social-post .author')`), true);
  });

  it('don’t overlap after a filter is pasted and cleared', async () => {
    const textOf = (number: number) =>
      number % 9 === 4
        ? `garden ${number} `.repeat(40 + number)
        : number % 2 === 0
          ? `post ${number}`
          : `post ${number}\n\n`.repeat(6);
    const { page, ...alone } = await open({ textOf });
    alone.showPosts(60);
    alone.host.send('status', statusOf({ loaded: 60 }));
    await page.locator('.record social-post').first().waitFor();
    const gaps = async () =>
      await page.evaluate<readonly number[]>(`(() => {
        const boxes = [...document.querySelectorAll('.record')].map((record) => record.getBoundingClientRect());
        const sorted = boxes.toSorted((left, right) => left.top - right.top);
        return sorted.slice(1).map(({ top }, at) => Math.round(top - sorted[at].bottom));
      })()`);
    const areStacked = async () => (await gaps()).every((gap) => Math.abs(gap) <= 1);
    const filter = page.getByRole('searchbox', { name: 'Filter' }).or(page.getByPlaceholder('Filter loaded results'));
    await until(page, 'they are stacked at first', areStacked);
    await filter.first().fill('garden');
    await page
      .getByText(/^7 of 60/)
      .first()
      .waitFor();
    await until(page, 'those that fit are stacked', areStacked);
    await filter.first().fill('');
    await page.locator('.record').filter({ hasText: 'post 0' }).first().waitFor();
    await until(page, 'all are stacked again', areStacked);
  });

  it('show the row if the host doesn’t have the post or has too many', async () => {
    for (const wrong of [null, { ...richPost(0), markup: '<b>' }]) {
      const { page } = await shown((rows) => rows.map(() => wrong));
      await drawn(page);
      assert.match(await page.locator('.record').first().innerText(), /User 0[\s\S]*post 0/);
    }
  });

  it('show large images on click without a selection, and return focus to the tile', async () => {
    const { page, received } = await shown((rows) => rows.map(richPost));
    await page.locator('.medium').first().click();
    await page.getByRole('dialog', { name: 'Photo 1 of 2' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('2 of 2').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(`document.activeElement?.classList.contains('medium')`), true);
    assert.deepEqual([received('act'), await page.locator('.record.selected').count()], [[], 0]);
  });

  it('load and keep showing sensitive images only for a post where the user reveals them', async () => {
    const { page, loaded } = await shown(
      (rows) =>
        rows.map((row) => {
          const post = { ...richPost(row), quoted: null };
          return row < 2 ? { ...post, isSensitive: true, card: cardOf(row) } : { ...post, media: [] };
        }),
      'always',
    );
    const first = page.locator('.record[data-index="0"]');
    const pictures = () => loaded().filter((url) => !url.endsWith('/a.png'));
    const show = first.getByRole('button', { name: 'Show Media' });
    await show.waitFor();
    await drawn(page);
    assert.deepEqual([pictures(), await page.locator('.medium').count()], [[], 0]);
    await pictureStep(page, 'results card sensitive');
    await first.focus();
    await page.keyboard.press('Tab');
    for (let at = 0; at < 10 && (await page.evaluate('document.activeElement?.textContent.trim()')) !== 'Show Media'; at += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await first.locator('.medium:focus').waitFor();
    const wanted = ['one', 'two'].map((name) => `https://pbs.twimg.com/${name}-small.png`);
    await until(page, 'the pictures are loaded', () => pictures().length === 3);
    assert.deepEqual(new Set(pictures()), new Set([...wanted, 'https://pbs.twimg.com/card-0.png']));
    assert.equal(await page.locator('.media-cover').count(), 1, 'the other post stays covered');
    await pictureStep(page, 'results card sensitive shown');
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await first.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Cards', exact: true }).click();
    await first.locator('.medium').first().waitFor();
    assert.equal(await show.count(), 0);
  });

  it('open mentions and tags once per click', async () => {
    const { page, received } = await shown((rows) => rows.map(richPost));
    const first = page.locator('.record').first();
    await first.getByRole('button', { name: '@grace' }).dblclick();
    await first.getByRole('button', { name: '#tea' }).click();
    await until(page, 'both are requested', () => received('searchTag').length === 1);
    assert.deepEqual([received('lookUpUser'), received('searchTag')], [[{ handle: 'grace' }], [{ tag: 'tea' }]]);
  });
});
