import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findReferences } from '../../../../src/features/links/findLinks.ts';

const found = (line: string, handles = false) =>
  findReferences(line, { handles }).map(({ text, reading }) => [text, reading.kind] as const);

describe('findReferences', () => {
  it('finds a link to a post on any host, without the period after it', () => {
    assert.deepEqual(found('see https://social.example/ada/status/1234567890123456789.'), [
      ['https://social.example/ada/status/1234567890123456789', 'post'],
    ]);
  });

  it('ends a link before the bracket or quote around it', () => {
    assert.deepEqual(found('[post](https://x.com/ada/status/1234567890123456789) "https://x.com/i/lists/77"'), [
      ['https://x.com/ada/status/1234567890123456789', 'post'],
      ['https://x.com/i/lists/77', 'list'],
    ]);
  });

  it("reads a link with one segment as a profile only on the platform's hosts", () => {
    assert.deepEqual(found('https://x.com/ada https://code.example/ada'), [['https://x.com/ada', 'handle']]);
  });

  it('finds long ids, but not short numbers or parts of longer ones', () => {
    assert.deepEqual(found('{"id":"1234567890123456789","n":123456} 123456789012345678901234 v1234567890123456789'), [
      ['1234567890123456789', 'id'],
    ]);
  });

  it("doesn't also find the id in a link", () => {
    assert.equal(found('https://x.com/ada/status/1234567890123456789').length, 1);
  });

  it('finds plain handles only if requested', () => {
    assert.deepEqual(found('thanks @ada_writes!'), []);
    assert.deepEqual(found('thanks @ada_writes!', true), [['@ada_writes', 'handle']]);
  });

  it('ignores email addresses, packages, and decorators', () => {
    assert.deepEqual(found('a@b.example import "@types/node" ada@home', true), []);
  });

  it('returns exact, ordered ranges without overlaps for any line', () => {
    const piece = fc.constantFrom(
      ' ',
      'a',
      '@ada',
      'https://x.com/ada/status/12345678901234567',
      '1234567890123456789',
      '.',
      '"',
      '🙂',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const line = pieces.join('');
        let from = 0;
        for (const { start, end, text } of findReferences(line, { handles: true })) {
          assert.equal(line.slice(start, end), text);
          assert.ok(start >= from);
          from = end;
        }
      }),
    );
  });
});
