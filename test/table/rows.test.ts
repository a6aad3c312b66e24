import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as z from 'zod';
import { checkParams } from '../../src/client/checkParams.ts';
import { type Endpoint, endpointGroupsByService, getPathParamNames } from '../../src/client/endpoint.ts';
import * as table from '../../src/client/endpoints/table.ts';
import { endpointFault } from '../support/endpointFault.ts';
import { gatewayRows, primaryRows, type ReferenceRow } from './referenceRows.ts';

const { endpoints, findEndpointById } = table;

function rowsOf(service: Endpoint['service']): readonly Endpoint[] {
  return endpoints.filter((endpoint) => endpoint.service === service);
}

function callOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

function isOptional(endpoint: Endpoint, name: string): boolean {
  return endpoint.params.shape[name]?.safeParse(undefined).success ?? false;
}

/** The schemas at a path of keys, through optionals and unions. */
function schemasAt(schema: z.ZodType, path: readonly string[]): readonly z.ZodType[] {
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => (option instanceof z.ZodType ? schemasAt(option, path) : []));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const inner = schema.unwrap();
    return inner instanceof z.ZodType ? schemasAt(inner, path) : [];
  }
  const [key, ...rest] = path;
  if (key === undefined) return [schema];
  const next: unknown = schema instanceof z.ZodObject ? schema.shape[key] : undefined;
  return next instanceof z.ZodType ? schemasAt(next, rest) : [];
}

describe('the catalog', () => {
  for (const endpoint of endpoints) {
    it(`has a consistent row ${endpoint.id}`, () => assert.equal(endpointFault(endpoint), undefined));
  }

  it('has each id once, and each method and path once per service, aliases included', () => {
    const ids = endpoints.map(({ id }) => id);
    const calls = endpoints.flatMap(({ service, method, path, aliases }) =>
      [{ method, path }, ...aliases].map((call) => `${service} ${callOf(call).replace(/\{\w+\}/g, '{}')}`),
    );
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(new Set(calls).size, calls.length);
  });

  it('is in the order of services and groups', () => {
    const places = endpoints.map(({ service, group }) => `${service} ${group}`);
    const wanted = (['primary', 'gateway'] as const).flatMap((service) =>
      endpointGroupsByService[service].map((group) => `${service} ${group}`),
    );
    assert.deepEqual([...new Set(places)], wanted);
    assert.deepEqual(
      places,
      places.toSorted((a, b) => wanted.indexOf(a) - wanted.indexOf(b)),
    );
  });

  it('has both references’ aliases in their rows', () => {
    assert.deepEqual(
      endpoints.flatMap(({ id, aliases }) => aliases.map((alias) => `${id}: ${callOf(alias)}`)),
      [
        'primary.userFollowings: GET /user/{userId}/following',
        'primary.search: POST /search',
        'primary.search: GET /search/{searchItem}',
        'primary.search: POST /search/{searchItem}',
        'primary.search: GET /search_v2',
        'primary.search: POST /search_v2',
      ],
    );
  });

  for (const [service, reference] of [
    ['primary', primaryRows],
    ['gateway', gatewayRows],
  ] as const) {
    describe(`has every ${service} row in the reference:`, () => {
      const byCall = new Map(rowsOf(service).map((endpoint) => [callOf(endpoint), endpoint]));
      for (const row of reference) {
        it(row.call, () => {
          const endpoint = byCall.get(row.call);
          assert.ok(endpoint);
          assert.deepEqual(factsOf(endpoint), row);
        });
      }
      it('and no other', () => assert.deepEqual([...byCall.keys()].sort(), reference.map(({ call }) => call).sort()));
    });
  }

  for (const endpoint of endpoints) {
    describe(endpoint.id, () => {
      it('is found by its id and exported under its name', () => {
        const [service, name = ''] = endpoint.id.split('.');
        const exportName = service === 'gateway' ? `gateway${name.charAt(0).toUpperCase()}${name.slice(1)}` : name;
        assert.equal(findEndpointById(endpoint.id), endpoint);
        assert.equal(Object.entries(table).find(([key]) => key === exportName)?.[1], endpoint);
      });

      it('lists its guesses if it is not confirmed', () => {
        assert.equal(endpoint.confirmed, endpoint.guesses.length === 0);
        for (const guess of endpoint.guesses) assert.match(guess, /^The reference .+\.$/);
      });

      it('lists its service’s errors', () => {
        const common = endpoint.service === 'primary' ? [401, 402, 403, 408, 409, 429, 500] : [401, 429];
        assert.deepEqual(
          common.filter((status) => !endpoint.errors.includes(status)),
          [],
        );
        assert.deepEqual(
          endpoint.errors,
          [...new Set(endpoint.errors)].sort((a, b) => a - b),
        );
      });

      it('rejects an unknown parameter by name', () => {
        const [fault, ...others] = checkParams(endpoint, { ...endpoint.example, nosuch: 1 });
        assert.equal(fault?.param, 'nosuch');
        assert.match(fault.message, /^nosuch isn't a parameter of /);
        assert.deepEqual(others, []);
      });

      if (endpoint.paging !== undefined) {
        const { next } = endpoint.paging;
        const items = endpoint.yields[0]?.at ?? [];
        it('has a cursor parameter and paging fields in its response', () => {
          assert.ok('cursor' in endpoint.params.shape);
          assert.ok(schemasAt(endpoint.result, next).length > 0, `no ${next.join('.')}`);
          assert.ok(schemasAt(endpoint.result, next).every((schema) => schema instanceof z.ZodString));
          assert.ok(schemasAt(endpoint.result, items).length > 0, `no ${items.join('.')}`);
          assert.ok(schemasAt(endpoint.result, items).every((schema) => schema instanceof z.ZodArray));
        });
      } else {
        it('doesn’t accept a cursor, because it has one page', () => assert.ok(!('cursor' in endpoint.params.shape)));
      }
    });
  }
});

function factsOf(endpoint: Endpoint): ReferenceRow {
  const names = Object.keys(endpoint.params.shape);
  assert.deepEqual(
    getPathParamNames(endpoint.path).filter((name) => isOptional(endpoint, name)),
    [],
  );
  return {
    call: callOf(endpoint),
    params: names.map((name) => (isOptional(endpoint, name) ? `${name}?` : name)).join(' '),
    pages: endpoint.paging !== undefined,
    shown: endpoint.confirmed,
  };
}
