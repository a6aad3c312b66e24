import assert from 'node:assert/strict';
import { at } from '../../../support/at.ts';
import { describe, it } from 'mocha';
import { createOpenApiDocument } from '../../../../src/build/openApi/openApi.ts';
import { toJsonObject, type JsonObject } from '../../../../src/build/openApi/openApiSchemas.ts';
import { type Endpoint, getPathParamNames, type Service } from '../../../../src/client/endpoint.ts';
import { endpoints, search, usernamesToIds } from '../../../../src/client/endpoints/table.ts';

const services = ['primary', 'gateway'] as const;
const documents: Readonly<Record<Service, JsonObject>> = {
  primary: createOpenApiDocument('primary', endpoints),
  gateway: createOpenApiDocument('gateway', endpoints),
};

/** Follows a reference. */
function resolved(document: JsonObject, value: unknown): JsonObject {
  const ref = at(value, '$ref');
  return typeof ref === 'string' ? toJsonObject(at(document, ...ref.slice(2).split('/'))) : toJsonObject(value);
}

function operationOf(endpoint: Endpoint, call: { readonly method: string; readonly path: string } = endpoint): JsonObject {
  return toJsonObject(at(documents[endpoint.service], 'paths', call.path, call.method.toLowerCase()));
}

function parametersOf(endpoint: Endpoint, call?: { readonly method: string; readonly path: string }): readonly JsonObject[] {
  const all = operationOf(endpoint, call)['parameters'];
  return Array.isArray(all) ? all.map((parameter) => resolved(documents[endpoint.service], parameter)) : [];
}

/** Every object in a value, with its path. */
function everyObject(value: unknown, path: readonly string[] = []): readonly (readonly [readonly string[], JsonObject])[] {
  if (typeof value !== 'object' || value === null) return [];
  return [[path, toJsonObject(value)], ...Object.entries(value).flatMap(([name, inner]) => everyObject(inner, [...path, name]))];
}

describe('createOpenApiDocument', () => {
  for (const service of services) {
    describe(`of the ${service} service`, () => {
      const document = documents[service];
      const rows = endpoints.filter((endpoint) => endpoint.service === service);

      it('has exactly one operation for each row and alias, with a unique name', () => {
        const names = everyObject(document['paths']).flatMap(([, value]) =>
          typeof value['operationId'] === 'string' ? [value['operationId']] : [],
        );
        assert.equal(names.length, rows.flatMap((row) => [row, ...row.aliases]).length);
        assert.equal(new Set(names).size, names.length);
        for (const row of rows) assert.equal(`${service}.${String(operationOf(row)['operationId'])}`, row.id);
      });

      it('marks only the aliases as such', () => {
        for (const row of rows) {
          const name = operationOf(row)['operationId'];
          assert.equal(operationOf(row)['x-alias-of'], undefined);
          for (const alias of row.aliases) {
            const operation = operationOf(row, alias);
            assert.deepEqual([operation['x-alias-of'], operation['deprecated']], [name, true]);
            assert.ok(String(operation['description']).includes(alias.note));
          }
        }
      });

      it('gives every parameter a description, a schema, and an example', () => {
        for (const row of rows) {
          for (const call of [row, ...row.aliases]) {
            for (const parameter of parametersOf(row, call)) {
              const name = `${row.id} ${String(parameter['name'])}`;
              assert.ok(typeof parameter['description'] === 'string' && parameter['description'].length > 3, name);
              assert.equal(typeof at(parameter, 'schema', 'type'), 'string', name);
              assert.notEqual(parameter['example'], undefined, name);
            }
          }
        }
      });

      it('has each of a row’s parameters in its place, required as in the row', () => {
        for (const row of rows.filter(({ method }) => method === 'GET')) {
          for (const call of [row, ...row.aliases]) {
            const parameters = parametersOf(row, call).filter(({ name }) => name !== 'format');
            assert.deepEqual(
              parameters.map((parameter) => [parameter['name'], parameter['in'], parameter['required'] ?? false]),
              Object.entries(row.params.shape).map(([name, schema]) => {
                const inPath = getPathParamNames(call.path).includes(name);
                return [name, inPath ? 'path' : 'query', inPath || !schema.safeParse(undefined).success];
              }),
            );
          }
        }
      });

      it('has exactly each row’s error statuses, with its service’s body', () => {
        for (const row of rows) {
          const responses = toJsonObject(operationOf(row)['responses']);
          assert.deepEqual(Object.keys(responses).map(Number), [200, ...row.errors]);
          for (const status of row.errors) {
            const schema = at(resolved(document, responses[String(status)]), 'content', 'application/json', 'schema');
            const { required } = resolved(document, schema);
            assert.deepEqual(required, service === 'primary' && status === 502 ? ['error', 'attempts'] : ['error']);
          }
        }
      });

      it('doesn’t have recursive schemas (assumption 9.2)', () => {
        const schemas = toJsonObject(at(document, 'components', 'schemas'));
        const below = (name: string): readonly string[] =>
          everyObject(schemas[name]).flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref.split('/').at(-1) ?? ''] : []));
        const walk = (name: string, path: readonly string[]): void => {
          assert.ok(!path.includes(name), [...path, name].join(' > '));
          for (const next of below(name)) walk(next, [...path, name]);
        };
        for (const name of Object.keys(schemas)) walk(name, []);
      });
    });
  }

  it('has filters as a JSON string with a content schema (assumption 9.1)', () => {
    const filters = parametersOf(search).find(({ name }) => name === 'filters');
    const { type, contentMediaType, contentSchema } = toJsonObject(filters?.['schema']);
    assert.deepEqual([type, contentMediaType], ['string', 'application/json']);
    assert.deepEqual(at(resolved(documents.primary, contentSchema), 'properties', 'minimumLikesCount', 'type'), 'integer');
    assert.deepEqual(JSON.parse(String(filters?.['example'])), { minimumLikesCount: 5 });
    assert.equal(filters?.['content'], undefined);
  });

  it('has several handles as one comma-separated string, up to the reference’s limit', () => {
    const [usernames] = parametersOf(usernamesToIds);
    assert.deepEqual([at(usernames, 'schema', 'type'), usernames?.['example']], ['string', 'ada_writes,mira_maps']);
    const pattern = new RegExp(String(at(usernames, 'schema', 'pattern')));
    const handles = Array.from({ length: 100 }, (_, i) => `@some_${i}`);
    assert.match(handles.join(','), pattern);
    for (const bad of ['', 'a', 'ab,', 'ab cd', [...handles, 'more'].join(',')]) assert.doesNotMatch(bad, pattern);
  });

  it('requires simple Primary API responses, and also describes raw responses (assumption 9.3)', () => {
    for (const endpoint of endpoints) {
      const names = parametersOf(endpoint).map(({ name }) => name);
      const raw = at(operationOf(endpoint), 'responses', '200', 'x-raw');
      const isPrimary = endpoint.service === 'primary';
      assert.deepEqual([names.includes('format'), raw !== undefined], [isPrimary, isPrimary], endpoint.id);
    }
  });

  it('has a type for every string parameter, which some generators need', () => {
    for (const endpoint of endpoints) {
      for (const { name, schema } of parametersOf(endpoint))
        assert.ok(!('allOf' in toJsonObject(schema)), `${endpoint.id} ${String(name)}`);
    }
  });

  it('has the Primary API’s billing headers as optional (assumption 9.5)', () => {
    const headers = toJsonObject(at(operationOf(search), 'responses', '200', 'headers'));
    assert.deepEqual(Object.keys(headers), [
      'X-Price-Per-Call',
      'X-Remaining-Balance',
      'X-Refunded',
      'X-Retried',
      'X-Response-Format',
    ]);
    for (const header of Object.values(headers)) assert.equal(resolved(documents.primary, header)['required'], false);
    const reported = [401, 402, 403, 422, 429, 502].map((status) =>
      Object.keys(toJsonObject(resolved(documents.primary, at(operationOf(search), 'responses', status))['headers'])),
    );
    const all = ['X-Price-Per-Call', 'X-Remaining-Balance', 'X-Refunded', 'X-Retried'];
    assert.deepEqual(reported, [[], ['X-Remaining-Balance'], [], all, [], all]);
    assert.ok(!JSON.stringify(documents.gateway).includes('X-Price-Per-Call'));
  });

  it('accepts the key, or both marketplace headers in the Primary API', () => {
    assert.deepEqual(documents.primary['security'], [{ apiKey: [] }, { marketKey: [], marketHost: [] }]);
    assert.deepEqual(documents.gateway['security'], [{ apiKey: [] }]);
    assert.equal(at(documents.gateway, 'components', 'securitySchemes', 'apiKey', 'name'), 'X-API-KEY');
  });

  it('has the advanced search’s parameters as a JSON body', () => {
    const operation = at(documents.gateway, 'paths', '/search/advanced', 'post');
    assert.equal(at(operation, 'parameters'), undefined);
    const schema = at(operation, 'requestBody', 'content', 'application/json', 'schema');
    assert.deepEqual(Object.keys(toJsonObject(at(schema, 'properties'))), ['query', 'filters', 'sort', 'limit', 'cursor']);
  });

  it('doesn’t have patterns that need the u flag', () => {
    for (const [path, { pattern }] of everyObject(documents)) {
      if (typeof pattern === 'string') assert.ok(!/\\[pP]\{|\\u\{/.test(pattern), path.join('.'));
    }
  });
});
