/** How many kinds of pairs are distinguished: a power of two. A post of 600 letters has some 150 of them. */
const bigramKindCount = 1_024;
const textsPerPage = 1_024;
const uint32sPerBigramKind = textsPerPage / 32;

/**
 * Which pairs of letters stand in each of many growing texts: a bit for each kind of pair and text. Most texts that do not hold
 * a rare word are left out by it, at a fraction of the time that a look into them takes; one that it lets through may still
 * not hold the word.
 */
export class BigramIndex {
  /** For each thousand of texts the bits of all kinds, those of a kind together: a word needs few kinds of many texts. */
  readonly #pages: Uint32Array[] = [];
  #count = 0;

  add(text: string): void {
    const at = this.#count % textsPerPage;
    this.#count += 1;
    const page = (at === 0 ? undefined : this.#pages.at(-1)) ?? this.#turn();
    const word = at >> 5;
    const bit = 1 << (at & 31);
    let before = text.charCodeAt(0);
    for (let index = 1; index < text.length; index += 1) {
      const letter = text.charCodeAt(index);
      const place = hashBigram(before, letter) * uint32sPerBigramKind + word;
      page[place] = (page[place] ?? 0) | bit;
      before = letter;
    }
  }

  /**
   * @param word one letter is in no pair: with it, each text may hold it
   * @returns whether the text that came as that one may hold the word; false where it surely does not
   */
  mayHold(word: string): (index: number) => boolean {
    const places = new Set(
      Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => hashBigram(word.charCodeAt(at), word.charCodeAt(at + 1))),
    );
    const starts = Array.from(places, (kind) => kind * uint32sPerBigramKind);
    return (index) => {
      const page = this.#pages[Math.floor(index / textsPerPage)];
      const at = index % textsPerPage;
      for (const start of starts) {
        if ((((page?.[start + (at >> 5)] ?? 0) >>> (at & 31)) & 1) === 0) {
          return false;
        }
      }
      return true;
    };
  }

  #turn(): Uint32Array {
    const page = new Uint32Array(bigramKindCount * uint32sPerBigramKind);
    this.#pages.push(page);
    return page;
  }
}

function hashBigram(one: number, other: number): number {
  return ((one * 31) ^ other) & (bigramKindCount - 1);
}
