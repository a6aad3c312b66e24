import made from './texts/languages.json' with { type: 'json' };

/**
 * The material of a language: made-up sentences and replies, none from a real post, hashtags without `#`, given names and
 * surnames in any combination, profile texts, and the `share` of accounts in percent that write in it.
 */
export type Language = (typeof made)['english'];

export const { english } = made;
/** English first; then what is written from left to right in Latin, Greek or Cyrillic letters, then the other scripts. */
export const languages: readonly Language[] = [english, ...made.others];
