import made from './texts/languages.json' with { type: 'json' };

/** What a language brings to the world: short made-up sentences, no sentence of a real post. */
export interface Language {
  readonly code: string;
  /** How many of a hundred accounts write in it. */
  readonly share: number;
  readonly sentences: readonly string[];
  readonly replies: readonly string[];
  /** Hashtags without `#`. */
  readonly tags: readonly string[];
  /** Given names and by-names; any of one goes with any of the other. */
  readonly given: readonly string[];
  readonly byNames: readonly string[];
  readonly bios: readonly string[];
}

export const english: Language = made.english;
/** English first; then what is written from left to right in Latin, Greek or Cyrillic letters, then the other scripts. */
export const languages: readonly Language[] = [english, ...made.others];
