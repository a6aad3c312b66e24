import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compactJson } from '../../../../src/client/json/formatJson.ts';
import { filterJsonArrays } from '../../../../src/client/json/sliceJson.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { jsonSketch, placesOf } from './jsonSketch.ts';

describe('filterJsonArrays', () => {
  it('keeps the selected elements with all digits and escapes', () => {
    const text = '{"a": [ 12345678901234567890, "\\u0061,]",  {"b":[1 ,2,3]} , 4.0 ], "c":[]}';
    const without = (...keep: readonly number[]) => filterJsonArrays(text, [{ path: ['a'], length: 4, keep }]);
    assert.equal(without(0, 1, 2, 3), text);
    assert.equal(without(0, 3), '{"a": [ 12345678901234567890,4.0 ], "c":[]}');
    assert.equal(without(1), '{"a": [ "\\u0061,]" ], "c":[]}');
    assert.equal(without(), '{"a": [  ], "c":[]}');
    assert.equal(
      filterJsonArrays(text, [
        { path: ['a'], length: 4, keep: [1, 2] },
        { path: ['a', 2, 'b'], length: 3, keep: [2] },
        { path: ['c'], length: 0, keep: [] },
      ]),
      '{"a": [ "\\u0061,]",  {"b":[3]} ], "c":[]}',
    );
  });

  it('keeps any selection from any list unchanged', () => {
    const flags = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(jsonSketch, flags, (sketch, flag) => {
        for (const { path, place } of placesOf(sketch)) {
          if (place.kind !== 'list') {
            continue;
          }
          const keep = place.members.flatMap((_, index) => (flag[index % flag.length] === true ? [index] : []));
          const list = `[${keep.map((index) => place.members[index]?.[1].text ?? '').join(',')}]`;
          const made = filterJsonArrays(place.text, [{ path: [], length: place.members.length, keep }]);
          assert.equal(compactJson(made), compactJson(list));
          assert.doesNotThrow(() => {
            JSON.parse(filterJsonArrays(sketch.text, [{ path, length: place.members.length, keep }]));
          });
        }
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
