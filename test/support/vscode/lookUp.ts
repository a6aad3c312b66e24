import type { Page } from 'playwright-core';
import { acceptQuickPick, quickInput, runCommandAndType, waitForQuickPickRow } from './workbench.ts';

/** Types into *Look Up…* and waits until its row is active, without accepting it. */
export async function typeInLookUp(page: Page, text: string): Promise<void> {
  await runCommandAndType(page, 'Social Data: Look Up…', 'Look Up', text);
  await waitForLookUpRow(page, text);
}

/** Recent lookups and examples disappear while the user types, so an early Enter would accept one of them. */
export async function waitForLookUpRow(page: Page, text: string): Promise<void> {
  await page
    .locator('.quick-input-widget:visible .quick-input-list .monaco-list-row.focused')
    .filter({ hasText: text.split('/').at(-1) ?? text })
    .filter({ hasNot: page.locator('.codicon-history') })
    .filter({ hasNotText: /\bTry\s/ })
    .waitFor();
}

/** Opens a post's thread like a user; only waits until the quick pick is closed. */
export async function askForThread(page: Page, idOrLink: string): Promise<void> {
  await runCommandAndType(page, 'Social Data: View Thread…', 'View Thread', idOrLink);
  await waitForQuickPickRow(page, 'Thread');
  await acceptQuickPick(page);
  await quickInput(page).waitFor({ state: 'hidden' });
}
