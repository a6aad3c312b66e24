import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { projectFolders } from '../../../src/build/projectFolders.ts';
import type { ThemeName } from '../../support/vscode/workbench.ts';
import stored from './pageThemes.json' with { type: 'json' };
import type { AccessibilityRules } from './threadFrame.ts';

/** A theme's variables, kind, and classes that VS Code writes into webviews. */
interface PageTheme {
  readonly kind: string;
  readonly classes: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

export interface PageStyles {
  /** The style sheet before the page's own. */
  readonly defaultStyles: string;
  readonly themes: Readonly<Record<ThemeName, PageTheme>>;
}

/** Read in a workbench; `workbench.test.ts` checks that it is current. */
export const pageStyles: PageStyles = stored;

export type Look = (theme: ThemeName, rules: AccessibilityRules) => Promise<void>;

/** Returns a script that applies a theme, like VS Code. */
export function paintScript(theme: ThemeName): string {
  const { kind, classes, variables } = pageStyles.themes[theme];
  // removes the previous theme's variables
  const none = Object.values(pageStyles.themes).flatMap((one) => Object.keys(one.variables).map((name) => [name, ''] as const));
  const all = Object.entries({ ...Object.fromEntries(none), ...variables });
  return `(() => {
    const { style } = document.documentElement;
    for (const [name, value] of ${JSON.stringify(all)}) style.setProperty(name, value);
    const { classList, dataset } = document.body;
    classList.remove(...[...classList].filter((name) => /^vscode-(?!context-menu)/.test(name)));
    classList.add(...${JSON.stringify(classes)});
    dataset.vscodeThemeKind = '${kind}';
  })()`;
}

/**
 * Checks a page in several themes, and ends with the dark one.
 * @param look gets the rules to check: all in the first theme, then only color rules
 * @param themes see `themesInTurn`
 */
export async function lookInThemes(page: Pick<FrameLocator, 'locator'>, look: Look, themes: readonly ThemeName[]): Promise<void> {
  const body = page.locator('body');
  for (const [at, theme] of themes.entries()) {
    await body.evaluate(paintScript(theme));
    await look(theme, at === 0 ? 'all' : 'colors');
  }
  await body.evaluate(paintScript('dark'));
}

interface ReadStyles {
  readonly defaultStyles: string;
  readonly style: readonly (readonly [name: string, value: string])[];
  readonly classes: readonly string[];
}

/** Waits for the theme, and reads what VS Code wrote into a page. */
export async function readPageStyles(
  frame: FrameLocator,
  theme: ThemeName,
): Promise<{ readonly defaultStyles: string; readonly theme: PageTheme }> {
  const { kind } = pageStyles.themes[theme];
  const body = frame.locator(`body[data-vscode-theme-kind="${kind}"]`);
  await body.waitFor();
  const { defaultStyles, style, classes } = await body.evaluate<ReadStyles, undefined>(
    `(() => {
      const { style } = document.documentElement;
      return {
        defaultStyles: document.getElementById('_defaultStyles').textContent,
        style: [...style].map((name) => [name, style.getPropertyValue(name)]),
        classes: [...document.body.classList].filter((name) => name.startsWith('vscode-')),
      };
    })()`,
    undefined,
  );
  const names = namedVariables(defaultStyles);
  const named = style.filter(([name]) => names.has(name)).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { defaultStyles, theme: { kind, classes: classes.toSorted(), variables: Object.fromEntries(named) } };
}

/** Reads the variables that the built pages use, and VS Code's style sheet. */
function namedVariables(defaultStyles: string): ReadonlySet<string> {
  const built = globSync('dist/webview/*.{js,css}', { cwd: projectFolders.root });
  const texts = built.map((file) => readFileSync(join(projectFolders.root, file), 'utf8'));
  return new Set([defaultStyles, ...texts].flatMap((text) => text.match(/--(?:vscode|monaco|text-link)-[\w-]+/g) ?? []));
}
