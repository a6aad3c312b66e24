import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { askForThread } from '../support/vscode/lookUp.ts';
import { openWorkbench, type Workbench } from '../support/vscode/openWorkbench.ts';
import { acceptQuickInput, runCommand, takeScreenshot, typeInQuickInput } from '../support/vscode/workbench.ts';
import { startCheckedSandbox } from '../unit/sandbox/checkedSandbox.ts';
import { threadLine, webviewPage } from './support/threadFrame.ts';

describe('adhoc', () => {
  let opened: Workbench;
  it('looks', async function () {
    this.timeout(120_000);
    const sandbox = await startCheckedSandbox();
    opened = await openWorkbench({ name: 'adhoc', settings: { 'socialData.primary.address': sandbox.primary } });
    const { page } = opened;
    try {
      await askForThread(page, exampleValues.tweetId);
      await threadLine(webviewPage(page), exampleValues.tweetId).waitFor();
      await runCommand(page, 'Social Data: Search…');
      const tab = webviewPage(page);
      await tab.getByRole('textbox', { name: 'Query', exact: true }).fill('coffee');
      await tab.getByRole('textbox', { name: 'Query', exact: true }).press('Enter');
      await tab.locator('.record').first().waitFor();
      await runCommand(page, 'Social Data: Select Connection…');
      await page.locator('.quick-input-widget:visible').waitFor();
      await takeScreenshot(page, 'adhoc pick 1');
      await typeInQuickInput(page, 'Primary');
      await acceptQuickInput(page);
      await takeScreenshot(page, 'adhoc pick 2');
      await typeInQuickInput(page, 'Direct');
      await acceptQuickInput(page);
      await new Promise((r) => setTimeout(r, 3000));
      await takeScreenshot(page, 'adhoc after');
      await page.keyboard.press('Escape');
      await new Promise((r) => setTimeout(r, 1000));
      await takeScreenshot(page, 'adhoc after 2');
    } finally {
      await takeScreenshot(page, 'adhoc end');
      await opened[Symbol.asyncDispose]();
      await sandbox.close();
    }
  });
});
