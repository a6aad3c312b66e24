import assert from 'node:assert/strict';
import { cutPassage, listWords } from '../../../../src/core/text/words.ts';

describe('words of a text', () => {
  it('have no case, accents, or typographic forms, and keep the marks that make letters', () => {
    assert.deepEqual(listWords(['Ünïted İstanbul ﬁsh', 'FISH @ada_writes #Fish']), ['united', 'istanbul', 'fish', 'ada_writes']);
    assert.deepEqual(listWords(['हिन्दी', 'が か']), ['हिन्दी', 'が', 'か']);
  });
});

describe('a passage', () => {
  it('is one line that begins shortly before the first match', () => {
    const text = `${'before '.repeat(50)}\n the Café,\u202E ${'after '.repeat(50)}`;
    const passage = cutPassage(text, listWords(['caf']));
    assert.match(passage ?? '', /^…before before the Café, after/);
    assert.equal(cutPassage('A café', ['caf']), 'A café');
    assert.equal(cutPassage('A café', ['afe']), undefined);
  });

  it('begins with the match if there is no space before it', () => {
    const passage = cutPassage(`${'これは長い文章です。'.repeat(10)}京都に行く`, listWords(['京都']));
    assert.equal(passage, '…京都に行く');
  });
});
