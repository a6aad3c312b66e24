import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { openWorkbench, type Workbench } from '../support/vscode/openWorkbench.ts';
import { pictureStep, takeScreenshot, runCommandAndPick } from '../support/vscode/workbench.ts';
import { startCheckedSandbox } from '../unit/sandbox/checkedSandbox.ts';
import { answerKeyQuestions, askedOf } from './support/ownSandbox.ts';
import { askSearch, checkNothingIsCutOff, resultsTab } from './support/resultsTab.ts';
import { checkAccessibility } from './support/threadFrame.ts';

/** The embedded sandbox is connected first, then a service that is paid for as far as anybody can tell. */
describe('a form of results whose connection is another one now', () => {
  let paid: Sandbox;
  let opened: Workbench;
  before(async function () {
    this.timeout(120_000);
    paid = await startCheckedSandbox({ policy: { marksAnswers: false } });
    opened = await openWorkbench({ name: 'results-worlds', settings: { 'socialData.primary.address': paid.primary } });
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await takeScreenshot(opened.page, `failed ${this.currentTest.fullTitle()}`);
  });
  after(async () => {
    await opened?.[Symbol.asyncDispose]();
    await paid?.close();
  });

  it('asks nothing about an account of the sandbox, says why beside Search, and asks what is retyped', async () => {
    const { page } = opened;
    const tab = resultsTab(() => page);
    const query = `${exampleValues.searchWord} from:${exampleValues.handle}`;
    await askSearch(page, tab, query);
    await tab
      .frame()
      .getByText(/\d+ results/)
      .first()
      .waitFor();
    await runCommandAndPick(page, 'Social Data: Select Connection…', 'Direct');
    await answerKeyQuestions(page, paid.key);

    const why = tab.frame().locator('#call-why');
    await why.filter({ hasText: `“${exampleValues.handle}” came from the sandbox` }).waitFor();
    await tab.banner().filter({ hasText: 'Sandbox data. Switch to the sandbox to load more.' }).waitFor();
    await tab.query().press('Enter');
    await tab.button('Search').click({ force: true });
    await checkNothingIsCutOff(tab, 'held');
    await checkAccessibility(tab.frame(), 'held');
    await pictureStep(page, 'results of another world');
    assert.deepEqual(await askedOf(paid), []);

    await tab.query().fill(exampleValues.searchWord);
    await why.waitFor({ state: 'detached' });
    await tab.query().fill(query);
    await tab.button(/^Search( \(|$)/).waitFor();
    await tab.query().press('Enter');
    await tab.banner().waitFor({ state: 'detached' });
    await tab
      .frame()
      .getByText(/\d+ results/)
      .first()
      .waitFor();
    assert.equal((await askedOf(paid)).length, 1);
    await pictureStep(page, 'results retyped');
  });
});
