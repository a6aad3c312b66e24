import assert from 'node:assert/strict';
import type { ThreadState } from '../../../src/features/threads/threadContract.ts';
import { pictureStep } from '../../support/vscode/workbench.ts';
import { themesInTurn } from '../../support/vscode/themeTurns.ts';
import { type Look, lookInThemes } from '../support/pageThemes.ts';
import { until } from '../support/steps.ts';
import { checkAccessibility, checkNothingReachesOver, spokenIn, threadLine } from '../support/threadFrame.ts';
import { madeTweet } from '../../unit/features/threads/madeTweet.ts';
import { type ThreadPageAlone, threadOfPosts, threadWidths, useThreadPage } from '../support/threadPageAlone.ts';
import { errorWords } from '../../support/errorWords.ts';

const failure = (message: string, ...actions: readonly (readonly [action: string, title: string])[]): ThreadState['failure'] => ({
  message,
  severity: 'error',
  actions: actions.map(([action, title]) => ({ action, title })),
});

const waiting = `Thread: ${errorWords.network.failed} (ECONNREFUSED). No charge. Retrying (2 of 4)`;
const broken = `Thread: ${errorWords.server.failed} 500 (It is broken.). The request cost $0.0002. ${errorWords.server.advice}`;
const retry = ['retry', 'Retry (≈$0.0002)'] as const;
const showResponse = ['showResponse', 'Show Response'] as const;

/** A page state with its expected text and buttons. */
interface Shown {
  readonly state: Partial<ThreadState>;
  /** Whether the thread is also shown. */
  readonly hasThread?: true;
  /** The text on the page, and in the live region by default. */
  readonly says: string;
  readonly speaks?: string;
  /** Its additional buttons, and each button's request. */
  readonly offers: Readonly<Record<string, readonly [name: 'viewThread' | 'recover' | 'stop', params: unknown]>>;
}

const recover = (action: string) => ['recover', { action }] as const;

const states: Readonly<Record<string, Shown>> = {
  empty: {
    state: {},
    says: 'Read a whole conversation beside your code.',
    speaks: '',
    offers: { 'View Thread…': ['viewThread', {}] },
  },
  'no key': {
    state: {
      phase: 'failed',
      failure: failure(
        `Thread ${errorWords.noKey.failed}. No charge. ${errorWords.noKey.advice}`,
        ['setKey', 'Set API Key…'],
        ['selectConnection', 'Select Connection…'],
        ['retry', 'Retry (price unknown)'],
      ),
    },
    says: 'no API key is set',
    offers: {
      'Set API Key…': recover('setKey'),
      'Select Connection…': recover('selectConnection'),
      'Retry (price unknown)': recover('retry'),
    },
  },
  failed: {
    state: { phase: 'failed', failure: failure(broken, retry, showResponse) },
    says: broken,
    offers: { 'Retry (≈$0.0002)': recover('retry'), 'Show Response': recover('showResponse') },
  },
  loading: {
    state: { phase: 'loading', isLoading: true },
    says: '',
    speaks: 'Loading…',
    offers: { Stop: ['stop', null] },
  },
  'stopping while it opens': {
    state: { phase: 'loading', isLoading: true, stopping: 'Stopping after the current page (by 9:41:00 AM)' },
    says: 'Stopping after the current page (by 9:41:00 AM)',
    offers: {},
  },
  'stopping a further page': {
    hasThread: true,
    state: { isLoading: true, stopping: 'Stopping after the current page (by 9:41:00 AM)', busy: ['next-page'] },
    says: 'Stopping after the current page (by 9:41:00 AM)',
    offers: {},
  },
  partial: {
    hasThread: true,
    state: { failure: failure(broken, retry, showResponse) },
    says: broken,
    offers: { 'Retry (≈$0.0002)': recover('retry'), 'Show Response': recover('showResponse') },
  },
  completing: {
    hasThread: true,
    state: { isLoading: true, completing: { done: 0, atMost: 9 } },
    says: '1 of 9',
    speaks: 'Loading…',
    offers: { Stop: ['stop', null] },
  },
  complete: {
    hasThread: true,
    state: { summary: '12 posts · ≈$0.0008 · 1 may have been charged' },
    says: '12 posts · ≈$0.0008 · 1 may have been charged',
    offers: {},
  },
  gone: {
    state: { phase: 'gone' },
    says: 'This thread is no longer in history. No charge.',
    offers: { 'Load Again (≈$0.0002)': recover('reload') },
  },
  'tries again': {
    state: { phase: 'loading', isLoading: true, waiting },
    says: waiting,
    offers: { Stop: ['stop', null] },
  },
  'pages gone': {
    hasThread: true,
    state: { notice: 'Pages no longer in history: 1 of 2.', summary: '2 posts · $0.0002' },
    says: 'Pages no longer in history: 1 of 2.',
    speaks: 'Pages no longer in history: 1 of 2. 2 posts · $0.0002',
    offers: {},
  },
};

/** States with their own layout, checked wide and at 300 pixels, each in different themes. */
const looked = ['empty', 'failed', 'partial', 'loading'];

describe('a thread that is missing or incomplete', () => {
  const open = useThreadPage();
  const thread = threadOfPosts([madeTweet('1'), madeTweet('2', '1')], '1', 'further');
  let alone: ThreadPageAlone;
  const show = ({ state, hasThread }: Shown) => {
    if (hasThread === true) alone.show(thread, state);
    else alone.say(state);
  };
  const buttons = async () => {
    const all = await alone.page
      .locator(':is(.empty, .banner, .summary) :is(button, vscode-button)')
      .filter({ visible: true })
      .allInnerTexts();
    return all.map((text) => text.trim());
  };

  before(async () => {
    alone = await open();
  });

  for (const [name, shown] of Object.entries(states)) {
    it(`shows its message and actions: ${name}`, async () => {
      const { page } = alone;
      const { says, speaks = says, offers } = shown;
      show(shown);
      await page
        .locator(name === 'loading' ? '.skeletons' : ':is(.empty, .banner, .summary)', { hasText: says })
        .first()
        .waitFor();
      await spokenIn(page)
        .filter({ hasText: speaks === '' ? /^$/ : speaks })
        .waitFor({ state: 'attached' });
      // the previous state may have had the same text
      await page
        .locator('.line')
        .first()
        .waitFor({ state: shown.hasThread === true ? 'visible' : 'detached' });
      const titles = JSON.stringify(Object.keys(offers));
      await until(page, `it offers ${titles}`, async () => JSON.stringify(await buttons()) === titles);
      for (const width of looked.includes(name) ? (['wide', 'narrow'] as const) : []) {
        await page.setViewportSize({ width: threadWidths[width], height: 800 });
        const look: Look = async (theme, rules) => {
          await pictureStep(page, `thread ${name} ${width} ${theme}`);
          await checkAccessibility(page, `${name}, ${theme}, ${width}`, rules);
          await checkNothingReachesOver(page, `${name}, ${width}`);
        };
        await lookInThemes(page, look, themesInTurn(looked.indexOf(name), width));
      }
      for (const [title, [request, params]] of Object.entries(offers)) {
        const before = alone.received(request).length;
        await page.getByRole('button', { name: title, exact: true }).click();
        await until(page, `${title} is requested`, () => alone.received(request).length > before);
        assert.deepEqual(alone.received(request).slice(before), [params], 'once');
      }
    });
  }

  it('keeps the thread readable below a failure, and keeps focus when the failure disappears', async () => {
    const { page } = alone;
    const partial = states['partial'];
    assert.ok(partial);
    show(partial);
    await page.locator('.banner.failure').waitFor();
    await page.locator('.line.more').focus();
    const key = (await page.locator('.line:focus').getAttribute('data-key')) ?? '';
    await page.getByRole('button', { name: /^Retry/ }).press('Enter');
    alone.show(thread);
    await page.locator('.banner.failure').waitFor({ state: 'detached' });
    await threadLine(page, key).and(page.locator(':focus')).waitFor();
    await threadLine(page, '1').waitFor();
    assert.deepEqual(alone.unheard(), []);
  });

  it('scrolls as a whole in a low window with a failure', async () => {
    const { page } = alone;
    await page.setViewportSize({ width: threadWidths.narrow, height: 300 });
    alone.show(thread, { failure: failure(`${broken} ${broken} ${broken}`, retry, showResponse), summary: '2 posts' });
    await page.locator('.banner.failure').waitFor();
    await page.mouse.move(150, 10);
    await page.mouse.wheel(0, 5_000);
    const heights = `(() => {
      const [list, summary] = ['social-thread-list', '.summary'].map((name) => document.querySelector(name).getBoundingClientRect());
      return { list: list.height, end: summary.bottom };
    })()`;
    await until(page, 'the end is in sight below lines', async () => {
      const { list, end } = await page.evaluate<{ list: number; end: number }>(heights);
      return list >= 160 && end <= 301;
    });
  });
});
