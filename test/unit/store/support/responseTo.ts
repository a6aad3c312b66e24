/** What each call of the callers costs, in micro-dollars. */
export const callerPrice = 200n;

/** The response to a question: always the same one, of some hundred to some ten thousand characters. */
export function responseTo(query: string): { readonly data: { readonly text: string } } {
  const length = 100 + (Number.parseInt(query.replaceAll(/\D/g, ''), 10) % 97) * 200;
  return { data: { text: query.padEnd(length, ` ${query}`) } };
}
