import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, it } from 'mocha';
import { countCodePointsWithShortLinks, splitAtEntities, renderLinkedText } from '../../../../src/sandbox/upstream/linkedText.ts';
import { escapeUpstreamText, toShortLink } from '../../../../src/sandbox/upstream/upstreamText.ts';

const word = fc.oneof(
  fc.constantFrom('👩‍👩‍👧', '🇵🇹', '&amp;', '<b>', 'a&b', '\u202Egnp\u202C', 'e\u0301', '𝕳𝖊', '\n', '☕️', 'שלום'),
  fc.string({ unit: 'grapheme', maxLength: 8 }).filter((text) => !/[#@]|https/.test(text)),
);
const address = fc.constantFrom(
  'https://a.example/',
  'https://a.example/x?y=1&z=2',
  'https://b.example/ü#%20',
  'https://a.example/x',
);
const tag = fc.constantFrom('map', 'mapmaking', 'コーヒー', 'ничего', 'été');
const handle = fc.constantFrom('ada', 'ada_writes', 'Bob7');
const part = fc.oneof(
  word.map((text) => ({ kind: 'word' as const, value: text, text })),
  address.map((value) => ({ kind: 'urls' as const, value, text: value })),
  tag.map((value) => ({ kind: 'hashtags' as const, value, text: `#${value}` })),
  handle.map((value) => ({ kind: 'mentions' as const, value, text: `@${value}` })),
);
const sentence = fc.array(part, { maxLength: 14 }).map((parts) => {
  const of = (kind: string): readonly string[] => parts.filter((one) => one.kind === kind).map((one) => one.value);
  return {
    text: parts.map((one) => one.text).join(' '),
    parts: { urls: of('urls'), hashtags: of('hashtags'), mentions: of('mentions') },
  };
});

describe('a text with links', () => {
  it('is whole again when its pieces are put together', () => {
    fc.assert(
      fc.property(sentence, ({ text, parts }) => {
        const pieces = splitAtEntities(text, parts);
        assert.equal(pieces.map((piece) => piece.text).join(''), text);
        const of = (kind: string): readonly string[] =>
          pieces.flatMap((piece) => (piece.kind === kind && piece.kind !== 'text' ? [piece.value] : []));
        assert.deepEqual([of('urls'), of('hashtags'), of('mentions')], [parts.urls, parts.hashtags, parts.mentions]);
      }),
      { numRuns: 1000 },
    );
  });

  it('has each part at its code points, escaped or not', () => {
    fc.assert(
      fc.property(sentence, fc.constantFrom('escaped', 'raw' as const), ({ text, parts }, style) => {
        const written = renderLinkedText(splitAtEntities(text, parts), style);
        const characters = [...written.text];
        for (const { kind, value, indices } of written.parts) {
          const shown = kind === 'urls' ? toShortLink(value) : `${kind === 'hashtags' ? '#' : '@'}${value}`;
          assert.equal(characters.slice(...indices).join(''), shown);
        }
        assert.equal(written.parts.length, parts.urls.length + parts.hashtags.length + parts.mentions.length);
        const back = written.parts
          .filter((one) => one.kind === 'urls')
          .toReversed()
          .reduce(
            (all, one) => [
              ...all.slice(0, one.indices[0]),
              style === 'escaped' ? escapeUpstreamText(one.value) : one.value,
              ...all.slice(one.indices[1]),
            ],
            characters,
          )
          .join('');
        assert.equal(back, style === 'escaped' ? escapeUpstreamText(text) : text);
      }),
      { numRuns: 1000 },
    );
  });

  it('is cut to the limit, never inside of a part, and says so', () => {
    fc.assert(
      fc.property(sentence, fc.integer({ min: 1, max: 60 }), ({ text, parts }, limit) => {
        const pieces = splitAtEntities(text, parts);
        const written = renderLinkedText(pieces, 'raw', limit);
        assert.ok([...written.text].length <= limit + 1);
        assert.equal(written.text.endsWith('…'), countCodePointsWithShortLinks(pieces) > limit);
        for (const { indices } of written.parts) assert.ok(indices[1] <= [...written.text].length);
      }),
      { numRuns: 1000 },
    );
  });

  it('names a part that the text does not hold at its end, without any length', () => {
    const written = renderLinkedText(
      splitAtEntities('plain', { urls: ['https://a.example/'], hashtags: [], mentions: [] }),
      'escaped',
    );
    assert.deepEqual(written, { text: 'plain', parts: [{ kind: 'urls', value: 'https://a.example/', indices: [5, 5] }] });
  });
});
