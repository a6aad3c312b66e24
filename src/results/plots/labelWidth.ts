/** The size of all text in a plot, in pixels. */
export const fontSize = 12;

/** Of characters, in sizes of the font; all others are as wide as digits. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[\u1100-\u{10ffff}]/u, 1.1],
  [/[MWmw@%]/, 1],
  [/[A-Z&_#–]/, 0.8],
  [/[.,:;'|ijl ]/, 0.35],
];

/** About how wide a label is drawn. Estimated, since fonts are known to a page alone; rather too wide than too narrow. */
export function labelWidth(label: string): number {
  return Array.from(label).reduce((sum, character) => sum + characterWidth(character), 0);
}

function characterWidth(character: string): number {
  return fontSize * (widths.find(([characters]) => characters.test(character))?.[1] ?? 0.6);
}

/** The start of a label that fits in a width, with an ellipsis where something is cut off. */
export function clipLabel(label: string, width: number): string {
  if (labelWidth(label) <= width) {
    return label;
  }
  let clipped = '';
  let taken = labelWidth('…');
  for (const character of label) {
    taken += characterWidth(character);
    if (taken > width) {
      break;
    }
    clipped += character;
  }
  return `${clipped}…`;
}
