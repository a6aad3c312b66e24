import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as z from 'zod';
import { endpoints } from '../../../src/client/endpoints/table.ts';
import { compileShapeCheck } from '../../../src/client/shapeCheck.ts';
import { propertyRuns } from '../../support/propertyRuns.ts';

/** Schemas of every kind that is compiled, and some that are not. */
const { schema: anySchema } = fc.letrec<{ schema: z.ZodType; leaf: z.ZodType; node: z.ZodType }>((tie) => ({
  schema: fc.oneof({ maxDepth: 3, withCrossShrink: true }, tie('leaf'), tie('node')),
  leaf: fc.constantFrom<z.ZodType>(
    z.string(),
    z.number(),
    z.int(),
    z.boolean(),
    z.null(),
    z.unknown(),
    z.any(),
    z.literal('a'),
    z.literal([1, null, 'b']),
    z.enum(['a', 'b']),
    z.string().min(2),
    z.string().regex(/^a/),
    z.number().max(1),
    z.int().min(1),
    z.never(),
    z.iso.datetime(),
  ),
  node: fc.oneof(
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((parts) => z.union(parts)),
    tie('schema').map((inner) => z.array(inner)),
    tie('schema').map((inner) => z.array(inner).max(1)),
    tie('schema').map((inner) => inner.nullable()),
    tie('schema').map((inner) => z.record(z.string(), inner)),
    tie('schema').map((inner) => z.record(z.enum(['a', 'b']), inner)),
    tie('schema').map((inner) => z.lazy(() => inner)),
    tie('schema').map((inner) => z.tuple([inner])),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema')).map((shape) => z.looseObject(shape)),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema')).map((shape) => z.strictObject(shape)),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema')).map((shape) => z.object(shape)),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema')).map((shape) => z.object(shape).catchall(z.string())),
    fc
      .dictionary(
        fc.constantFrom('a', 'b', 'c'),
        tie('schema').map((inner) => inner.optional()),
      )
      .map((shape) => z.looseObject(shape)),
  ),
}));

/** JSON values that come near the schemas above. */
const { json: anyJson } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(null, true, false, 0, 1, 2.5, -3, 1e21, 'a', 'ab', 'b', '', [], {}, '2026-01-01T00:00:00Z'),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('json')),
  ),
}));

describe('the shape check', () => {
  it('gives zod’s own verdict on any schema and any JSON', () => {
    fc.assert(
      fc.property(anySchema, anyJson, (schema, value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        assert.equal(compileShapeCheck(schema)(plain).length === 0, schema.safeParse(plain).success);
      }),
      { numRuns: propertyRuns(20_000, 600) },
    );
  });

  it('misses a property that may hold anything but must be there', () => {
    const warnings = compileShapeCheck(z.object({ a: z.unknown(), b: z.unknown().optional() }))({});
    assert.deepEqual(
      warnings.map(({ path }) => path),
      ['a'],
    );
  });

  it('gives zod’s own verdict on any value at every row of the catalogue', () => {
    for (const { result } of endpoints) {
      const check = compileShapeCheck(result);
      fc.assert(
        fc.property(anyJson, (value) => {
          assert.equal(check(value).length === 0, result.safeParse(value).success);
        }),
        { numRuns: propertyRuns(500, 15) },
      );
    }
  });

  it('names each difference by its path, and leaves the value alone', () => {
    const schema = z.looseObject({
      data: z.array(z.looseObject({ id: z.string(), n: z.int().nullable(), kind: z.enum(['x', 'y']) })),
      next: z.string(),
    });
    const value = Object.freeze({
      data: [{ id: 1, n: 'x', kind: 'z' }, null, { id: 'a', n: null, kind: 'x', more: {} }],
      extra: 1,
    });
    assert.deepEqual(compileShapeCheck(schema)(value), [
      { path: 'data.0.id', message: 'should be a string, is number' },
      { path: 'data.0.n', message: 'should be an integer, is string' },
      { path: 'data.0.kind', message: 'should be one of "x", "y", is string' },
      { path: 'data.1', message: 'should be an object, is null' },
      { path: 'next', message: 'is missing' },
    ]);
    assert.deepEqual(compileShapeCheck(z.string())(1), [{ path: '', message: 'should be a string, is number' }]);
    assert.equal(compileShapeCheck(z.strictObject({}))({ a: 1 }).length, 1);
    assert.deepEqual(compileShapeCheck(z.union([z.string(), z.looseObject({ id: z.string() })]))({ id: 1 }), [
      { path: 'id', message: 'should be a string, is number' },
    ]);
  });

  it('names at most 20 differences', () => {
    const check = compileShapeCheck(z.array(z.string()));
    assert.equal(check(Array.from({ length: 1_000 }, () => 1)).length, 20);
    assert.equal(
      compileShapeCheck(z.looseObject(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`k${n}`, z.string()]))))({})
        .length,
      20,
    );
  });

  it('finds what nests too deep where no schema describes it', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`);
    for (const schema of [
      z.unknown(),
      z.looseObject({}),
      z.looseObject({ a: z.unknown() }),
      z.record(z.string(), z.unknown()),
      z.object({}),
      z.string().min(1).or(z.unknown()),
    ]) {
      const value = schema.safeParse({ a: 1 }).success ? { a: deep } : deep;
      assert.equal(compileShapeCheck(schema)(value).length, 1);
    }
  });
});
