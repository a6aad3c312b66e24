import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { compactJson, formatJson, formatJsonInSteps } from '../../../../src/client/json/formatJson.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { jsonSketch } from './jsonSketch.ts';

/** The tokens of a JSON text, as its grammar has them. */
function tokens(text: string): readonly string[] {
  return text.match(/"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s"{}[\],:]+/gs) ?? [];
}

const anyText = fc.string({ unit: fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', ' ', '\n', 'a', '1') });

describe('formatJson', () => {
  it('puts every member on a line of its own and leaves digits and escapes alone', () => {
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

  it('prints what JSON.stringify prints for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 4 }), (value, space) => {
        assert.equal(formatJson(JSON.stringify(value, undefined, space)), JSON.stringify(value, undefined, 2));
      }),
    );
  });

  it('keeps the tokens of any JSON and their order, and changes nothing the second time', () => {
    fc.assert(
      fc.property(jsonSketch, ({ text }) => {
        const formatted = formatJson(` ${text}\n`);
        assert.deepEqual(tokens(formatted), tokens(text));
        assert.equal(formatJson(formatted), formatted);
      }),
      { numRuns: propertyRuns(10_000, 300) },
    );
  });

  it('comes to an end on any text, and loses nothing but white space', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const dense = (some: string) => some.replaceAll(/[ \n\r\t]/g, '');
        assert.equal(dense(formatJson(text)), dense(text));
      }),
      { numRuns: propertyRuns(10_000, 300) },
    );
  });

  it('keeps the words of a text that is no JSON separate', () => {
    assert.equal(formatJson(' <p>Bad  gateway\n"502" </p> '), '<p>Bad gateway "502" </p>');
  });

  it('gives a text back as it is that would grow out of proportion, however deep it nests', () => {
    for (const depth of [10_000, 1_000_000]) {
      const deep = `${'['.repeat(depth)}1${']'.repeat(depth)}`;
      assert.equal(formatJson(deep), deep);
      assert.equal(formatJson('['.repeat(depth)), '['.repeat(depth));
    }
    const allowed = `${'['.repeat(128)}1${']'.repeat(128)}`;
    assert.equal(formatJson(allowed), JSON.stringify(JSON.parse(allowed), undefined, 2));
  });

  it('formats a long text in many steps, with the same result', () => {
    const value = Array.from({ length: 20_000 }, (_, at) => ({ id: at, text: `"${at}", {` }));
    const steps = formatJsonInSteps(JSON.stringify(value));
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) {
      count += 1;
    }
    assert.equal(step.value, JSON.stringify(value, undefined, 2));
    assert.ok(count >= 10, `${count} steps`);
  });
});

describe('compactJson', () => {
  it('takes out all white space between the tokens of any JSON, and nothing else', () => {
    fc.assert(
      fc.property(jsonSketch, ({ text }) => {
        assert.equal(compactJson(`\n${text} `), tokens(text).join(''));
      }),
      { numRuns: propertyRuns(10_000, 300) },
    );
  });
});
