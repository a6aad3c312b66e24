import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { FaultRule } from '../../../src/sandbox/faultRules.ts';
import type { Sandbox } from '../../../src/sandbox/server.ts';
import {
  acceptQuickInput,
  chooseQuickPick,
  pictureStep,
  quickInput,
  runCommandAndPick,
  typeInQuickInput,
  waitForInputTitle,
  waitForQuickPickRow,
} from '../../support/vscode/workbench.ts';

/** Returns settings that select the test's sandbox as the connection Own of the Primary API. */
export function directSettings({ primary }: Sandbox): Readonly<Record<string, unknown>> {
  return {
    'socialData.connections': { Own: { service: 'primary', address: primary } },
    'socialData.connection': { primary: 'Own' },
  };
}

/** Enters a sandbox's key. */
export async function enterKey(page: Page, { key }: Pick<Sandbox, 'key'>): Promise<void> {
  await runCommandAndPick(page, 'Social Data: Manage Connections…', 'Own');
  await chooseQuickPick(page, 'Set API Key…');
  await typeKey(page, key);
  await waitForQuickPickRow(page, /Test \(/);
  await page.keyboard.press('Escape');
  await quickInput(page).waitFor({ state: 'hidden' });
}

/** Continues where the connection is already chosen. */
export async function enterKeyInInput(page: Page, key: string): Promise<void> {
  await typeKey(page, key);
  await quickInput(page).waitFor({ state: 'hidden' });
}

async function typeKey(page: Page, key: string): Promise<void> {
  await waitForInputTitle(page, /^Set API Key: /);
  await typeInQuickInput(page, key);
  await acceptQuickInput(page);
}

/** Continues after *Add Connection…*, up to the row that tests the connection. */
export async function addPrimaryConnection(page: Page, address: string, name: string, key: string): Promise<void> {
  await waitForInputTitle(page, 'Add Connection (1/5)');
  await pictureStep(page, 'add connection service');
  await chooseQuickPick(page, 'Primary API');
  for (const [title, text] of [
    ['Add Connection (2/5)', address],
    ['Add Connection (3/5)', name],
    [`Set API Key: ${name} (4/5)`, key],
  ] as const) {
    await waitForInputTitle(page, title);
    await typeInQuickInput(page, text);
    await pictureStep(page, `add connection ${title.replaceAll(/\W+/g, ' ')}`);
    await acceptQuickInput(page);
  }
  await waitForQuickPickRow(page, 'Test and Use (price unknown)');
  await pictureStep(page, 'add connection test');
}

/** Returns the targets in the sandbox's log, for all keys. */
export async function listSentTargets({ primary, control }: Sandbox): Promise<readonly string[]> {
  const response = await fetch(new URL('/__sandbox/requests?keys=all', primary), { headers: { 'X-Sandbox-Control': control } });
  const { requests } = (await response.json()) as {
    readonly requests: readonly { readonly path: string; readonly query: string }[];
  };
  return requests.map(({ path, query }) => `${path}${query}`);
}

/** Replaces a sandbox's faults. */
export async function setFaults({ primary, control, key }: Sandbox, rules: readonly Partial<FaultRule>[]): Promise<void> {
  const response = await fetch(new URL('/__sandbox/faults', primary), {
    method: 'POST',
    headers: { 'X-Sandbox-Control': control },
    body: JSON.stringify({ key, rules }),
  });
  assert.equal(response.status, 200, await response.text());
}
