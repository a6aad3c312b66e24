import assert from 'node:assert/strict';
import { toPost } from '../../src/app/post/toPost.ts';
import { readPost } from '../../src/client/records/readPost.ts';
import { resultsContract } from '../../src/protocol/resultsContract.ts';
import { toTable } from '../support/toTable.ts';
import { startMockService } from '../support/countingProxy.ts';
import { waitUntilWorkbenchReady } from '../support/vscode/openWorkbench.ts';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import { acceptQuickInput, runCommand, pictureStep, typeInQuickInput, waitForEditor } from '../support/vscode/workbench.ts';
import { hostilePost, hostileTexts } from './support/hostilePosts.ts';
import { webviewPage } from './support/threadFrame.ts';
import { endlessPosts } from '../unit/hostilePosts.ts';
import { mainThreadTasks } from './support/mainThreadTasks.ts';
import { ownIcons, ownPlots } from './support/ownIcons.ts';
import { type PageAlone, statusOf, useResultsPage } from './support/resultsPageAlone.ts';
import { errorWords, toWordsPattern } from '../support/errorWords.ts';

const posts = hostileTexts.map((text, index) => hostilePost(text, index));
const service = await startMockService(() => ({
  status: 200,
  headers: { 'content-type': 'application/json', 'x-price-per-call': '0.0002', 'x-remaining-balance': '5' },
  body: JSON.stringify({ data: posts, nextCursor: null, previousCursor: null, hasNextPage: false }),
}));

/** What would have happened had a payload run, left the page, or asked for something. */
const traces = `JSON.stringify({
  ran: Boolean(window.hostile) || document.title === 'hostile',
  elements: document.querySelector('social-results').querySelectorAll('script, iframe, object, embed, svg:not(${ownIcons}, ${ownPlots}), style, base, form, img, link[href*="evil"], [onerror], [onload], [onclick], [onfocus], [onmouseover]').length,
  asked: performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('evil')),
})`;

describe('results with hostile content in every field', () => {
  const workbench = useWorkbench({
    name: 'results-hostile',
    settings: { 'socialData.primary.connection': 'direct', 'socialData.primary.address': `${service.address}/hostile` },
  });
  const frame = () => webviewPage(workbench().page);
  const button = (name: string | RegExp) => frame().getByRole('button', { name, exact: typeof name === 'string' });
  const held = async () => {
    const found = await frame().locator('body').evaluate<string, undefined>(traces, undefined);
    assert.deepEqual(JSON.parse(found), { ran: false, elements: 0, asked: [] });
  };

  after(async () => {
    await service.close();
  });

  it('asks for a key before anything is sent', async () => {
    const { page } = workbench();
    await runCommand(page, 'Social Data: Search…');
    await frame().getByRole('textbox', { name: 'Query', exact: true }).fill('anything');
    await button(/^Search \(/).click();
    await frame()
      .locator('.middle')
      .filter({ hasText: toWordsPattern`${errorWords.noKey.failed}.*Nothing was spent` })
      .waitFor();
    await button('Set API Key…').waitFor();
    await pictureStep(page, 'results no key');
    assert.equal(service.requests.length, 0);
    await button('Set API Key…').click();
    for (const [title, text] of [
      ['Address', `${service.address}/hostile`],
      ['Set API Key', 'a-key-of-the-test'],
    ] as const) {
      await page
        .locator('.quick-input-widget:visible')
        .filter({ hasText: new RegExp(title) })
        .waitFor();
      await typeInQuickInput(page, text);
      await acceptQuickInput(page);
    }
    await frame().getByRole('textbox', { name: 'Query', exact: true }).waitFor();
  });

  it('runs, loads and opens nothing of it, in no view', async () => {
    const { page } = workbench();
    await button(/^Search \(/).click();
    await frame().locator('.record').first().waitFor();
    assert.equal(service.requests.length, 1);
    for (const view of ['Cards', 'Table', 'JSON', 'Plots'] as const) {
      await button(view).click();
      const [scroller, row] = {
        Cards: ['.list-scroller', '.record'],
        Table: ['.table-scroller', '[role="gridcell"]'],
        JSON: ['.list-scroller', '.json'],
        Plots: ['.plots', '.plots'],
      }[view];
      await frame()
        .locator(row ?? '')
        .first()
        .waitFor();
      for (let page = 0; page < 12; page += 1) {
        await frame()
          .locator('body')
          .evaluate<undefined, undefined>(`document.querySelector('${scroller ?? ''}').scrollBy(0, 900)`, undefined);
        await frame()
          .locator('body')
          .evaluate<undefined, undefined>(
            'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
            undefined,
          );
        await held();
      }
      await pictureStep(page, `results hostile ${view}`);
    }
    const plots = await frame().getByLabel('Plot', { exact: true }).locator('option').allTextContents();
    for (const plot of plots) {
      await frame().getByLabel('Plot', { exact: true }).selectOption(plot);
      await held();
    }
    assert.equal(service.requests.length, 1, 'looking at what is loaded asks nothing');
  });

  it('makes no call by itself: sorting, filtering, hiding, moving, reloading', async () => {
    const { page } = workbench();
    await button('Table').click();
    await frame().getByRole('columnheader', { name: /^Text/ }).click();
    await frame().getByRole('searchbox', { name: 'Filter what is loaded' }).fill('script');
    await frame()
      .getByText(/^\d+ of \d+$/)
      .waitFor();
    await runCommand(page, 'View: Move Editor into Next Group');
    await frame()
      .getByText(/^\d+ of \d+$/)
      .waitFor();
    await runCommand(page, 'File: New Untitled Text File');
    await waitForEditor(page, /Untitled/);
    await page.locator('.tab').filter({ hasText: 'Search: anything' }).click();
    await frame()
      .getByText(/^\d+ of \d+$/)
      .waitFor();
    await Promise.all([page.waitForEvent('load'), runCommand(page, 'Developer: Reload Window')]);
    await waitUntilWorkbenchReady(page);
    await page.locator('.tab').filter({ hasText: 'Search: anything' }).click();
    await frame()
      .getByText(/^\d+ of \d+$/)
      .waitFor();
    await held();
    assert.equal(service.requests.length, 1);
  });
});

describe('results with posts that have no end', () => {
  const open = useResultsPage();
  /** The page, to which a post comes while the script runs; with the longest time that its main thread computed at a stretch. */
  const show = async (raw: object, script: string): Promise<PageAlone & { readonly maxMs: number }> => {
    const { posts } = resultsContract.host.requests;
    const alone = await open({
      answers: { posts: (params) => posts.params.parse(params).rows.map(() => toPost(readPost(raw))) },
    });
    alone.host.send('status', statusOf({ loaded: 1, hasMore: false }));
    const { columns, rows } = toTable('post', [raw]);
    await alone.page.exposeFunction('sendPost', () => {
      alone.host.send('records', {
        series: 1,
        size: 1,
        kind: 'post',
        columns: [...columns],
        start: 0,
        rows: JSON.stringify(rows),
      });
    });
    const { tasks } = await mainThreadTasks(
      alone.page,
      alone.page,
      `const when = async (isSo) => { while (!isSo()) await new Promise(requestAnimationFrame); };
      await sendPost();
      ${script}`,
    );
    return { ...alone, maxMs: Math.max(...tasks.map(({ cpuMs }) => cpuMs)) };
  };
  const lengthOf = async ({ page }: PageAlone) =>
    await page.evaluate<number>(`document.querySelector('.record .words').innerText.trim().length`);
  const elementsOf = async ({ page }: PageAlone) => await page.evaluate<number>(`document.querySelectorAll('.record *').length`);

  for (const [name, raw] of Object.entries(endlessPosts)) {
    it(`lay out what is seen of them: ${name}`, async () => {
      const shown = await show(raw, `await when(() => document.querySelector('.record .words:has(.text)') !== null);`);
      // what the row says is in the page before the host's post, which has pictures
      if (name.includes('pictures')) await shown.page.locator('.record .rest').waitFor();
      assert.ok((await lengthOf(shown)) <= 2_001);
      assert.ok((await elementsOf(shown)) < 4_000, `${await elementsOf(shown)} elements`);
      assert.ok(shown.maxMs < 100, `${Math.round(shown.maxMs)} ms`);
    });
  }

  it('show more of a long text step by step, say that it goes on, and fold it again', async () => {
    const { text } = endlessPosts['25,000 unbroken characters'] ?? {};
    const shown = await show({ ...endlessPosts['64,000 dots'], text }, '');
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

  it('show four of 3,000 pictures and how many more there are, and the others one at a time', async () => {
    const shown = await show(endlessPosts['3,000 pictures'] ?? {}, '');
    const { page } = shown;
    const rest = page.getByRole('button', { name: 'Photo, and 2,996 more' });
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

  it('show no character that turns or hides what stands beside it, and where a link leads', async () => {
    const foreign = '\u202egpj.exe\u2066\u0000';
    const shown = await show(
      {
        ...endlessPosts['64,000 dots'],
        author: { username: foreign, name: foreign },
        text: `${foreign} https://t.co/a`,
        lang: foreign,
        source: foreign,
        replyTo: { username: foreign },
        urls: [{ url: 'https://t.co/a', expanded_url: 'https://evil.example/login', display_url: 'bank.example/login' }],
        media: [{ type: 'photo', url: 'https://a.example/', altText: foreign }],
        quoted: { id: '7', text: foreign, author: { username: foreign, name: foreign } },
      },
      '',
    );
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
