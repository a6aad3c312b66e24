import type { Language } from './language.ts';
import type { Random } from './random.ts';

/** A text of several paragraphs, roughly `length` UTF-16 units long and never shorter. */
export function longText(random: Random, language: Language, length: number): string {
  const paragraphs: string[] = [];
  let written = 0;
  while (written < length) {
    const paragraph = Array.from({ length: random.between(2, 5) }, () => random.pick(language.sentences)).join(' ');
    paragraphs.push(paragraph);
    written += paragraph.length + 2;
  }
  return paragraphs.join('\n\n');
}
