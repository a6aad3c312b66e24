import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import {
  acceptQuickInput,
  runCommand,
  statusBarItem,
  takeScreenshot,
  typeInQuickInput,
  waitForQuickPickRow,
} from '../support/vscode/workbench.ts';
import { threadLine, webviewPage } from './support/threadFrame.ts';

describe('a thread in the secondary side bar', () => {
  const workbench = useWorkbench({ name: 'thread' });
  const frame = () => webviewPage(workbench().page);
  const focal = () => threadLine(frame(), exampleValues.tweetId);

  it('opens from the palette with the post on top and what it cost', async () => {
    const { page } = workbench();
    await runCommand(page, 'Social Data: View Thread…');
    await page.locator('.quick-input-widget:visible .quick-input-title').filter({ hasText: 'View Thread' }).waitFor();
    await typeInQuickInput(page, exampleValues.tweetId);
    await waitForQuickPickRow(page, 'Thread');
    await acceptQuickInput(page);
    await focal().waitFor();
    await takeScreenshot(page, 'thread');
    assert.match(await focal().innerText(), /Ada Harbourlight[\s\S]*which open dataset do you wish existed/);
    assert.match(await frame().locator('.summary').innerText(), /posts, more available \(≈\$0\.0002\) · \$0\.0002 spent here/);
    await statusBarItem(page, /\$0\.0002 play money/).waitFor();
  });
});
