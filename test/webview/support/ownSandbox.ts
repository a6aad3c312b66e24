import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { FaultRule } from '../../../src/sandbox/faultRules.ts';
import type { Sandbox } from '../../../src/sandbox/server.ts';
import {
  acceptQuickInput,
  quickInput,
  runCommandAndPick,
  typeInQuickInput,
  waitForInputTitle,
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
  await runCommandAndPick(page, 'Social Data: Set API Key…', 'Own');
  await enterAddressAndKey(page, key);
}

/** Continues where the connection is already chosen. */
export async function enterAddressAndKey(page: Page, key: string): Promise<void> {
  await waitForInputTitle(page, /^URL/);
  await acceptQuickInput(page);
  await enterKeyInInput(page, key);
}

/** Continues where the address is already entered. */
export async function enterKeyInInput(page: Page, key: string): Promise<void> {
  await waitForInputTitle(page, /^Set API Key: /);
  await typeInQuickInput(page, key);
  await acceptQuickInput(page);
  await quickInput(page).waitFor({ state: 'hidden' });
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
