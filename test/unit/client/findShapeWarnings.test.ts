import assert from 'node:assert/strict';
import * as z from 'zod';
import { findShapeWarnings } from '../../../src/client/response.ts';

describe('findShapeWarnings', () => {
  it("reports each difference by its path, and doesn't change the value", () => {
    const schema = z.looseObject({
      data: z.array(z.looseObject({ id: z.string(), n: z.int().nullable(), kind: z.enum(['x', 'y']) })),
      next: z.string(),
    });
    const value = Object.freeze({
      data: [{ id: 1, n: 'x', kind: 'z' }, null, { id: 'a', n: null, kind: 'x', more: {} }],
      extra: 1,
    });
    assert.deepEqual(
      findShapeWarnings(schema, value).map(({ path }) => path),
      ['data.0.id', 'data.0.n', 'data.0.kind', 'data.1', 'next'],
    );
    assert.deepEqual(findShapeWarnings(z.string(), 1), [{ path: '', message: 'expected string, received number' }]);
    assert.deepEqual(findShapeWarnings(schema, { data: [], next: '', more: 1 }), []);
  });

  it('reports the difference to the nearest of several schemas', () => {
    const schema = z.union([z.string(), z.looseObject({ id: z.string() })]);
    assert.deepEqual(
      findShapeWarnings(z.looseObject({ a: schema }), { a: { id: 1 } }).map(({ path }) => path),
      ['a.id'],
    );
  });

  it('reports at most 20 differences', () => {
    const numbers = Array.from({ length: 1000 }, () => 1);
    assert.equal(findShapeWarnings(z.array(z.string()), numbers).length, 20);
    assert.equal(findShapeWarnings(z.union([z.array(z.string()), z.null()]), numbers).length, 20);
  });
});
