import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { type JsonPath, sliceJsonAtPath, sliceJsonAtPaths } from '../../../../src/client/json/sliceJson.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { jsonSketch, placesOf } from './jsonSketch.ts';

describe('sliceJson', () => {
  it('gives the exact text at every path of any JSON', () => {
    fc.assert(
      fc.property(jsonSketch, (whole) => {
        for (const { path, place } of placesOf(whole)) {
          assert.equal(sliceJsonAtPath(` ${whole.text}\n`, path), place.text);
        }
      }),
      { numRuns: propertyRuns(10_000, 300) },
    );
  });

  it('keeps every digit and escape as it was written', () => {
    const text = '{"data":[{"id":9007199254740993123,"t":"a\\u00e9\\"]}","n":1.10e5}, {"id":2}]}';
    assert.equal(sliceJsonAtPath(text, ['data', 0]), '{"id":9007199254740993123,"t":"a\\u00e9\\"]}","n":1.10e5}');
    assert.equal(sliceJsonAtPath(text, ['data', 0, 'n']), '1.10e5');
  });

  it('is undefined where nothing is at the path', () => {
    const text = '{"data":[1,2],"empty":[],"0":0}';
    for (const path of [['none'], ['data', 2], ['data', -1], ['data', '0'], [0], ['data', 0, 0], ['empty', 0]]) {
      assert.equal(sliceJsonAtPath(text, path), undefined);
    }
  });

  it('takes the last of a name that is there twice, and nothing of the first', () => {
    assert.equal(sliceJsonAtPath('{"a":{"b":1},"\\u0061":{"b":2}}', ['a', 'b']), '2');
    for (const last of ['{}', '[]', '3', '{"c":{"b":1}}']) {
      assert.equal(sliceJsonAtPath(`{"a":{"b":1},"a":${last}}`, ['a', 'b']), undefined);
    }
  });

  it('passes over a byte order mark', () => {
    assert.equal(sliceJsonAtPath('\ufeff {"a":1}', ['a']), '1');
    assert.equal(sliceJsonAtPath('\ufeff {"a":1}', []), '{"a":1}');
  });

  it('goes through a nesting of any depth', () => {
    const depth = 100_000;
    const text = `${'[{"a":'.repeat(depth)}7${'}]'.repeat(depth)}`;
    const path = Array.from({ length: 2 * depth }, (_, at) => (at % 2 === 0 ? 0 : 'a'));
    assert.equal(sliceJsonAtPath(text, path), '7');
    assert.equal(sliceJsonAtPath(text, []), text);
  });

  it('comes to an end on a text that is no JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', '[', ']', ',', ':', '"', ' ', 'a', '0') }), (text) => {
        sliceJsonAtPaths(text, [['a'], [0], ['a', 'a'], [0, 0], [1, 'a']]);
      }),
      { numRuns: propertyRuns(10_000, 300) },
    );
  });
});

describe('sliceJsonPaths', () => {
  it('gives for many paths at once, in any order, what each gives alone', () => {
    const chosen = jsonSketch.chain((whole) => {
      const paths = [...placesOf(whole)].map(({ path }) => path);
      const others: readonly JsonPath[] = [['a', 'b'], [0, 'a'], ['none']];
      return fc.record({ text: fc.constant(whole.text), paths: fc.array(fc.constantFrom(...paths, ...others)) });
    });
    fc.assert(
      fc.property(chosen, ({ text, paths }) => {
        assert.deepEqual(
          sliceJsonAtPaths(text, paths),
          paths.map((path) => sliceJsonAtPath(text, path)),
        );
      }),
      { numRuns: propertyRuns(10_000, 300) },
    );
  });
});
