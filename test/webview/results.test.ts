import assert from 'node:assert/strict';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import { runCommand, statusBarItem, takeScreenshot } from '../support/vscode/workbench.ts';
import { webviewPage } from './support/threadFrame.ts';

describe('results in the editor', () => {
  const workbench = useWorkbench({ name: 'results' });
  const frame = () => webviewPage(workbench().page);
  const query = () => frame().getByRole('combobox', { name: 'Query' });

  it('opens a search that costs nothing before Call is pressed', async () => {
    const { page } = workbench();
    await runCommand(page, 'Social Data: Search…');
    await query().fill('coffee');
    await frame().getByRole('button', { name: /^Call \(/ }).waitFor();
    await takeScreenshot(page, 'results idle');
    await frame().getByRole('button', { name: /^Call \(/ }).click();
    await frame().locator('.record').first().waitFor();
    await takeScreenshot(page, 'results cards');
    assert.match(await frame().locator('.summary-text').innerText(), /^20 loaded, more available ≈\$0\.0002; \$0\.0002 spent here$/);
    await statusBarItem(page, /\$0\.0002 play money/).waitFor();
    for (const view of ['Table', 'JSON', 'Plots']) {
      await frame().getByRole('button', { name: view, exact: true }).click();
      await frame().locator({ Table: '[role="gridcell"]', JSON: '.json', Plots: '.uplot canvas' }[view] ?? '').first().waitFor();
      await takeScreenshot(page, `results ${view}`);
    }
    await frame().getByRole('button', { name: 'Query Builder' }).click();
    await takeScreenshot(page, 'results builder');
  });
});
