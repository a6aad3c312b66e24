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

/** The settings that make a sandbox of the test's own the primary service, by the name Own. */
export function directSettings({ primary }: Sandbox): Readonly<Record<string, unknown>> {
  return {
    'socialData.connections': { Own: { service: 'primary', address: primary } },
    'socialData.selectedConnections': { primary: 'Own' },
  };
}

/** Gives the extension the key of a sandbox, as a person does; the first pick is closed by a page that takes the focus just then. */
export async function enterKey(page: Page, { key }: Pick<Sandbox, 'key'>): Promise<void> {
  await runCommandAndPick(page, 'Social Data: Set API Key…', 'Own');
  await answerKeyQuestions(page, key);
}

/** The same from where it is known whose key is asked for. */
export async function answerKeyQuestions(page: Page, key: string): Promise<void> {
  await waitForInputTitle(page, /^Address/);
  await acceptQuickInput(page);
  await answerKeyQuestion(page, key);
}

/** The same where its address is known, too. */
export async function answerKeyQuestion(page: Page, key: string): Promise<void> {
  await waitForInputTitle(page, /^Set API Key: /);
  await typeInQuickInput(page, key);
  await acceptQuickInput(page);
  await quickInput(page).waitFor({ state: 'hidden' });
}

/** The targets that a sandbox was asked for so far, of all keys. */
export async function askedOf({ primary, control }: Sandbox): Promise<readonly string[]> {
  const response = await fetch(new URL('/__sandbox/requests?keys=all', primary), { headers: { 'X-Sandbox-Control': control } });
  const { requests } = (await response.json()) as {
    readonly requests: readonly { readonly path: string; readonly query: string }[];
  };
  return requests.map(({ path, query }) => `${path}${query}`);
}

/** What goes wrong in a sandbox from now on, and nothing else: an empty list lifts every fault. */
export async function setFaults({ primary, control, key }: Sandbox, rules: readonly Partial<FaultRule>[]): Promise<void> {
  const response = await fetch(new URL('/__sandbox/faults', primary), {
    method: 'POST',
    headers: { 'X-Sandbox-Control': control },
    body: JSON.stringify({ key, rules }),
  });
  assert.equal(response.status, 200, await response.text());
}
