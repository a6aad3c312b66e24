import assert from 'node:assert/strict';
import fc from 'fast-check';
import { escapeCsvCell } from '../../../../src/core/text/escapeText.ts';
import { stripHiddenCharacters } from '../../../../src/core/text/stripHiddenCharacters.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';

describe('escapeCsvCell', () => {
  it('removes only formulas, control characters, and bidi characters', () => {
    const texts = [
      fc.string({ unit: 'binary' }),
      fc.string().map((text) => `=${text}`),
      fc.string().map((text) => ` @${text}`),
      fc.string().map((text) => `\u202e${text}`),
    ];
    fc.assert(
      fc.property(fc.oneof(...texts), (text) => {
        const cell = escapeCsvCell(text);
        const read = /^"(.*)"$/s.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell;
        assert.doesNotMatch(cell, /(?![\t\n])\p{Cc}|\p{Bidi_Control}/u);
        assert.doesNotMatch(read, /(^|[;\n])\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/);
        assert.equal(read.replaceAll("'", ''), stripHiddenCharacters(text).replaceAll("'", ''));
      }),
      { numRuns: propertyRuns(10_000) },
    );
  });
});

describe('stripHiddenCharacters', () => {
  it('preserves lines with any line break', () => {
    assert.equal(stripHiddenCharacters('a\r\nb\rc\nd'), 'a\nb\nc\nd');
  });
});
