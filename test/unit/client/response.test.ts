import assert from 'node:assert/strict';
import * as z from 'zod';
import { parseResponseBody, maxJsonDepth } from '../../../src/client/response.ts';
import { decodeBodyText } from '../../../src/client/exchange.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const nested = (depth: number, pad = '') => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}${pad}`;

describe('parseResponseBody', () => {
  for (const [what, schema] of [
    ['without a shape', undefined],
    ['with a schema that accepts anything', z.unknown()],
    ['with a schema that it doesn’t match', z.string()],
  ] as const) {
    it(`accepts up to ${maxJsonDepth} levels, ${what}`, () => {
      for (const pad of ['', ' '.repeat(1024 * 1024)]) {
        assert.equal(parseResponseBody({ body: bytes(nested(maxJsonDepth, pad)) }, schema).kind, 'json');
        assert.deepEqual(parseResponseBody({ body: bytes(nested(maxJsonDepth + 2, pad)) }, schema), {
          kind: 'unreadable',
          reason: 'the body is nested more than 128 levels deep',
        });
      }
    });
  }

  it('rejects a million levels without crashing', () => {
    for (const depth of [400_000, 1_000_000]) {
      assert.equal(parseResponseBody({ body: bytes('['.repeat(depth) + ']'.repeat(depth)) }, undefined).kind, 'unreadable');
      assert.equal(parseResponseBody({ body: bytes('['.repeat(depth)) }, undefined).kind, 'unreadable');
    }
  });

  it('describes a body that is not JSON', () => {
    const reason = (text: string) => {
      const response = parseResponseBody({ body: bytes(text) }, undefined);
      return response.kind === 'unreadable' ? response.reason : 'read';
    };
    assert.match(reason(''), /empty/);
    assert.match(reason('\n <!doctype html>'), /HTML/);
    assert.match(reason('{"a":'), /isn't JSON/);
    assert.match(reason('hello'), /isn't JSON/);
    assert.equal(reason('\uFEFF{}'), 'read');
  });

  const utf16 = (text: string) => Buffer.from(text, 'utf16le');
  for (const [contentType, body, text] of [
    ['application/json; charset=euc-kr', Buffer.from('{"a":"\xb0\xa1"}', 'latin1'), '가'],
    ['application/json;charset="ISO-8859-1"', Buffer.from('{"a":"\xe9"}', 'latin1'), 'é'],
    ['application/json; charset=utf-16', utf16('{"a":"é"}'), 'é'],
    ['application/json; charset=utf-16le', utf16('\uFEFF{"a":"é"}'), 'é'],
    ['application/json', utf16('\uFEFF{"a":"é"}'), 'é'],
    ['application/json', utf16('\uFEFF{"a":"é"}').swap16(), 'é'],
    ['application/json; charset=nobody-knows', Buffer.from('{"a":"é"}'), 'é'],
    ['application/json; charset=euc-kr', Buffer.from('\uFEFF{"a":"é"}'), 'é'],
  ] as const) {
    it(`decodes ${body.toString('hex', 0, 4)}… of ${contentType}`, () => {
      const response = { body, headers: { 'content-type': contentType } };
      const parsed = parseResponseBody(response, undefined);
      assert.deepEqual(parsed.kind === 'json' ? parsed.value : parsed.reason, { a: text });
      assert.match(decodeBodyText(response), new RegExp(`^\\uFEFF?\\{"a":"${text}"\\}$`));
    });
  }
});
