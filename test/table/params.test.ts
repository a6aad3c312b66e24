import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type * as z from 'zod';
import { checkParams } from '../../src/client/checkParams.ts';
import { type Endpoint, getPathParamNames } from '../../src/client/endpoint.ts';
import { endpoints } from '../../src/client/endpoints/table.ts';
import { type ParamEncoding, getParamEncoding } from '../../src/client/wire.ts';
import { type Limit, limitsByName, limitsByRow } from './referenceParams.ts';

/** Values of a different type than the parameter's. */
const strangers: Readonly<Record<ParamEncoding, readonly unknown[]>> = {
  text: [7, true, {}, ['a'], null],
  integer: ['7x', '7', 2.5, Number.NaN, 1e300, null],
  number: ['7', Number.NaN, Number.POSITIVE_INFINITY, null],
  boolean: ['yes', 1, null],
  list: ['a,b', 7, [], null],
  json: ['{', 7, [], null],
};

/** Values just within and just beyond a limit. */
function edgesOf(limit: Limit, item: unknown): { readonly takes: readonly unknown[]; readonly refuses: readonly unknown[] } {
  if ('choices' in limit)
    return {
      takes: limit.choices,
      refuses: ['', 'nosuch', limit.choices[0]?.toUpperCase() === limit.choices[0] ? 'x' : limit.choices[0]?.toUpperCase()],
    };
  if ('min' in limit) return { takes: [limit.min, limit.max], refuses: [limit.min - 1, limit.max + 1] };
  if ('length' in limit)
    return { takes: ['a', 'a'.repeat(limit.length), 'é😀 ?#/%+&'], refuses: ['', ' \t', 'a'.repeat(limit.length + 1), '\ud800'] };
  if ('items' in limit) {
    const many = (count: number): readonly unknown[] => Array.from({ length: count }, () => item);
    return { takes: [many(1), many(limit.items)], refuses: [many(0), many(limit.items + 1), ['!'], [7]] };
  }
  return limit;
}

function faultsOf(endpoint: Endpoint, name: string, value: unknown) {
  return checkParams(endpoint, { ...endpoint.example, [name]: value }).filter((fault) => fault.param === name);
}

function assertRefused(endpoint: Endpoint, name: string, title: string, value: unknown): void {
  const faults = faultsOf(endpoint, name, value);
  assert.ok(faults.length > 0, `${name} takes ${JSON.stringify(value)}`);
  for (const { message } of faults) assert.ok(message.startsWith(title), message);
}

function testParam(endpoint: Endpoint, name: string, schema: z.ZodType): void {
  const title = schema.meta()?.title;
  const kind = getParamEncoding(schema);
  assert.ok(title !== undefined);

  it('has a title, one sentence of help, and valid examples', () => {
    assert.match(title, /^[A-Z][\w ,()]{1,31}$/);
    const help = schema.meta()?.['help'];
    assert.ok(typeof help === 'string' && /^[A-Z].*\.$/.test(help), String(help));
    const examples = schema.meta()?.['examples'];
    for (const example of Array.isArray(examples) ? examples : []) assert.deepEqual(schema.safeParse(example).error, undefined);
    const byService = schema.meta()?.['serviceDefault'];
    if (byService !== undefined) assert.deepEqual(schema.safeParse(byService).error, undefined);
  });

  it('rejects a value of a different type, by its title', () => {
    for (const value of strangers[kind]) assertRefused(endpoint, name, title, value);
  });

  const limit = limitsByRow[`${endpoint.id} ${name}`] ?? (kind === 'json' ? undefined : limitsByName[name]);
  if (limit !== undefined) {
    const { takes, refuses } = edgesOf(limit, name === 'userIds' ? '1' : 'ada_writes');
    it('accepts what the reference allows', () => {
      for (const value of takes) assert.deepEqual(schema.safeParse(value).error, undefined, JSON.stringify(value));
    });
    it('rejects values beyond the reference’s limit, by its title', () => {
      for (const value of refuses) assertRefused(endpoint, name, title, value);
    });
  } else {
    it('is limited to true and false, or named keys', () =>
      assert.ok(kind === 'boolean' || kind === 'json', `${kind} without a limit`));
  }

  if (getPathParamNames(endpoint.path).includes(name) && kind === 'text') {
    it('rejects . and .., which would change the path', () => {
      for (const value of ['.', '..']) assertRefused(endpoint, name, title, value);
    });
  }
  if (kind === 'json') {
    it('rejects an unknown key', () => assertRefused(endpoint, name, title, { nosuch: 1 }));
  }
  if (!schema.safeParse(undefined).success) {
    it('is required', () => {
      const { [name]: _left, ...others } = Object.fromEntries(Object.entries(endpoint.example));
      assert.deepEqual(checkParams(endpoint, others), [{ param: name, message: `${title} is required` }]);
    });
  }
}

describe('each parameter', () => {
  for (const endpoint of endpoints) {
    for (const [name, schema] of Object.entries(endpoint.params.shape)) {
      describe(`${endpoint.id} ${name}`, () => testParam(endpoint, name, schema));
    }
  }

  it('with a stated limit exists', () => {
    const known = new Set(
      endpoints.flatMap(({ id, params }) => Object.keys(params.shape).flatMap((name) => [name, `${id} ${name}`])),
    );
    assert.deepEqual(
      [...Object.keys(limitsByName), ...Object.keys(limitsByRow)].filter((key) => !known.has(key)),
      [],
    );
  });
});
