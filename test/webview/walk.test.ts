import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import {
  acceptQuickPick,
  explorerEntry,
  inputTitleOf,
  persist,
  quickInput,
  runCommand,
  statusBarItem,
  pictureStep,
  typeInQuickInput,
  waitForEditor,
  waitForInputTitle,
  waitForQuickPickRow,
} from '../support/vscode/workbench.ts';
import { resultsTab } from './support/resultsTab.ts';
import { tabPage } from './support/threadFrame.ts';

const { handle, hashtag } = exampleValues;

/** What a new user does in the first minutes, by the keyboard, with every key counted. */
describe('the walk of a new user', () => {
  const workbench = useWorkbench({ name: 'walk', settings: { 'socialData.media.load': 'never' } });
  const page = () => workbench().page;
  const tab = resultsTab(page);
  let keys = 0;
  const walked: string[] = [];
  let service: Sandbox;

  before(async () => {
    service = await startSandbox();
  });
  beforeEach(() => {
    keys = 0;
  });
  after(async () => {
    console.log(walked.map((line) => `    ${line}`).join('\n'));
    await service.close();
  });

  const press = async (...names: readonly string[]) => {
    for (const name of names) {
      await page().keyboard.press(name);
      keys += 1;
    }
  };
  /** Types into the box that is open: a page that takes the keyboard meanwhile would get the rest of it. */
  const type = async (text: string, before = '') => {
    await quickInput(page()).fill(before + text);
    keys += text.length;
  };
  const accept = async () => {
    await quickInput(page()).press('Enter');
    keys += 1;
  };
  /** Holds a step to what it may take, and notes it. */
  const arrived = async (step: string, atMost: number) => {
    await pictureStep(page(), `walk ${step}`);
    walked.push(`${step}: ${keys} keys (at most ${atMost})`);
    assert.ok(keys <= atMost, walked.at(-1));
  };
  const askLookUp = async () => {
    await press('ControlOrMeta+k', 'l');
    await waitForInputTitle(page(), 'Look Up');
  };
  /** Picks the row in front, once it stands there. */
  const acceptRow = async (label: string | RegExp) => {
    await waitForQuickPickRow(page(), label);
    await accept();
    await quickInput(page()).waitFor({ state: 'hidden' });
  };

  it('reads the first profile', async () => {
    await askLookUp();
    await type(`@${handle}`);
    await waitForQuickPickRow(page(), 'User');
    await acceptRow('User');
    await waitForEditor(page(), new RegExp(`@${handle}`));
    await (await tabPage(page())).getByRole('heading', { name: /Ada/ }).waitFor();
    await statusBarItem(page(), /free · 1 call/).waitFor();
    await arrived('first profile', 16);
  });

  it('goes from the profile to its JSON and to a fixture', async () => {
    const frame = await tabPage(page());
    await frame.getByRole('button', { name: 'Show JSON' }).click();
    keys += 1;
    await waitForEditor(page(), /userByUsername|@ada_writes.*json/);
    await page().locator('.monaco-editor.focused').waitFor();
    await press('ControlOrMeta+s');
    await waitForInputTitle(page(), 'Save as Fixture');
    await accept();
    await quickInput(page()).waitFor({ state: 'hidden' });
    await explorerEntry(page(), 'fixtures').waitFor();
    await arrived('profile to fixture', 4);
    await statusBarItem(page(), /free · 1 call/).waitFor();
  });

  it('searches a hashtag', async () => {
    await askLookUp();
    await type(`#${hashtag}`);
    await acceptRow('Posts');
    await tab.frame().locator('.record').first().waitFor();
    await arrived('hashtag to results', 16);
    await statusBarItem(page(), /free · 2 calls/).waitFor();
  });

  it('looks the last one up again, for free', async () => {
    await askLookUp();
    await pictureStep(page(), 'walk recent');
    await page()
      .locator('.quick-input-widget:visible .monaco-list-row.focused')
      .filter({ hasText: `#${hashtag}` })
      .waitFor();
    await accept();
    await quickInput(page()).waitFor({ state: 'hidden' });
    await tab.frame().locator('.record').first().waitFor();
    await arrived('look-up again', 3);
    await statusBarItem(page(), /free · 2 calls/).waitFor();
  });

  it('sets a key and uses it in one flow, and sees that calls cost money from then on', async () => {
    const keysBefore = keys;
    const row = page().locator('.quick-input-widget:visible .monaco-list-row');
    // the tab that came forward may take the focus, which closes the box: it is opened again then
    await persist(page(), async (patience) => {
      keys = keysBefore;
      await press('F1');
      await row.first().waitFor(patience);
      await type('set api key', '>');
      await row.and(page().locator('.focused')).filter({ hasText: 'Set API Key' }).waitFor(patience);
      await quickInput(page()).press('Enter', patience);
      await inputTitleOf(page(), /^Set API Key$/).waitFor(patience);
      await row.filter({ hasText: 'Primary' }).first().waitFor(patience);
      await quickInput(page()).press('Enter', patience);
      keys += 2;
      await inputTitleOf(page(), /^Address/).waitFor(patience);
    });
    await quickInput(page()).fill(service.primary);
    await accept();
    await waitForInputTitle(page(), /^Set API Key: /);
    await quickInput(page()).fill(service.key);
    await accept();
    await page().getByRole('button', { name: 'Use This Connection' }).click();
    keys += 1;
    await statusBarItem(page(), /LIVE/).waitFor();
    await askLookUp();
    await type(`@${handle}`);
    await waitForQuickPickRow(page(), 'User');
    await pictureStep(page(), 'walk paid look-up');
    await acceptRow('User');
    // as JSON: what was chosen for users last
    await page()
      .locator('.codelens-decoration a')
      .filter({ hasText: /^\$0\.0002/ })
      .first()
      .waitFor();
    await statusBarItem(page(), /LIVE.*\$0\.0002/).waitFor();
    await arrived('key to paid profile', 40);
  });

  it('finds ticked in the walkthrough what was done before its page was opened', async () => {
    await runCommand(page(), 'Welcome: Open Walkthrough...');
    await page().locator('.quick-input-widget:visible input[placeholder*="walkthrough"]').waitFor();
    await typeInQuickInput(page(), 'Explore Social Data');
    await acceptQuickPick(page());
    const step = (title: string) => page().locator('.getting-started-step').filter({ hasText: title });
    for (const title of ['Look up an account', 'Search posts', 'Save the answer as a fixture', 'Go on with real data']) {
      await step(title).locator('.codicon-getting-started-step-checked.complete').waitFor();
    }
    await pictureStep(page(), 'walk walkthrough');
    assert.equal(await step('View a thread').locator('.complete').count(), 0, 'no thread was shown');
  });
});
