/** A body read as JSON, or why it is not. */
export type Answer =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** The deepest nesting that is read. Real bodies stay under 60; readers further on recurse, and must not be led to overflow. */
export const maxDepth = 128;

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const openBracket = 0x5b;
const closeBrace = 0x7d;
const closeBracket = 0x5d;

/**
 * Reads a body: UTF-8 (a byte order mark is skipped, a wrong byte reads as U+FFFD), JSON, nested no deeper than maxDepth.
 * The depth is measured on the bytes first, before anything that keeps a stack sees them.
 */
export function readAnswer(body: Uint8Array): Answer {
  if (body.byteLength === 0) {
    return { kind: 'unreadable', reason: 'the body is empty' };
  }
  if (isDeeperThan(body, maxDepth)) {
    return { kind: 'unreadable', reason: `the body is nested deeper than ${maxDepth} levels` };
  }
  const text = new TextDecoder().decode(body);
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      throw error;
    }
    return { kind: 'unreadable', reason: /^\s*</.test(text) ? 'the body is HTML or XML, not JSON' : 'the body is not JSON' };
  }
}

/** Whether brackets outside strings nest deeper than a limit. One pass over the bytes, no memory. */
export function isDeeperThan(body: Uint8Array, limit: number): boolean {
  const end = body.length;
  let depth = 0;
  for (let index = 0; index < end; index += 1) {
    const byte = body[index];
    if (byte === quote) {
      index += 1;
      while (index < end && body[index] !== quote) {
        index += body[index] === backslash ? 2 : 1;
      }
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
