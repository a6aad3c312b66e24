import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { projectFolders } from '../../../src/build/projectFolders.ts';
import { maxWaitMs } from '../limits.ts';
import type { Workbench } from './openWorkbench.ts';

/** What a person does in the workbench, step by step, and what they see. Each waits until it is so, or throws. */

/**
 * Runs a command from the palette by the title that it has there, such as `Social Data: Look Up…`. A page that takes the focus
 * just then closes the palette: it is opened again, as a person would.
 */
export async function runCommand(page: Page, title: string): Promise<void> {
  await persist(page, async (patience) => {
    await openPaletteOnce(page, title, patience);
    await chooseQuickPick(page, title, patience);
  });
}

/** Runs a command that asks with a pick, and picks; begins again where a page that takes the focus just then closes the pick. */
export async function runCommandAndPick(page: Page, title: string, row: string): Promise<void> {
  await persist(page, async (patience) => {
    await openPaletteOnce(page, title, patience);
    await chooseQuickPick(page, title, patience);
    await chooseQuickPick(page, row, patience);
  });
}

/** Runs a command that asks for a text, and types it; begins again where a page that takes the focus just then closes its input. */
export async function runCommandAndType(page: Page, title: string, inputTitle: string | RegExp, text: string): Promise<void> {
  await persist(page, async (patience) => {
    await openPaletteOnce(page, title, patience);
    await chooseQuickPick(page, title, patience);
    await inputTitleOf(page, inputTitle).waitFor(patience);
    await quickInput(page).fill(text, patience);
  });
}

/** Opens the palette and filters it; the rows are then what `quickPickRows` reads. */
export async function openPalette(page: Page, filter = ''): Promise<void> {
  await persist(page, (patience) => openPaletteOnce(page, filter, patience));
}

async function openPaletteOnce(page: Page, filter: string, patience: Patience): Promise<void> {
  await page.keyboard.press('F1');
  await quickInput(page).waitFor(patience);
  await quickInput(page).fill(`>${filter}`, patience);
}

/** How long the palette may take before it is taken to be gone. */
type Patience = { readonly timeout: number };

/** Does what may be cut off again and again, with more patience each time: a machine may be slow. */
export async function persist(page: Page, act: (patience: Patience) => Promise<void>): Promise<void> {
  for (let timeout = 5_000; ; timeout *= 3) {
    try {
      return await act({ timeout });
    } catch (error) {
      if (timeout > maxWaitMs) throw error;
    }
    if (await quickInput(page).isVisible()) {
      // one that stands open does not see what has become possible since
      await page.keyboard.press('Escape');
      await quickInput(page).waitFor({ state: 'hidden' });
    }
  }
}

/** The text field of the quick input that is open: palette, quick pick or input box. */
export function quickInput(page: Page): Locator {
  return page.locator('.quick-input-widget:visible .quick-input-box input');
}

/** Waits for the input of a command, by its title: it takes the place of the palette's a moment after it was chosen. */
export async function waitForInputTitle(page: Page, title: string | RegExp): Promise<void> {
  await inputTitleOf(page, title).waitFor();
}

function inputTitleOf(page: Page, title: string | RegExp): Locator {
  return page.locator('.quick-input-widget:visible .quick-input-title').filter({ hasText: title });
}

/** Replaces what stands in the quick input, without accepting it. */
export async function typeInQuickInput(page: Page, text: string): Promise<void> {
  await quickInput(page).fill(text);
}

/** Presses Enter on the row of a quick pick that is marked: its title is there before its rows are, and Enter then does nothing. */
export async function acceptQuickPick(page: Page): Promise<void> {
  await page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row.focused').waitFor();
  await acceptQuickInput(page);
}

/** Presses Enter in the quick input; again where nothing came of it, since rows that have just come do not take a press. */
export async function acceptQuickInput(page: Page): Promise<void> {
  const shown = () =>
    page.evaluate<string>(`(() => {
      const widget = document.querySelector('.quick-input-widget');
      if (widget?.checkVisibility() !== true) return 'hidden';
      const value = widget.querySelector('.quick-input-box input')?.value ?? '';
      return value === '' ? widget.innerText : widget.querySelector('.quick-input-title')?.innerText + value;
    })()`);
  const before = await shown();
  await quickInput(page).press('Enter');
  for (let polls = 1; polls <= 150 && (await shown()) === before; polls += 1) {
    await page.waitForTimeout(100);
    if (polls % 50 === 0) await page.keyboard.press('Enter');
  }
}

/** The labels of the rows that the quick input shows now; see `waitForQuickPickRow` for rows that are yet to come. */
export async function quickPickRows(page: Page): Promise<string[]> {
  await quickPickLabels(page).first().waitFor();
  return (await quickPickLabels(page).allInnerTexts()).map(plain);
}

/** Waits for a row with this in its label: rows that an extension makes come a moment after what was typed. */
export async function waitForQuickPickRow(page: Page, label: string | RegExp): Promise<void> {
  await quickPickLabels(page).filter({ hasText: label }).first().waitFor();
}

/** Picks the row whose label is exactly this. */
export async function chooseQuickPick(page: Page, label: string, options: { readonly timeout?: number } = {}): Promise<void> {
  await quickPickLabels(page)
    .filter({ hasText: new RegExp(`^\\s*${escapePattern(label)}\\s*$`) })
    .first()
    .click(options);
}

/** Waits until an editor with this name on its tab is the active one. */
export async function waitForEditor(page: Page, title: string | RegExp): Promise<void> {
  await activeTab(page).filter({ hasText: title }).waitFor();
}

/**
 * The whole text of the active text editor, exactly: only a few lines of it are on the page, so it is selected and
 * copied as a person would.
 */
export async function activeEditorText(page: Page): Promise<string> {
  const editor = page.locator('.editor-group-container.active .monaco-editor[role="code"]').first();
  // Not by a click, which would move the cursor or follow a link.
  await editor.locator('.native-edit-context, textarea.inputarea').first().focus();
  await writeClipboard(page, '');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+C');
  return await waitForClipboard(page);
}

/**
 * The text on the clipboard, once there is one that begins like this. Looked for in the page itself: what Playwright waits
 * for is taken for true while it is only promised.
 */
export async function waitForClipboard(page: Page, start = ''): Promise<string> {
  return await page.evaluate<string>(`(async () => {
    const end = Date.now() + ${maxWaitMs};
    for (;;) {
      const text = await navigator.clipboard.readText();
      if ((text !== '' && text.startsWith(${JSON.stringify(start)})) || Date.now() > end) return text;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  })()`);
}

/** Puts a text on the clipboard. */
async function writeClipboard(page: Page, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
}

/** Waits for a notification; returns its whole text. */
export async function waitForNotification(page: Page, text: string | RegExp): Promise<string> {
  const found = notificationTexts(page).filter({ hasText: text }).first();
  await found.waitFor();
  return plain(await found.innerText());
}

/** A view in the side bar, by the title of its pane. */
export function sideBarView(page: Page, title: string): Locator {
  const heading = page.locator('.pane-header h3.title').filter({ hasText: new RegExp(`^${escapePattern(title)}$`) });
  return page.locator('.sidebar .split-view-view').filter({ has: heading });
}

/** Focuses a tree view of the extension that has rows on the screen, and waits until they take keys: a moment after the view does. */
export async function focusTreeView(page: Page, title: string): Promise<void> {
  await runCommand(page, `Social Data: Focus on ${title} View`);
  await page.waitForFunction(`!document.querySelector('.quick-input-widget')?.checkVisibility()`);
  await sideBarView(page, title).locator('.monaco-list:focus').waitFor();
}

/** Shows the explorer. */
export async function openExplorer(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+E');
  await page.locator('.explorer-folders-view').waitFor();
}

/** A file or folder in the explorer, by its name there. */
export function explorerEntry(page: Page, name: string): Locator {
  return page
    .locator('.explorer-folders-view .monaco-list-row .label-name')
    .filter({ hasText: new RegExp(`^${escapePattern(name)}$`) });
}

/** The text of a status bar item, found by a part of it. */
export function statusBarItem(page: Page, text: string | RegExp): Locator {
  return page.locator('.statusbar-item').filter({ hasText: text });
}

/** Waits until a budget that was set holds, in dollars as they were typed. */
export async function waitForSessionBudget(page: Page, dollars: string): Promise<void> {
  await statusBarItem(page, `Session budget: $${dollars}`).waitFor();
}

/** Whether tests keep pictures of what they see although nothing failed: nobody looks at most runs, and each costs as much as a step. */
const arePicturesWanted = process.env['SOCIAL_DATA_PICTURES'] === '1';

/** Accepts an entry of an open menu by the keyboard: a menu takes no click in its first moments. */
export async function acceptMenuEntry(entry: Locator): Promise<void> {
  await entry.hover();
  await entry.page().keyboard.press('Enter');
}

/** Keeps a picture of a step that went well, where pictures are wanted. */
export async function pictureStep(page: Page, name: string): Promise<void> {
  if (arePicturesWanted) await takeScreenshot(page, name);
}

/** Keeps a picture of the page as `out/screenshots/NAME.png`; returns its path. */
export async function takeScreenshot(page: Page, name: string): Promise<string> {
  await mkdir(projectFolders.screenshots, { recursive: true });
  const path = join(projectFolders.screenshots, `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 120)}.png`);
  await page.screenshot({ path, style: 'body { opacity: 1 !important }' });
  return path;
}

const themes = {
  light: { label: 'Light Modern', sign: '.monaco-workbench.vs[class*="light_modern"]' },
  dark: { label: 'Dark Modern', sign: '.monaco-workbench.vs-dark[class*="dark_modern"]' },
  'high contrast dark': { label: 'Dark High Contrast', sign: '.monaco-workbench.hc-black' },
  'high contrast light': { label: 'Light High Contrast', sign: '.monaco-workbench.hc-light' },
} as const;

export type ThemeName = keyof typeof themes;

/** All themes that a view must look right in. */
export const themeNames: readonly ThemeName[] = ['light', 'dark', 'high contrast dark', 'high contrast light'];

/** Switches the colour theme, as *Preferences: Color Theme* does. */
export async function switchTheme({ page }: Pick<Workbench, 'page'>, theme: ThemeName): Promise<void> {
  const { label, sign } = themes[theme];
  if ((await page.locator(sign).count()) > 0) return;
  await runCommand(page, 'Preferences: Color Theme');
  await page.locator('.quick-input-widget:visible input[placeholder*="Color Theme"]').waitFor();
  await typeInQuickInput(page, label);
  await chooseQuickPick(page, label);
  await quickInput(page).waitFor({ state: 'hidden' });
  await page.locator(sign).first().waitFor();
}

/** Sets the size of the window, in CSS pixels. */
export async function setViewport(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
}

function quickPickLabels(page: Page): Locator {
  return page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row .label-name');
}

function activeTab(page: Page): Locator {
  return page.locator('.editor-group-container.active .tab.active').first();
}

function notificationTexts(page: Page): Locator {
  return page.locator('.notifications-toasts .notification-list-item-message');
}

/** The workbench writes no-break spaces where it must not fold them. */
function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ').trim();
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
