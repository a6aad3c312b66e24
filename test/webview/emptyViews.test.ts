import assert from 'node:assert/strict';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import { runCommand, switchTheme, pictureStep, themeNames } from '../support/vscode/workbench.ts';

describe('the side bar before anything was asked', () => {
  const workbench = useWorkbench({ name: 'empty views', viewport: { width: 1280, height: 800 } });
  const page = () => workbench().page;

  /** Every view that stands open: its name, and how many pixels of what it says are out of sight. */
  const hiddenPixels = async (): Promise<unknown> =>
    await page().evaluate(`Object.fromEntries(
      [...document.querySelectorAll('.part.sidebar .pane')]
        .filter((pane) => pane.querySelector('.pane-header[aria-expanded="true"]') !== null)
        .map((pane) => {
          const welcome = pane.querySelector('.welcome-view-content');
          const body = pane.querySelector('.pane-body').getBoundingClientRect();
          const last = [...welcome.querySelectorAll('p, .button-container')].at(-1).getBoundingClientRect();
          return [pane.querySelector('.title').textContent, Math.max(0, Math.ceil(last.bottom - body.bottom))];
        }),
    )`);

  it('shows all that its views say in a window of 800 pixels, the two that are needed later on one line each', async () => {
    await runCommand(page(), 'View: Show Social Data');
    await page().getByRole('button', { name: 'Try @ada_writes' }).waitFor();
    await page().locator('.pane-body').getByText('What you ask is kept here').waitFor();
    await pictureStep(page(), 'empty views');
    assert.deepEqual(await hiddenPixels(), { Users: 0, Fixtures: 0, Activity: 0 });
  });

  for (const theme of themeNames) {
    it(`can be read in the ${theme} theme`, async () => {
      await switchTheme(workbench(), theme);
      await runCommand(page(), 'Social Data: Focus on Communities View');
      await page().locator('.welcome-view-content').getByRole('button', { name: 'Pin Community…' }).waitFor();
      await pictureStep(page(), `empty views ${theme}`);
    });
  }
});
