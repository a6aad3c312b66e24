import type { FrameLocator, Page } from 'playwright-core';
import { startSandbox } from '../../../src/sandbox/server.ts';
import { landmarks } from '../../../src/sandbox/world/landmarks.ts';
import { askForThread } from '../../support/vscode/lookUp.ts';
import { openWorkbench } from '../../support/vscode/openWorkbench.ts';
import { runCommand } from '../../support/vscode/workbench.ts';
import { directSettings, enterKey } from '../../webview/support/ownSandbox.ts';
import { type ScrolledThread, scrollThread } from '../../webview/support/scrollThread.ts';
import { threadLine, webviewPage } from '../../webview/support/threadFrame.ts';
import { atMost, type BenchRow } from '../benchRow.mts';
import { median } from '../median.mts';
import { emptyWebviewCommand, installEmptyWebview } from '../workbench/emptyWebview.mts';
import { firstPaint } from './firstPaint.mts';
import { roundsOf } from '../rounds.mts';

const rounds = roundsOf(7);
/** A window's first webviews also load VS Code's own code. */
const warmUps = 1;
const promised = { paint: 2, elements: 1_500, taskMs: 50 } as const;
const toggleSideBar = 'View: Toggle Secondary Side Bar Visibility';

/** A thread's first paint, compared with an empty webview; then the rows and scrolling of a thread with 2,000 replies. */
export async function benchThread(): Promise<readonly BenchRow[]> {
  const sandbox = await startSandbox();
  try {
    await using workbench = await openWorkbench({
      name: 'bench-thread',
      isSeen: true,
      settings: directSettings(sandbox),
      prepare: installEmptyWebview,
    });
    const { page } = workbench;
    await enterKey(page, sandbox);
    await showThread(page);
    const posts = await summary(webviewPage(page));
    const paints = await firstPaints(page);
    await completeThread(page);
    const scrolled = await scrollThread(page, webviewPage(page));
    return [
      atMost(`first paint of a thread (${posts}), beside an empty webview`, paints.ours, paints.empty, promised.paint, 'ms'),
      ...scrollRows(scrolled),
    ];
  } finally {
    await sandbox.close();
  }
}

/** Shows the thread in its view; free after the first time. */
async function showThread(page: Page): Promise<void> {
  await askForThread(page, landmarks.crowdThreadId);
  await threadLine(webviewPage(page), landmarks.crowdThreadId).waitFor();
}

async function summary(frame: FrameLocator): Promise<string> {
  return /[\d,]+ posts/.exec(await frame.locator('.summary').innerText())?.[0] ?? 'posts not counted';
}

/** They alternate in being first. */
async function firstPaints(page: Page): Promise<{ readonly ours: number; readonly empty: number }> {
  const empty = () => firstPaint(page, emptyWebviewCommand, '.empty-page');
  // the view already has the response
  const ours = async () => {
    await showThread(page);
    await runCommand(page, toggleSideBar);
    return await firstPaint(page, 'Social Data: Open in Editor', '.line');
  };
  const times: { readonly ours: number; readonly empty: number }[] = [];
  for (let round = -warmUps; round < rounds; round += 1) {
    const took = round % 2 === 0 ? { ours: await ours(), empty: await empty() } : { empty: await empty(), ours: await ours() };
    console.log(`  round ${round + 1}: thread ${took.ours.toFixed(0)} ms, empty ${took.empty.toFixed(0)} ms`);
    if (round >= 0) {
      times.push(took);
    }
  }
  await showThread(page);
  return { ours: median(times.map((time) => time.ours)), empty: median(times.map((time) => time.empty)) };
}

async function completeThread(page: Page): Promise<void> {
  const frame = webviewPage(page);
  await frame.getByRole('button', { name: /^Load the Rest/ }).click();
  await frame.locator('.summary', { hasText: /^\s*2,?001 posts ·/ }).waitFor({ timeout: 300_000 });
}

/** Their reference is the limit itself. */
function scrollRows({ elements, longTasks, tasks }: ScrolledThread): readonly BenchRow[] {
  const slowestTask = Math.max(...tasks.map(({ cpuMs }) => cpuMs));
  const slowest = Math.max(...tasks.map(({ wallMs }) => wallMs));
  console.log(
    `  ${longTasks.length} tasks over 50 ms by the clock, the longest of ${slowest.toFixed(0)} ms: what others did meanwhile is in it`,
  );
  return [
    atMost('most elements of 2,000 replies while scrolling', elements, promised.elements, 1, ''),
    atMost('slowest task of 200 steps of scrolling, computed', slowestTask, promised.taskMs, 1, 'ms'),
  ];
}
