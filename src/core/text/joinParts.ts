/** Omits empty parts. */
export function joinParts(parts: readonly string[], separator = ' · '): string {
  return parts.filter((part) => part !== '').join(separator);
}
