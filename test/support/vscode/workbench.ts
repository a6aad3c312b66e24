import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { projectFolders } from '../../../src/build/projectFolders.ts';
import { maxWaitMs } from '../limits.ts';
import type { Workbench } from './openWorkbench.ts';

/** A user's steps in the workbench. Each waits for its result, or throws. */

/**
 * Runs a command from the palette by its title, such as `Social Data: Look Up…`. A page that takes focus
 * closes the palette, which is then opened again.
 */
export async function runCommand(page: Page, title: string): Promise<void> {
  await persist(page, async (patience) => {
    await openPaletteOnce(page, title, patience);
    await chooseQuickPick(page, title, patience);
  });
}

/** Runs a command with a quick pick and picks; starts again if a page that takes focus closes it. */
export async function runCommandAndPick(page: Page, title: string, row: string): Promise<void> {
  await persist(page, async (patience) => {
    await openPaletteOnce(page, title, patience);
    await chooseQuickPick(page, title, patience);
    await chooseQuickPick(page, row, patience);
  });
}

/** Runs a command with an input box and types; starts again if a page that takes focus closes it. */
export async function runCommandAndType(page: Page, title: string, inputTitle: string | RegExp, text: string): Promise<void> {
  await persist(page, async (patience) => {
    await openPaletteOnce(page, title, patience);
    await chooseQuickPick(page, title, patience);
    await inputTitleOf(page, inputTitle).waitFor(patience);
    await quickInput(page).fill(text, patience);
  });
}

/** Opens the palette and filters it; `quickPickRows` reads its rows. */
export async function openPalette(page: Page, filter = ''): Promise<void> {
  await persist(page, (patience) => openPaletteOnce(page, filter, patience));
}

async function openPaletteOnce(page: Page, filter: string, patience: Patience): Promise<void> {
  await page.keyboard.press('F1');
  await quickInput(page).waitFor(patience);
  await quickInput(page).fill(`>${filter}`, patience);
}

/** The time limit for the palette, in milliseconds. */
type Patience = { readonly timeout: number };

/** Repeats an action that can be interrupted, with a longer time limit each time. */
export async function persist(page: Page, act: (patience: Patience) => Promise<void>): Promise<void> {
  for (let timeout = 5_000; ; timeout *= 3) {
    try {
      return await act({ timeout });
    } catch (error) {
      if (timeout > maxWaitMs) throw error;
    }
    if (await quickInput(page).isVisible()) {
      // an open palette doesn't show commands that have become available since
      await page.keyboard.press('Escape');
      await quickInput(page).waitFor({ state: 'hidden' });
    }
  }
}

/** The text field in the palette, quick pick, or input box. */
export function quickInput(page: Page): Locator {
  return page.locator('.quick-input-widget:visible .quick-input-box input');
}

/** Waits for a command's input, by its title: it replaces the palette a moment later. */
export async function waitForInputTitle(page: Page, title: string | RegExp): Promise<void> {
  await inputTitleOf(page, title).waitFor();
}

function inputTitleOf(page: Page, title: string | RegExp): Locator {
  return page.locator('.quick-input-widget:visible .quick-input-title').filter({ hasText: title });
}

/** Replaces the quick input's text, without accepting it. */
export async function typeInQuickInput(page: Page, text: string): Promise<void> {
  await quickInput(page).fill(text);
}

/** Presses Enter on a quick pick's active row. Its title appears before its rows. */
export async function acceptQuickPick(page: Page): Promise<void> {
  await page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row.focused').waitFor();
  await acceptQuickInput(page);
}

/** Presses Enter in the quick input, repeatedly, because new rows ignore it at first. */
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

/** The quick input's row labels; see `waitForQuickPickRow` for later rows. */
export async function quickPickRows(page: Page): Promise<string[]> {
  await quickPickLabels(page).first().waitFor();
  return (await quickPickLabels(page).allInnerTexts()).map(plain);
}

/** Waits for a row with this text in its label, because an extension's rows appear later. */
export async function waitForQuickPickRow(page: Page, label: string | RegExp): Promise<void> {
  await quickPickLabels(page).filter({ hasText: label }).first().waitFor();
}

/** Picks the row with exactly this label. */
export async function chooseQuickPick(page: Page, label: string, options: { readonly timeout?: number } = {}): Promise<void> {
  await quickPickLabels(page)
    .filter({ hasText: new RegExp(`^\\s*${escapePattern(label)}\\s*$`) })
    .first()
    .click(options);
}

/** Waits until an editor with this name is active. */
export async function waitForEditor(page: Page, title: string | RegExp): Promise<void> {
  await activeTab(page).filter({ hasText: title }).waitFor();
}

/**
 * The active text editor's complete text. The page contains only a few of its lines, so it is selected
 * and copied.
 */
export async function activeEditorText(page: Page): Promise<string> {
  const editor = page.locator('.editor-group-container.active .monaco-editor[role="code"]').first();
  // a click would move the cursor or follow a link
  await editor.locator('.native-edit-context, textarea.inputarea').first().focus();
  await writeClipboard(page, '');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+C');
  return await waitForClipboard(page);
}

/**
 * The text on the clipboard, as soon as it starts with this. Polled in the page, because Playwright treats a pending
 * promise as true.
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

/** Writes a string to the clipboard. */
async function writeClipboard(page: Page, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
}

/** Waits for a notification. @returns its text */
export async function waitForNotification(page: Page, text: string | RegExp): Promise<string> {
  const found = notificationTexts(page).filter({ hasText: text }).first();
  await found.waitFor();
  return plain(await found.innerText());
}

/** A view in the side bar, by its title. */
export function sideBarView(page: Page, title: string): Locator {
  const heading = page.locator('.pane-header h3.title').filter({ hasText: new RegExp(`^${escapePattern(title)}$`) });
  return page.locator('.sidebar .split-view-view').filter({ has: heading });
}

/** Focuses a visible tree view with rows, and waits until they have focus, which takes a moment. */
export async function focusTreeView(page: Page, title: string): Promise<void> {
  await runCommand(page, `Social Data: Focus on ${title} View`);
  await page.waitForFunction(`!document.querySelector('.quick-input-widget')?.checkVisibility()`);
  await sideBarView(page, title).locator('.monaco-list:focus').waitFor();
}

export async function openExplorer(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+E');
  await page.locator('.explorer-folders-view').waitFor();
}

/** A file or folder in the explorer, by name. */
export function explorerEntry(page: Page, name: string): Locator {
  return page
    .locator('.explorer-folders-view .monaco-list-row .label-name')
    .filter({ hasText: new RegExp(`^${escapePattern(name)}$`) });
}

/** A status bar item's text, found by part of it. */
export function statusBarItem(page: Page, text: string | RegExp): Locator {
  return page.locator('.statusbar-item').filter({ hasText: text });
}

/** Waits until a budget has been set, in dollars as typed. */
export async function waitForSessionBudget(page: Page, dollars: string): Promise<void> {
  await statusBarItem(page, `Session budget: $${dollars}`).waitFor();
}

/** Whether successful tests save screenshots, which each cost as much time as a step. */
const arePicturesWanted = process.env['SOCIAL_DATA_PICTURES'] === '1';

/** Accepts an entry in an open menu by keyboard, because a new menu ignores clicks. */
export async function acceptMenuEntry(entry: Locator): Promise<void> {
  await entry.hover();
  const page = entry.page();
  await page
    .locator('.monaco-menu .action-item.focused')
    .filter({ hasText: await entry.innerText() })
    .last() // a submenu is inside its entry
    .waitFor();
  await page.keyboard.press('Enter');
}

/** Saves a screenshot of a successful step if screenshots are enabled. */
export async function pictureStep(page: Page, name: string): Promise<void> {
  if (arePicturesWanted) await takeScreenshot(page, name);
}

/** Saves a screenshot as `out/screenshots/NAME.png`. @returns its path */
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

/** All themes that views support. */
export const themeNames: readonly ThemeName[] = ['light', 'dark', 'high contrast dark', 'high contrast light'];

/** Switches the color theme, like *Preferences: Color Theme*. */
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

/** Saves pictures of something in a light, a dark, and a narrow window, and closes it with Escape. @param show opens it */
export async function pictureInEachLook(page: Page, name: string, show: () => Promise<void>): Promise<void> {
  const { width: wide, height } = page.viewportSize() ?? { width: 1400, height: 900 };
  for (const theme of arePicturesWanted ? (['light', 'dark'] as const) : (['light'] as const)) {
    await switchTheme({ page }, theme);
    await show();
    for (const width of arePicturesWanted ? [wide, 600] : []) {
      await setViewport(page, width, height);
      await pictureStep(page, `${name} ${theme} ${width}`);
    }
    await setViewport(page, wide, height);
    await page.keyboard.press('Escape');
  }
}

/** Sets the window size, in CSS pixels. */
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

/** The workbench uses no-break spaces in some places. */
function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ').trim();
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
