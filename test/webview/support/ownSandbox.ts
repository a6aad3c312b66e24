import type { Page } from 'playwright-core';
import type { Sandbox } from '../../../src/sandbox/server.ts';
import { acceptQuickInput, quickInput, runCommand, typeInQuickInput } from '../../support/vscode/workbench.ts';

/** The settings that make a sandbox of the test's own the primary service. */
export function directSettings({ primary }: Sandbox): Readonly<Record<string, unknown>> {
  return { 'socialData.primary.connection': 'direct', 'socialData.primary.address': primary };
}

/** Gives the extension the key of a sandbox, as a person does. */
export async function enterKey(page: Page, { key }: Sandbox): Promise<void> {
  const titled = async (title: RegExp) => {
    await page.locator('.quick-input-widget:visible .quick-input-title').filter({ hasText: title }).waitFor();
  };
  await runCommand(page, 'Social Data: Set API Key…');
  await titled(/^Set API Key$/);
  await acceptQuickInput(page);
  await titled(/^Address/);
  await acceptQuickInput(page);
  await titled(/^Set API Key: /);
  await typeInQuickInput(page, key);
  await acceptQuickInput(page);
  await quickInput(page).waitFor({ state: 'hidden' });
}

/** The targets that a sandbox was asked for so far, of all keys. */
export async function askedOf({ primary, control }: Sandbox): Promise<readonly string[]> {
  const answer = await fetch(new URL('/__sandbox/requests?keys=all', primary), { headers: { 'X-Sandbox-Control': control } });
  const { requests } = (await answer.json()) as {
    readonly requests: readonly { readonly path: string; readonly query: string }[];
  };
  return requests.map(({ path, query }) => `${path}${query}`);
}
