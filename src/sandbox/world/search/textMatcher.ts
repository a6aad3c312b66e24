/** Scripts that write words without spaces between them: there, any part of a text counts as a word. */
const unspacedScriptPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const wordPattern = /[\p{L}\p{M}\p{N}_]+/gu;

/** Tells whether a lower-cased text holds what was looked for. */
export type TextMatcher = (lowerText: string) => boolean;

/**
 * Case-insensitive whole words, several of them one behind the other (assumption 5.33).
 * A text without any word in it (an emoji, a sign) counts wherever it stands.
 */
export function createTextMatcher(sought: string): TextMatcher {
  const lower = sought.toLowerCase();
  const [first, ...rest] = lower.match(wordPattern) ?? [];
  if (first === undefined) {
    return (text) => text.includes(lower.trim());
  }
  if (rest.length === 0 && unspacedScriptPattern.test(first)) {
    return (text) => text.includes(first);
  }
  return (text) => text.includes(first) && includesSequence(text.match(wordPattern) ?? [], [first, ...rest]);
}

function includesSequence<T>(all: readonly T[], run: readonly [T, ...T[]]): boolean {
  for (let start = all.indexOf(run[0]); start >= 0; start = all.indexOf(run[0], start + 1)) {
    if (run.every((word, offset) => all[start + offset] === word)) return true;
  }
  return false;
}

/** The words of many texts, as numbers: a query of a hundred words asks each text a hundred times. */
export interface TextsAsWordNumbers {
  readonly numbers: ReadonlyMap<string, number>;
  /** The words of each text, in their order. */
  readonly byPlace: readonly (readonly number[])[];
}

export function encodeTextsAsWordNumbers(lowerTexts: readonly string[]): TextsAsWordNumbers {
  const numbers = new Map<string, number>();
  const numberOf = (word: string): number => {
    const number = numbers.get(word) ?? numbers.size;
    numbers.set(word, number);
    return number;
  };
  return { numbers, byPlace: lowerTexts.map((text) => (text.match(wordPattern) ?? []).map(numberOf)) };
}

/** As createTextMatcher, for texts whose words are in an index. */
export function createIndexedTextMatcher(
  sought: string,
  { numbers, byPlace }: TextsAsWordNumbers,
): (lowerText: string, place: number) => boolean {
  const [first, ...rest] = sought.toLowerCase().match(wordPattern) ?? [];
  if (first === undefined || (rest.length === 0 && unspacedScriptPattern.test(first))) return createTextMatcher(sought);
  const numberOf = (word: string): number => numbers.get(word) ?? -1;
  const run = [numberOf(first), ...rest.map(numberOf)] as const;
  return run.includes(-1) ? () => false : (_, place) => includesSequence(byPlace[place] ?? [], run);
}
