import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import type { Language } from './profiles.ts';
import type { Random } from './random.ts';
import words from './texts/words.json' with { type: 'json' };

export interface ComposedText {
  readonly text: string;
  readonly lang: string;
  /** Without `#`, as written. */
  readonly hashtags: readonly string[];
  readonly urls: readonly string[];
  readonly mentions: readonly string[];
}

const { emoji, sites } = words.posts;

export function composePostText(random: Random, language: Language, handles: readonly string[]): ComposedText {
  const sentences = Array.from({ length: random.chance(0.3) ? random.between(2, 3) : 1 }, () => random.pick(language.sentences));
  const hashtags = random.chance(0.3) ? pickTags(random, language) : [];
  const mentions = random.chance(0.12) ? [random.pick(handles)] : [];
  const urls = random.chance(0.14) ? [random.pick(sites)] : [];
  return appendHashtagsMentionsAndLinks(sentences.join(' '), language.code, {
    hashtags,
    mentions,
    urls,
    ending: random.chance(0.16) ? ` ${random.pick(emoji)}` : '',
  });
}

/** A short answer; it opens with the handle it answers to, as the platform's own texts do. */
export function composeReplyText(random: Random, language: Language, toHandle: string): ComposedText {
  const body = random.chance(0.75) ? random.pick(language.replies) : random.pick(language.sentences);
  const ending = random.chance(0.15) ? ` ${random.pick(emoji)}` : '';
  return { text: `@${toHandle} ${body}${ending}`, lang: language.code, hashtags: [], urls: [], mentions: [toHandle] };
}

export function appendHashtagsMentionsAndLinks(
  text: string,
  lang: string,
  parts: Partial<Pick<ComposedText, 'hashtags' | 'mentions' | 'urls'>> & { readonly ending?: string },
): ComposedText {
  const { hashtags = [], mentions = [], urls = [], ending = '' } = parts;
  const tail = [...mentions.map((handle) => `@${handle}`), ...hashtags.map((tag) => `#${tag}`), ...urls];
  return { text: `${[text, ...tail].join(' ')}${ending}`, lang, hashtags, urls, mentions };
}

function pickTags(random: Random, language: Language): readonly string[] {
  const first = random.chance(0.3) ? exampleValues.hashtag : random.pick(language.tags);
  const second = random.pick(language.tags);
  return random.chance(0.35) && second !== first ? [first, second] : [first];
}

/** A text of several paragraphs, roughly `length` UTF-16 units long and never shorter. */
export function composeLongText(random: Random, language: Language, length: number): string {
  const paragraphs: string[] = [];
  let written = 0;
  while (written < length) {
    const paragraph = Array.from({ length: random.between(2, 5) }, () => random.pick(language.sentences)).join(' ');
    paragraphs.push(paragraph);
    written += paragraph.length + 2;
  }
  return paragraphs.join('\n\n');
}
