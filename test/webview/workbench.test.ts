import assert from 'node:assert/strict';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import {
  activeEditorText,
  activeEditorTitle,
  chooseQuickPick,
  explorerEntry,
  openExplorer,
  openPalette,
  quickInput,
  quickPickRows,
  setViewport,
  switchTheme,
  takeScreenshot,
  themeNames,
  typeInQuickInput,
  waitForEditor,
} from '../support/vscode/workbench.ts';

describe('the workbench with the extension', () => {
  const longText = Array.from({ length: 500 }, (_, line) => `line ${line} 12345678901234567890 שלום 🙂`).join('\n');
  const workbench = useWorkbench({
    name: 'workbench',
    prepare: (workspace) => writeFile(join(workspace, 'long.txt'), longText),
  });

  it('opens the palette and finds a command by its title', async () => {
    const { page } = workbench();
    await openPalette(page, 'Social Data');
    const rows = await quickPickRows(page);
    await takeScreenshot(page, 'palette');
    await page.keyboard.press('Escape');
    await quickInput(page).waitFor({ state: 'hidden' });
    assert.ok(rows.length > 0);
  });

  it('shows the demo workspace in the explorer', async () => {
    const { page } = workbench();
    await openExplorer(page);
    await explorerEntry(page, 'README.md').waitFor();
    await explorerEntry(page, 'notes.md').waitFor();
  });

  it('opens a file through quick open and reads all of it, not only what fits the window', async () => {
    const { page } = workbench();
    await page.keyboard.press('ControlOrMeta+P');
    await typeInQuickInput(page, 'long.txt');
    await chooseQuickPick(page, 'long.txt');
    await waitForEditor(page, 'long.txt');
    assert.equal(await activeEditorTitle(page), 'long.txt');
    assert.equal(await activeEditorText(page), longText);
  });

  for (const theme of themeNames) {
    it(`switches to the ${theme} theme`, async () => {
      await switchTheme(workbench(), theme);
      const picture = await takeScreenshot(workbench().page, `theme ${theme}`);
      assert.ok((await stat(picture)).size > 10_000);
    });
  }

  it('follows a narrower window', async () => {
    const { page } = workbench();
    await setViewport(page, 800, 600);
    await page.waitForFunction('document.querySelector(".monaco-workbench").clientWidth === 800');
  });
});
