import assert from 'node:assert/strict';
import { toPost } from '../../../src/core/records/toPost.ts';
import { readPost } from '../../../src/client/records/readRecord.ts';
import { resultsTables } from '../../../src/features/results/resultsContract.ts';
import { toTable } from '../../support/toTable.ts';
import { pictureStep } from '../../support/vscode/workbench.ts';
import { endlessPosts } from '../../unit/hostilePosts.ts';
import { hostilePost, hostileTexts } from '../support/hostilePosts.ts';
import { ownIcons, ownPlots, ownPlotStyles } from '../support/ownIcons.ts';
import { type PageAlone, statusOf, useResultsPage } from '../support/resultsPageAlone.ts';
import { drawn } from '../support/steps.ts';

/** Evidence that a payload ran, left the page, or sent a request. */
const traces = `({
  ran: Boolean(window.hostile) || document.title === 'hostile',
  elements: document.querySelector('social-results').querySelectorAll('script, iframe, object, embed, svg:not(${ownIcons}, ${ownPlots}), style:not(${ownPlotStyles}), base, form, img, link[href*="evil"], [onerror], [onload], [onclick], [onfocus], [onmouseover]').length,
})`;

describe('a results page with hostile content in every field', () => {
  const open = useResultsPage();

  it('doesn’t run, load, open, or request anything in any view', async () => {
    const posts = hostileTexts.map((text, index) => hostilePost(text, index));
    const postParams = resultsTables.requests.posts;
    const alone = await open({
      responses: {
        posts: (params) => postParams.parse(params).rows.map((row) => toPost(readPost(posts[row]))),
        json: (params) => resultsTables.requests.json.parse(params).rows.map((row) => JSON.stringify(posts[row])),
      },
    });
    const { page, host, received } = alone;
    const { columns, rows } = toTable('post', posts);
    host.send('records', {
      series: 1,
      kind: 'post',
      columns: [...columns],
      start: 0,
      rows: JSON.stringify(rows),
    });
    host.send('status', statusOf({ loaded: posts.length, hasMore: false }));
    const held = async (where: string) => {
      assert.deepEqual(await page.evaluate(traces), { ran: false, elements: 0 }, where);
      assert.deepEqual(alone.loaded(), [], where);
    };
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    for (const [view, [scroller, row]] of Object.entries({
      Cards: ['.list-scroller', '.record'],
      Table: ['.table-scroller', '[role="gridcell"]'],
      JSON: ['.list-scroller', '.json'],
      Plots: ['.plots', '.plots'],
    } as const)) {
      await button(view).click();
      await page.locator(row).first().waitFor();
      for (let step = 0; step < 12; step += 1) {
        await page.evaluate(`document.querySelector('${scroller}').scrollBy(0, 900)`);
        await drawn(page);
        await held(view);
      }
      await pictureStep(page, `results hostile ${view}`);
    }
    const plot = page.getByLabel('Plot', { exact: true });
    for (const title of await plot.locator('option').allTextContents()) {
      await plot.selectOption(title);
      await held(title);
    }
    await button('Table').click();
    await page.getByRole('columnheader', { name: /^Text/ }).click();
    await page.getByRole('searchbox', { name: 'Filter loaded results' }).fill('script');
    await page.getByText(/^\d+ of \d+$/).waitFor();
    await held('sorted and filtered');
    const calls = (['call', 'loadMore', 'openLink', 'lookUpUser', 'searchTag'] as const).flatMap(received);
    assert.deepEqual([calls, alone.unheard()], [[], []]);
  });
});

describe('a results page with endless posts', () => {
  const open = useResultsPage();
  /** A page that receives a post. */
  const show = async (raw: object): Promise<PageAlone> => {
    const { posts } = resultsTables.requests;
    const alone = await open({
      responses: { posts: (params) => posts.parse(params).rows.map(() => toPost(readPost(raw))) },
    });
    alone.host.send('status', statusOf({ loaded: 1, hasMore: false }));
    const { columns, rows } = toTable('post', [raw]);
    await alone.page.exposeFunction('sendPost', () => {
      alone.host.send('records', {
        series: 1,
        kind: 'post',
        columns: [...columns],
        start: 0,
        rows: JSON.stringify(rows),
      });
    });
    await alone.page.evaluate('sendPost()');
    return alone;
  };
  const lengthOf = async ({ page }: PageAlone) =>
    await page.evaluate<number>(`document.querySelector('.record .words').innerText.trim().length`);
  const elementsOf = async ({ page }: PageAlone) => await page.evaluate<number>(`document.querySelectorAll('.record *').length`);

  for (const [name, raw] of Object.entries(endlessPosts)) {
    it(`renders the visible part: ${name}`, async () => {
      const shown = await show(raw);
      await shown.page.locator('.record .words:has(.text)').waitFor();
      // the row's text is visible before the host's post with images
      if (name.includes('pictures')) await shown.page.locator('.record .rest').waitFor();
      assert.ok((await lengthOf(shown)) <= 2_001);
      assert.ok((await elementsOf(shown)) < 4_000, `${await elementsOf(shown)} elements`);
    });
  }

  it('expands long text in steps, shows that it continues, and folds it again', async () => {
    const { text } = endlessPosts['25,000 unbroken characters'] ?? {};
    const shown = await show({ ...endlessPosts['64,000 dots'], text });
    const more = shown.page.getByRole('button', { name: 'Show More', exact: true });
    const less = shown.page.getByRole('button', { name: 'Show Less', exact: true });
    const lengths: number[] = [];
    for (await more.waitFor(); (await more.count()) > 0;) {
      lengths.push(await lengthOf(shown));
      await more.click();
    }
    assert.deepEqual(lengths, [2_001, 7_001, 12_001, 17_001, 22_001], 'with the dots that say so');
    assert.equal(await lengthOf(shown), 25_000);
    assert.equal(await shown.page.evaluate('document.activeElement.textContent.trim()'), 'Show Less', 'the focus stays');
    await less.click();
    await more.waitFor();
    assert.equal(await lengthOf(shown), 2_001);
    await pictureStep(shown.page, 'results endless folded');
  });

  it('shows four of 3,000 images and the number of others, which open one at a time', async () => {
    const shown = await show(endlessPosts['3,000 pictures'] ?? {});
    const { page } = shown;
    const rest = page.getByRole('button', { name: 'Photo, +2,996' });
    await rest.waitFor();
    assert.equal(await page.locator('.record .medium').count(), 4);
    assert.ok((await elementsOf(shown)) < 150);
    await pictureStep(page, 'results endless pictures');
    await rest.click();
    await page.getByText('4 of 3000').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('5 of 3000').waitFor();
    assert.ok((await page.locator('dialog *').count()) < 40);
  });

  it('doesn’t show hidden characters, and shows link targets', async () => {
    const foreign = '\u202egpj.exe\u2066\u0000';
    const shown = await show({
      ...endlessPosts['64,000 dots'],
      author: { username: foreign, name: foreign },
      text: `${foreign} https://t.co/a`,
      lang: foreign,
      source: foreign,
      replyTo: { username: foreign },
      urls: [{ url: 'https://t.co/a', expanded_url: 'https://evil.example/login', display_url: 'bank.example/login' }],
      media: [{ type: 'photo', url: 'https://a.example/', altText: foreign }],
      quoted: { id: '7', text: foreign, author: { username: foreign, name: foreign } },
    });
    await shown.page.locator('.record .quoted').waitFor();
    const said = await shown.page.evaluate<string>(`[
      document.querySelector('.record').textContent,
      ...[...document.querySelectorAll('.record *')].flatMap((one) => [one.title, one.ariaLabel, one.alt]),
    ].join(' ')`);
    assert.ok(said.split('gpj.exe').length > 6);
    assert.doesNotMatch(said, /[\u202e\u2066]|(?!\n)\p{Cc}/u);
    assert.equal(await shown.page.locator('.record a').first().innerText(), 'evil.example/login');
    await pictureStep(shown.page, 'results endless turned');
  });
});
