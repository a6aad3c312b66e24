import {
  closeBrace,
  closeBracket,
  colon,
  decodeString,
  openBrace,
  openBracket,
  quote,
  rootStart,
  skipSpace,
  tokenEnd,
} from './scanJson.ts';

/** The string that an object has to hold in a member of its own. */
export interface WantedMember {
  /** What the member may be called; an object with an earlier name is taken before one with a later name. */
  readonly names: readonly string[];
  readonly value: string;
}

/**
 * The smallest object that has such a member itself, as it is written in the text.
 * @param text a whole JSON value that is known to parse
 * @returns the one that ends first where there are several; undefined where there is none
 */
export function findObject(text: string, { names, value }: WantedMember): string | undefined {
  for (const name of names) {
    const found = objectWith(text, name, value);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function objectWith(text: string, name: string, value: string): string | undefined {
  const open: { readonly from: number; isWanted: boolean }[] = [];
  let at = rootStart(text);
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const end = tokenEnd(text, at);
    if (code === openBrace || code === openBracket) {
      open.push({ from: at, isWanted: false });
    } else if (code === closeBrace || code === closeBracket) {
      const closed = open.pop();
      if (closed?.isWanted === true) {
        return text.slice(closed.from, end);
      }
    } else if (code === quote) {
      const next = skipSpace(text, end);
      const object = open.at(-1);
      if (object !== undefined && text.charCodeAt(next) === colon && decodeString(text, at, end) === name) {
        // of a name that is there twice, parsers take the last
        object.isWanted = isString(text, skipSpace(text, next + 1), value);
      }
    }
    at = end;
  }
  return undefined;
}

function isString(text: string, from: number, value: string): boolean {
  return text.charCodeAt(from) === quote && decodeString(text, from, tokenEnd(text, from)) === value;
}
