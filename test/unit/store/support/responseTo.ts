/** Micro-dollars per call. */
export const callerPrice = 200n;

/** A query always gets the same response, with 100 to about 20,000 characters. */
export function responseTo(query: string): { readonly data: { readonly text: string } } {
  const length = 100 + (Number.parseInt(query.replaceAll(/\D/g, ''), 10) % 97) * 200;
  return { data: { text: query.padEnd(length, ` ${query}`) } };
}
