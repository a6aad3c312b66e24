import { type ThemeName, themeNames } from './workbench.ts';

/** How wide a page is when it is looked at: as wide as the window lets it be, or 300 pixels. */
export type PageWidth = 'wide' | 'narrow';

/** Four places, then the same again: each state is met in a usual theme and in a high contrast one, each at another width. */
const turns: Readonly<Record<PageWidth, readonly ThemeName[]>> = {
  wide: ['light', 'high contrast light', 'dark', 'high contrast dark'],
  narrow: ['high contrast dark', 'dark', 'high contrast light', 'light'],
};

/**
 * The themes in which a state of a page is looked at, by the place of the state in the list of its suite: one at each width, so
 * that four states meet every theme at every width. All of them in a soak (SOAK=1).
 * @param width the themes of both widths where it is left out: for a page that has one width
 */
export function themesInTurn(place: number, width?: PageWidth, isWhole = process.env['SOAK'] === '1'): readonly ThemeName[] {
  if (isWhole) return themeNames;
  const at = place % 4;
  const widths = width === undefined ? (['wide', 'narrow'] as const) : [width];
  return widths.flatMap((one) => turns[one].slice(at, at + 1));
}
