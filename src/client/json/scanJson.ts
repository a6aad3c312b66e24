const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const byteOrderMark = 0xfe_ff;

export const doubleQuoteCode = 0x22;
const backslashCode = 0x5c;
export const commaCode = 0x2c;
export const colonCode = 0x3a;
export const openBraceCode = 0x7b;
export const closeBraceCode = 0x7d;
export const openBracketCode = 0x5b;
export const closeBracketCode = 0x5d;

export function findRootStart(text: string): number {
  return skipWhitespace(text, text.charCodeAt(0) === byteOrderMark ? 1 : 0);
}

export function skipWhitespace(text: string, from: number): number {
  let at = from;
  while (isJsonWhitespace(text.charCodeAt(at))) {
    at += 1;
  }
  return at;
}

/** Returns the start of the next value or member, or the closing bracket's position. */
export function skipComma(text: string, from: number): number {
  const at = skipWhitespace(text, from);
  return text.charCodeAt(at) === commaCode ? skipWhitespace(text, at + 1) : at;
}

/** @param from the end of a member's name @returns the start of its value */
export function skipColon(text: string, from: number): number {
  const at = skipWhitespace(text, from);
  return text.charCodeAt(at) === colonCode ? skipWhitespace(text, at + 1) : at;
}

/** Returns the end of the token at `from`: a string, a punctuation mark, whitespace, or other text up to the next of these. */
export function findTokenEnd(text: string, from: number): number {
  const first = text.charCodeAt(from);
  if (first === doubleQuoteCode) {
    return findStringEnd(text, from);
  }
  if (isJsonPunctuation(first)) {
    return from + 1;
  }
  return isJsonWhitespace(first) ? skipWhitespace(text, from) : findNumberOrKeywordEnd(text, from);
}

/** Returns the end of the value at `from`. Not recursive, so any depth is safe. */
export function findValueEnd(text: string, from: number): number {
  const first = text.charCodeAt(from);
  if (first === doubleQuoteCode) {
    return findStringEnd(text, from);
  }
  return first === openBraceCode || first === openBracketCode ? findContainerEnd(text, from) : findNumberOrKeywordEnd(text, from);
}

export function decodeJsonString(text: string, from: number, to: number): string {
  const inner = text.slice(from + 1, to - 1);
  return inner.includes('\\') ? String(JSON.parse(text.slice(from, to))) : inner;
}

function findContainerEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === doubleQuoteCode) {
      at = findStringEnd(text, at) - 1;
    } else if (code === openBraceCode || code === openBracketCode) {
      depth += 1;
    } else if (code === closeBraceCode || code === closeBracketCode) {
      depth -= 1;
      if (depth === 0) {
        return at + 1;
      }
    }
  }
  return text.length;
}

function findStringEnd(text: string, from: number): number {
  let quote = text.indexOf('"', from + 1);
  while (quote !== -1 && isEscaped(text, quote)) {
    quote = text.indexOf('"', quote + 1);
  }
  return quote === -1 ? text.length : quote + 1;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === backslashCode) {
    first -= 1;
  }
  return (at - first) % 2 === 1;
}

/**
 * Returns the end of a number, `true`, `false`, or `null`: at least one character on, so scanning invalid JSON terminates.
 */
function findNumberOrKeywordEnd(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && !isDelimiter(text.charCodeAt(at))) {
    at += 1;
  }
  return at;
}

function isDelimiter(code: number): boolean {
  return code === doubleQuoteCode || isJsonPunctuation(code) || isJsonWhitespace(code);
}

export function isJsonPunctuation(code: number): boolean {
  return (
    code === commaCode ||
    code === colonCode ||
    code === openBraceCode ||
    code === closeBraceCode ||
    code === openBracketCode ||
    code === closeBracketCode
  );
}

export function isJsonWhitespace(code: number): boolean {
  return code === space || code === lineFeed || code === carriageReturn || code === tab;
}
