import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import {
  readHtmlAnchorText,
  getCodePointLength,
  expandShortLinks,
  unescapeHtmlEntities,
} from '../../../../src/client/upstream/toTweetText.ts';

const link = (url: string, expanded_url?: string): unknown => ({ url, ...(expanded_url === undefined ? {} : { expanded_url }) });

describe("a post's text", () => {
  it("is unescaped once, and only the platform's escapes", () => {
    assert.equal(unescapeHtmlEntities('a &lt;b&gt; &amp;amp; &amp;lt; &quot;'), 'a <b> &amp; &lt; &quot;');
    assert.equal(unescapeHtmlEntities('nothing'), 'nothing');
  });

  it('has its links expanded, except inside expanded addresses', () => {
    const urls = [link('https://t.co/a', 'https://x.example/?u=https://t.co/b&c'), link('https://t.co/b', 'https://y.example')];
    assert.equal(
      expandShortLinks('👍🏽 https://t.co/a, https://t.co/b https://t.co/a', urls, []),
      '👍🏽 https://x.example/?u=https://t.co/b&c, https://y.example https://x.example/?u=https://t.co/b&c',
    );
  });

  it('distinguishes links with the same start, and finds a link directly before a letter', () => {
    const urls = [link('https://t.co/abc', '[short]'), link('https://t.co/abcd', '[long]'), link('http://t.co/old', '[old]')];
    assert.equal(expandShortLinks('https://t.co/abcd https://t.co/abc http://t.co/old', urls, []), '[long] [short] [old]');
    assert.equal(expandShortLinks('https://t.co/abcx', urls, []), '[short]x');
    assert.equal(expandShortLinks('https://t.co/abcです', urls, []), '[short]です');
  });

  it('loses its media links and the space before them, and keeps unknown links', () => {
    const media = [link('https://t.co/pic')];
    assert.equal(expandShortLinks('look https://t.co/pic', [], media), 'look');
    assert.equal(expandShortLinks('https://t.co/pic', [], media), '');
    assert.equal(expandShortLinks('look\nhttps://t.co/pic', [], media), 'look\n');
    assert.equal(
      expandShortLinks('https://t.co/ https://t.co/unknown', [link('https://t.co/')], media),
      'https://t.co/ https://t.co/unknown',
    );
    assert.equal(expandShortLinks('https://t.co/a', [link('https://t.co/a')], []), 'https://t.co/a');
  });

  it('counts code points, including lone surrogates', () => {
    for (const text of ['', 'abc', '👍🏽', '한국', 'a😀b', '\ud83d', '\ude00\ude00', '\ud83d\ud83d\ude00'])
      assert.equal(getCodePointLength(text), [...text].length);
  });

  it("has its app's name from the anchor", () => {
    assert.equal(readHtmlAnchorText('<a href="https://a.example" rel="nofollow">Tom &amp; Co</a>'), 'Tom & Co');
    assert.equal(readHtmlAnchorText('web'), 'web');
    assert.equal(readHtmlAnchorText('<a href="x"></a>'), '');
  });
});
