import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { toJsonObject } from '../../src/build/openApi/openApiSchemas.ts';
import { type Endpoint, type ResponseFormat, getPathParamNames, type Service } from '../../src/client/endpoint.ts';
import { endpoints } from '../../src/client/endpoints/table.ts';
import { encodeCall } from '../../src/client/wire.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { toRawDocument, loadOpenApiDocument, objectAt } from '../support/openApi/documents.ts';
import { createValidator, type Validator } from '../support/openApi/validator.ts';
import { type Ask, get, type Got } from '../unit/sandbox/testSandbox.ts';
import { propertyRuns } from '../support/propertyRuns.ts';

const services = ['primary', 'gateway'] as const;

/** The sandbox's note if no raw schema is documented and it responds in the simple format. */
const simpleShapeNote = 'the simple format is returned';

describe('every sandbox response, checked against the OpenAPI documents by openapi-backend', () => {
  let sandbox: Sandbox;
  const faults: unknown[] = [];
  /** By response format, so an invalid response in one format isn't accepted in the other. */
  let validators: Readonly<Record<Service, Readonly<Record<ResponseFormat, Validator>>>>;

  before(async () => {
    sandbox = await startSandbox({ prices: { startBalance: 10n ** 12n } }, { onFault: (fault) => faults.push(fault) });
    const [primary, gateway] = await Promise.all(
      services.map(async (service) => ({
        raw: await createValidator(toRawDocument(loadOpenApiDocument(service))),
        simple: await createValidator(loadOpenApiDocument(service)),
      })),
    );
    assert.ok(primary !== undefined && gateway !== undefined);
    validators = { primary, gateway };
  });
  after(() => sandbox.close());

  /** Sends a request, and checks the response against the service's document. */
  async function asked(endpoint: Endpoint, target: string, format: ResponseFormat, ask: Ask = {}): Promise<Got> {
    const got = await get(sandbox[endpoint.service], target, { key: sandbox.key, method: endpoint.method, ...ask });
    const { method = endpoint.method } = ask;
    const inFormat = String(got.headers['x-sandbox-note']).includes(simpleShapeNote) ? 'simple' : format;
    const fault = validators[endpoint.service][inFormat].fault(operationIdOf(endpoint, method, target), got);
    assert.equal(fault, undefined, `${method} ${target} answered ${got.status}: ${String(fault)}`);
    assert.deepEqual(faults, [], target);
    return got;
  }

  function example(endpoint: Endpoint, format: ResponseFormat): { readonly target: string; readonly ask: Ask } {
    const { target, body, method } = encodeCall(endpoint, endpoint.example, format);
    return { target, ask: { method, ...(body === undefined ? {} : { body }) } };
  }

  for (const endpoint of endpoints) {
    it(`is valid for ${endpoint.id}’s example, in each format and on each path`, async () => {
      for (const format of endpoint.formats) {
        const { target, ask } = example(endpoint, format);
        const { status, headers } = await asked(endpoint, target, format, ask);
        const [guess = ''] = endpoint.guesses;
        const note = headers['x-sandbox-note'];
        assert.equal(status, 200);
        assert.ok(guess === '' ? note === undefined : String(note).includes(guess.slice(0, 60)), `${String(note)}, not ${guess}`);
        const isPrimary = endpoint.service === 'primary';
        assert.equal(headers['x-response-format'], isPrimary && format === 'simple' ? 'simple' : undefined);
        assert.equal(headers['x-price-per-call'], isPrimary ? '0.0002' : undefined);
        for (const alias of endpoint.aliases) {
          const { target: through } = encodeCall({ ...endpoint, path: alias.path }, endpoint.example, format);
          assert.equal((await asked(endpoint, through, format, { method: alias.method })).status, 200, through);
          const call = { method: alias.method, target: through };
          const fault = validators[endpoint.service][format].requestFault(operationIdOf(endpoint, alias.method, through), call);
          assert.equal(fault, undefined, through);
        }
      }
    });

    it(`belongs to a valid request for ${endpoint.id}`, () => {
      const { raw } = validators[endpoint.service];
      assert.equal(raw.requestFault(operationIdOf(endpoint), encodeCall(endpoint, endpoint.example, 'simple')), undefined);
    });

    it(`is valid for ${endpoint.id} with every rejected key`, async () => {
      const keys = {
        401: 'sandbox-invalid',
        402: 'sandbox-no-balance',
        403: 'sandbox-forbidden',
        408: 'sandbox-timeout',
        429: 'sandbox-rate-limited',
        500: 'sandbox-error',
      } as const;
      const { target, ask } = example(endpoint, 'simple');
      for (const [status, key] of Object.entries(keys)) {
        if (!endpoint.errors.includes(Number(status))) continue;
        const expected = endpoint.id === 'primary.miscEmojis' && status === '408' ? 400 : Number(status);
        assert.equal((await asked(endpoint, target, 'simple', { ...ask, key })).status, expected);
      }
      assert.equal((await asked(endpoint, target, 'simple', { ...ask, key: undefined })).status, 401);
    });
  }

  it('is valid on each page', async () => {
    for (const endpoint of endpoints.filter(({ paging, method }) => paging !== undefined && method === 'GET')) {
      let cursor: unknown;
      for (let page = 0; page < 3; page += 1) {
        const params = { ...endpoint.example, ...(cursor === undefined ? {} : { cursor }) };
        const got = await asked(endpoint, encodeCall(endpoint, params, 'simple').target, 'simple');
        cursor = endpoint.paging?.next.reduce<unknown>((value, key) => toJsonObject(value)[key], got.body);
        if (typeof cursor !== 'string') break;
      }
    }
  });

  it('is valid for any request, with a status that the operation lists', async () => {
    const seen = new Map<string, number>();
    const query = fc
      .constantFrom(...endpoints)
      .chain((endpoint) => fc.tuple(fc.constant(endpoint.id), fc.constantFrom(...endpoint.formats), oddCall(endpoint)));
    await fc.assert(
      fc.asyncProperty(query, async ([id, format, { target, body }]) => {
        const endpoint = rowOf(id);
        const separator = target.includes('?') ? '&' : '?';
        const full = endpoint.formats.includes('raw') ? `${target}${separator}format=${format}` : target;
        const { status } = await asked(endpoint, full, format, endpoint.method === 'POST' ? { body } : {});
        const name = `${endpoint.service} ${status}`;
        seen.set(name, (seen.get(name) ?? 0) + 1);
      }),
      { numRuns: propertyRuns(15_000, 400), seed: 20260615 },
    );
    for (const name of [
      'primary 200',
      'primary 400',
      'primary 404',
      'primary 422',
      'gateway 200',
      'gateway 400',
      'gateway 404',
    ]) {
      assert.ok((seen.get(name) ?? 0) > 0, `${name} was never met: ${[...seen].join(' ')}`);
    }
  });

  it('is valid for a search without a match, and has the number of attempts', async () => {
    const search = rowOf('primary.search');
    const got = await asked(search, '/search?searchItem=zzzzqqqq&format=simple', 'simple');
    assert.deepEqual([got.status, toJsonObject(got.body)['attempts']], [502, 9]);
  });

  it('is found to be invalid if a field has a different type in the document', async () => {
    const got = await get(sandbox.primary, '/user/1500000000000000001/followers?format=simple', { key: sandbox.key });
    assert.equal(validators.primary.simple.fault('userFollowers', got), undefined);
    const document = loadOpenApiDocument('primary');
    objectAt(document, 'components', 'schemas', 'User', 'properties', 'id')['type'] = 'integer';
    assert.match(String((await createValidator(document)).fault('userFollowers', got)), /\/data\/0\/id must be integer/);
  });
});

/** The operation of the row, or of the alias that a target matches. */
function operationIdOf(endpoint: Endpoint, method: string = endpoint.method, target: string = endpoint.path): string {
  const segments = (path: string): readonly string[] => path.replace(/\?.*$/, '').split('/');
  const alias = endpoint.aliases.find(
    (one) =>
      one.method === method &&
      segments(one.path).length === segments(target).length &&
      segments(one.path).every((segment, at) => segment.startsWith('{') || segment === segments(target)[at]),
  );
  if (alias === undefined) return endpoint.id.slice(endpoint.service.length + 1);
  const { operationId } = objectAt(loadOpenApiDocument(endpoint.service), 'paths', alias.path, alias.method.toLowerCase());
  assert.ok(typeof operationId === 'string');
  return operationId;
}

function rowOf(id: string): Endpoint {
  const found = endpoints.find((endpoint) => endpoint.id === id);
  assert.ok(found !== undefined, id);
  return found;
}

/** A request with some odd parameters. Most keep valid values, to pass more checks. */
function oddCall(endpoint: Endpoint): fc.Arbitrary<{ readonly target: string; readonly body: string }> {
  const odd = fc.oneof(
    fc.constantFrom('0', '-1', '1', '99', '1e9', '2.5', 'true', 'Latest', '1500000000000000001', '9'.repeat(31), '@ada_writes'),
    fc.constantFrom(
      'from:ada_writes',
      '"',
      '(',
      'a:b',
      '{"lang":"en"}',
      '{"sinceId":"x"}',
      '[]',
      '{',
      '2026-01-01',
      '10km',
      'a b',
    ),
    fc.constantFrom('__proto__', 'constructor', '{"__proto__":1}', '{"minimumLikesCount":1e400}', 'within_time:9999999999d'),
    fc.constantFrom('{"query":{"keywords":[null]}}', '{"query":{"keywords":["coffee"]},"limit":-1}'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
  );
  const given = new Map<string, unknown>(Object.entries(endpoint.example));
  const names = Object.keys(endpoint.params.shape);
  const inPath = getPathParamNames(endpoint.path);
  const text = (name: string, oddText: string | undefined): string | undefined => {
    const value = given.get(name);
    return (
      oddText ??
      (value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value).replace(/[[\]"]/g, ''))
    );
  };
  return fc
    .tuple(fc.record(Object.fromEntries(names.map((name) => [name, fc.option(odd, { nil: undefined, freq: 3 })]))), odd)
    .map(([drawn, body]) => {
      const values = new Map<string, string | undefined>(Object.entries(drawn));
      const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(text(name, values.get(name)) ?? 'x').replaceAll('.', '%2E'),
      );
      const query = names
        .filter((name) => !inPath.includes(name))
        .flatMap((name) => {
          const value = text(name, values.get(name));
          return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
        });
      return { target: query.length === 0 || endpoint.method === 'POST' ? path : `${path}?${query.join('&')}`, body };
    });
}
