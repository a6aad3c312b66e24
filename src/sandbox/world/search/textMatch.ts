/** Scripts that write words without spaces between them: there, any part of a text counts as a word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;
const words = /[\p{L}\p{M}\p{N}_]+/gu;

/** Tells whether a lower-cased text holds what was looked for. */
export type TextTest = (lowerText: string) => boolean;

/**
 * Case-insensitive whole words, several of them one behind the other (decision 5.33).
 * A text without any word in it (an emoji, a sign) counts wherever it stands.
 */
export function textTest(sought: string): TextTest {
  const lower = sought.toLowerCase();
  const parts = lower.match(words) ?? [];
  const [first] = parts;
  if (first === undefined) {
    return (text) => text.includes(lower.trim());
  }
  if (parts.length === 1) {
    return unspaced.test(first) ? (text) => text.includes(first) : (text) => holdsWord(text, first);
  }
  return (text) => text.includes(first) && holdsRun(text.match(words) ?? [], parts);
}

function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isWordAt(text, at - 1) && !isWordAt(text, at + word.length)) {
      return true;
    }
  }
  return false;
}

/** Whether a word goes on at an index; half of a pair outside the basic plane is looked at with the other half. */
function isWordAt(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  const start = unit >= 0xdc00 && unit <= 0xdfff ? index - 1 : index;
  const point = start < 0 ? undefined : text.codePointAt(start);
  return point !== undefined && wordCharacter.test(String.fromCodePoint(point));
}

function holdsRun(all: readonly string[], run: readonly string[]): boolean {
  return all.some((_, start) => run.every((word, offset) => all[start + offset] === word));
}
