import { namesIn, type NamingQuestion } from '../../results/search/namesIn.ts';

type Texts = Readonly<Record<string, string>>;

/**
 * Which ids and handles of a question a person has typed anew: those that were gone from what is typed at some moment since the
 * question came. From then on they are the person's own, whichever service made them up.
 */
export class TypedAnew {
  #names: ReadonlySet<string>;

  /** @param names those that were typed anew before the page was loaded anew */
  constructor(names: readonly string[] = []) {
    this.#names = new Set(names);
  }

  get names(): readonly string[] {
    return [...this.#names];
  }

  /** A person changed something. */
  heard(question: NamingQuestion, asked: Texts, draft: Texts): void {
    const now = namesIn(question, draft);
    this.#names = new Set([...this.#names, ...[...namesIn(question, asked)].filter((name) => !now.has(name))]);
  }
}
