import { type ScannedLine, type SourceLanguage, scanLossyNumbers } from './scanLossyNumbers.ts';

/** An integer that is too large to be exact once it is read as a number. Columns are UTF-16; `end` is exclusive. */
export interface LossyNumber {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** A minus before it, which belongs to an expression: a string cannot take its place. */
  readonly isNegated: boolean;
}

/** What is read of a document: far more than people write by hand. */
const maxCharacters = 2_000_000;
const maxLines = 50_000;

/** More than anyone looks at; VS Code shows no more either. */
const maxFound = 1_000;

/** What is scanned in a step. */
const charactersPerStep = 20_000;

/**
 * The lossy integers of a document, kept by line: after a change only what it touched is scanned again, and what follows as far as
 * a comment or a template that it opened or closed reaches. Pure.
 */
export class IncrementalLossyNumberScanner {
  readonly #language: SourceLanguage;
  #lines: (ScannedLine | undefined)[] = [];

  constructor(language: SourceLanguage) {
    this.#language = language;
  }

  /** Lines `from` to `to`, inclusive, were replaced by so many. */
  replace(from: number, to: number, count: number): void {
    const added = Array.from({ length: Math.min(count, maxLines) }, () => undefined);
    this.#lines = [...this.#lines.slice(0, from), ...added, ...this.#lines.slice(to + 1)].slice(0, maxLines);
  }

  /** @param lineAt gives a line without its end */
  *scan(lineCount: number, lineAt: (line: number) => string): Generator<undefined, readonly LossyNumber[]> {
    const found: LossyNumber[] = [];
    let state = '';
    let left = maxCharacters;
    let untilRest = charactersPerStep;
    for (let line = 0; line < Math.min(lineCount, maxLines) && left > 0 && found.length < maxFound; line += 1) {
      let scanned = this.#lines[line];
      if (scanned?.before !== state) {
        scanned = scanLossyNumbers(lineAt(line).slice(0, left), state, this.#language);
        this.#lines[line] = scanned;
        untilRest -= scanned.length;
      }
      found.push(...scanned.numbers.slice(0, maxFound).map((number) => ({ line, ...number })));
      left -= scanned.length + 1;
      state = scanned.after;
      if (untilRest <= 0) {
        untilRest = charactersPerStep;
        yield;
      }
    }
    return found.slice(0, maxFound);
  }
}
