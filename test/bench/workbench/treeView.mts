import type { Locator, Page } from 'playwright-core';
import { openPalette, waitForQuickPickRow } from '../../support/vscode/workbench.ts';
import type { MainThreadTask } from '../../webview/support/mainThreadTasks.ts';
import { tasksWhile } from './tasksWhile.mts';

/** Far more than the rows that a view has at once take. */
const maxSteps = 500;

/** A tree view in the side bar, by its title. */
export function treeView(page: Page, title: string): Locator {
  return page
    .locator('.sidebar .split-view-view')
    .filter({ has: page.locator('.pane-header h3.title', { hasText: new RegExp(`^${title}$`) }) });
}

/** A row of a view by what it begins with. */
export function treeRow(page: Page, title: string, label: string): Locator {
  return rowLocator(page, title, '.monaco-list-row[role="treeitem"]', label);
}

function rowLocator(page: Page, title: string, selector: string, label: string): Locator {
  return treeView(page, title)
    .locator(selector)
    .filter({ hasText: new RegExp(`^\\s*${label}`) })
    .first();
}

/** A script's expression: the rows of a view that are on the page, as elements. */
export function rowsScript(title: string): string {
  return `Array.from(
    Array.from(document.querySelectorAll('.sidebar .split-view-view'))
      .find((view) => view.querySelector('.pane-header h3.title')?.textContent === '${title}')
      ?.querySelectorAll('.monaco-list-row[role="treeitem"]') ?? [],
  )`;
}

/**
 * How long it took in the workbench's page from a person's press to the painting that shows what it asked for, in milliseconds.
 * @param event what the press is for the page: `keydown`, `mousedown`
 * @param isThere a script's expression that is true once the page has what is to be painted
 */
async function pressToPainted(
  page: Page,
  { event, isThere }: { readonly event: string; readonly isThere: string },
  press: () => Promise<void>,
): Promise<number> {
  await page.evaluate(`globalThis.benched = new Promise((done) => {
    addEventListener('${event}', ({ timeStamp }) => {
      const look = () => {
        if (!(${isThere})) return void requestAnimationFrame(look);
        // a message that is sent while a frame is made comes after its painting
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done(performance.now() - timeStamp);
        port2.postMessage(undefined);
      };
      requestAnimationFrame(look);
    }, { capture: true, once: true });
  }), undefined`);
  await press();
  return Number(await page.evaluate('globalThis.benched'));
}

/** Shows a view by the command that the palette has for it; as long as `pressToPainted` says. */
export async function focusView(page: Page, title: string, isThere: string): Promise<number> {
  const command = `Social Data: Focus on ${title} View`;
  await openPalette(page, command);
  await waitForQuickPickRow(page, command);
  return await pressToPainted(page, { event: 'keydown', isThere }, async () => await page.keyboard.press('Enter'));
}

/** Unfolds a row by a click; as long as it took to paint the first rows below it. */
export async function unfold(page: Page, title: string, label: string): Promise<number> {
  const row = treeRow(page, title, label);
  await row.waitFor();
  const below = `(() => {
    const rows = ${rowsScript(title)}.toSorted((a, b) => Number(a.dataset.index) - Number(b.dataset.index));
    const at = rows.findIndex((row) => row.textContent.trim().startsWith('${label}'));
    const level = (row) => Number(row?.getAttribute('aria-level') ?? 0);
    return at >= 0 && level(rows[at + 1]) > level(rows[at]);
  })()`;
  return await pressToPainted(page, { event: 'mousedown', isThere: below }, async () => {
    await row.locator('.monaco-tl-twistie').click();
  });
}

/** Folds a row by a click, and waits until nothing stands below it. */
export async function fold(page: Page, title: string, label: string): Promise<void> {
  const row = treeRow(page, title, label);
  await row.locator('.monaco-tl-twistie').click();
  await rowLocator(page, title, '.monaco-list-row[aria-expanded="false"]', label).waitFor();
}

/** Scrolls a view by the wheel until its last row is seen; the tasks of the page meanwhile. */
export async function scrollTree(page: Page, title: string): Promise<readonly MainThreadTask[]> {
  const rows = treeView(page, title).locator('.monaco-list-row[role="treeitem"]');
  const last = treeView(page, title).locator('.monaco-list-row[data-last-element="true"]');
  await rows.nth(2).hover();
  return await tasksWhile(page, page, async () => {
    for (let step = 0; (await last.count()) === 0; step += 1) {
      if (step === maxSteps) {
        throw new Error(`the end of ${title} was not reached in ${maxSteps} steps`);
      }
      await page.mouse.wheel(0, 800);
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    }
  });
}
