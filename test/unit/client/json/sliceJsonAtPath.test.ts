import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { type JsonPath, sliceJsonAtPath, sliceJsonAtPaths } from '../../../../src/client/json/sliceJson.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { jsonSketch, placesOf } from './jsonSketch.ts';

describe('sliceJson', () => {
  it('returns the exact text at every path of any JSON', () => {
    fc.assert(
      fc.property(jsonSketch, (whole) => {
        for (const { path, place } of placesOf(whole)) {
          assert.equal(sliceJsonAtPath(` ${whole.text}\n`, path), place.text);
        }
      }),
      { numRuns: propertyRuns(10_000, 300) },
    );
  });

  it('keeps every digit and escape', () => {
    const text = '{"data":[{"id":9007199254740993123,"t":"a\\u00e9\\"]}","n":1.10e5}, {"id":2}]}';
    assert.equal(sliceJsonAtPath(text, ['data', 0]), '{"id":9007199254740993123,"t":"a\\u00e9\\"]}","n":1.10e5}');
    assert.equal(sliceJsonAtPath(text, ['data', 0, 'n']), '1.10e5');
  });

  it('returns undefined for a path without a value', () => {
    const text = '{"data":[1,2],"empty":[],"0":0}';
    for (const path of [['none'], ['data', 2], ['data', -1], ['data', '0'], [0], ['data', 0, 0], ['empty', 0]]) {
      assert.equal(sliceJsonAtPath(text, path), undefined);
    }
  });

  it('uses the last of two members with the same name', () => {
    assert.equal(sliceJsonAtPath('{"a":{"b":1},"\\u0061":{"b":2}}', ['a', 'b']), '2');
    for (const last of ['{}', '[]', '3', '{"c":{"b":1}}']) {
      assert.equal(sliceJsonAtPath(`{"a":{"b":1},"a":${last}}`, ['a', 'b']), undefined);
    }
  });

  it('skips a byte order mark', () => {
    assert.equal(sliceJsonAtPath('\ufeff {"a":1}', ['a']), '1');
    assert.equal(sliceJsonAtPath('\ufeff {"a":1}', []), '{"a":1}');
  });

  it('reads any depth of nesting', () => {
    const depth = 100_000;
    const text = `${'[{"a":'.repeat(depth)}7${'}]'.repeat(depth)}`;
    const path = Array.from({ length: 2 * depth }, (_, at) => (at % 2 === 0 ? 0 : 'a'));
    assert.equal(sliceJsonAtPath(text, path), '7');
    assert.equal(sliceJsonAtPath(text, []), text);
  });

  it('terminates on invalid JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', '[', ']', ',', ':', '"', ' ', 'a', '0') }), (text) => {
        sliceJsonAtPaths(text, [['a'], [0], ['a', 'a'], [0, 0], [1, 'a']]);
      }),
      { numRuns: propertyRuns(10_000, 300) },
    );
  });
});

describe('sliceJsonPaths', () => {
  it('returns the same for many paths as for each path alone', () => {
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
