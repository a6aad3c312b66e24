import { stripToSingleLine } from './stripHiddenCharacters.ts';

/** A word's place in a text. */
interface TextWord {
  readonly at: number;
  /** As compared: without case, accents, and typographic forms. Has only letters, digits, marks, and `_`. */
  readonly folded: string;
}

const wordPattern = /[\p{L}\p{N}\p{M}_]+/gu;
/** These scripts don't separate words. */
const unspacedScriptPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
/** Accents and Arabic vowels; and what a compatibility form contains between its words. */
const ignoredPattern = /[\u0300-\u036f\u064b-\u065f\u0670]|[^\p{L}\p{N}\p{M}_]/gu;

let segmenter: Intl.Segmenter | undefined;

function* eachWord(text: string): Generator<TextWord> {
  for (const { 0: run, index } of text.matchAll(wordPattern)) {
    segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
    const parts = unspacedScriptPattern.test(run) ? segmenter.segment(run) : [{ segment: run, index: 0 }];
    for (const { segment, index: at } of parts) {
      const folded = segment.normalize('NFKD').replaceAll(ignoredPattern, '').toLowerCase().normalize('NFC');
      if (folded !== '') {
        yield { at: index + at, folded };
      }
    }
  }
}

/** The different words of texts, as compared. */
export function listWords(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => Array.from(eachWord(text), ({ folded }) => folded)))];
}

const maxLengthBeforeMatch = 24;

/**
 * One line of a text that shows its first match near the start.
 * @param sought see listWords
 * @returns undefined if no word begins with a sought one
 */
export function cutPassage(text: string, sought: readonly string[]): string | undefined {
  const line = stripToSingleLine(text);
  const match = Array.from(eachWord(line)).find(({ folded }) => sought.some((word) => folded.startsWith(word)));
  if (match === undefined || match.at <= maxLengthBeforeMatch) {
    return match === undefined ? undefined : line;
  }
  const space = line.indexOf(' ', match.at - maxLengthBeforeMatch);
  return `…${line.slice(space >= 0 && space < match.at ? space + 1 : match.at)}`;
}
