import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { endpoints } from '../../src/client/endpoints/table.ts';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { createWorld } from '../../src/sandbox/world/createWorld.ts';
import type { Account, WorldPost, SandboxWorld } from '../../src/sandbox/world/world.ts';
import { askForThread } from '../support/vscode/lookUp.ts';
import { openWorkbench, type Workbench } from '../support/vscode/openWorkbench.ts';
import { runCommand, pictureStep, takeScreenshot } from '../support/vscode/workbench.ts';
import { answerers } from '../unit/sandbox/answerers.ts';
import { startCheckedSandboxOver } from '../unit/sandbox/checkedSandbox.ts';
import { hostilePayloads } from './support/hostilePayloads.ts';
import { type MainThreadTask, mainThreadTasks } from './support/mainThreadTasks.ts';
import { ownIcons } from './support/ownIcons.ts';
import { askedOf, directSettings, enterKey } from './support/ownSandbox.ts';
import { readPageThemes } from './support/pageThemes.ts';
import { themesInTurn } from '../support/vscode/themeTurns.ts';
import { checkAccessibility, threadLine, webviewPage } from './support/threadFrame.ts';
import { dragToNarrow } from './support/threadStatesPage.ts';

const rootId = '1845000000000000001';
const longId = '1845000000000000002';
const picturedId = '1845000000000000003';
const dotsId = '1845000000000000004';
const unbrokenId = '1845000000000000005';
const endlessIds = [longId, dotsId, unbrokenId, picturedId] as const;

/** Scrolls down from the top of the thread until each endless post was drawn. Leaves in `wanted` those that were not. */
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

function assertShort(tasks: readonly MainThreadTask[]): void {
  const maxMs = Math.max(...tasks.map(({ cpuMs }) => cpuMs));
  assert.ok(maxMs < 100, `${Math.round(maxMs)} ms`);
}

/** A world with a post that has an answer for each payload; the payload stands in every field that is shown. */
function hostileWorld(): SandboxWorld {
  const base = createWorld(1, 'http://127.0.0.1:9'); // nobody serves its pictures
  const hero = base.account(exampleValues.userId);
  const model = base.post(exampleValues.tweetId);
  assert.ok(hero !== undefined && model !== undefined);
  const createdAtMs = Date.UTC(2026, 0, 2, 3, 4, 5);
  const root: WorldPost = {
    ...model,
    id: rootId,
    conversationId: rootId,
    text: 'All that is evil answers here.',
    media: [],
    createdAtMs,
  };
  const accounts = hostilePayloads.map((payload, at): Account => {
    const id = `15450000000000${String(at).padStart(5, '0')}`;
    const shown = { name: payload.slice(0, 45), description: payload, location: payload, url: payload, avatarUrl: payload };
    const record = { ...hero.record, ...shown, id, username: `evil_${at}`, bannerUrl: null, pinnedTweetIds: [] };
    return { ...hero, id, record, badge: 'none' };
  });
  const answers = hostilePayloads.map((payload, at): WorldPost => ({
    ...root,
    id: `18450000000000${String(at).padStart(5, '0')}9`,
    authorId: accounts[at]?.id ?? '',
    text: `${at} ${payload}`,
    lang: at % 3 === 0 ? payload : 'en',
    source: payload,
    replyToId: rootId,
    urls: [payload],
    hashtags: [],
    mentions: [],
    media: [{ type: 'photo', url: payload, previewUrl: payload, width: 4, height: 3, altText: payload, durationMs: null }],
    likes: 0,
  }));
  const endless = [
    { id: longId, text: `${'W'.repeat(25_000)} far back ${'W'.repeat(5_000)}` },
    { id: dotsId, text: '.'.repeat(64_000) },
    { id: unbrokenId, text: 'a'.repeat(1_000_000) },
    {
      id: picturedId,
      text: 'All of them.',
      media: Array.from({ length: 3_000 }, (_, at) => ({
        type: 'photo' as const,
        url: `https://pictures.example/${at}`,
        previewUrl: `https://pictures.example/${at}`,
        width: 4,
        height: 3,
        altText: null,
        durationMs: null,
      })),
    },
  ].map((fields): WorldPost => ({ ...root, replyToId: rootId, hashtags: [], mentions: [], urls: [], likes: 1, ...fields }));
  answers.unshift(...endless);
  const byId = new Map([root, ...answers].map((post) => [post.id, post]));
  return {
    ...base,
    account: (id) => accounts.find((account) => account.id === id) ?? base.account(id),
    post: (id) => byId.get(id) ?? base.post(id),
    repliesTo: (id) => (id === rootId ? answers : base.repliesTo(id)),
  };
}

describe('hostile content in a thread', () => {
  let sandbox: Sandbox;
  let workbench: Workbench;
  const frame = () => webviewPage(workbench.page);

  before(async function () {
    this.timeout(120_000);
    sandbox = await startCheckedSandboxOver({ endpoints, answerers, world: hostileWorld() });
    workbench = await openWorkbench({
      name: 'thread-hostile',
      settings: { ...directSettings(sandbox), 'socialData.media.load': 'always' },
    });
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await takeScreenshot(workbench.page, `failed ${this.currentTest.fullTitle()}`);
  });

  after(async () => {
    await workbench?.[Symbol.asyncDispose]();
    await sandbox?.close();
  });

  it('runs no script, asks for nothing and leads nowhere', async () => {
    const { page } = workbench;
    await enterKey(page, sandbox);
    const dialogs: string[] = [];
    const pages: string[] = [];
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    page.context().on('page', (opened) => pages.push(opened.url()));
    page.on('request', (request) => asked.push(request.url()));
    await askForThread(page, rootId);
    await threadLine(frame(), rootId).waitFor();
    await pictureStep(page, 'thread hostile');
    const calls = await askedOf(sandbox);
    assert.equal(calls.length, 1, calls.join('\n'));
    const seen = new Set<string>();
    await threadLine(frame(), rootId).focus();
    for (let more = 0; more < 12 && seen.size < hostilePayloads.length; more += 1) {
      const before: number = seen.size;
      const lines = frame().locator('.line.reply');
      for (let step = 0; step < 60; step += 1) {
        for (const text of await lines.allInnerTexts()) {
          const at = /(?:^|\n)(\d+) /.exec(text)?.[1];
          if (at !== undefined) seen.add(at);
        }
        await frame()
          .locator('body')
          .evaluate(`document.querySelector('.scroller').scrollTop += document.querySelector('.scroller').clientHeight`);
        await frame().locator('body').evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      }
      await page.keyboard.press('End');
      const button = frame().locator('.line.more [data-fetch]', { hasText: 'Show More Replies' });
      if (seen.size === before || (await button.count()) === 0) break;
      await button.last().click();
      await button.filter({ hasText: 'Loading' }).waitFor({ state: 'detached' });
    }
    assert.ok(seen.size >= hostilePayloads.length * 0.9, `${seen.size} of ${hostilePayloads.length} were shown`);
    const found = (await frame().locator('body').evaluate(`({
      fired: window.__fired ?? null,
      scripts: document.querySelectorAll('main script').length,
      foreign: document.querySelectorAll('main :is(iframe, object, embed, form, svg:not(${ownIcons}), math, base, style, link, meta)').length,
      handlers: [...document.querySelectorAll('main *')].flatMap((one) => [...one.attributes]).filter(({ name }) => name.startsWith('on')).length,
      links: [...document.querySelectorAll('a[href]')].map((one) => one.href).filter((href) => !/^https?:/.test(href)),
      sources: [...document.querySelectorAll('img')].map((one) => one.src).filter((src) => !src.startsWith('data:image/')),
    })`)) as Record<string, unknown>;
    assert.deepEqual(found, { fired: null, scripts: 0, foreign: 0, handlers: 0, links: [], sources: [] });
    assert.deepEqual([dialogs, pages], [[], []]);
    const out = asked.filter((url) => /evil/.test(new URL(url).hostname));
    assert.deepEqual(out, []);
    await checkAccessibility(frame(), 'hostile');
  });

  it('lays out what is seen of a post that has no end, and finds and shows what stands far back in it', async function () {
    this.timeout(180_000);
    const { page } = workbench;
    const long = threadLine(frame(), longId);
    const more = long.getByRole('button', { name: 'Show More', exact: true });
    const length = async () =>
      Number(
        await frame().locator('body').evaluate(`document.querySelector('[data-key="${longId}"] .words').innerText.trim().length`),
      );
    const themes = await readPageThemes(workbench, frame());
    const look = async (state: string, place: number) => {
      for (const width of ['narrow', 'wide'] as const) {
        const picture = async (theme: string) => {
          await pictureStep(page, `thread endless ${state} ${width} ${theme}`);
        };
        await themes.each(frame(), picture, themesInTurn(place, width));
        const [to, then] = width === 'narrow' ? ['Maximize', 'Restore'] : ['Restore', 'Maximize'];
        await page.getByRole('button', { name: `${to} Secondary Side Bar` }).click();
        await page.getByRole('button', { name: `${then} Secondary Side Bar` }).waitFor();
      }
    };
    await dragToNarrow(page);
    await frame().locator('body').evaluate(`document.querySelector('.scroller').scrollTop = 0`);
    await more.waitFor();
    assert.equal(await length(), 2_001);
    await look('folded', 0);
    await more.click();
    await long.getByRole('button', { name: 'Show Less', exact: true }).waitFor();
    assert.equal(await length(), 7_001);
    await look('one step more', 1);
    await long.getByRole('button', { name: 'Show Less', exact: true }).click();
    const pictured = threadLine(frame(), picturedId);
    await pictured.getByRole('button', { name: 'Photo, and 2,996 more' }).waitFor();
    assert.equal(await pictured.locator('.medium').count(), 4);
    await pictured.locator('.medium').last().scrollIntoViewIfNeeded();
    await look('pictures', 2);
    const { result, tasks } = await mainThreadTasks(
      page,
      frame(),
      `${scrollPastEndless}
      scroller.scrollTop = scroller.scrollHeight;
      await drawn();
      const before = [...wanted].filter((id) => document.querySelector('[data-key="' + id + '"]') !== null).length;
      await scrollPast();
      return [before, wanted.size];`,
    );
    const [kept, missing] = result as readonly number[];
    assert.equal(missing, 0);
    assert.ok((kept ?? 9) <= 1, 'all but the one with the focus were drawn again');
    assertShort(tasks);
    await runCommand(page, 'Social Data: Find in Thread');
    await frame().locator('.find-input').fill('far back');
    await long.locator('mark', { hasText: 'far back' }).waitFor();
    assert.ok((await length()) < 2_010);
    await page.keyboard.press('Enter');
    await look('found', 3);
    await checkAccessibility(frame(), 'endless');
  });

  it('draws posts that have no end in short tasks when their thread comes', async function () {
    this.timeout(120_000);
    const { page } = workbench;
    await askForThread(page, exampleValues.tweetId);
    await threadLine(frame(), exampleValues.tweetId).waitFor();
    const openMeasured = async () => {
      await frame()
        .locator('body')
        .evaluate('(async () => { while (!window.isMeasured) await new Promise(requestAnimationFrame); })()');
      await askForThread(page, rootId);
    };
    const [{ result, tasks }] = await Promise.all([
      mainThreadTasks(
        page,
        frame(),
        `window.isMeasured = true;
        while (document.querySelector('[data-key="${rootId}"]') === null) await new Promise(requestAnimationFrame);
        ${scrollPastEndless}
        await scrollPast();
        return [...wanted];`,
      ),
      openMeasured(),
    ]);
    assert.deepEqual(result, [], 'all were drawn');
    assertShort(tasks);
  });
});
