import { basename, join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../../src/build/vscode/chromium.ts';
import { projectFolders } from '../../../src/build/projectFolders.ts';
import { toPost } from '../../../src/app/post/toPost.ts';
import { readPost } from '../../../src/client/records/readPost.ts';
import type { Post } from '../../../src/protocol/post.ts';
import { createWebviewHtml } from '../../../src/host/shared/page/createWebviewHtml.ts';
import { type HostChannel, openHostChannel } from '../../../src/protocol/channel.ts';
import type { HostHandlers } from '../../../src/protocol/contract.ts';
import { type ShownQuestion, resultsContract, type ResultsStatus } from '../../../src/protocol/resultsContract.ts';
import { toTable } from '../../support/toTable.ts';
import { takeScreenshot } from '../../support/vscode/workbench.ts';

type HostSide = typeof resultsContract.host;
type Asked = { readonly name: string; readonly params: unknown };

/** A page of results in a browser of its own, with a host that the test plays: it says what comes, and hears what is asked. */
export interface PageAlone {
  readonly page: Page;
  readonly host: HostChannel<typeof resultsContract.webview>;
  /** What the page asked for by this name so far. */
  readonly asked: (name: keyof HostSide['requests'] | 'stop' | 'stopNow') => readonly unknown[];
  /** What went wrong in the page and nobody heard of. */
  readonly unheard: () => readonly string[];
  /** Tells the page of that many posts, the first being `first`. */
  readonly showPosts: (count: number, first?: number) => void;
}

export interface PageStart {
  /** What the page kept when it last stood here. */
  readonly kept?: unknown;
  readonly question?: Partial<ShownQuestion>;
  /** The text of a post, by its number; it says the number where nothing else is said. */
  readonly textOf?: (number: number) => string;
  /** What the host answers; null where nothing else is said. */
  readonly answers?: Readonly<Record<string, (params: unknown) => unknown>>;
}

const usualAnswers: Readonly<Record<string, unknown>> = {
  quote: { price: '≈$0.0002', freshPrice: '', faults: [] },
  rows: '[]',
  json: [],
  snapshots: [],
};

const searchQuestion: ShownQuestion = {
  endpointId: 'primary.search',
  title: 'Search',
  summary: '',
  guesses: [],
  isSearch: true,
  fields: [],
  texts: { searchItem: 'coffee' },
};

/** How a question stands; of 20 posts that are there, where nothing else is said. */
export function statusOf(change: Partial<ResultsStatus> = {}): ResultsStatus {
  return {
    phase: 'ready',
    isLoading: false,
    isStopping: false,
    loaded: 20,
    hasMore: true,
    pagePrice: '≈$0.0002',
    threadPrice: '≈$0.0002',
    pageMicroDollars: 200,
    summary: '20 results',
    isLive: true,
    notice: '',
    waiting: '',
    failure: null,
    progress: null,
    restoring: null,
    source: { endpointId: 'primary.search', texts: { searchItem: 'coffee' }, exchangeIds: ['one'] },
    ...change,
  };
}

interface Shared {
  readonly browser: Browser;
  /** The files of the page, by their names. */
  readonly files: ReadonlyMap<string, string>;
}

/** One browser for all suites of this process. */
let shared: Promise<Shared> | undefined;

async function openShared(): Promise<Shared> {
  const { outputFiles } = await build({
    entryPoints: [{ in: join(projectFolders.root, 'src', 'webview', 'results', 'main.ts'), out: 'results' }],
    outdir: projectFolders.root,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    write: false,
  });
  return { browser: await launchChromium(), files: new Map(outputFiles.map(({ path, text }) => [basename(path), text])) };
}

// outside of a suite: when all of them have ended
after(async () => {
  await (await shared)?.browser.close();
});

/** Opens pages for the suite that calls it, each in the place of the one before. */
export function useResultsPage(): (start?: PageStart) => Promise<PageAlone> {
  let page: Page | undefined;

  before(async function () {
    this.timeout(120_000);
    shared ??= openShared();
    await shared;
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
    if (shared === undefined) throw new Error('The browser opens before the first test, not earlier.');
    const { browser, files } = await shared;
    page = await browser.newPage({ viewport: { width: 900, height: 700 } });
    return await openPage(page, files, start);
  };
}

async function openPage(
  page: Page,
  files: ReadonlyMap<string, string>,
  { kept, question = {}, textOf = (number) => `post ${number}`, answers = {} }: PageStart,
): Promise<PageAlone> {
  const asked: Asked[] = [];
  let firstShown = 0;
  const unheard: string[] = [];
  let hear: (message: unknown) => void = () => undefined;
  page.setDefaultTimeout(10_000);
  page.on('pageerror', (error) => unheard.push(error.message));
  const handler = (name: string) => async (params: unknown) => {
    asked.push({ name, params });
    const usual = name === 'posts' ? postsAt(params, (row) => postOf(firstShown + row, textOf)) : (usualAnswers[name] ?? null);
    return await Promise.resolve(answers[name] === undefined ? usual : answers[name](params));
  };
  const requests = Object.fromEntries(Object.keys(resultsContract.host.requests).map((name) => [name, handler(name)]));
  const host = openHostChannel({
    port: {
      post: (message) => void page.evaluate(`window.postMessage(${JSON.stringify(message)})`).catch(() => undefined),
      listen: (listener) => {
        hear = listener;
        return () => undefined;
      },
    },
    mine: resultsContract.host,
    theirs: resultsContract.webview,
    // every name of the table, so what the channel has checked fits
    handlers: { requests, events: { stop: handler('stop'), stopNow: handler('stopNow') } } as unknown as HostHandlers<
      typeof resultsContract.host
    >,
    onDropped: (why) => unheard.push(why),
  });
  await page.exposeFunction('postToHost', (message: unknown) => {
    hear(message);
  });
  await page.addInitScript(`window.acquireVsCodeApi = () => {
    let state = ${kept === undefined ? 'undefined' : JSON.stringify(kept)};
    return { postMessage: (message) => postToHost(message), getState: () => state, setState: (next) => { state = next; window.kept = next; } };
  }`);
  const address = 'http://127.0.0.1/';
  const document = createWebviewHtml({
    title: 'Results',
    element: 'social-results',
    script: files.get('results.js') ?? '',
    style: files.get('results.css') ?? '',
    nonce: 'nonce',
    surface: 'editor',
    language: 'en',
    strings: {},
    first: [],
  });
  await page.route('**/*', async (route) => await route.fulfill({ contentType: 'text/html', body: document }));
  await page.goto(address);
  host.send('question', { ...searchQuestion, ...question });
  return {
    page,
    host,
    asked: (wanted) => asked.filter(({ name }) => name === wanted).map(({ params }) => params),
    unheard: () => [...unheard],
    showPosts: (count, first = 0) => {
      firstShown = first;
      const posts = Array.from({ length: count }, (_, at) => postOf(first + at, textOf));
      const { columns, rows } = toTable('post', posts);
      host.send('records', { series: 1, size: count, kind: 'post', columns: [...columns], start: 0, rows: JSON.stringify(rows) });
    },
  };
}

/** The posts that the page asks for, by their places. */
function postsAt(params: unknown, postAt: (row: number) => unknown): readonly Post[] {
  const { rows } = resultsContract.host.requests.posts.params.parse(params);
  return rows.map((row) => toPost(readPost(postAt(row))));
}

function postOf(number: number, textOf: (number: number) => string): unknown {
  return {
    id: String(1_000 + number),
    text: textOf(number),
    createdAt: '2026-01-05T10:00:00Z',
    author: { username: `user${number}`, name: `User ${number}`, avatarUrl: 'https://pictures.example/a.png' },
    counts: { likes: number },
  };
}
