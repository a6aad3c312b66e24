import type { Page } from 'playwright-core';
import { openWorkbench, type Workbench } from '../../support/vscode/openWorkbench.ts';
import { runCommand } from '../../support/vscode/workbench.ts';
import { atMost, beside, type BenchRow } from '../benchRow.mts';
import { median } from '../median.mts';
import { fillStore } from '../store/fillStore.mts';
import { makeStoreFile } from '../workbench/storeFile.mts';
import { focusView, fold, rowsScript, scrollTree, treeRow, treeView, unfold } from '../workbench/treeView.mts';

const rounds = 7;
const warmUps = 1;
const view = 'Activity';
const promised = { open: 1.5, unfold: 1.5, scroll: 1.5 } as const;
/** As many as the view shows of a day at once. */
const oneWindow = 200;
const few = 10;

/** What is kept of each day; the label of a day that is no longer yesterday is its date. */
const days = { huge: 1, plain: 2, small: 3 } as const;

/** What a person waits for in the Activity view of the real workbench. */
export async function benchInWorkbench(many: number): Promise<readonly BenchRow[]> {
  await using full = await openWith('bench-activity-full', (path) => {
    fillStore(path, { many: few, overDays: 0 });
    fillStore(path, { many, overDays: 0, daysAgo: days.huge });
    fillStore(path, { many: oneWindow, overDays: 0, daysAgo: days.plain });
    fillStore(path, { many: few, overDays: 0, daysAgo: days.small });
  });
  await using plain = await openWith('bench-activity-few', (path) => {
    fillStore(path, { many: few, overDays: 0 });
  });
  const opened: { readonly full: number; readonly plain: number }[] = [];
  for (let round = -warmUps; round < rounds; round += 1) {
    const took =
      round % 2 === 0
        ? { full: await openView(full), plain: await openView(plain) }
        : { plain: await openView(plain), full: await openView(full) };
    console.log(`  round ${round + 1}: ${took.full.toFixed(0)} ms, with ${few} exchanges ${took.plain.toFixed(0)} ms`);
    if (round >= 0) {
      opened.push(took);
    }
  }
  return [
    atMost(
      `focus Activity to its first rows, ${many} exchanges kept; reference: ${few}`,
      median(opened.map((time) => time.full)),
      median(opened.map((time) => time.plain)),
      promised.open,
      'ms',
    ),
    ...(await unfolded(full.page, many)),
  ];
}

async function openWith(name: string, fill: (path: string) => void): Promise<Workbench> {
  const workbench = await openWorkbench({
    name,
    viewport: { width: 1280, height: 1200 },
    prepare: async (workspace) => {
      fill(await makeStoreFile(workspace));
    },
  });
  const { page } = workbench;
  await runCommand(page, 'View: Show Social Data');
  // the whole height for the view that is measured
  for (const other of ['Users', 'Fixtures']) {
    await treeView(page, other).locator('.pane-header[aria-expanded="true"]').click();
    await treeView(page, other).locator('.pane-header[aria-expanded="false"]').waitFor();
  }
  return workbench;
}

/** Opens the view in a window that was just loaded: the extension is not running yet. */
async function openView(workbench: Workbench): Promise<number> {
  const { page } = workbench;
  await runCommand(page, 'View: Show Explorer');
  await page.locator('.explorer-folders-view').waitFor();
  await workbench.reload();
  return await focusView(page, view, `${rowsScript(view)}.filter((row) => row.getAttribute('aria-level') === '2').length >= 5`);
}

async function unfolded(page: Page, many: number): Promise<readonly BenchRow[]> {
  const labels = { huge: 'Yesterday', plain: labelOf(days.plain), small: labelOf(days.small) };
  const times = { huge: [], plain: [], small: [] } as { readonly [day in keyof typeof labels]: number[] };
  const scrolls = { huge: [], plain: [] } as { readonly huge: number[]; readonly plain: number[] };
  for (let round = -warmUps; round < rounds; round += 1) {
    await redraw(page);
    for (const day of round % 2 === 0 ? (['huge', 'plain', 'small'] as const) : (['small', 'plain', 'huge'] as const)) {
      const took = await unfold(page, view, labels[day]);
      if (round >= 0) {
        times[day].push(took);
      }
      if (round >= 0 && day !== 'small') {
        scrolls[day].push(Math.max(...(await scrollTree(page, view)).map(({ cpuMs }) => cpuMs)));
        await page.keyboard.press('Home');
        await treeRow(page, view, labels[day]).waitFor();
      }
      await fold(page, view, labels[day]);
    }
  }
  return [
    atMost(
      `unfold a day of ${many} exchanges; reference: one of ${oneWindow}`,
      median(times.huge),
      median(times.plain),
      promised.unfold,
      'ms',
    ),
    beside(
      `unfold that day; reference: one of ${few}, for VS Code's work with the rows of a window`,
      median(times.huge),
      median(times.small),
      'ms',
    ),
    atMost(
      `scroll that day to its end, slowest task; reference: one of ${oneWindow}`,
      median(scrolls.huge),
      median(scrolls.plain),
      promised.scroll,
      'ms',
    ),
  ];
}

/** The rows of the days as new ones, folded: what was unfolded once, VS Code remembers. */
async function redraw(page: Page): Promise<void> {
  await runCommand(page, 'Social Data: Group by Endpoint');
  await treeRow(page, view, 'Today').waitFor({ state: 'detached' });
  await runCommand(page, 'Social Data: Group by Day');
  await treeRow(page, view, 'Today').waitFor();
  await fold(page, view, 'Today');
}

function labelOf(daysAgo: number): string {
  const at = new Date(Date.now() - daysAgo * 86_400_000);
  return at.toLocaleDateString('en', { dateStyle: 'full' });
}
