import type { Page } from 'playwright-core';
import { exampleValues } from '../../../src/client/endpoints/exampleValues.ts';
import { typeInLookUp } from '../../support/vscode/lookUp.ts';
import { openWorkbench } from '../../support/vscode/openWorkbench.ts';
import { acceptQuickPick, runCommand } from '../../support/vscode/workbench.ts';
import { atMost, type BenchRow } from '../benchRow.mts';
import { median } from '../median.mts';
import { firstPaint } from '../thread/firstPaint.mts';
import { emptyWebviewCommand, installEmptyWebview } from '../workbench/emptyWebview.mts';
import { paintOf } from '../workbench/paintOf.mts';
import { roundsOf } from '../rounds.mts';

/** Many, because each takes a tenth of a second and varies by half as much. */
const rounds = roundsOf(21);
/** A window's first webviews also load VS Code's own code. */
const warmUps = 1;
const promised = 1.5;

/** The first paint of a user page with a saved response, compared with an empty webview. */
export async function benchProfile(): Promise<readonly BenchRow[]> {
  await using workbench = await openWorkbench({ name: 'bench-profile', isSeen: true, prepare: installEmptyWebview });
  const { page } = workbench;
  const times: { readonly ours: number; readonly empty: number }[] = [];
  const empty = async () => await firstPaint(page, emptyWebviewCommand, '.empty-page');
  const ours = async () => await profilePaint(page);
  for (let round = -warmUps; round < rounds; round += 1) {
    const took = round % 2 === 0 ? { ours: await ours(), empty: await empty() } : { empty: await empty(), ours: await ours() };
    console.log(`  round ${round + 1}: profile ${took.ours.toFixed(0)} ms, empty ${took.empty.toFixed(0)} ms`);
    if (round >= 0) {
      times.push(took);
    }
  }
  const [profile, reference] = [median(times.map((time) => time.ours)), median(times.map((time) => time.empty))];
  return [atMost('first paint of a profile, beside an empty webview', profile, reference, promised, 'ms')];
}

async function profilePaint(page: Page): Promise<number> {
  await typeInLookUp(page, `@${exampleValues.handle}`);
  await acceptQuickPick(page);
  const took = await paintOf(page, '.profile');
  await runCommand(page, 'View: Close All Editors');
  await page.locator('.tab').waitFor({ state: 'detached' });
  return took;
}
