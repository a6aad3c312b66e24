import type { Page } from 'playwright-core';
import { exampleValues } from '../../../src/client/endpoints/exampleValues.ts';
import { waitForLookUpRow } from '../../support/vscode/lookUp.ts';
import { openWorkbench } from '../../support/vscode/openWorkbench.ts';
import { quickInput, runCommand, statusBarItem, typeInQuickInput } from '../../support/vscode/workbench.ts';
import { atMost, beside, type BenchRow } from '../benchRow.mts';
import { median } from '../median.mts';
import { roundsOf } from '../rounds.mts';
import { emptyPickCommand, emptyPickTitle, emptyWebviewCommand, installEmptyWebview } from '../workbench/emptyWebview.mts';
import { paintedAt, webviewBegunAt } from '../workbench/paintOf.mts';
import { boxTime, pressCommand, pressEnter } from '../workbench/pressTimes.mts';

const { handle, otherHandle } = exampleValues;

/** In each window, one of the two is opened first, which also loads VS Code's own code. */
const windowPairs = roundsOf(5);
/** Many, because each takes a tenth of a second and varies by half as much. */
const warmRounds = roundsOf(5);

/** Milliseconds from the press of Enter; `paint` from the creation of the webview. */
interface Times {
  readonly box: number;
  readonly page: number;
  readonly paint: number;
}

/**
 * A user from the palette to the page, compared with an empty quick pick and an empty webview: in a new window, and later with
 * a saved response.
 */
export async function benchProfile(): Promise<readonly BenchRow[]> {
  const cold = { ours: [] as Times[], empty: [] as Times[] };
  const warm = { ours: [] as Times[], empty: [] as Times[] };
  for (let window = 0; window < 2 * windowPairs; window += 1) {
    await using workbench = await openWorkbench({ name: 'bench-profile', isSeen: true, prepare: installEmptyWebview });
    const { page } = workbench;
    await statusBarItem(page, 'Sandbox').waitFor();
    const isOursFirst = window % 2 === 0;
    if (isOursFirst) {
      cold.ours.push(await ourTimes(page));
      await emptyTimes(page);
    } else {
      cold.empty.push(await emptyTimes(page));
      await ourTimes(page);
    }
    await ourTimes(page, otherHandle);
    for (let round = 0; round < warmRounds; round += 1) {
      warm.ours.push(await ourTimes(page));
      warm.empty.push(await emptyTimes(page));
    }
  }
  const of = (times: readonly Times[], name: keyof Times) => median(times.map((one) => one[name]));
  const row = (what: string, { ours, empty }: typeof cold, name: keyof Times, limit: number) =>
    atMost(what, of(ours, name), of(empty, name), limit, 'ms');
  return [
    beside('box of Look Up in a new window, beside an empty quick pick', of(cold.ours, 'box'), of(cold.empty, 'box'), 'ms'),
    row('box of Look Up, beside an empty quick pick', warm, 'box', 2.5),
    row('profile after Enter in a new window, beside an empty webview', cold, 'page', 4),
    row('profile after Enter, beside an empty webview', warm, 'page', 2.5),
    row('first paint of a profile, beside an empty webview', warm, 'paint', 1.5),
  ];
}

async function ourTimes(page: Page, looked: string = handle): Promise<Times> {
  const box = await boxTime(page, 'Social Data: Look Up…', 'Look Up');
  await typeInQuickInput(page, `@${looked}`);
  await waitForLookUpRow(page, looked);
  return { box, ...(await pageTimes(page, await pressEnter(page), '.profile')) };
}

async function emptyTimes(page: Page): Promise<Times> {
  const box = await boxTime(page, emptyPickCommand, emptyPickTitle);
  await page.keyboard.press('Escape');
  await quickInput(page).waitFor({ state: 'hidden' });
  return { box, ...(await pageTimes(page, await pressCommand(page, emptyWebviewCommand), '.empty-page')) };
}

async function pageTimes(page: Page, pressedAt: number, selector: string): Promise<Omit<Times, 'box'>> {
  const at = await paintedAt(page, selector);
  const begunAt = await webviewBegunAt(page);
  await runCommand(page, 'View: Close All Editors');
  await page.locator('.tab').waitFor({ state: 'detached' });
  return { page: at - pressedAt, paint: at - begunAt };
}
