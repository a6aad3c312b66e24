import assert from 'node:assert/strict';
import type { FaultRule } from '../../src/sandbox/faults/faultRuleSchema.ts';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { openWorkbench, type Workbench, waitUntilWorkbenchReady } from '../support/vscode/openWorkbench.ts';
import {
  acceptQuickInput,
  chooseQuickPick,
  runCommand,
  setViewport,
  pictureStep,
  takeScreenshot,
  typeInQuickInput,
  waitForEditor,
  waitForInputTitle,
  waitForSessionBudget,
} from '../support/vscode/workbench.ts';
import { startCheckedSandbox } from '../unit/sandbox/checkedSandbox.ts';
import { answerKeyQuestions, askedOf, directSettings, enterKey, setFaults } from './support/ownSandbox.ts';
import { askSearch, checkNothingIsCutOff, openSearch, resultsTab, setPageWidth } from './support/resultsTab.ts';
import { type Look, type PageThemes, readPageThemes } from './support/pageThemes.ts';
import { until } from './support/steps.ts';
import { themesInTurn } from '../support/vscode/themeTurns.ts';
import { checkAccessibility } from './support/threadFrame.ts';
import { wordsMeanwhile } from './support/wordsMeanwhile.ts';
import { errorWords, toWordsPattern } from '../support/errorWords.ts';

/** A failure that the sandbox makes, and what a person must then read. By a word that stands in its search. */
interface Failing {
  readonly rules: readonly Omit<FaultRule, 'match'>[];
  /** What failed, what it cost, what to do. */
  readonly says: RegExp;
  readonly offers: readonly RegExp[];
  /** How many calls the service sees: what is refunded may be tried again, what may have been billed never. */
  readonly asked: number;
}

const failures: Readonly<Record<string, Failing>> = {
  refunded: {
    rules: [{ status: 500 }],
    says: toWordsPattern`Search: ${errorWords.server.failed} 500.*The call was refunded\. ${errorWords.server.advice}`,
    offers: [/^Retry \(≈\$0\.0002\)$/, /^Show Answer$/],
    asked: 3,
  },
  charged: {
    rules: [{ status: 500, refund: false }],
    says: toWordsPattern`Search: ${errorWords.server.failed} 500.*The call (may have been|was) charged`,
    offers: [/^Retry \(≈\$0\.0002\)$/, /^Show Answer$/],
    asked: 1,
  },
  unreadable: {
    rules: [{ kind: 'garbage' }],
    says: toWordsPattern`${errorWords.shape.failed}\. The call was charged \$0\.0002\.`,
    offers: [/^Show Answer$/, /^Retry \(≈\$0\.0002\)$/],
    asked: 1,
  },
  cut: {
    rules: [{ kind: 'truncate' }],
    says: toWordsPattern`${errorWords.interrupted.failed}.*The call was charged \$0\.0002\..*not repeated by itself`,
    offers: [/^Retry \(≈\$0\.0002\)$/, /^Show Answer$/],
    asked: 1,
  },
  balance: {
    rules: [{ status: 402 }],
    says: toWordsPattern`${errorWords.noBalance.failed}.*Nothing was spent\. ${errorWords.noBalance.advice}`,
    offers: [/^Set Another Key…$/, /^Retry \(≈\$0\.0002\)$/],
    asked: 1,
  },
};

describe('what results show when there is nothing to show', () => {
  let sandbox: Sandbox;
  let isListening = false;
  let opened: Workbench | undefined;
  let themes: PageThemes | undefined;
  const workbench = (): Workbench => {
    assert.ok(opened !== undefined);
    return opened;
  };
  const tab = resultsTab(() => workbench().page);
  const { frame, button, middle, banner, spoken } = tab;
  const tabOf = (title: string) =>
    workbench()
      .page.locator('.tab')
      .filter({ hasText: new RegExp(`^${title}$`) });
  const searches = async () => (await askedOf(sandbox)).filter((target) => target.includes('/search')).length;
  const fails = async (rules: Failing['rules']) => {
    await setFaults(
      sandbox,
      rules.map((rule) => ({ match: { endpoint: 'primary.search' }, ...rule })),
    );
  };
  /** What stands in each tab that is kept, by the words of its search. */
  const kept = new Map<string, RegExp>();
  const requestsDuring = async (act: () => Promise<void>) => {
    const before = await searches();
    await act();
    return (await searches()) - before;
  };

  /** Holds what the tab in sight shows to the rules, wide and at 300 pixels, in the themes whose turn it is at its place. */
  const readsWell = async (state: string, place: number): Promise<void> => {
    const { page } = workbench();
    themes ??= await readPageThemes(workbench(), frame());
    for (const width of ['wide', 'narrow'] as const) {
      if (width === 'narrow') await setPageWidth(page, tab, 300);
      const look: Look = async (theme, rules) => {
        await checkAccessibility(frame(), `${state} ${theme} ${width}`, rules);
        await checkNothingIsCutOff(tab, `${state} ${theme} ${width}`);
        await pictureStep(page, `results states ${state} ${theme} ${width}`);
      };
      await themes.each(frame(), look, themesInTurn(place, width));
    }
    await setViewport(page, 1_280, 800);
  };

  before(async function () {
    this.timeout(120_000);
    sandbox = await startCheckedSandbox();
    isListening = true;
    // not useWorkbench: some answers are broken on purpose, and the sandbox holds its own against the documents
    opened = await openWorkbench({
      name: 'results-states',
      settings: { ...directSettings(sandbox), 'socialData.results.open': 'new' },
    });
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed' && opened !== undefined) {
      await takeScreenshot(opened.page, `failed ${this.currentTest.fullTitle()}`);
    }
  });

  after(async () => {
    await opened?.[Symbol.asyncDispose]();
    if (isListening) await sandbox.close();
  });

  it('says after the window was reloaded while it was called that it may have been charged, and calls nothing', async function () {
    this.timeout(120_000); // a window is reloaded
    const { page } = workbench();
    await enterKey(page, sandbox);
    await fails([{ latency: 60_000 }]);
    const asked = await requestsDuring(async () => {
      await askSearch(page, tab, 'coffee -cutoff');
      await frame().locator('.skeletons').waitFor();
      await until(page, 'the question was sent', async () => (await searches()) > 0);
      await Promise.all([page.waitForEvent('load'), runCommand(page, 'Developer: Reload Window')]);
      await waitUntilWorkbenchReady(page);
      await tabOf('Search: coffee -cutoff').click();
      await banner()
        .filter({ hasText: 'The window was closed while a call was on its way. The call may have been charged.' })
        .waitFor();
      await pictureStep(page, 'results cut off');
    });
    assert.equal(asked, 1);
    assert.match(await spoken(), /may have been charged/);
    await fails([]);
  });

  it('says that answers are not kept any more after they were deleted and the window was reloaded, without a call', async function () {
    this.timeout(120_000); // a window is reloaded
    const { page } = workbench();
    await enterKey(page, sandbox);
    await runCommand(page, 'View: Close Primary Side Bar');
    await askSearch(page, tab, 'coffee');
    await frame().locator('.record').first().waitFor();
    await runCommand(page, 'Social Data: Clear History…');
    await page.locator('.monaco-dialog-box').getByText('Delete Answers', { exact: true }).click();
    await page.locator('.monaco-dialog-box').waitFor({ state: 'detached' });
    const says = /These answers are not kept any more\..*Nothing was spent\..*Press Search to ask again/s;
    const asked = await requestsDuring(async () => {
      await Promise.all([page.waitForEvent('load'), runCommand(page, 'Developer: Reload Window')]);
      await waitUntilWorkbenchReady(page);
      await tabOf('Search: coffee').click();
      await middle().filter({ hasText: says }).waitFor();
    });
    assert.equal(asked, 0);
    assert.match(await spoken(), /not kept any more/);
    await button(/^Search/).waitFor();
    kept.set('Search: coffee', says);
  });

  // the secret storage of a workbench in a browser forgets with its page
  it('says without a key that nothing was called, and asks for the key from there', async () => {
    const { page } = workbench();
    const says = toWordsPattern`Search ${errorWords.noKey.failed}\. Nothing was spent\. ${errorWords.noKey.advice}`;
    const asked = await requestsDuring(async () => {
      await askSearch(page, tab, 'without a key');
      await middle().filter({ hasText: says }).waitFor();
      assert.match(await spoken(), says);
      await button('Select Connection…').waitFor();
      await button('Set API Key…').click();
      await answerKeyQuestions(page, sandbox.key);
    });
    assert.equal(asked, 0);
    await middle().filter({ hasText: says }).waitFor();
    kept.set('Search: without a key', says);
  });

  it('says that a search found nothing and was refunded', async () => {
    const says = toWordsPattern`${errorWords.noResults.failed}\. The call was refunded\. Use fewer or other words\.`;
    assert.equal(
      await requestsDuring(async () => {
        await askSearch(workbench().page, tab, 'sandboxfindsnothing');
        await middle().filter({ hasText: says }).waitFor();
      }),
      1,
    );
    assert.match(await spoken(), /No results|no results/);
    kept.set('Search: sandboxfindsnothing', says);
  });

  for (const [name, { rules, says, offers, asked }] of Object.entries(failures)) {
    it(`says what a failure is (${name}), what it cost and what to do`, async () => {
      const { page } = workbench();
      await fails(rules);
      assert.equal(
        await requestsDuring(async () => {
          await askSearch(page, tab, `coffee -${name}`);
          await middle().filter({ hasText: says }).waitFor();
        }),
        asked,
      );
      assert.match(await spoken(), says);
      assert.equal(await middle().locator('vscode-button').count(), offers.length);
      for (const offer of offers) await button(offer).waitFor();
      kept.set(`Search: coffee -${name}`, says);
    });
  }

  it('asks again by Retry, at the price on the button, and goes on from there', async () => {
    const { page } = workbench();
    await fails([{ status: 500, refund: false, times: 1 }]);
    const asked = await requestsDuring(async () => {
      await askSearch(page, tab, 'coffee -again');
      await button(/^Retry \(≈\$0\.0002\)$/).click();
      await frame().locator('.record').first().waitFor();
    });
    assert.equal(asked, 2);
    assert.match(await spoken(), /^20 results/);
    await frame().locator('.summary .live', { hasText: 'LIVE' }).waitFor();
    await pictureStep(page, 'results live');
  });

  it('shows what was paid for and could not be read', async () => {
    const { page } = workbench();
    await tabOf('Search: coffee -unreadable').click();
    await button('Show Answer').click();
    await waitForEditor(page, /search.*\.json/);
  });

  it('keeps the records that are there when the next page fails, and says so above them', async () => {
    const { page } = workbench();
    const says = toWordsPattern`${errorWords.server.failed} 500.*charged`;
    await fails([]);
    await askSearch(page, tab, 'coffee -partial');
    await frame().locator('.record').first().waitFor();
    await fails([{ status: 500, refund: false, times: 1 }]);
    assert.equal(
      await requestsDuring(async () => {
        await button(/^Load More/).click();
        await banner().filter({ hasText: says }).waitFor();
      }),
      1,
    );
    assert.match(await spoken(), says);
    assert.match(await spoken(), /20 results/);
    await frame().locator('.record').first().waitFor();
    await button(/^Retry \(≈\$0\.0002\)$/).waitFor();
    kept.set('Search: coffee -partial', says);
  });

  it('says over the budget that nothing was called, and raises it from there', async () => {
    const { page } = workbench();
    const setTo = async (amount: string) => {
      await waitForInputTitle(page, 'Set Budget');
      await chooseQuickPick(page, 'Per Session');
      await waitForInputTitle(page, /^Set Budget: /);
      await typeInQuickInput(page, amount);
      await acceptQuickInput(page);
      await page.locator('.quick-input-widget:visible').waitFor({ state: 'hidden' });
      await waitForSessionBudget(page, amount);
    };
    await runCommand(page, 'Social Data: Set Budget…');
    await setTo('0.0001');
    const says =
      /Search was not called: it may cost \$0\.0002, and .* of the session budget of \$0\.0001 is left\. Nothing was spent\./;
    assert.equal(
      await requestsDuring(async () => {
        await askSearch(page, tab, 'coffee -budget');
        await middle().filter({ hasText: says }).waitFor();
      }),
      0,
    );
    assert.match(await spoken(), says);
    await pictureStep(page, 'results states over the budget');
    await button('Set Budget…').click();
    await setTo('5');
    await middle().filter({ hasText: says }).waitFor();
    kept.set('Search: coffee -budget', says);
  });

  it('shows a skeleton no sooner than 150 ms after the press, and stops for a newer question, which says so', async function () {
    this.timeout(120_000); // looked at while the call is held
    const { page } = workbench();
    await fails([{ kind: 'stall', times: 1 }]);
    await openSearch(page, tab);
    const waited = frame()
      .locator('body')
      .evaluate<number, undefined>(
        `new Promise((resolve) => {
        let since = 0;
        document.addEventListener('keydown', ({ key, timeStamp }) => { if (key === 'Enter') since = timeStamp; }, true);
        new MutationObserver((_, observer) => {
          if (document.querySelector('.skeletons') === null) return;
          observer.disconnect();
          resolve(performance.now() - since);
        }).observe(document.body, { subtree: true, childList: true, attributes: true });
      })`,
        undefined,
      );
    await tab.query().fill('coffee -older');
    await tab.query().press('Enter');
    assert.ok((await waited) >= 149, `${await waited} ms`);
    assert.equal(await spoken(), 'Loading');
    await button('Stop').waitFor();
    await readsWell('loading', 0);
    assert.equal(await frame().locator('.skeletons').count(), 1);
    const says = /A call of the earlier question is on its way\. Its page is kept\./;
    await tab.query().fill('coffee -newer');
    await tab.query().press('Enter');
    await banner().filter({ hasText: says }).waitFor();
    await frame().locator('.record').first().waitFor();
    assert.match(await spoken(), says);
    kept.set('Search: coffee -newer', says);
  });

  it('says what too many calls mean, until when, and sends none before', async () => {
    const { page } = workbench();
    await fails([{ status: 429, retryAfter: 3_600 }]);
    const says = toWordsPattern`${errorWords.rateLimited.failedUntil} .*Nothing was spent\. ${errorWords.rateLimited.advice}`;
    assert.equal(
      await requestsDuring(async () => {
        await askSearch(page, tab, 'coffee -calls');
        await middle().filter({ hasText: says }).waitFor();
        await tab.query().press('Enter');
        await middle().filter({ hasText: says }).waitFor();
      }),
      1,
    );
    assert.match(await spoken(), says);
    assert.match(await middle().locator('vscode-button').innerText(), /^Retry \(/, 'for when the time has come');
    kept.set('Search: coffee -calls', says);
  });

  it('says where nothing listens that nothing was spent, while what is loaded stays', async () => {
    const { page } = workbench();
    await enterKey(page, { ...sandbox, key: 'another-key' });
    await sandbox.close();
    isListening = false;
    const says = toWordsPattern`Search: ${errorWords.network.failed} \(ECONNREFUSED\)\. Nothing was spent\. ${errorWords.network.advice}`;
    await openSearch(page, tab);
    const meanwhile = await wordsMeanwhile(frame(), '.banner.waiting');
    const spokenMeanwhile = await wordsMeanwhile(frame(), '.spoken[role="status"]');
    await tab.query().fill('offline');
    await tab.query().press('Enter');
    await middle().filter({ hasText: says }).waitFor();
    const tryingAgain = toWordsPattern`^Search: ${errorWords.network.failed} \(ECONNREFUSED\)\. Nothing was spent\. Retrying \(\d of 4\)$`;
    assert.match((await meanwhile())[0] ?? '', tryingAgain);
    assert.ok((await spokenMeanwhile()).some((words) => tryingAgain.test(words)));
    assert.equal(await banner().count(), 0);
    assert.match(await spoken(), says);
    await button('Show Log').waitFor();
    kept.set('Search: offline', says);
    await tabOf('Search: coffee -partial').click();
    await frame().locator('.record').first().waitFor();
  });

  it('says before the first question that nothing is called', async () => {
    const { page } = workbench();
    await openSearch(page, tab);
    await tab.query().fill('idle');
    await button(/^Search \(≈\$0\.0002\)$/).waitFor();
    kept.set('Search', /Press Search to run this query\./);
  });

  it('reads well in every theme in turn, wide and at 300 pixels', async function () {
    this.timeout(240_000);
    for (const [place, [title, says]] of [...kept].entries()) {
      await tabOf(title).last().click();
      await middle().or(banner()).filter({ hasText: says }).waitFor();
      await readsWell(title.replace('Search: ', ''), place + 1);
    }
  });

  it('goes on by Retry when the service is back', async () => {
    const { port } = new URL(sandbox.primary);
    const back = await startCheckedSandbox({ port: Number(port) });
    try {
      await tabOf('Search: offline').click();
      await tab.query().fill('coffee');
      await button(/^Retry/).click();
      await frame()
        .locator('.record')
        .or(middle().filter({ hasText: /no results/ }))
        .first()
        .waitFor();
      assert.equal((await askedOf(back)).length, 1);
    } finally {
      await back.close();
    }
  });
});
