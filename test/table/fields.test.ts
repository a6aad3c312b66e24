import assert from 'node:assert/strict';
import type { Endpoint } from '../../src/client/endpoint.ts';
import { findEndpointById, endpoints } from '../../src/client/endpoints/table.ts';
import { at } from '../support/at.ts';
import { responseOf, textsOf, toAsked } from '../unit/sandbox/responses/ask.ts';
import { type ReferenceRecord, referenceRecords } from './referenceFields.ts';
import { referenceDefaults, referencePageSizes } from './referenceParams.ts';

function rowOf(id: string): Endpoint {
  const endpoint = findEndpointById(id);
  assert.ok(endpoint !== undefined, id);
  return endpoint;
}

/** The body of the sandbox's first page. */
function bodyOf(endpoint: Endpoint, texts: Readonly<Record<string, string>>): unknown {
  const given = endpoint.method === 'POST' ? { body: endpoint.example } : { texts };
  const { status, body, message } = toAsked(responseOf(endpoint, given).response, 0);
  assert.equal(status, 200, message);
  return body;
}

/** An object's names, with the names inside objects that the table lists. */
function namesIn(value: unknown, wanted: readonly string[], prefix = ''): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const path = `${prefix}${name}`;
    const isLookedInto = wanted.some((one) => one.startsWith(`${path}.`));
    return [path, ...(isLookedInto ? namesIn(inner, wanted, `${path}.`) : [])];
  });
}

function differencesOf({ row, texts, at: place, fields }: ReferenceRecord): readonly string[] {
  const endpoint = rowOf(row);
  const record = at(bodyOf(endpoint, texts ?? textsOf(endpoint.example)), ...place);
  const listed = fields.split(' ');
  const wanted = listed.map((name) => name.replace(/\?$/, ''));
  const found = namesIn(record, wanted);
  return [
    ...found.filter((name) => !wanted.includes(name)).map((name) => `${name} is not in the reference`),
    ...listed.filter((name) => !name.endsWith('?') && !found.includes(name)).map((name) => `${name} is missing`),
  ];
}

describe('sandbox records', () => {
  for (const record of referenceRecords) {
    it(`have exactly the reference fields of ${record.name} (${record.row})`, () => assert.deepEqual(differencesOf(record), []));

    it(`have each field of ${record.name} in the schema (${record.row})`, () => {
      const endpoint = rowOf(record.row);
      const fields = record.fields.split(' ').map((name) => name.replace(/\?$/, ''));
      const takesAnything = fields.filter((name) => {
        const body = structuredClone(bodyOf(endpoint, record.texts ?? textsOf(endpoint.example)));
        const [key = '', ...path] = name.split('.').toReversed();
        const owner = at(body, ...record.at, ...path.toReversed());
        if (typeof owner !== 'object' || owner === null) return false;
        Reflect.set(owner, key, Symbol('nothing that JSON has'));
        return endpoint.result.safeParse(body).success;
      });
      assert.deepEqual(takesAnything, record.open ?? []);
    });
  }
});

describe('the references’ defaults', () => {
  for (const endpoint of endpoints) {
    for (const [name, schema] of Object.entries(endpoint.params.shape)) {
      const key = `${endpoint.id} ${name}`;
      const wanted = referencePageSizes[key] ?? referenceDefaults[key] ?? referencePageSizes[name];
      it(`are stated by ${key}: ${String(wanted)}`, () => assert.equal(schema.meta()?.['serviceDefault'], wanted));
      if (wanted === undefined || endpoint.method === 'POST') continue;
      it(`are what the sandbox uses for ${key}`, () => {
        const { [name]: _, ...others } = textsOf(endpoint.example);
        assert.deepEqual(bodyOf(endpoint, { ...others, [name]: String(wanted) }), bodyOf(endpoint, others));
      });
    }
  }
});
