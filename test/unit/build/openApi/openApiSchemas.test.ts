import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as z from 'zod';
import { createSchemaRegistry } from '../../../../src/build/openApi/openApiSchemas.ts';
import { integerParam, optionalParam } from '../../../../src/client/params.ts';

describe('createSchemaRegistry', () => {
  const thing = z.looseObject({ id: z.string() }).meta({ id: 'Thing' });

  it('adds an entity to the components and refers to it', () => {
    const schemas = createSchemaRegistry();
    assert.deepEqual(schemas.toSchema(thing, 'output'), { $ref: '#/components/schemas/Thing' });
    assert.deepEqual(schemas.toSchema(z.array(thing), 'output'), {
      type: 'array',
      items: { $ref: '#/components/schemas/Thing' },
    });
    assert.deepEqual(schemas.components(), {
      Thing: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    });
  });

  it('rejects two different schemas with the same name, and accepts the same schema twice', () => {
    const schemas = createSchemaRegistry();
    schemas.toSchema(thing, 'output');
    schemas.toSchema(thing, 'output');
    assert.throws(() => schemas.addNamed('Thing', { type: 'string' }), /two schemas are named Thing/);
  });

  it('sorts the components', () => {
    const schemas = createSchemaRegistry();
    schemas.addNamed('B', {});
    schemas.addNamed('A', {});
    assert.deepEqual(Object.keys(schemas.components()), ['A', 'B']);
  });

  it('writes a parameter’s help, default, and limits as JSON Schema', () => {
    const limit = optionalParam(integerParam({ title: 'Limit', help: 'How many.', serviceDefault: 20 }, 1, 100));
    assert.deepEqual(createSchemaRegistry().toSchema(limit, 'input'), {
      title: 'Limit',
      description: 'How many.',
      default: 20,
      type: 'integer',
      minimum: 1,
      maximum: 100,
    });
  });

  it('omits the limits of safe integers, and patterns that need the u flag', () => {
    assert.deepEqual(createSchemaRegistry().toSchema(z.int(), 'output'), { type: 'integer' });
    assert.deepEqual(createSchemaRegistry().toSchema(z.string().regex(/^\p{L}+$/u), 'output'), {
      type: 'string',
      'x-pattern': '^\\p{L}+$',
    });
    assert.deepEqual(createSchemaRegistry().toSchema(z.string().regex(/^\d+$/), 'output'), { type: 'string', pattern: '^\\d+$' });
  });
});
