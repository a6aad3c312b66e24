import assert from 'node:assert/strict';
import type { Sandbox } from '../../../../src/sandbox/server.ts';
import { control } from '../control/controlCall.ts';
import { get } from '../testSandbox.ts';
import { type Wire, wireOf } from '../wire.ts';
import { requestPrimary, emojis, type Fact, plan, statusesOf } from './fact.ts';

const path = `/primary${emojis}`;

/** A connection's bytes for a key with one fault rule. */
async function struck(sandbox: Sandbox, key: string, rule: object): Promise<Wire> {
  await plan(sandbox, key, { ...rule });
  return await wireOf(sandbox, path, { key });
}

const ruleFacts: readonly Fact[] = [
  {
    says: [
      'The first rule that matches a request applies.',
      '| `match` | `service` and `endpoint` (an id such as `primary.search`); both must match. If one is missing, it matches all |',
    ],
    holds: async (sandbox) => {
      const key = 'match';
      const rules = [
        { match: { service: 'gateway' }, status: 501 },
        { match: { endpoint: 'primary.search' }, status: 503 },
        { match: { service: 'gateway', endpoint: 'primary.userById' }, status: 504 },
        { status: 506 },
      ];
      await plan(sandbox, key, ...rules);
      assert.equal((await get(sandbox.gateway, '/trends/locations', { key })).status, 501);
      for (const [path, status] of [
        ['/search?searchItem=a', 503],
        [emojis, 506],
        ['/user/1', 506],
      ] as const) {
        assert.equal((await requestPrimary(sandbox, key, path)).status, status, path);
      }
    },
  },
  {
    says: [
      '| `status` | an error of the service, 400 to 599; `message` sets its text |',
      '| `kind` | a fault of the connection, see below; instead of `status` |',
      '| `times` | how many requests it applies to; all by default. `times: 2` fails the first two |',
      '| `retryAfter` | `Retry-After` in seconds |',
    ],
    holds: async (sandbox) => {
      for (const rule of [{ status: 399 }, { status: 600 }, { status: 500, kind: 'reset' }]) {
        assert.equal((await control(sandbox, 'faults', { key: 'odd', rules: [rule] })).status, 400, JSON.stringify(rule));
      }
      await plan(sandbox, 'status', { status: 599, message: 'planted', retryAfter: 7 });
      const { body, headers } = await requestPrimary(sandbox, 'status');
      assert.deepEqual([body, headers['retry-after']], [{ error: 'planted' }, '7']);
      assert.deepEqual(await statusesOf(sandbox, 'status', 3), [599, 599, 599]);
      await plan(sandbox, 'times', { status: 400, times: 2 });
      assert.deepEqual(await statusesOf(sandbox, 'times', 4), [400, 400, 200, 200]);
    },
  },
  {
    says: [
      '| `refund` | whether the charge is refunded; by default as for the status, and not for a kind. 401, 402, 403 and 429 come before the charge |',
    ],
    holds: async (sandbox) => {
      for (const [rule, balance] of [
        ...[401, 402, 403, 429].map((status) => [{ status }, '10.00'] as const),
        [{ status: 422 }, '9.9998'],
        [{ status: 422, refund: true }, '10.00'],
        [{ status: 500 }, '10.00'],
        [{ status: 500, refund: false }, '9.9998'],
        [{ kind: 'truncate' }, '9.9998'],
        [{ kind: 'truncate', refund: true }, '10.00'],
      ] as const) {
        const key = `phase-${JSON.stringify(rule)}`;
        await struck(sandbox, key, { ...rule, times: 1 });
        const { headers } = await requestPrimary(sandbox, key, '/user/by/username/error_400'); // refunded
        assert.equal(headers['x-remaining-balance'], balance, key);
      }
    },
  },
  {
    says: ['| `latency` | milliseconds before the response; on its own, it only delays |'],
    holds: async (sandbox) => {
      await plan(sandbox, 'latency', { latency: 60 });
      assert.equal((await requestPrimary(sandbox, 'latency')).status, 200);
    },
  },
];

const kindFacts: readonly Fact[] = [
  {
    says: [
      '| `bytes` | how many bytes, depending on the kind |',
      '| `reset` | the connection is reset | after how many bytes of the body; by default before the first byte |',
      '| `truncate` | the body ends before its announced length | how many are sent; by default half |',
    ],
    holds: async (sandbox) => {
      const bare = await struck(sandbox, 'reset', { kind: 'reset' });
      assert.deepEqual([bare.text, bare.end], ['', 'reset']);
      const cut = await struck(sandbox, 'reset', { kind: 'reset', bytes: 20 });
      assert.deepEqual([cut.body.length <= 20, cut.end], [true, 'reset']);
      for (const [rule, expected] of [
        [{ kind: 'truncate', bytes: 10 }, () => 10],
        [{ kind: 'truncate' }, (whole: number) => whole >> 1],
      ] as const) {
        const { text, body, end } = await struck(sandbox, 'truncate', rule);
        const announced = Number(/Content-Length: (\d+)/.exec(text)?.[1]);
        assert.ok(announced > 20);
        assert.deepEqual([body.length, end], [expected(announced), 'fin']);
      }
    },
  },
];

export const faultFacts: readonly Fact[] = [...ruleFacts, ...kindFacts];
