import type { Page } from 'playwright-core';
import { acceptQuickPick, quickInput, runCommandAndType, waitForQuickPickRow } from './workbench.ts';

/**
 * *Look Up…* with something typed into it and the row of it in front; it is not accepted yet. Rows of look-ups that were made
 * before, and examples, go while one types: who presses Enter too early has pressed one of those.
 */
export async function typeInLookUp(page: Page, text: string): Promise<void> {
  await runCommandAndType(page, 'Social Data: Look Up…', 'Look Up', text);
  await page
    .locator('.quick-input-widget:visible .quick-input-list .monaco-list-row.focused')
    .filter({ hasText: text.split('/').at(-1) ?? text })
    .filter({ hasNot: page.locator('.codicon-history') })
    .filter({ hasNotText: /\bTry\s/ })
    .waitFor();
}

/** Asks for the thread of a post as a person does; waits for nothing but that its pick is gone. */
export async function askForThread(page: Page, idOrLink: string): Promise<void> {
  await runCommandAndType(page, 'Social Data: View Thread…', 'View Thread', idOrLink);
  await waitForQuickPickRow(page, 'Thread');
  await acceptQuickPick(page);
  await quickInput(page).waitFor({ state: 'hidden' });
}
