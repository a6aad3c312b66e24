/**
 * The part of a JSON text that stands at a path, as it is written there: numbers keep all of their digits and strings their
 * escapes, because nothing is parsed and printed again.
 * @param text a whole JSON value that is known to parse
 * @returns undefined where nothing stands at the path
 */
export function sliceJson(text: string, path: readonly (string | number)[]): string | undefined {
  let at = skipSpace(text, 0);
  for (const key of path) {
    const next = typeof key === 'number' ? itemAt(text, at, key) : memberAt(text, at, key);
    if (next === undefined) {
      return undefined;
    }
    at = next;
  }
  return text.slice(at, valueEnd(text, at));
}

function itemAt(text: string, start: number, index: number): number | undefined {
  if (text[start] !== '[') {
    return undefined;
  }
  let at = skipSpace(text, start + 1);
  for (let item = 0; text[at] !== ']' && at < text.length; item += 1) {
    if (item === index) {
      return at;
    }
    at = skipComma(text, valueEnd(text, at));
  }
  return undefined;
}

/** Where the last member of that name stands, as a parser would take it. */
function memberAt(text: string, start: number, name: string): number | undefined {
  if (text[start] !== '{') {
    return undefined;
  }
  let found: number | undefined;
  let at = skipSpace(text, start + 1);
  while (text[at] === '"') {
    const nameEnd = valueEnd(text, at);
    const value = skipSpace(text, skipSpace(text, nameEnd) + 1);
    if (JSON.parse(text.slice(at, nameEnd)) === name) {
      found = value;
    }
    at = skipComma(text, valueEnd(text, value));
  }
  return found;
}

/** Where the value that starts at `start` ends. Without recursion, so that no depth is too deep. */
function valueEnd(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const mark = text[at] ?? '';
    if (mark === '"') {
      at = stringEnd(text, at);
    } else if (mark === '{' || mark === '[') {
      depth += 1;
      at += 1;
    } else if (mark === '}' || mark === ']') {
      depth -= 1;
      at += 1;
    } else if (depth > 0) {
      at += 1;
      continue;
    } else {
      const rest = /[\s,\]}]/g;
      rest.lastIndex = at;
      return rest.exec(text)?.index ?? text.length;
    }
    if (depth <= 0) {
      return at;
    }
  }
  return at;
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') {
    at += text[at] === '\\' ? 2 : 1;
  }
  return at + 1;
}

function skipComma(text: string, from: number): number {
  const at = skipSpace(text, from);
  return text[at] === ',' ? skipSpace(text, at + 1) : at;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text[at] ?? '')) {
    at += 1;
  }
  return at;
}
