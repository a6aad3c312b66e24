import assert from 'node:assert/strict';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { projectFolders } from '../../../src/build/projectFolders.ts';
import type { Workbench } from '../../support/vscode/openWorkbench.ts';
import { switchTheme, type ThemeName, themeNames } from '../../support/vscode/workbench.ts';
import type { AccessibilityRules } from './threadFrame.ts';

/** What VS Code writes into a page for a theme: the variables of the document and the marks of its body. */
interface PageTheme {
  readonly style: string;
  readonly className: string;
  readonly kind: string;
}

export type Look = (theme: ThemeName, rules: AccessibilityRules) => Promise<void>;

/** Shows a page in a theme without asking the workbench for it: what VS Code writes into the page is written by the test. */
export interface PageThemes {
  /**
   * Looks at a page in one theme after the other; the workbench's own is back at the end. Which ones: see `themesInTurn`.
   * @param look gets the rules to hold the page against: all of them in the first theme, then what another theme can change
   */
  each(page: FrameLocator, look: Look, themes: readonly ThemeName[]): Promise<void>;
}

const kinds: Readonly<Record<ThemeName, string>> = {
  light: 'vscode-light',
  dark: 'vscode-dark',
  'high contrast dark': 'vscode-high-contrast',
  'high contrast light': 'vscode-high-contrast-light',
};

/**
 * Reads off a page what themes are to it, by switching the workbench through them; what another suite of the same run has read is
 * not read again, as they are the same for every page. It ends with the dark one.
 * @param wanted the themes that it will be looked at in; all where it is left out
 */
export async function readPageThemes(
  workbench: Workbench,
  frame: FrameLocator,
  wanted: readonly ThemeName[] = themeNames,
): Promise<PageThemes> {
  const known = new Map<ThemeName, PageTheme>();
  for (const theme of [...wanted.filter((name) => name !== 'dark'), 'dark'] as const) {
    known.set(theme, (await readSeen(theme)) ?? (await readTheme(workbench, frame, theme)));
  }
  const styles = new Set([...known.values()].map(({ style }) => style));
  assert.equal(styles.size, known.size, 'each theme has variables of its own');
  const show = async (page: FrameLocator, theme: ThemeName): Promise<void> => {
    await page.locator('body').evaluate(
      `(() => {
        const { style, className, kind } = ${JSON.stringify(known.get(theme))};
        document.documentElement.style.cssText = style;
        document.body.className = className;
        document.body.dataset.vscodeThemeKind = kind;
      })()`,
    );
  };
  return {
    each: async (page, look, themes) => {
      for (const [at, theme] of themes.entries()) {
        await show(page, theme);
        await look(theme, at === 0 ? 'all' : 'colors');
      }
      await show(page, 'dark');
    },
  };
}

async function readTheme(workbench: Workbench, frame: FrameLocator, theme: ThemeName): Promise<PageTheme> {
  await switchTheme(workbench, theme);
  await frame.locator(`body[data-vscode-theme-kind="${kinds[theme]}"]`).waitFor();
  const read = await frame
    .locator('body')
    .evaluate<PageTheme, undefined>(
      `({ style: document.documentElement.style.cssText, className: document.body.className, kind: document.body.dataset.vscodeThemeKind })`,
      undefined,
    );
  await keepSeen(theme, read);
  return read;
}

const fileOf = (theme: ThemeName): string => join(projectFolders.pageThemes, `${theme}.json`);

/** What a suite of this run has read. */
async function readSeen(theme: ThemeName): Promise<PageTheme | undefined> {
  try {
    // written by keepSeen
    return JSON.parse(await readFile(fileOf(theme), 'utf8')) as PageTheme;
  } catch {
    return undefined;
  }
}

/** Suites run beside each other: a file is put in place whole. */
async function keepSeen(theme: ThemeName, read: PageTheme): Promise<void> {
  await mkdir(projectFolders.pageThemes, { recursive: true });
  const whole = `${fileOf(theme)}.${process.pid}`;
  await writeFile(whole, JSON.stringify(read));
  await rename(whole, fileOf(theme));
}
