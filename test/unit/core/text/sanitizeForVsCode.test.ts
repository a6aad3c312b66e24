import fc from 'fast-check';
import assert from 'node:assert/strict';
import { sanitizeForVsCode } from '../../../../src/core/text/stripHiddenCharacters.ts';

const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}';
const flag = '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}';

const hidden = fc.constantFrom('', '\u202e', '\0', '\u2066\u0007');

describe('sanitizeForVsCode', () => {
  it('prevents icons and command links', () => {
    // VS Code's own patterns for labels and notifications
    const icon = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/;
    const link = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+/;
    fc.assert(
      fc.property(
        fc.constantFrom('$(verified-filled) Ada', '$(sync~spin)', '[a](command:x)', '[a]\n(https://a.example)'),
        fc.nat(),
        hidden,
        (text, at, mark) => {
          const place = at % text.length;
          const shown = sanitizeForVsCode(text.slice(0, place) + mark + text.slice(place));
          assert.doesNotMatch(shown, icon);
          assert.doesNotMatch(shown, link);
        },
      ),
    );
  });

  it('removes bidi characters and replaces line breaks with spaces', () => {
    assert.equal(sanitizeForVsCode('\u202Egpj.exe\u2066 a\r\nb\u2028c\u0000d\u0085e '), 'gpj.exe a b cd e');
  });

  for (const [what, whole] of [
    ['joined emoji', family],
    ['a flag of letters', '\u{1F1E9}\u{1F1EA}'],
    ['a flag of tags', flag],
    ['a letter with its marks', 'e\u0301\u0323'],
    ['Persian words', '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645'],
  ] as const) {
    it(`doesn't split ${what}`, () => {
      assert.equal(sanitizeForVsCode(whole), whole);
      const characters = new Set(Array.from(new Intl.Segmenter().segment(whole), ({ segment }) => segment));
      for (let before = 280; before < 300; before += 1) {
        const shown = sanitizeForVsCode('x'.repeat(before) + whole.repeat(9));
        assert.ok(shown.length <= 300 && shown.endsWith('…'));
        const rest = Array.from(new Intl.Segmenter().segment(shown.slice(before, -1)), ({ segment }) => segment);
        assert.deepEqual(
          rest.filter((one) => !characters.has(one)),
          [],
        );
      }
    });
  }

  it('splits only characters that are longer than in any script', () => {
    const shown = sanitizeForVsCode(`e${'\u0301'.repeat(9_000)}`);
    assert.equal(shown.length, 300);
  });
});
