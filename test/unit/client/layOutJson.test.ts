import assert from 'node:assert/strict';
import fc from 'fast-check';
import { layOutJson, layOutSteps } from '../../../src/client/layOutJson.ts';

/** A JSON text without the white space between its tokens. */
function tokens(text: string): string {
  return text.replaceAll(/("(?:\\.|[^"\\])*")|[ \n\r\t]+/g, (_, string: string | undefined) => string ?? '');
}

describe('laying out a JSON text', () => {
  it('puts every member on a line of its own and leaves digits and escapes alone', () => {
    assert.equal(
      layOutJson('{"id":12345678901234567890,"text":"a\\u0062 {,}: \\"","n":1.0E+2,"none":[],"list":[1,{"a":null}]}'),
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

  it('prints what JSON.stringify prints for any value, and changes white space only', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 4 }), (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        assert.equal(layOutJson(text), JSON.stringify(value, undefined, 2));
        assert.equal(tokens(layOutJson(text)), tokens(text));
      }),
    );
  });

  it('ends on any text, and loses nothing but white space', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', ' ', '\n', 'a', '1') }), (text) => {
        const dense = (some: string) => some.replaceAll(/[ \n\r\t]/g, '');
        assert.equal(dense(layOutJson(text)), dense(text));
      }),
    );
  });

  it('lays out a long text in many steps, and the same', () => {
    const value = Array.from({ length: 20_000 }, (_, at) => ({ id: at, text: `"${at}", {` }));
    const steps = layOutSteps(JSON.stringify(value));
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) {
      count += 1;
    }
    assert.equal(step.value, JSON.stringify(value, undefined, 2));
    assert.ok(count >= 10, `${count} steps`);
  });
});
