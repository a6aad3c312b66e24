import assert from 'node:assert/strict';
import { replaceGeneratedPart } from '../../../src/build/generate.mts';

describe('replaceGeneratedPart', () => {
  const text = 'before\n<!-- a:start -->\nold\n<!-- a:end -->\nafter\n';

  it('replaces what stands between the markers and nothing else', () => {
    assert.equal(
      replaceGeneratedPart(text, 'a', 'new\nlines'),
      'before\n<!-- a:start -->\n\nnew\nlines\n\n<!-- a:end -->\nafter\n',
    );
  });

  it('changes nothing when it is done again', () => {
    const once = replaceGeneratedPart(text, 'a', 'new');
    assert.equal(replaceGeneratedPart(once, 'a', 'new'), once);
  });

  const broken: readonly (readonly [string, string | undefined])[] = [
    ['without the file', undefined],
    ['without a start', 'x\n<!-- a:end -->'],
    ['without an end', '<!-- a:start -->\nx'],
    ['with two starts', `<!-- a:start -->\n${text}`],
    ['with the end first', '<!-- a:end -->\n<!-- a:start -->'],
  ];
  for (const [what, current] of broken) {
    it(`refuses a text ${what}, naming the marker`, () =>
      assert.throws(() => replaceGeneratedPart(current, 'a', 'new'), /<!-- a:(start|end) -->/));
  }
});
