import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toSegments, webAddress } from '../../../../src/app/post/toSegments.ts';

const drawn = (text: string, links?: Parameters<typeof toSegments>[1]) =>
  toSegments(text, links).map((segment) =>
    segment.kind === 'link'
      ? `link<${segment.url}>`
      : segment.kind === 'text'
        ? segment.text
        : `${segment.kind}<${segment.text}>`,
  );

describe('the pieces of a text', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['just words', ['just words']],
    ['@ada_writes hello', ['mention<@ada_writes>', ' hello']],
    ['(@ada) and .@bob', ['(', 'mention<@ada>', ') and .', 'mention<@bob>']],
    ['mail a@b.example', ['mail a@b.example']],
    ['see #opendata, #日本語', ['see ', 'tag<#opendata>', ', ', 'tag<#日本語>']],
    ['#1 is no tag, a#b is none', ['#1 is no tag, a#b is none']],
    ['read https://a.example/x.', ['read ', 'link<https://a.example/x>', '.']],
    ['(https://a.example/x)', ['(', 'link<https://a.example/x>', ')']],
    ['javascript:alert(1)', ['javascript:alert(1)']],
    ['https://user:pass@evil.example/', ['https://user:pass@evil.example/']],
    ['@much_too_long_for_a_handle', ['@much_too_long_for_a_handle']],
  ];
  for (const [text, pieces] of cases) {
    it(`are found in "${text}"`, () => {
      assert.deepEqual(drawn(text), pieces);
    });
  }

  it('lead where the platform says, under the name that it gives', () => {
    const links = [{ token: 'https://t.example/abc', url: 'https://news.example/story', display: 'news.example/story' }];
    assert.deepEqual(toSegments('at https://t.example/abc!', links), [
      { kind: 'text', text: 'at ' },
      { kind: 'link', text: 'news.example/story', url: 'https://news.example/story' },
      { kind: 'text', text: '!' },
    ]);
  });

  it('tell a short address from one that begins like it', () => {
    const links = ['a', 'ab'].map((name) => ({
      token: `https://t.example/${name}`,
      url: `https://${name}.example/`,
      display: undefined,
    }));
    const led = toSegments('https://t.example/ab https://t.example/a', links).flatMap((segment) =>
      segment.kind === 'link' ? [segment.url] : [],
    );
    assert.deepEqual(led, ['https://ab.example/', 'https://a.example/']);
  });

  it('are the text again where there is no link', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const segments = toSegments(text);
        assert.ok(segments.some(({ kind }) => kind === 'link') || segments.map((segment) => segment.text).join('') === text);
      }),
    );
  });
});

describe('a web address', () => {
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    'command:x',
    'file:///x',
    'https://a:b@c.example/',
    '//x',
    '',
    null,
  ]) {
    it(`is not ${String(address)}`, () => {
      assert.equal(webAddress(address), undefined);
    });
  }
});
