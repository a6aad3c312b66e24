/** The deepest nesting that is read. Real bodies stay under 60; readers further on recurse, and must not be led to overflow. */
export const maxDepth = 128;

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const openBracket = 0x5b;
const closeBrace = 0x7d;
const closeBracket = 0x5d;

/** Whether brackets outside strings nest deeper than a limit. One pass over the bytes, no memory. */
export function isTextDeeperThan(body: Uint8Array, limit: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index];
    if (byte === quote) {
      isInString = !isInString;
    } else if (isInString) {
      index += byte === backslash ? 1 : 0;
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      if (depth > limit) {
        return true;
      }
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
    }
  }
  return false;
}

/** Whether a parsed value nests deeper than a limit. Goes no deeper than the limit itself. */
export function isValueDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  if (limit <= 0) {
    return true;
  }
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.some((item) => typeof item === 'object' && item !== null && isValueDeeperThan(item, limit - 1));
  }
  return Object.values(value).some(
    (item: unknown) => typeof item === 'object' && item !== null && isValueDeeperThan(item, limit - 1),
  );
}
