/**
 * The character classes of the query language (primary reference, GET /search; decisions 5.5, 5.8).
 *
 * A word may hold combining marks and joiners after its first character: without them hashtags in
 * Hindi, Thai or Persian would be refused although the platform has them.
 */

/** A whole word: letters, digits and underscores of any language. */
export const wordPattern = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_\u200c\u200d]*$/u;

/** A text that ends in a word; an emoji with its variation selector does not count. */
export const endsInWordPattern = /[\p{L}\p{N}_]\p{M}*$/u;

/** A handle without its `@`, as looked up (decisions 3.5, 5.21). */
export const handlePattern = /^[A-Za-z0-9_]{1,15}$/;

/** Runs of control characters: U+0000–001F and U+007F–009F (decision 5.8). */
// oxlint-disable-next-line no-control-regex -- finding control characters is the purpose
export const controlCharacters = /[\u0000-\u001f\u007f-\u009f]+/g;

/** Halves of surrogate pairs standing alone: they have no UTF-8 form and cannot be put into an address. */
export const loneSurrogates = /\p{Surrogate}+/gu;

/** What separates tokens. One UTF-16 unit at a time: all of white space is in the basic plane. */
export const isSpace = (character: string): boolean => /\s/.test(character);
