/** Far more than people write by hand. */
const maxCharacters = 2_000_000;

/** VS Code doesn't show more problems per file. */
const maxFound = 1_000;

/** A string, a comment, or anything that begins with a digit. */
const tokenPattern = /"(?:[^"\\\n]|\\.)*"?|\/\/.*|\/\*[^*]*(?:\*(?!\/)[^*]*)*|-?\d[\w.+-]*/g;
const integerPattern = /^-?[1-9]\d{15,}$/;

/** Finds the integers in JSON, with or without comments, that lose digits when they are parsed as numbers. */
export function findLossyNumbers(text: string): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const { 0: token, index } of text.slice(0, maxCharacters).matchAll(tokenPattern)) {
    if (
      integerPattern.test(token) &&
      !Number.isSafeInteger(Number(token)) &&
      found.push({ start: index, end: index + token.length }) >= maxFound
    ) {
      break;
    }
  }
  return found;
}
