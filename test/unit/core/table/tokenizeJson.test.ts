import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { formatJson } from '../../../../src/client/json/formatJson.ts';
import { tokenizeJson } from '../../../../src/core/table/tokenizeJson.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';

const cutJson = fc.tuple(fc.json(), fc.nat(400)).map(([json, length]) => formatJson(json).slice(0, length));

describe('JSON tokens', () => {
  it('preserve the text if it is cut anywhere', () => {
    const shown = fc.property(cutJson, (text) => {
      const pieces = tokenizeJson(text).map((piece) => piece.text);
      assert.equal(pieces.join(''), text);
    });
    fc.assert(shown, { numRuns: propertyRuns(10_000, 200) });
  });

  it('distinguish names, strings, numbers, booleans, and null', () => {
    const kinds = (json: string) => tokenizeJson(json).flatMap(({ kind, text }) => (kind === 'other' ? [] : [`${kind} ${text}`]));
    assert.deepEqual(kinds('  "id": "15 \\" true",'), ['name "id":', 'string "15 \\" true"']);
    assert.deepEqual(kinds('"n": -1.5e+3, "t": true, null'), [
      'name "n":',
      'number -1.5e+3',
      'name "t":',
      'boolean true',
      'value null',
    ]);
    assert.deepEqual(kinds('"cut \\" off'), ['string "cut \\" off']);
  });
});
