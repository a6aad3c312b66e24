import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { type Endpoint, getPathParamNames, type Service } from '../../../src/client/endpoint.ts';
import { endpoints } from '../../../src/client/endpoints/table.ts';
import { encodeCall } from '../../../src/client/wire.ts';
import { sandboxPrices } from '../../../src/sandbox/billing.ts';
import { createKeyStates, createSandboxClock } from '../../../src/sandbox/control/keyStates.ts';
import { createRequestHandler } from '../../../src/sandbox/requestHandler.ts';
import { readRequestHead } from '../../../src/sandbox/requestHead.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { createWorld } from '../../../src/sandbox/world/createWorld.ts';
import { allResponders } from '../../../src/sandbox/responses/allResponders.ts';
import { propertyRuns } from '../../support/propertyRuns.ts';
import { get } from './testSandbox.ts';

describe('all sandbox endpoints', () => {
  let sandbox: Sandbox;
  const faults: unknown[] = [];

  before(async () => {
    sandbox = await startSandbox({}, { onFault: (fault) => faults.push(fault) });
  });
  after(() => sandbox.close());

  for (const endpoint of endpoints) {
    it(`responds to the example of ${endpoint.id} with 200 and a valid body`, async () => {
      const call = encodeCall(endpoint, endpoint.example, 'simple');
      const got = await get(sandbox[endpoint.service], call.target, {
        key: sandbox.key,
        method: call.method,
        ...(call.body === undefined ? {} : { body: call.body }),
      });
      assert.equal(got.status, 200, `${got.text}\n${String(faults)}`);
      const parsed = endpoint.result.safeParse(got.body);
      assert.ok(parsed.success, parsed.error?.message);
      assert.equal(got.headers['x-response-format'], endpoint.service === 'primary' ? 'simple' : undefined);
      assert.equal(got.headers['x-price-per-call'], endpoint.service === 'primary' ? '0.0002' : undefined);
      assert.equal(got.headers['x-sandbox-note'] === undefined, endpoint.confirmed, String(got.headers['x-sandbox-note']));
    });
  }
});

describe('the sandbox under any input', () => {
  it('responds with a status from the reference', () => {
    const faults: unknown[] = [];
    const world = createWorld();
    const handle = createRequestHandler({
      ...{
        endpoints,
        responders: allResponders.responders,
        world,
        prices: sandboxPrices,
        marksResponses: true,
        rawUserLayout: 'both',
        latencyMs: 0,
        rateLimit: undefined,
      },
      keys: createKeyStates(10n ** 12n),
      nowMs: createSandboxClock(world.nowMs),
      onFault: (fault) => faults.push(fault),
    });
    const head = readRequestHead(['Host', 'x', 'X-API-KEY', 'k']);
    fc.assert(
      fc.property(
        fc.constantFrom(...endpoints.keys()),
        fc.array(oddText(), { minLength: 24, maxLength: 24 }),
        fc.constantFrom('raw', 'simple'),
        (index, texts, format) => {
          const endpoint = endpoints[index];
          assert.ok(endpoint !== undefined);
          const target = oddTarget(endpoint, texts, format);
          const body =
            endpoint.method === 'POST' ? ({ kind: 'text', text: texts[23] ?? '' } as const) : ({ kind: 'none' } as const);
          const reply = handle({ method: endpoint.method, target, head, body });
          assert.deepEqual(faults, [], target);
          assert.ok(!(reply instanceof Promise), target);
          assert.ok(statuses[endpoint.service].includes(reply.status), `${reply.status} ${target}`);
          JSON.parse(reply.bytes.toString());
        },
      ),
      { numRuns: propertyRuns(10_000, 200) },
    );
  });
});

/** Statuses for a valid key without fault rules (both references, Errors; assumptions 2.4, 7.2). */
const statuses: Readonly<Record<Service, readonly number[]>> = {
  primary: [200, 400, 404, 422, 502],
  gateway: [200, 400, 403, 404],
};

function oddText(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      '',
      '0',
      '-1',
      '1',
      '20',
      '1e9',
      '2.5',
      'NaN',
      'true',
      'Latest',
      '1500000000000000001',
      '9'.repeat(30),
      '9'.repeat(31),
      'ada_writes',
      '@ada_writes',
    ),
    fc.constantFrom(
      'from:ada_writes',
      'coffee',
      '"',
      '(',
      'a OR',
      '-',
      'since:2026-01-01',
      'within_time:9999999999d',
      '{"lang":"en"}',
      '{"minimumLikesCount":1e400}',
      '[]',
      'null',
      '{',
    ),
    fc.constantFrom(
      '__proto__',
      'constructor',
      'toString',
      '{"__proto__":1}',
      '{"query":{"keywords":[null]}}',
      '{"query":{"keywords":["coffee"]},"limit":-1}',
      '2026-01-01T00:00:00Z',
      '10km',
      '0',
    ),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.integer().map(String),
    fc.float().map(String),
  );
}

/** The endpoint's path and parameters with odd values; some keep the example's values, to pass more checks. */
function oddTarget(endpoint: Endpoint, texts: readonly string[], format: string): string {
  const example = new Map<string, unknown>(Object.entries(endpoint.example));
  const names = Object.keys(endpoint.params.shape);
  const text = (name: string): string => {
    const odd = texts[names.indexOf(name)] ?? '';
    const given = example.get(name);
    return encodeURIComponent(
      given === undefined || odd.length % 3 === 0 ? odd : typeof given === 'string' ? given : JSON.stringify(given),
    );
  };
  const inPath = getPathParamNames(endpoint.path);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => text(name) || 'x');
  const query = names.filter((name) => !inPath.includes(name)).map((name) => `${name}=${text(name)}`);
  return `/${endpoint.service}${path}?${[...query, `format=${format}`].join('&')}`;
}
