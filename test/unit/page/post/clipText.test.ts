import fc from 'fast-check';
import assert from 'node:assert/strict';
import type { TextSegment } from '../../../../src/core/channel/post.ts';
import { clipTextAroundMatch } from '../../../../src/page/post/clipText.ts';

const text = (words: string): TextSegment => ({ kind: 'text', text: words });
const link = (words: string): TextSegment => ({ kind: 'link', text: words, url: 'https://a.example/' });
const joined = (segments: readonly TextSegment[]) => segments.map((segment) => segment.text).join('');

const character = fc.constantFrom('a', ' ', '\u{1F600}', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}', 'e\u0301', '\r\n');
const pieces = fc.array(
  fc.oneof(
    fc.array(character, { maxLength: 30 }).map((characters) => text(characters.join(''))),
    fc.stringMatching(/^[a-z.]{1,9}$/).map(link),
  ),
  { maxLength: 8 },
);

describe('clipTextAroundMatch', () => {
  it('returns the whole text if it fits', () => {
    const all = [text('see '), link('a.example')];
    assert.deepEqual(clipTextAroundMatch(all, 13, ''), { segments: all, hasMore: false });
  });

  it('returns the start without splitting links and grapheme clusters, and the whole text if the length allows', () => {
    fc.assert(
      fc.property(pieces, fc.nat(80), (all, length) => {
        const whole = joined(all);
        const { segments, hasMore } = clipTextAroundMatch(all, length, '');
        assert.equal(hasMore, whole.length > length);
        const shown = hasMore ? joined(segments.slice(0, -1)) : joined(segments);
        assert.ok(shown.length <= length || !hasMore);
        assert.ok(whole.startsWith(shown));
        const starts = new Set(
          all.flatMap((segment, at) => {
            const before = joined(all.slice(0, at)).length;
            const inner =
              segment.kind === 'text'
                ? Array.from(new Intl.Segmenter().segment(segment.text), ({ index }) => before + index)
                : [before];
            return [...inner, before + segment.text.length];
          }),
        );
        assert.ok(starts.has(shown.length) || shown === '');
        assert.equal(joined(clipTextAroundMatch(all, whole.length, '').segments), whole);
      }),
    );
  });

  it('limits the number of segments', () => {
    const all = Array.from({ length: 9_000 }, () => link('a'));
    const { segments, hasMore } = clipTextAroundMatch(all, 2_000, '');
    assert.deepEqual([segments.length, hasMore], [121, true]);
  });

  it('returns the part around the first match', () => {
    const all = [text(`${'x'.repeat(900_000)} Needle ${'y'.repeat(90_000)}`)];
    const { segments, hasMore } = clipTextAroundMatch(all, 2_000, 'needle');
    const shown = joined(segments);
    assert.ok(hasMore && shown.startsWith('…x') && shown.includes(' Needle y') && shown.length < 2_003);
  });

  it('returns the start if the match is there or nowhere', () => {
    const all = [text(`Needle ${'y'.repeat(9_000)}`)];
    for (const query of ['needle', 'absent', '']) {
      assert.ok(joined(clipTextAroundMatch(all, 2_000, query).segments).startsWith('Needle y'));
    }
  });
});
