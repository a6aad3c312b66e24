import fc from 'fast-check';
import assert from 'node:assert/strict';
import { escapeHiddenInJson, stripToSingleLine } from '../../../../src/core/text/stripHiddenCharacters.ts';

describe('hidden characters', () => {
  it('are escaped in equivalent JSON', () => {
    const characters = fc.constantFrom('a', '\u202e', '\u2066', '\u0000', '\u009f', '"', '\\', '\n', '\u{1F600}', '\u200d');
    fc.assert(
      fc.property(fc.array(characters), (parts) => {
        const value = { [parts.join('')]: parts };
        const shown = escapeHiddenInJson(JSON.stringify(value, undefined, 2));
        assert.doesNotMatch(shown, /[\u202e\u2066]|(?!\n)\p{Cc}/u);
        assert.deepEqual(JSON.parse(shown), value);
      }),
    );
  });

  it('become spaces on one line if they are line breaks', () => {
    assert.equal(stripToSingleLine(' a\rb\u0085c\u2029d\u202e\t e '), 'a b c d e');
  });
});
