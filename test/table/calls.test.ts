import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import * as z from 'zod';
import type { Endpoint } from '../../src/client/endpoint.ts';
import { endpoints } from '../../src/client/endpoints/table.ts';
import { createRouter } from '../../src/client/route.ts';
import { encodeCall } from '../../src/client/wire.ts';
import { decodeValues } from '../support/decodeValues.ts';
import { propertyRuns } from '../support/propertyRuns.ts';

const routers = {
  primary: createRouter(endpoints.filter(({ service }) => service === 'primary')),
  gateway: createRouter(endpoints.filter(({ service }) => service === 'gateway')),
};

type Params = Readonly<Record<string, unknown>>;

/** Encodes a request and reads it back, like a server. */
function sentAndRead(endpoint: Endpoint, params: Params): unknown {
  const { method, target, body } = encodeCall(endpoint, params, 'simple');
  assert.match(target, /^[\x21-\x7e]+$/);
  // URL parsers normalize, which must not change anything
  const { pathname, search } = new URL(`http://127.0.0.1${target}`);
  assert.equal(`${pathname}${search}`, target);
  const match = routers[endpoint.service](method, pathname);
  assert.equal(match.kind, 'found');
  assert.equal(match.endpoint, endpoint);
  const pairs = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => pair.split('='));
  const query = Object.fromEntries(pairs.map(([name = '', text = '']) => [name, decodeURIComponent(text)]));
  const { format: _format, ...texts } = { ...query, ...match.pathTexts };
  const inBody: unknown = body === undefined ? {} : JSON.parse(body);
  assert.ok(typeof inBody === 'object');
  return { ...decodeValues(endpoint, texts), ...inBody };
}

function valuesOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const described = z.toJSONSchema(schema, { io: 'input' });
  const fits = (value: unknown): boolean => schema.safeParse(value).success;
  if (described.enum !== undefined) return fc.constantFrom(...described.enum);
  switch (described.type) {
    case 'integer':
      return fc.integer({ min: described.minimum ?? 0, max: described.maximum ?? 100 });
    case 'number':
      // negative zero is sent as 0, which is the same point on a map
      return fc
        .double({ min: described.minimum ?? 0, max: described.maximum ?? 100, noNaN: true })
        .map((value) => (value === 0 ? 0 : value));
    case 'boolean':
      return fc.boolean();
    case 'array':
    case 'object': {
      const examples = schema.meta()?.['examples'];
      assert.ok(Array.isArray(examples) && examples.length > 0);
      return fc.nat(examples.length - 1).map((index): unknown => examples[index]);
    }
    default:
      return described.pattern === undefined || described.pattern === '\\S'
        ? fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter(fits)
        : fc.stringMatching(new RegExp(described.pattern, 'u'), { maxLength: 30 }).filter(fits);
  }
}

function paramsOf(endpoint: Endpoint): fc.Arbitrary<Params> {
  const names = Object.keys(endpoint.params.shape);
  const values = Object.fromEntries(Object.entries(endpoint.params.shape).map(([name, schema]) => [name, valuesOf(schema)]));
  return fc.record(values, { requiredKeys: names.filter((name) => !endpoint.params.shape[name]?.safeParse(undefined).success) });
}

describe('each request', () => {
  for (const endpoint of endpoints) {
    it(`${endpoint.id} is routed to its own row, and its example is read unchanged`, () => {
      assert.deepEqual(sentAndRead(endpoint, endpoint.example), endpoint.example);
    });

    it(`${endpoint.id} preserves any valid values`, () => {
      fc.assert(
        fc.property(paramsOf(endpoint), (params) => assert.deepEqual(sentAndRead(endpoint, params), { ...params })),
        { numRuns: propertyRuns(2_000, 40) },
      );
    });
  }
});
