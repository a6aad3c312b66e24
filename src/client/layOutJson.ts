const indent = '  ';

/** So many marks and words are laid out in a step. */
const partsOfStep = 10_000;

/**
 * A JSON text with every member on a line of its own. Only the white space between tokens changes: strings keep their
 * escapes and numbers all of their digits, because nothing is parsed and printed again.
 * @param text a whole JSON value; what is not JSON is laid out as far as it looks like it
 */
export function layOutJson(text: string): string {
  const steps = layOutSteps(text);
  let step = steps.next();
  while (step.done !== true) {
    step = steps.next();
  }
  return step.value;
}

/** The same in short steps, between which others may have their turn. */
export function* layOutSteps(text: string): Generator<undefined, string> {
  const done: string[] = [];
  let parts: string[] = [];
  let depth = 0;
  let at = 0;
  const breakLine = () => parts.push('\n', indent.repeat(depth));
  while (at < text.length) {
    if (parts.length >= partsOfStep) {
      done.push(parts.join(''));
      parts = [];
      yield;
    }
    const end = tokenEnd(text, at);
    const token = text.slice(at, end);
    at = end;
    switch (token) {
      case '{':
      case '[': {
        const next = skipSpace(text, at);
        const closing = token === '{' ? '}' : ']';
        if (text[next] === closing) {
          parts.push(token, closing);
          at = next + 1;
          break;
        }
        parts.push(token);
        depth += 1;
        breakLine();
        break;
      }
      case '}':
      case ']':
        depth = Math.max(0, depth - 1);
        breakLine();
        parts.push(token);
        break;
      case ',':
        parts.push(token);
        breakLine();
        break;
      case ':':
        parts.push(': ');
        break;
      default:
        if (!isSpace(token)) {
          parts.push(token);
        }
    }
  }
  done.push(parts.join(''));
  return done.join('');
}

/** Where the token that starts at `at` ends: a string, one mark, a run of white space, or anything else up to the next of these. */
function tokenEnd(text: string, at: number): number {
  const first = text[at] ?? '';
  if (first === '"') {
    let end = at + 1;
    while (end < text.length && text[end] !== '"') {
      end += text[end] === '\\' ? 2 : 1;
    }
    return Math.min(end + 1, text.length);
  }
  if (isMark(first)) {
    return at + 1;
  }
  if (isSpace(first)) {
    return skipSpace(text, at);
  }
  let end = at + 1;
  while (end < text.length && text[end] !== '"' && !isMark(text[end] ?? '') && !isSpace(text[end] ?? '')) {
    end += 1;
  }
  return end;
}

function skipSpace(text: string, at: number): number {
  let end = at;
  while (end < text.length && isSpace(text[end] ?? '')) {
    end += 1;
  }
  return end;
}

function isMark(character: string): boolean {
  return (
    character === '{' || character === '}' || character === '[' || character === ']' || character === ',' || character === ':'
  );
}

function isSpace(token: string): boolean {
  const first = token[0];
  return first === ' ' || first === '\n' || first === '\r' || first === '\t';
}
