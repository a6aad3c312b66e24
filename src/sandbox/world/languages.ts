import made from './texts/languages.json' with { type: 'json' };

/**
 * What a language brings to the world: made-up sentences and replies, none of a real post, hashtags without `#`, given names and
 * by-names, any of one with any of the other, texts of profiles, and as `share` how many of a hundred accounts write in it.
 */
export type Language = (typeof made)['english'];

export const { english } = made;
/** English first; then what is written from left to right in Latin, Greek or Cyrillic letters, then the other scripts. */
export const languages: readonly Language[] = [english, ...made.others];
