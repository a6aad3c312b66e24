import assert from 'node:assert/strict';
import { pictureStep } from '../../support/vscode/workbench.ts';
import { hostilePayloads } from '../support/hostilePayloads.ts';
import { hostilePost } from '../support/hostilePosts.ts';
import { ownIcons } from '../support/ownIcons.ts';
import { drawn } from '../support/steps.ts';
import { checkAccessibility, checkNothingReachesOver, threadLine } from '../support/threadFrame.ts';
import { type ThreadPageAlone, threadOfPosts, threadWidths, useThreadPage } from '../support/threadPageAlone.ts';

const rootId = '1845000000000000001';
const longId = '1845000000000000002';
const picturedId = '1845000000000000003';
const dotsId = '1845000000000000004';
const unbrokenId = '1845000000000000005';
const endlessIds = [longId, dotsId, unbrokenId, picturedId] as const;

/** Scrolls down until all endless posts were rendered. Leaves those that weren't in `wanted`. */
const scrollPastEndless = `
  const scroller = document.querySelector('.scroller');
  const drawn = async () => { for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame); };
  const wanted = new Set(${JSON.stringify(endlessIds)});
  const scrollPast = async () => {
    scroller.scrollTop = 0;
    for (let step = 0; step < 60 && wanted.size > 0; step += 1) {
      await drawn();
      for (const id of wanted) if (document.querySelector('[data-key="' + id + '"] .words') !== null) wanted.delete(id);
      scroller.scrollTop += scroller.clientHeight / 2;
    }
  };`;

/** A post with endless replies, and a reply for each payload, which is in all visible fields. */
function hostileThread() {
  const harmless = { ...hostilePost('', 0), author: { id: '1', username: 'somebody', name: 'Somebody' }, media: [], urls: [] };
  const root = { ...harmless, id: rootId, text: 'All hostile replies are here.', replyTo: null };
  const reply = { ...harmless, replyTo: { id: rootId } };
  const pictures = Array.from({ length: 3_000 }, (_, at) => ({
    type: 'photo',
    url: `https://pictures.example/${at}`,
    previewUrl: `https://pictures.example/${at}`,
    width: 4,
    height: 3,
  }));
  const endless = [
    { ...reply, id: longId, text: `${'W'.repeat(25_000)} far back ${'W'.repeat(5_000)}` },
    { ...reply, id: dotsId, text: '.'.repeat(64_000) },
    { ...reply, id: unbrokenId, text: 'a'.repeat(1_000_000) },
    { ...reply, id: picturedId, text: 'All of them.', media: pictures },
  ];
  const responses = hostilePayloads.map((payload, at) => ({
    ...hostilePost(payload, at),
    id: `18450000000000${String(at).padStart(5, '0')}9`,
    text: `${at} ${payload}`,
    media: [{ type: 'photo', url: payload, previewUrl: payload, width: 4, height: 3, altText: payload, durationMs: null }],
    replyTo: { id: rootId, username: payload },
  }));
  return threadOfPosts([root, ...endless, ...responses], rootId);
}

describe('hostile content in a thread', () => {
  const open = useThreadPage();
  const thread = hostileThread();
  let alone: ThreadPageAlone;

  it('doesn’t run scripts or load or open anything, and only requests images', async () => {
    alone = await open();
    const { page } = alone;
    const dialogs: string[] = [];
    const pages: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    page.context().on('page', (opened) => pages.push(opened.url()));
    await page.setViewportSize({ width: 700, height: 800 });
    alone.show(thread);
    await threadLine(page, rootId).waitFor();
    await pictureStep(page, 'thread hostile');
    const seen = new Set<string>();
    const lines = page.locator('.line.reply');
    const scroll = `(() => {
      const scroller = document.querySelector('.scroller');
      const before = scroller.scrollTop;
      scroller.scrollTop += scroller.clientHeight;
      return scroller.scrollTop > before;
    })()`;
    for (let isFurther = true; isFurther; isFurther = await page.evaluate<boolean>(scroll)) {
      await drawn(page);
      for (const text of await lines.allInnerTexts()) {
        const at = /(?:^|\n)(\d+) /.exec(text)?.[1];
        if (at !== undefined) seen.add(at);
      }
    }
    assert.ok(seen.size >= hostilePayloads.length * 0.9, `${seen.size} of ${hostilePayloads.length} were shown`);
    const found = await page.evaluate<Record<string, unknown>>(`({
      fired: window.__fired ?? null,
      scripts: document.querySelectorAll('main social-thread script').length,
      foreign: document.querySelectorAll('main :is(iframe, object, embed, form, svg:not(${ownIcons}), math, base, style, link, meta)').length,
      handlers: [...document.querySelectorAll('main *')].flatMap((one) => [...one.attributes]).filter(({ name }) => name.startsWith('on')).length,
      links: [...document.querySelectorAll('a[href]')].map((one) => one.href).filter((href) => !/^https?:/.test(href)),
      sources: [...document.querySelectorAll('img')].map((one) => one.src).filter((src) => !src.startsWith('data:image/')),
    })`);
    assert.deepEqual(found, { fired: null, scripts: 0, foreign: 0, handlers: 0, links: [], sources: [] });
    assert.deepEqual([dialogs, pages, alone.loaded(), alone.unheard()], [[], [], [], []]);
    const requests = (['openLink', 'lookUpUser', 'lookUpSpace', 'searchTag', 'load', 'recover'] as const).flatMap(alone.received);
    assert.deepEqual(requests, []);
    await checkAccessibility(page, 'hostile');
  });

  it('renders only an endless post’s visible part, and finds text far into it', async () => {
    alone = await open();
    const { page } = alone;
    alone.show(thread);
    const long = threadLine(page, longId);
    const more = long.getByRole('button', { name: 'Show More', exact: true });
    const less = long.getByRole('button', { name: 'Show Less', exact: true });
    const length = async () =>
      await page.evaluate<number>(`document.querySelector('[data-key="${longId}"] .words').innerText.trim().length`);
    const look = async (state: string) => {
      for (const width of ['wide', 'narrow'] as const) {
        await page.setViewportSize({ width: threadWidths[width], height: 800 });
        await drawn(page);
        await pictureStep(page, `thread endless ${state} ${width}`);
        await checkNothingReachesOver(page, `${state} ${width}`);
      }
    };
    await more.waitFor();
    assert.equal(await length(), 2_001);
    await look('folded');
    await more.click();
    await less.waitFor();
    assert.equal(await length(), 7_001);
    await look('one step more');
    await less.click();
    const pictured = threadLine(page, picturedId);
    await pictured.getByRole('button', { name: 'Photo, +2,996' }).waitFor();
    assert.equal(await pictured.locator('.medium').count(), 4);
    await pictured.locator('.medium').last().scrollIntoViewIfNeeded();
    await look('pictures');
    const [stored, missing] = await page.evaluate<readonly number[]>(`(async () => {
      ${scrollPastEndless}
      scroller.scrollTop = scroller.scrollHeight;
      await drawn();
      const before = [...wanted].filter((id) => document.querySelector('[data-key="' + id + '"]') !== null).length;
      await scrollPast();
      return [before, wanted.size];
    })()`);
    assert.equal(missing, 0);
    assert.ok((stored ?? 9) <= 1, 'all but the one with the focus were drawn again');
    alone.host.send('command', 'find');
    await page.locator('.find-input').fill('far back');
    await long.locator('mark', { hasText: 'far back' }).waitFor();
    assert.ok((await length()) < 2_010);
    await page.keyboard.press('Enter');
    await look('found');
    await checkAccessibility(page, 'endless');
  });
});
