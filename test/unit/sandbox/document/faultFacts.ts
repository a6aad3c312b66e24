import assert from 'node:assert/strict';
import type { Sandbox } from '../../../../src/sandbox/server.ts';
import { control } from '../control/controlCall.ts';
import { get } from '../testSandbox.ts';
import { type Wire, wireOf } from '../wire.ts';
import { askPrimary, emojis, type Fact, plan, requestsOf, statusesOf } from './fact.ts';

const path = `/primary${emojis}`;

/** What is on the wire for a key whose next calls are struck by one rule. */
async function struck(sandbox: Sandbox, key: string, rule: object, isEnough?: (text: string) => boolean): Promise<Wire> {
  await plan(sandbox, key, { ...rule });
  return await wireOf(sandbox, path, isEnough === undefined ? { key } : { key, isEnough });
}

const bodyLength = (text: string): number => text.split('\r\n\r\n', 2)[1]?.length ?? 0;

const ruleFacts: readonly Fact[] = [
  {
    says: [
      'The first rule that fits a call strikes.',
      '| `match` | all of `service`, `endpoint` (the id of a row, `primary.search`), `path` (below the service, from its `/` on; `*` stands for any run of characters, also at the start), `method`; one that is left out fits all |',
    ],
    holds: async (sandbox) => {
      const key = 'match';
      await plan(
        sandbox,
        key,
        { match: { service: 'gateway' }, status: 501 },
        { match: { endpoint: 'primary.search', method: 'POST' }, status: 507 },
        { match: { endpoint: 'primary.search' }, status: 503 },
        { match: { path: '*/followers' }, status: 504 },
        { match: { path: '/misc/*' }, status: 505 },
        { status: 506 },
      );
      assert.equal((await get(sandbox.gateway, '/trends/locations', { key })).status, 501);
      assert.equal((await get(sandbox.primary, '/search?searchItem=a', { key, method: 'POST' })).status, 507);
      for (const [asked, status] of [
        ['/search?searchItem=a', 503],
        ['/user/1/followers', 504],
        [emojis, 505],
        ['/user/1', 506],
      ] as const) {
        assert.equal((await askPrimary(sandbox, key, asked)).status, status, asked);
      }
    },
  },
  {
    says: [
      '| `status` | an error of the service, 400 to 599; `message` says it in other words |',
      '| `kind` | what goes wrong on the way, see below; instead of `status` |',
      '| `times` | how many calls it strikes; left out: every one. "The first 2 fail, then all is well" is `times: 2` |',
      '| `after` | how many calls pass first |',
      '| `retryAfter` | `Retry-After`, seconds |',
    ],
    holds: async (sandbox) => {
      for (const rule of [{ status: 399 }, { status: 600 }, { status: 500, kind: 'reset' }]) {
        assert.equal((await control(sandbox, 'faults', { key: 'odd', rules: [rule] })).status, 400, JSON.stringify(rule));
      }
      await plan(sandbox, 'status', { status: 599, message: 'planted', retryAfter: 7 });
      const { body, headers } = await askPrimary(sandbox, 'status');
      assert.deepEqual([body, headers['retry-after']], [{ error: 'planted' }, '7']);
      assert.deepEqual(await statusesOf(sandbox, 'status', 3), [599, 599, 599]);
      await plan(sandbox, 'times', { status: 400, times: 2 });
      assert.deepEqual(await statusesOf(sandbox, 'times', 4), [400, 400, 200, 200]);
      await plan(sandbox, 'after', { status: 400, after: 2 });
      assert.deepEqual(await statusesOf(sandbox, 'after', 4), [200, 200, 400, 400]);
    },
  },
  {
    says: [
      '| `phase` | `before` the charge or `after` it. Left out: before for 401, 402, 403, 429 and `html200`, after for the rest |',
      '| `refund` | whether the charge is given back; left out: as the status says, and no for a kind |',
    ],
    holds: async (sandbox) => {
      for (const [rule, balance] of [
        ...[401, 402, 403, 429].map((status) => [{ status }, '10.00'] as const),
        [{ kind: 'html200' }, '10.00'],
        [{ status: 422 }, '9.9998'],
        [{ status: 422, phase: 'before' }, '10.00'],
        [{ status: 422, refund: true }, '10.00'],
        [{ kind: 'html200', phase: 'after' }, '9.9998'],
        [{ status: 500 }, '10.00'],
        [{ status: 500, refund: false }, '9.9998'],
        [{ kind: 'truncate' }, '9.9998'],
        [{ kind: 'truncate', refund: true }, '10.00'],
      ] as const) {
        const key = `phase-${JSON.stringify(rule)}`;
        await struck(sandbox, key, { ...rule, times: 1 });
        const { headers } = await askPrimary(sandbox, key, '/user/by/username/error_400'); // given back
        assert.equal(headers['x-remaining-balance'], balance, key);
      }
    },
  },
  {
    says: [
      '| `latency` | milliseconds before the answer; alone, it only delays |',
      '| `retried` | `true`: the primary service says `X-Retried: true`, alone on a good answer |',
    ],
    holds: async (sandbox) => {
      await plan(sandbox, 'latency', { latency: 60 });
      assert.equal((await askPrimary(sandbox, 'latency')).status, 200);
      await plan(sandbox, 'retried', { retried: true });
      const { status, headers } = await askPrimary(sandbox, 'retried');
      assert.deepEqual([status, headers['x-retried'], headers['x-refunded']], [200, 'true', undefined]);
    },
  },
];

const kindFacts: readonly Fact[] = [
  {
    says: [
      '| `bytes` | how many, as the kind understands it |',
      '| `reset` | the connection is reset | left out: before the first byte; else after so many of the body |',
      '| `stall` | nothing more comes; the connection stays open until somebody closes it | the same |',
      '| `truncate` | the body ends before its announced length | that come; half |',
    ],
    holds: async (sandbox) => {
      const bare = await struck(sandbox, 'reset', { kind: 'reset' });
      assert.deepEqual([bare.text, bare.end], ['', 'reset']);
      const cut = await struck(sandbox, 'reset', { kind: 'reset', bytes: 20 });
      assert.deepEqual([cut.body.length <= 20, cut.end], [true, 'reset']);
      const begun = await struck(sandbox, 'stall', { kind: 'stall', bytes: 8 }, (text) => bodyLength(text) >= 8);
      assert.deepEqual([begun.body.length, begun.end], [8, 'stopped']);
      await plan(sandbox, 'stall', { kind: 'stall' });
      const silent = wireOf(sandbox, path, { key: 'stall' });
      while ((await requestsOf(sandbox, 'stall')).length < 2) await askPrimary(sandbox, 'somebody else');
      assert.equal(await Promise.race([silent, Promise.resolve('still open')]), 'still open');
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
  {
    says: ['| `html200` | 200 with the sign-in page of some network | |'],
    holds: async (sandbox) => {
      const html = await struck(sandbox, 'between', { kind: 'html200' });
      assert.match(html.text, /^HTTP\/1\.1 200 [^]*text\/html[^]*Sign in to the network/);
    },
  },
];

export const faultFacts: readonly Fact[] = [...ruleFacts, ...kindFacts];
