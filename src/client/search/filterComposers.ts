/** How the values of filters become operators (primary reference, GET /search; decisions 5.21 to 5.26). */

/** Words that stand as they are: everything else could be read as an operator, a group or a sign. */
const plainWord = /^[^\s()":-][^\s()":]*$/;

/** A word as one term of the query: quoted when it would mean something else bare. */
export function term(text: string): string {
  return plainWord.test(text) && text !== 'OR' ? text : `"${text}"`;
}

/** The value of an operator: quoted when a space or parenthesis would end it. */
export function operatorValue(text: string): string {
  return /[\s()]/.test(text) ? `"${text}"` : text;
}

/** Terms joined by OR in parentheses, around a single one too (decision 5.23). */
export function anyOf(terms: readonly string[]): string {
  return `(${terms.join(' OR ')})`;
}

export const withoutAt = (handle: string): string => handle.replace(/^@/, '');
export const withoutHash = (hashtag: string): string => hashtag.replace(/^#/, '');
