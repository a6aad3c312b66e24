import { basename, join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { projectFolders } from '../../../src/build/projectFolders.ts';
import { createWebviewHtml } from '../../../src/workbench/page/createWebviewHtml.ts';
import {
  type Contract,
  type HostChannel,
  type HostHandlers,
  type HostMessage,
  openHostChannel,
} from '../../../src/core/channel/channel.ts';
import { getSharedBrowser } from '../../support/vscode/sharedBrowser.ts';
import { takeScreenshot } from '../../support/vscode/workbench.ts';
import { pageStyles, paintScript } from './pageThemes.ts';
import { maxWaitMs } from '../../support/limits.ts';

/** A page in a browser, with the test as its host. */
export interface HostedPage<C extends Contract> {
  readonly page: Page;
  readonly host: HostChannel<C>;
  /** Parameters of requests or events with this name so far. */
  readonly received: (name: keyof C['host']['requests'] | keyof C['host']['events']) => readonly unknown[];
  /** Uncaught page errors, and messages that the host dropped. */
  readonly unheard: () => readonly string[];
  /** The addresses that the page tried to load or navigate to. */
  readonly loaded: () => readonly string[];
}

interface PageKind<C extends Contract> {
  readonly tables: C['host'];
  readonly bundle: string;
  readonly element: string;
  readonly surface: 'editor' | 'sideBar';
  readonly viewport: { readonly width: number; readonly height: number };
}

export interface HostedPageStart {
  /** Default: `never` */
  readonly pictures?: 'always' | 'ask' | 'never';
  /** The page's saved state. */
  readonly stored?: unknown;
  /** The messages in its document. */
  readonly first?: readonly HostMessage[];
  /** Results of requests by name; default: null */
  readonly responses?: Readonly<Record<string, (params: unknown) => unknown>>;
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The platform's image host. Tests serve a one-pixel image. */
export const pictureOrigin = 'https://pbs.twimg.com';

/** The bundles by file name, built once per process. */
let built: Promise<ReadonlyMap<string, string>> | undefined;

const toEntry = (...folders: readonly string[]) => join(projectFolders.root, 'src', 'features', ...folders, 'main.ts');

async function buildPages(): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    entryPoints: [
      ...['profile', 'results', 'threads'].map((name) => ({ in: toEntry(name, 'page'), out: name })),
      { in: toEntry('results', 'page', 'plots'), out: 'plots' },
    ],
    outdir: projectFolders.root,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    write: false,
  });
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}

/** Opens pages for the suite that calls it. Each closes the previous one. */
export function useHostedPage<C extends Contract>(kind: PageKind<C>): (start?: HostedPageStart) => Promise<HostedPage<C>> {
  let page: Page | undefined;
  let browser: Browser | undefined;

  before(async function () {
    built ??= buildPages();
    await built;
    browser = await getSharedBrowser();
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed' && page !== undefined) {
      await takeScreenshot(page, `failed ${this.currentTest.fullTitle()}`);
    }
  });

  after(async () => {
    await page?.close();
  });

  return async (start = {}) => {
    await page?.close();
    if (built === undefined || browser === undefined) throw new Error('The browser opens before the first test, not earlier.');
    page = await browser.newPage({ viewport: kind.viewport });
    return await openPage(page, await built, kind, start);
  };
}

async function openPage<C extends Contract>(
  page: Page,
  files: ReadonlyMap<string, string>,
  { tables, bundle, element, surface }: PageKind<C>,
  { stored, first = [], responses = {}, pictures = 'never' }: HostedPageStart,
): Promise<HostedPage<C>> {
  const received: { readonly name: string; readonly params: unknown }[] = [];
  const unheard: string[] = [];
  const loaded: string[] = [];
  let hear: (message: unknown) => void = () => undefined;
  page.setDefaultTimeout(maxWaitMs);
  page.on('pageerror', (error) => unheard.push(error.message));
  const handler = (name: string) => async (params: unknown) => {
    received.push({ name, params });
    return await Promise.resolve(name === 'plotScript' ? files.get('plots.js') : (responses[name]?.(params) ?? null));
  };
  const handlersOf = (names: object) => Object.fromEntries(Object.keys(names).map((name) => [name, handler(name)]));
  const host = openHostChannel<C>({
    port: {
      post: (message) => void page.evaluate(`window.postMessage(${JSON.stringify(message)})`).catch(() => undefined),
      listen: (listener) => {
        hear = listener;
        return () => undefined;
      },
    },
    tables,
    // has a handler for every name, and the channel checks the parameters
    handlers: {
      requests: handlersOf(tables.requests),
      events: handlersOf(tables.events),
    } as unknown as HostHandlers<C>,
    onDropped: (why) => unheard.push(why),
  });
  await page.exposeFunction('postToHost', (message: unknown) => {
    hear(message);
  });
  await page.addInitScript(`window.acquireVsCodeApi = () => {
    let state = ${stored === undefined ? 'undefined' : JSON.stringify(stored)};
    return { postMessage: (message) => postToHost(message), getState: () => state, setState: (next) => { state = next; window.savedState = next; } };
  }`);
  const address = 'http://127.0.0.1/';
  const document = createWebviewHtml({
    title: bundle,
    element,
    script: files.get(`${bundle}.js`) ?? '',
    style: files.get(`${bundle}.css`) ?? '',
    nonce: 'nonce',
    surface,
    language: 'en',
    strings: {},
    first,
    pictures,
  }).replace('<head>', `<head><style id="_defaultStyles" nonce="nonce">${pageStyles.defaultStyles}</style>`);
  await page.route('**/*', async (route) => {
    const url = route.request().url();
    if (url !== address) loaded.push(url);
    await (url.startsWith(`${pictureOrigin}/`)
      ? route.fulfill({ contentType: 'image/png', body: onePixel })
      : route.fulfill({ contentType: 'text/html', body: document }));
  });
  await page.goto(address);
  await page.evaluate(paintScript('dark'));
  return {
    page,
    host,
    received: (wanted) => received.filter(({ name }) => name === wanted).map(({ params }) => params),
    unheard: () => [...unheard],
    loaded: () => [...loaded],
  };
}
