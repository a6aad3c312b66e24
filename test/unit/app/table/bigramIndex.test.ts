import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, it } from 'mocha';
import { BigramIndex } from '../../../../src/app/table/bigramIndex.ts';

function pairsOf(texts: readonly string[]): BigramIndex {
  const pairs = new BigramIndex();
  for (const text of texts) {
    pairs.add(text);
  }
  return pairs;
}

describe('pairs of letters', () => {
  it('never leave out a text that holds the word, in any script', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), fc.nat(), fc.nat(), fc.nat(), (texts, which, from, length) => {
        const at = which % Math.max(1, texts.length);
        const text = texts[at] ?? '';
        const start = from % (text.length + 1);
        const word = text.slice(start, start + (length % 8));
        const mayHold = pairsOf(texts).mayHold(word);
        assert.ok(texts.every((one, index) => mayHold(index) || !one.includes(word)));
      }),
    );
  });

  it('are distinguished by text, past the first thousands', () => {
    const mayHold = pairsOf(Array.from({ length: 5_000 }, (_, at) => (at % 1_500 === 7 ? 'a quiet harbour' : 'fog'))).mayHold(
      'rbo',
    );
    const left = Array.from({ length: 5_000 }, (_, at) => at).filter(mayHold);
    assert.deepEqual(left, [7, 1_507, 3_007, 4_507]);
  });

  it('leave nothing out for one letter', () => {
    const mayHold = pairsOf(['', 'a', 'fog']).mayHold('x');
    assert.deepEqual([0, 1, 2].map(mayHold), [true, true, true]);
  });
});
