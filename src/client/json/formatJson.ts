import {
  closeBraceCode,
  closeBracketCode,
  colonCode,
  commaCode,
  isJsonPunctuation,
  isJsonWhitespace,
  openBraceCode,
  openBracketCode,
  skipWhitespace,
  findTokenEnd,
} from './scanJson.ts';

const indent = '  ';

const partsPerStep = 10_000;

/** The maximum indentation per character. Real bodies need less than 4. */
const maxIndentationPerCharacter = 16;

/** Always allowed, since short JSON remains small. */
const freeIndentationCharacters = 1_000_000;

/**
 * Puts every JSON member on its own line. Changes only whitespace between tokens: strings keep their escapes and
 * numbers all their digits, because nothing is parsed.
 * @param text a JSON value; invalid JSON is formatted as far as possible. JSON that would grow out of proportion, because it
 *   nests thousands deep, is returned unchanged.
 */
export function formatJson(text: string): string {
  const steps = formatJsonInSteps(text);
  let step = steps.next();
  while (step.done !== true) {
    step = steps.next();
  }
  return step.value;
}

/** Yields between short steps, so other tasks can run. */
export function* formatJsonInSteps(text: string): Generator<undefined, string> {
  const maxIndentation = text.length * maxIndentationPerCharacter + freeIndentationCharacters;
  const done: string[] = [];
  let parts: string[] = [];
  let depth = 0;
  let indentation = 0;
  let at = 0;
  const breakLine = () => {
    indentation += depth * indent.length;
    parts.push('\n', indent.repeat(depth));
  };
  while (at < text.length && indentation <= maxIndentation) {
    if (parts.length >= partsPerStep) {
      done.push(parts.join(''));
      parts = [];
      yield;
    }
    const end = findTokenEnd(text, at);
    const first = text.charCodeAt(at);
    let next = end;
    switch (first) {
      case openBraceCode:
      case openBracketCode: {
        parts.push(first === openBraceCode ? '{' : '[');
        next = skipWhitespace(text, end);
        if (text.charCodeAt(next) === (first === openBraceCode ? closeBraceCode : closeBracketCode)) {
          parts.push(first === openBraceCode ? '}' : ']');
          next += 1;
        } else {
          depth += 1;
          breakLine();
        }
        break;
      }
      case closeBraceCode:
      case closeBracketCode:
        depth = Math.max(0, depth - 1);
        breakLine();
        parts.push(first === closeBraceCode ? '}' : ']');
        break;
      case commaCode:
        parts.push(',');
        breakLine();
        break;
      case colonCode:
        parts.push(': ');
        break;
      default:
        if (!isJsonWhitespace(first)) {
          parts.push(text.slice(at, end));
        } else if (
          at > 0 &&
          end < text.length &&
          !isJsonPunctuation(text.charCodeAt(at - 1)) &&
          !isJsonPunctuation(text.charCodeAt(end))
        ) {
          parts.push(' '); // invalid JSON: keeps two words apart
        }
    }
    at = next;
  }
  done.push(parts.join(''));
  return indentation <= maxIndentation ? done.join('') : text;
}

export function compactJson(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length;) {
    const end = findTokenEnd(text, at);
    if (isJsonWhitespace(text.charCodeAt(at))) {
      parts.push(text.slice(from, at));
      from = end;
    }
    at = end;
  }
  parts.push(text.slice(from));
  return parts.join('');
}
