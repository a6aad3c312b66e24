import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readIdTimeMs, parseLookUpInput } from '../../../../src/core/records/parseLookUpInput.ts';

/** The readings as strings, the likeliest first. */
function readings(text: string): readonly string[] {
  return parseLookUpInput(text).map((reading) => {
    switch (reading.kind) {
      case 'handle':
        return `handle ${reading.handle}`;
      case 'tag':
        return `tag ${reading.tag}`;
      case 'query':
        return `query ${reading.text}`;
      case 'id':
      case 'user':
      case 'post':
      case 'list':
      case 'community':
      case 'space':
        return `${reading.kind} ${reading.id}`;
    }
  });
}

const rows: readonly (readonly [text: string, ...expected: readonly string[]])[] = [
  ['', ...[]],
  ['  ', ...[]],
  ['sk_0123456789abcdefghijklmnopqrstuv', ...[]],
  ['@ada_writes', 'handle ada_writes', 'query @ada_writes'],
  [' ada_writes ', 'handle ada_writes', 'query ada_writes'],
  ['a_handle_that_is_too_long', 'query a_handle_that_is_too_long'],
  ['1840000000000000001', 'id 1840000000000000001', 'query 1840000000000000001'],
  ['12', 'id 12', 'handle 12', 'query 12'],
  ['18400000000000000011', 'id 18400000000000000011', 'query 18400000000000000011'],
  ['#opendata', 'tag opendata', 'query #opendata'],
  ['#データ', 'tag データ', 'query #データ'],
  ['#two words', 'query #two words'],
  ['coffee in Lisbon', 'query coffee in Lisbon'],
  ['from:ada_writes coffee', 'query from:ada_writes coffee'],
  ['https://social.example/ada_writes', 'handle ada_writes'],
  ['https://mobile.twitter.com/ada_writes', 'handle ada_writes'],
  ['https://nitter.net/ada_writes', 'handle ada_writes'],
  ['https://example.com/foo', 'query https://example.com/foo'],
  ['https://x.com.example.org/foo', 'query https://x.com.example.org/foo'],
  ['https://social.example/@ada_writes', 'handle ada_writes'],
  ['https://social.example/ada_writes/', 'handle ada_writes'],
  ['social.example/ada_writes', 'handle ada_writes'],
  ['https://social.example/ada_writes/status/1840000000000000001?s=20', 'post 1840000000000000001'],
  ['https://social.example/ada_writes/status/1840000000000000001/photo/1', 'post 1840000000000000001'],
  ['https://social.example/i/web/status/1840000000000000001', 'post 1840000000000000001'],
  ['https://social.example/i/lists/1700000000000000001', 'list 1700000000000000001'],
  ['https://social.example/i/communities/1600000000000000001', 'community 1600000000000000001'],
  ['https://social.example/i/spaces/1AbCdEfGhIjKl', 'space 1AbCdEfGhIjKl'],
  ['https://social.example/hashtag/opendata?src=hash', 'tag opendata'],
  ['https://social.example/search?q=coffee%20lang%3Aen&f=live', 'query coffee lang:en'],
  ['https://social.example/home', 'query https://social.example/home'],
  ['https://social.example/', 'query https://social.example/'],
  ['https://social.example/ada/status/abc', 'handle ada'],
  ['https://x.com/jack/article/20', 'post 20'],
  ['https://news.example/world/article/20', 'query https://news.example/world/article/20'],
  ...[')', '.', ',', '、', '%20', '&s=20', '\u200b', '?s=20', ').'].map(
    (tail) => [`https://x.com/jack/status/20${tail}`, 'post 20'] as const,
  ),
  ...[')', '.', ',', '、', '%20', '&s=20', '\u200b'].map((tail) => [`https://x.com/jack${tail}`, 'handle jack'] as const),
  ['**https://x.com/jack/status/20**', 'post 20'],
  ['(https://x.com/jack/status/20)', 'post 20'],
  ['"https://x.com/jack"', 'handle jack'],
  ['https://x.com/hashtag/opendata)', 'tag opendata'],
  ['HTTPS://X.COM/Jack/Status/20', 'post 20'],
  ['https://x.com/I/Lists/20', 'list 20'],
  ['https://x.com/i/user/12', 'user 12'],
  ['https://x.com/i/status/20', 'post 20'],
  ['https://x.com/intent/user?user_id=12', 'user 12'],
  ['https://x.com/intent/user?screen_name=jack', 'handle jack'],
  ['https://x.com/intent/post?text=a', 'query https://x.com/intent/post?text=a'],
  ['https://twitter.com/#!/jack/status/20', 'post 20'],
  ['https://twitter.com/#!/jack', 'handle jack'],
  ['＠jack', 'handle jack', 'query ＠jack'],
  ['\u2068@jack\u2069', 'handle jack', 'query \u2068@jack\u2069'],
  ['\u200f@jack', 'handle jack', 'query \u200f@jack'],
  ['می\u200cخواهم', 'query می\u200cخواهم'],
];

describe('parseLookUpInput', () => {
  for (const [text, ...expected] of rows) {
    it(`reads ${JSON.stringify(text)} as ${expected.join(', ') || 'nothing'}`, () => {
      assert.deepEqual(readings(text), expected);
    });
  }

  it('never throws and preserves the digits of ids', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.stringMatching(/^\d{1,30}$/)), (text) => {
        for (const reading of parseLookUpInput(text)) {
          if (reading.kind === 'id') {
            assert.ok(text.includes(reading.id));
          }
        }
      }),
    );
  });

  it("reads an id's time, unless the id is a serial number", () => {
    assert.equal(new Date(readIdTimeMs('1840000000000000001') ?? 0).toISOString().slice(0, 10), '2024-09-28');
    assert.equal(readIdTimeMs('12345'), undefined);
    assert.equal(readIdTimeMs('99999999999999999999999'), undefined);
    assert.equal(readIdTimeMs('not an id'), undefined);
  });
});
