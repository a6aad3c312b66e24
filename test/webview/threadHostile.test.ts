import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { startCheckedSandbox } from '../unit/sandbox/checkedSandbox.ts';
import { askForThread } from '../support/vscode/lookUp.ts';
import { openWorkbench, type Workbench } from '../support/vscode/openWorkbench.ts';
import { takeScreenshot } from '../support/vscode/workbench.ts';
import { hostilePayloads } from './support/hostilePayloads.ts';
import { askedOf, directSettings, enterKey } from './support/ownSandbox.ts';
import { checkAccessibility, threadLine, webviewPage } from './support/threadFrame.ts';
import { ownIcons } from './support/ownIcons.ts';

const rootId = '1845000000000000001';

/** A post with an answer for each payload; the payload stands in every field that is shown. */
function hostileDataset() {
  const users = hostilePayloads.map((payload, at) => ({
    id: `15450000000000${String(at).padStart(5, '0')}`,
    username: `evil_${at}`,
    name: payload.slice(0, 45),
    description: payload,
    location: payload,
    url: payload,
    avatarUrl: payload,
  }));
  const tweets = hostilePayloads.map((payload, at) => ({
    id: `18450000000000${String(at).padStart(5, '0')}9`,
    text: `${at} ${payload}`,
    lang: at % 3 === 0 ? payload : 'en',
    author: `@evil_${at}`,
    source: payload,
    createdAt: '2026-01-02T03:04:05Z',
    urls: [payload],
    replyTo: { tweetId: rootId },
    media: [{ type: 'photo', url: payload, previewUrl: payload, width: 4, height: 3, altText: payload, durationMs: null }],
  }));
  const root = { id: rootId, text: 'All that is evil answers here.', author: '@ada_writes', createdAt: '2026-01-01T00:00:00Z' };
  return { users, tweets: [root, ...tweets] };
}

describe('hostile content in a thread', () => {
  let folder: string;
  let sandbox: Sandbox;
  let workbench: Workbench;
  const frame = () => webviewPage(workbench.page);

  before(async function () {
    this.timeout(120_000);
    folder = await mkdtemp(join(tmpdir(), 'social-data-hostile-'));
    const datasetFile = join(folder, 'hostile.json');
    await writeFile(datasetFile, JSON.stringify(hostileDataset()));
    sandbox = await startCheckedSandbox({ datasetFile });
    workbench = await openWorkbench({
      name: 'thread-hostile',
      settings: { ...directSettings(sandbox), 'socialData.media.load': 'always' },
    });
  });

  after(async () => {
    await workbench?.[Symbol.asyncDispose]();
    await sandbox?.close();
    await rm(folder, { recursive: true, force: true });
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
    await takeScreenshot(page, 'thread hostile');
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
});
