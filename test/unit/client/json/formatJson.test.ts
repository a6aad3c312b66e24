import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { compactJson, formatJson } from '../../../../src/client/json/formatJson.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { jsonSketch } from './jsonSketch.ts';

/** JSON's tokens. */
function tokens(text: string): readonly string[] {
  return text.match(/"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s"{}[\],:]+/gs) ?? [];
}

describe('formatJson', () => {
  it('puts every member on its own line and keeps digits and escapes', () => {
    assert.equal(
      formatJson('{"id":12345678901234567890,"text":"a\\u0062 {,}: \\"","n":1.0E+2,"none":[],"list":[1,{"a":null}]}'),
      [
        '{',
        '  "id": 12345678901234567890,',
        '  "text": "a\\u0062 {,}: \\"",',
        '  "n": 1.0E+2,',
        '  "none": [],',
        '  "list": [',
        '    1,',
        '    {',
        '      "a": null',
        '    }',
        '  ]',
        '}',
      ].join('\n'),
    );
  });

  it('prints the same as JSON.stringify for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 4 }), (value, space) => {
        assert.equal(formatJson(JSON.stringify(value, undefined, space)), JSON.stringify(value, undefined, 2));
      }),
    );
  });

  it('keeps all tokens in order, and is idempotent', () => {
    fc.assert(
      fc.property(jsonSketch, ({ text }) => {
        const formatted = formatJson(` ${text}\n`);
        assert.deepEqual(tokens(formatted), tokens(text));
        assert.equal(formatJson(formatted), formatted);
      }),
      { numRuns: propertyRuns(10_000, 300) },
    );
  });

  it('keeps words in invalid JSON apart', () => {
    assert.equal(formatJson(' <p>Bad  gateway\n"502" </p> '), '<p>Bad gateway "502" </p>');
  });

  it('leaves JSON unchanged that would grow out of proportion', () => {
    for (const depth of [10_000, 1_000_000]) {
      const deep = `${'['.repeat(depth)}1${']'.repeat(depth)}`;
      assert.equal(formatJson(deep), deep);
      assert.equal(formatJson('['.repeat(depth)), '['.repeat(depth));
    }
    const allowed = `${'['.repeat(128)}1${']'.repeat(128)}`;
    assert.equal(formatJson(allowed), JSON.stringify(JSON.parse(allowed), undefined, 2));
  });
});

describe('compactJson', () => {
  it('removes only whitespace between tokens', () => {
    fc.assert(
      fc.property(jsonSketch, ({ text }) => {
        assert.equal(compactJson(`\n${text} `), tokens(text).join(''));
      }),
      { numRuns: propertyRuns(10_000, 300) },
    );
  });
});
