import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { recordAddress } from '../../../../src/host/explore/recordAddress.ts';
import { sliceJson } from '../../../../src/host/explore/sliceJson.ts';
import type { PostRow } from '../../../../src/host/shared/tree/treeRecord.ts';

/** Every path into a value. */
function pathsOf(value: unknown): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) {
    return [[]];
  }
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((item: unknown, at) => [at, item] as const)
    : Object.entries(value);
  return [[], ...entries.flatMap(([key, inner]) => pathsOf(inner).map((path) => [key, ...path]))];
}

describe('a part of a JSON text', () => {
  it('is found at every path, whatever the layout', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        const parsed: unknown = JSON.parse(text);
        for (const path of pathsOf(parsed)) {
          const expected = path.reduce<unknown>((node, key) => Reflect.get(Object(node), key), parsed);
          assert.deepEqual(JSON.parse(sliceJson(text, path) ?? 'not found'), expected);
        }
      }),
    );
  });

  it('keeps every digit and escape as it was written', () => {
    const text = '{"data":[{"id":9007199254740993123,"t":"a\\u00e9\\"]}","n":1.10e5}, {"id":2}]}';
    assert.equal(sliceJson(text, ['data', 0]), '{"id":9007199254740993123,"t":"a\\u00e9\\"]}","n":1.10e5}');
    assert.equal(sliceJson(text, ['data', 0, 'n']), '1.10e5');
  });

  it('is undefined where nothing stands', () => {
    const text = '{"data":[1,2]}';
    for (const path of [['none'], ['data', 2], ['data', 'x'], [0], ['data', 0, 0]]) {
      assert.equal(sliceJson(text, path), undefined);
    }
  });
});

describe('the web address of a record', () => {
  const post: PostRow = { kind: 'post', path: [], id: '1', author: { kind: 'user', handle: 'ada' } };

  it('is the one that the service gave only if it is a plain web address', () => {
    assert.equal(
      recordAddress({ ...post, url: 'https://a.example/ada/status/1' }, 'https://x.com'),
      'https://a.example/ada/status/1',
    );
    for (const url of ['javascript:alert(1)', 'command:x', 'file:///etc/passwd', 'https://user:pw@evil.example/', 'no address']) {
      assert.equal(recordAddress({ ...post, url }, 'https://social.example'), 'https://social.example/ada/status/1');
    }
  });

  it('cannot be led elsewhere by a name', () => {
    const address = recordAddress({ ...post, author: { kind: 'user', handle: '../../@evil.example/?' } }, 'https://x.com') ?? '';
    assert.equal(new URL(address).host, 'x.com');
  });
});
