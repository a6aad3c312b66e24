import { type ThemeName, themeNames } from './workbench.ts';

/** A page's width: as wide as the window allows, or 300 pixels. */
export type PageWidth = 'wide' | 'narrow';

/** Four combinations: each state is checked in a normal and a high-contrast theme, each at a different width. */
const turns: Readonly<Record<PageWidth, readonly ThemeName[]>> = {
  wide: ['light', 'high contrast light', 'dark', 'high contrast dark'],
  narrow: ['high contrast dark', 'dark', 'high contrast light', 'light'],
};

/**
 * A page state's themes, by its position in its suite's list: one per width, so
 * four states cover every theme at every width. All of them in a soak (SOAK=1).
 * @param width undefined for a page with one width: the themes of both widths
 */
export function themesInTurn(place: number, width?: PageWidth, isWhole = process.env['SOAK'] === '1'): readonly ThemeName[] {
  if (isWhole) return themeNames;
  const at = place % 4;
  const widths = width === undefined ? (['wide', 'narrow'] as const) : [width];
  return widths.flatMap((one) => turns[one].slice(at, at + 1));
}
