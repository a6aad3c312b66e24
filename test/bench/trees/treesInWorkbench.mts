import type { Page } from 'playwright-core';
import { encodeCall } from '../../../src/client/wire.ts';
import { userFollowers, userFollowings, userVerifiedFollowers } from '../../../src/client/endpoints/table.ts';
import { exampleValues } from '../../../src/client/endpoints/exampleValues.ts';
import { createExchangeIdGenerator } from '../../../src/client/exchange.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { toLocalDay } from '../../../src/store/machine.ts';
import { putExchange } from '../../../src/store/answers.ts';
import { openWorkbench } from '../../support/vscode/openWorkbench.ts';
import { acceptQuickInput, quickInput, runCommand, typeInQuickInput } from '../../support/vscode/workbench.ts';
import { directSettings, enterKey } from '../../webview/support/ownSandbox.ts';
import { atMost, beside, type BenchRow } from '../benchRow.mts';
import { median } from '../median.mts';
import { exchangeWith } from '../store/fillStore.mts';
import { makeStoreFile } from '../workbench/storeFile.mts';
import { fold, scrollTree, treeRow, treeView, unfold } from '../workbench/treeView.mts';

const rounds = 7;
const warmUps = 1;
const view = 'Users';
/** As many as one call brings. */
const plain = 100;
/** As many as a row shows before its windows. */
const oneWindow = 500;
const promised = { unfold: 1.5, scroll: 1.5 } as const;

/** The rows of an account below which that many records are loaded; `window` fills one window and no more. */
const parts = { huge: 'Followers', window: 'Verified Followers', plain: 'Following' } as const;
const places = ['huge', 'window', 'plain'] as const;
type Place = (typeof places)[number];

/** What a person waits for in the Users view of the real workbench when a row has a great many children. */
export async function benchInWorkbench(many: number): Promise<readonly BenchRow[]> {
  const sandbox = await startSandbox();
  try {
    await using workbench = await openWorkbench({
      name: 'bench-trees',
      viewport: { width: 1280, height: 1200 },
      settings: directSettings(sandbox),
      prepare: async (workspace) => {
        keepFollowers(await makeStoreFile(workspace), sandbox, many);
      },
    });
    const { page } = workbench;
    await enterKey(page, sandbox);
    await pinAccount(page);
    const first: Partial<Record<Place, number>> = {};
    for (const place of places) {
      first[place] = await unfold(page, view, parts[place]);
      await fold(page, view, parts[place]);
    }
    console.log(
      `  a first time, each answer read from the store: ${places.map((place) => `${first[place]?.toFixed(0)} ms`).join(', ')}`,
    );
    return await measured(page, many);
  } finally {
    await sandbox.close();
  }
}

async function measured(page: Page, many: number): Promise<readonly BenchRow[]> {
  const times: Readonly<Record<Place, number[]>> = { huge: [], window: [], plain: [] };
  const scrolls: Readonly<Record<Place, number[]>> = { huge: [], window: [], plain: [] };
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const place of round % 2 === 0 ? places : places.toReversed()) {
      const took = await unfold(page, view, parts[place]);
      const tasks = await scrollTree(page, view);
      await page.keyboard.press('Home');
      await treeRow(page, view, parts[place]).waitFor();
      await fold(page, view, parts[place]);
      if (round >= 0) {
        times[place].push(took);
        scrolls[place].push(Math.max(...tasks.map(({ cpuMs }) => cpuMs)));
      }
    }
  }
  const unfolded = `unfold a row with ${many} children loaded, click to painted`;
  return [
    atMost(`${unfolded}; reference: ${oneWindow}`, median(times.huge), median(times.window), promised.unfold, 'ms'),
    beside(
      `${unfolded}; reference: ${plain}, VS Code's work for the rows of a window`,
      median(times.huge),
      median(times.plain),
      'ms',
    ),
    atMost(
      `scroll it to its end, slowest task; reference: ${oneWindow}`,
      median(scrolls.huge),
      median(scrolls.window),
      promised.scroll,
      'ms',
    ),
  ];
}

/** Pins the account and unfolds it. */
async function pinAccount(page: Page): Promise<void> {
  await runCommand(page, 'View: Show Social Data');
  // the whole height for the view that is measured
  for (const other of ['Activity', 'Fixtures']) {
    await treeView(page, other).locator('.pane-header[aria-expanded="true"]').click();
    await treeView(page, other).locator('.pane-header[aria-expanded="false"]').waitFor();
  }
  await page.getByRole('button', { name: 'Pin User…' }).first().click();
  await quickInput(page).waitFor();
  await typeInQuickInput(page, `@${exampleValues.handle}`);
  await page.locator('.quick-input-widget:visible .quick-input-message').filter({ hasText: 'User by Handle' }).waitFor();
  await acceptQuickInput(page);
  await page
    .locator('.pane-body .monaco-list:focus .monaco-list-row.focused')
    .filter({ hasText: exampleValues.handle })
    .waitFor();
  await page.keyboard.press('ArrowRight');
  await treeRow(page, view, parts.huge).waitFor();
}

/** Keeps answers with that many users each: no call brings so many. */
function keepFollowers(path: string, { primary }: Sandbox, many: number): void {
  const database = openDatabase(path);
  const now = Date.now();
  const idAt = createExchangeIdGenerator('bench');
  const params = { userId: exampleValues.userId, count: 100 };
  database.transact(() => {
    for (const [endpoint, count] of [
      [userFollowers, many],
      [userVerifiedFollowers, oneWindow],
      [userFollowings, plain],
    ] as const) {
      const kept = exchangeWith(idAt(now), 0, now, new TextEncoder().encode(pageOf(count)));
      const request = {
        ...kept.request,
        endpointId: endpoint.id,
        params,
        baseUrl: primary,
        ...encodeCall(endpoint, params, 'simple'),
      };
      putExchange(database, { ...kept, request }, { connection: 'direct', initiator: 'tree', day: toLocalDay(now) });
    }
  });
  database.close();
}

function pageOf(count: number): string {
  const data = Array.from({ length: count }, (_, at) => ({ id: String(at + 1), username: `user${at}`, name: `User ${at}` }));
  return JSON.stringify({ data, nextCursor: null, previousCursor: null, hasNextPage: false });
}
