/**
 * Headers by their names in lower case; of a name that comes twice the last one stays.
 * @param flat name and value by turns
 */
export function toHeaderRecord(flat: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(flat.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), flat[at + 1] ?? '']] : [])));
}
