/** JSON, with comments or without, or JavaScript and TypeScript. */
export type SourceLanguage = 'json' | 'script';

/** A line, read from the state that the one before ended in to its own. */
export interface ScannedLine {
  readonly before: string;
  readonly after: string;
  readonly length: number;
  readonly numbers: readonly { readonly start: number; readonly end: number; readonly isNegated: boolean }[];
}

/**
 * What a line can be within, from the outside to the inside: template text, a placeholder of it, a brace of a placeholder, a
 * comment. A state is these, and whether a value came last: behind one, a slash divides.
 */
type EnclosingSyntaxMark = '`' | '$' | '{' | '*';
const valueCameLastMark = 'v';

/** Deeper than any source: what goes deeper is not read on. */
const maxDepth = 100;
const gaveUpState = 'x';

const maxExactIntegerText = String(Number.MAX_SAFE_INTEGER);

/** Words behind which no value ended, so that a slash begins a regular expression. */
const keywordsBeforeRegex = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'do',
  'else',
  'void',
  'delete',
  'throw',
  'new',
  'yield',
  'await',
]);

// each is tried where the last one ended, and ends where none of its characters follows
const whitespacePattern = /\s+/y;
const stringPatternByQuote = { '"': /"(?:[^"\\]|\\.)*"?/y, "'": /'(?:[^'\\]|\\.)*'?/y } as const;
const numberPattern = /\.?\d[\w.]*/y;
const wordPattern = /[\w$\u0080-\uFFFF]+/y;
const templateTextPattern = /(?:[^`\\$]|\\.|\$(?!\{))+/y;

/** A reader of one line. */
class LossyNumberLineScanner {
  readonly #line: string;
  readonly #language: SourceLanguage;
  readonly #stack: EnclosingSyntaxMark[];
  readonly #numbers: { start: number; end: number; isNegated: boolean }[] = [];
  #at = 0;
  #isValue: boolean;
  /** The last sign was a minus with no value before it. */
  #isMinus = false;

  constructor(line: string, before: string, language: SourceLanguage) {
    this.#line = line;
    this.#language = language;
    this.#isValue = before.endsWith(valueCameLastMark);
    this.#stack = [...(this.#isValue ? before.slice(0, -1) : before)].filter(isEnclosingSyntaxMark);
  }

  read(before: string): ScannedLine {
    while (this.#at < this.#line.length && this.#stack.length <= maxDepth) {
      switch (this.#stack.at(-1)) {
        case '*':
          this.#readComment();
          break;
        case '`':
          this.#readTemplate();
          break;
        case '$':
        case '{':
        case undefined:
          this.#readCode();
      }
    }
    const state = this.#stack.join('') + (this.#isValue ? valueCameLastMark : '');
    const after = this.#stack.length > maxDepth ? gaveUpState : state;
    return { before, after, length: this.#line.length, numbers: this.#numbers };
  }

  /** Takes what matches here. @returns undefined where nothing does */
  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const taken = pattern.exec(this.#line)?.[0];
    this.#at += taken?.length ?? 0;
    return taken;
  }

  #readComment(): void {
    const end = this.#line.indexOf('*/', this.#at);
    this.#at = end < 0 ? this.#line.length : end + 2;
    if (end >= 0) {
      this.#stack.pop();
    }
  }

  #readTemplate(): void {
    if (this.#take(templateTextPattern) !== undefined) {
      return;
    }
    if (this.#line.startsWith('${', this.#at)) {
      this.#stack.push('$');
      this.#isValue = false;
      this.#at += 2;
      return;
    }
    if (this.#line[this.#at] === '`') {
      this.#stack.pop();
      this.#isValue = true;
    }
    this.#at += 1; // a backslash at the end of the line
  }

  #readCode(): void {
    if (this.#take(whitespacePattern) !== undefined || this.#takeComment()) {
      return;
    }
    const start = this.#at;
    const sign = this.#line[start] ?? '';
    const isMinus = this.#isMinus;
    this.#isMinus = false;
    if (this.#take(numberPattern) !== undefined) {
      this.#addNumber(start, isMinus);
      this.#isValue = true;
    } else if (sign === '"' || (sign === "'" && this.#language === 'script')) {
      this.#take(stringPatternByQuote[sign]);
      this.#isValue = true;
    } else {
      const taken = this.#take(wordPattern);
      if (taken === undefined) {
        this.#readSign(sign);
      } else {
        this.#isValue = !keywordsBeforeRegex.has(taken);
      }
    }
  }

  #takeComment(): boolean {
    if (this.#line.startsWith('//', this.#at)) {
      this.#at = this.#line.length;
      return true;
    }
    const isOpened = this.#line.startsWith('/*', this.#at);
    if (isOpened) {
      this.#stack.push('*');
      this.#at += 2;
    }
    return isOpened;
  }

  #readSign(sign: string): void {
    this.#at += 1;
    this.#isMinus = sign === '-' && !this.#isValue;
    const isOfPlaceholder = this.#stack.length > 0;
    if (sign === '/' && this.#language === 'script' && !this.#isValue) {
      this.#at = findRegexEnd(this.#line, this.#at);
      this.#isValue = true;
      return;
    }
    if (sign === '`' && this.#language === 'script') {
      this.#stack.push('`');
    } else if (sign === '{' && isOfPlaceholder) {
      this.#stack.push('{');
    } else if (sign === '}' && isOfPlaceholder) {
      this.#stack.pop();
    }
    // behind `<` a slash closes an element
    this.#isValue = sign === ')' || sign === ']' || sign === '}' || sign === '<';
  }

  #addNumber(start: number, isMinus: boolean): void {
    const isNegated = isMinus && this.#language === 'script';
    const from = isMinus && !isNegated ? start - 1 : start;
    if (isLossy(this.#line.slice(start, this.#at))) {
      this.#numbers.push({ start: from, end: this.#at, isNegated });
    }
  }
}

/**
 * Finds the integers in a line that are too large to be exact as numbers: none in strings, comments, regular expressions and texts
 * of templates. A scan, not a parse: what is unfinished ends with its line.
 * @param before the state that the line before ended in; empty at the start
 */
export function scanLossyNumbers(line: string, before: string, language: SourceLanguage): ScannedLine {
  return before === gaveUpState
    ? { before, after: gaveUpState, length: line.length, numbers: [] }
    : new LossyNumberLineScanner(line, before, language).read(before);
}

function isEnclosingSyntaxMark(sign: string): sign is EnclosingSyntaxMark {
  return sign === '`' || sign === '$' || sign === '{' || sign === '*';
}

/** Whether it is an integer in plain digits above what numbers hold exactly. */
function isLossy(text: string): boolean {
  if (text.length < maxExactIntegerText.length || !/^[1-9][\d_]*$/.test(text)) {
    return false;
  }
  const digits = text.replaceAll('_', '');
  return (
    digits.length > maxExactIntegerText.length || (digits.length === maxExactIntegerText.length && digits > maxExactIntegerText)
  );
}

/** Where a regular expression ends that begins before `from`: in a class, a slash is one of its characters. */
function findRegexEnd(line: string, from: number): number {
  let isClass = false;
  for (let at = from; at < line.length; at += 1) {
    const sign = line[at];
    if (sign === '\\') {
      at += 1;
    } else if (sign === '/' && !isClass) {
      return at + 1;
    } else if (sign === '[' || sign === ']') {
      isClass = sign === '[';
    }
  }
  return line.length;
}
