/** Scripts that write words without spaces between them: there, any part of a text counts as a word. */
const unspacedScriptPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const wordPattern = /[\p{L}\p{M}\p{N}_]+/gu;

/** A text as searches look at it. */
export interface SearchableText {
  readonly lower: string;
  /** Its words with a blank around each, so that whole words are found as part of it. */
  readonly words: string;
}

export function toSearchableText(text: string): SearchableText {
  const lower = text.toLowerCase();
  return { lower, words: toWords(lower) };
}

function toWords(lower: string): string {
  return ` ${(lower.match(wordPattern) ?? []).join(' ')} `;
}

/**
 * Case-insensitive whole words, several of them one behind the other (assumption 5.33).
 * A text without any word in it (an emoji, a sign) counts wherever it stands.
 */
export function createTextMatcher(sought: string): (text: SearchableText) => boolean {
  const lower = sought.toLowerCase();
  const words = toWords(lower);
  const word = words.trim();
  if (word === '') return (text) => text.lower.includes(lower.trim());
  if (!word.includes(' ') && unspacedScriptPattern.test(word)) return (text) => text.lower.includes(word);
  return (text) => text.words.includes(words);
}
