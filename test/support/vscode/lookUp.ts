import type { Page } from 'playwright-core';
import {
  acceptQuickPick,
  quickInput,
  runCommand,
  typeInQuickInput,
  waitForInputTitle,
  waitForQuickPickRow,
} from './workbench.ts';

/**
 * *Look Up…* with something typed into it and the row of it in front; it is not accepted yet. Rows of look-ups that were made
 * before go while one types: who presses Enter too early has pressed one of those.
 */
export async function typeInLookUp(page: Page, text: string): Promise<void> {
  await runCommand(page, 'Social Data: Look Up…');
  await waitForInputTitle(page, 'Look Up');
  await typeInQuickInput(page, text);
  await page
    .locator('.quick-input-widget:visible .quick-input-list .monaco-list-row.focused')
    .filter({ hasText: text.split('/').at(-1) ?? text })
    .filter({ hasNot: page.locator('.codicon-history') })
    .waitFor();
}

/** Asks for the thread of a post as a person does; waits for nothing but that its pick is gone. */
export async function askForThread(page: Page, idOrLink: string): Promise<void> {
  await runCommand(page, 'Social Data: View Thread…');
  await waitForInputTitle(page, 'View Thread');
  await typeInQuickInput(page, idOrLink);
  await waitForQuickPickRow(page, 'Thread');
  await acceptQuickPick(page);
  await quickInput(page).waitFor({ state: 'hidden' });
}
