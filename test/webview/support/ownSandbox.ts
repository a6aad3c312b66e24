import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { FaultRule } from '../../../src/sandbox/faults/faultRule.ts';
import type { Sandbox } from '../../../src/sandbox/server.ts';
import { acceptQuickInput, quickInput, runCommand, typeInQuickInput } from '../../support/vscode/workbench.ts';

/** The settings that make a sandbox of the test's own the primary service. */
export function directSettings({ primary }: Sandbox): Readonly<Record<string, unknown>> {
  return { 'socialData.primary.connection': 'direct', 'socialData.primary.address': primary };
}

/** Gives the extension the key of a sandbox, as a person does. */
export async function enterKey(page: Page, { key }: Sandbox): Promise<void> {
  await runCommand(page, 'Social Data: Set API Key…');
  await quickInputTitled(page, /^Set API Key$/);
  await acceptQuickInput(page);
  await answerKeyQuestions(page, key);
}

/** The same from where it is known whose key is asked for. */
export async function answerKeyQuestions(page: Page, key: string): Promise<void> {
  await quickInputTitled(page, /^Address/);
  await acceptQuickInput(page);
  await quickInputTitled(page, /^Set API Key: /);
  await typeInQuickInput(page, key);
  await acceptQuickInput(page);
  await quickInput(page).waitFor({ state: 'hidden' });
}

async function quickInputTitled(page: Page, title: RegExp): Promise<void> {
  await page.locator('.quick-input-widget:visible .quick-input-title').filter({ hasText: title }).waitFor();
}

/** The targets that a sandbox was asked for so far, of all keys. */
export async function askedOf({ primary, control }: Sandbox): Promise<readonly string[]> {
  const answer = await fetch(new URL('/__sandbox/requests?keys=all', primary), { headers: { 'X-Sandbox-Control': control } });
  const { requests } = (await answer.json()) as {
    readonly requests: readonly { readonly path: string; readonly query: string }[];
  };
  return requests.map(({ path, query }) => `${path}${query}`);
}

/** What goes wrong from now on with the calls of a key; nothing any more where there are no rules. */
export async function setFaults({ primary, control }: Sandbox, key: string, rules: readonly FaultRule[]): Promise<void> {
  const answer = await fetch(new URL('/__sandbox/faults', primary), {
    method: 'POST',
    headers: { 'X-Sandbox-Control': control },
    body: JSON.stringify({ key, rules }),
  });
  assert.equal(answer.status, 200, await answer.text());
}
