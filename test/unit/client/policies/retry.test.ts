import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createClient, type ClientOptions } from '../../../../src/client/createClient.ts';
import { SocialDataError } from '../../../../src/client/errors.ts';
import type { RetryWait } from '../../../../src/client/policies/send.ts';
import { TransportFault } from '../../../../src/client/transport.ts';
import { type FakeClock, fakeClock } from '../../../support/fakeClock.ts';
import {
  createCutOffFault,
  type FakeReply,
  type FakeTransport,
  fakeTransport,
  createNotSentFault,
} from '../../../support/fakeTransport.ts';
import { testConnection, testLookup } from '../../../support/testEndpoints.ts';

interface Run {
  readonly transport: FakeTransport;
  readonly outcome: 'response' | SocialDataError;
  readonly tookMs: number;
}

/** The monotonic time when a call starts. */
const uptimeMs = 3_600_000;

async function run(reply: (index: number) => FakeReply, options: Partial<ClientOptions> = {}): Promise<Run> {
  const clock = fakeClock();
  await clock.advance(uptimeMs);
  const transport = fakeTransport((_, index) => reply(index), clock.now);
  const client = createClient({ connections: { primary: testConnection() }, transport, clock, random: () => 0.5, ...options });
  const start = clock.now();
  const outcome = await finish(clock, client.call(testLookup, { name: 'a' }));
  return { transport, outcome, tookMs: clock.now() - start };
}

async function finish(clock: FakeClock, call: Promise<unknown>): Promise<'response' | SocialDataError> {
  let outcome: 'response' | SocialDataError | undefined;
  call.then(
    () => {
      outcome = 'response';
    },
    (error: unknown) => {
      assert(error instanceof SocialDataError);
      outcome = error;
    },
  );
  while (outcome === undefined && (await clock.advanceToNext()));
  assert(outcome !== undefined, 'the call never ended');
  return outcome;
}

const refunds = { yes: { 'x-refunded': 'true' }, no: {}, garbled: { 'x-refunded': 'TRUE, yes' } } as const;

/** How often a status is requested, including the first attempt: if it was refunded, and if not. */
const hits = [
  { statuses: [301, 307, 400, 401, 402, 403, 404, 418, 422, 499, 600], refunded: 1, charged: 1 },
  { statuses: [408, 409, 500, 502, 503, 599], refunded: 3, charged: 1 },
  { statuses: [429], refunded: 4, charged: 4 },
];

describe('the retry policy', () => {
  for (const { statuses, refunded, charged } of hits) {
    for (const refund of ['yes', 'no', 'garbled'] as const) {
      const times = refund === 'yes' ? refunded : charged;
      it(`sends ${times} × for ${statuses.join(', ')}, refunded: ${refund}`, async () => {
        for (const status of statuses) {
          const { transport, outcome } = await run(() => ({ status, headers: refunds[refund], body: { error: 'x' } }));
          assert.equal(transport.requests.length, times, `${status}`);
          assert(outcome instanceof SocialDataError);
          assert.equal(outcome.exchange?.attempts, times);
        }
      });
    }
  }

  it("returns a later attempt's response, with the number of attempts", async () => {
    const clock = fakeClock();
    for (const failures of [0, 1, 2]) {
      const transport = fakeTransport((_, index) => (index < failures ? createNotSentFault() : {}));
      const client = createClient({ connections: { primary: testConnection() }, transport, clock, random: () => 0 });
      const call = client.call(testLookup, { name: 'a' });
      await finish(clock, call);
      assert.equal((await call).attempts, failures + 1);
    }
  });

  for (const [what, fault, kind] of [
    ['a reset after sending', createCutOffFault(), 'interrupted'],
    ['a certificate', new TransportFault('certificate', { sent: false, code: 'CERT_HAS_EXPIRED' }), 'certificate'],
    ['a body that is too large', new TransportFault('tooLarge', { sent: true }), 'tooLarge'],
    ['garbage', new TransportFault('malformed', { sent: true, code: 'HPE_INVALID_CONSTANT' }), 'interrupted'],
    ['a broken encoding', new TransportFault('decoding', { sent: true }), 'interrupted'],
  ] as const) {
    it(`never retries after ${what}`, async () => {
      const { transport, outcome } = await run(() => fault);
      assert.equal(transport.requests.length, 1);
      assert(outcome instanceof SocialDataError);
      assert.equal(outcome.kind, kind);
      assert.equal(outcome.spent, fault.sent ? 'maybe' : 'no');
    });
  }

  it('never retries a 2xx, readable or not', async () => {
    assert.equal((await run(() => ({ body: '<html>' }))).transport.requests.length, 1);
    assert.equal((await run(() => ({ body: { data: 'not as the row says' } }))).transport.requests.length, 1);
  });

  it('reads a 502 with attempts as an empty search: one call, refunded', async () => {
    const { transport, outcome } = await run(() => ({
      status: 502,
      headers: refunds.yes,
      body: { error: 'empty', attempts: 9 },
    }));
    assert.equal(transport.requests.length, 1);
    assert(outcome instanceof SocialDataError);
    assert.deepEqual([outcome.kind, outcome.spent], ['noResults', 'refunded']);
  });

  it("doesn't retry a 429 that was charged", async () => {
    const { transport } = await run(() => ({ status: 429, headers: { 'x-price-per-call': '0.001' } }));
    assert.equal(transport.requests.length, 1);
  });

  it('waits with full jitter, between 0 and the doubled base', async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), async (random) => {
        const { transport } = await run(() => createNotSentFault(), { random: () => random });
        const gaps = transport.times.slice(1).map((time, index) => time - (transport.times[index] ?? 0));
        gaps.forEach((gap, index) => assert(gap >= random * 500 * 2 ** index - 0.001 && gap <= 500 * 2 ** index, `gap ${gap}`));
      }),
      { numRuns: 50 },
    );
  });

  it('waits only if the deadline leaves time for it', async () => {
    const options = { random: () => 0.5, deadlineMs: 251 };
    assert.equal((await run((index) => (index === 0 ? createNotSentFault() : {}), options)).transport.requests.length, 2);
    const shorter = await run((index) => (index === 0 ? createNotSentFault() : {}), { ...options, deadlineMs: 250 });
    assert.deepEqual([shorter.transport.requests.length, shorter.tookMs], [1, 0]);
  });
});

describe('a call that waits for a retry', () => {
  /** An open call and its reports so far. */
  function start(reply: (index: number) => FakeReply, options: Partial<ClientOptions> = {}) {
    const clock = fakeClock();
    const transport = fakeTransport((_, index) => reply(index), clock.now);
    const client = createClient({ connections: { primary: testConnection() }, transport, clock, random: () => 0.5, ...options });
    const reported: RetryWait[] = [];
    const ask = async () =>
      await client.call(testLookup, { name: 'a' }, { onWaiting: (next) => next?.kind === 'again' && reported.push(next) });
    return { clock, transport, client, reported, ask };
  }
  const brief = (reported: readonly RetryWait[]) =>
    reported.map(({ error, attempt, maxAttempts, at }) => [error.kind, attempt, maxAttempts, at]);
  const began = fakeClock().now();

  it('reports it at once: the endpoint, the reason, that it was free, the next attempt, and its time', async () => {
    const { clock, transport, reported, ask } = start(() => createNotSentFault());
    const call = ask();
    call.catch(() => undefined);
    await clock.advance(0);
    assert.equal(transport.requests.length, 1, 'the second try is yet to come');
    assert.deepEqual(brief(reported), [['network', 2, 4, began + 250]]);
    const [{ endpoint, error }] = reported as [RetryWait];
    assert.deepEqual([endpoint.id, error.spent, error.facts.code], [testLookup.id, 'no', 'ECONNREFUSED']);
    await finish(clock, call);
    assert.deepEqual(brief(reported).slice(1), [
      ['network', 3, 4, began + 250 + 500],
      ['network', 4, 4, began + 250 + 500 + 1_000],
    ]);
    assert.deepEqual(
      transport.times.slice(1),
      reported.map(({ at }) => at),
    );
  });

  for (const [what, reply] of [
    ['it succeeds at once', {}],
    ['it may have been billed', createCutOffFault()],
    ['the service asks to wait too long', { status: 429, headers: { 'retry-after': '3600' } }],
    ["a server error isn't refunded", { status: 503, body: { error: 'x' } }],
  ] as const) {
    it(`reports nothing if ${what}`, async () => {
      const { clock, reported, ask } = start(() => reply);
      await finish(clock, ask());
      assert.deepEqual(reported, []);
    });
  }
});

describe('a call during which the system time is set back', () => {
  it('is retried when its wait is over, and has the real duration', async () => {
    const clock = fakeClock();
    const transport = fakeTransport((_, index) => {
      clock.setWall(-3_600_000);
      return index === 0 ? createNotSentFault() : {};
    }, clock.monotonicNow);
    const client = createClient({ connections: { primary: testConnection() }, transport, clock, random: () => 0.5 });
    const call = client.call(testLookup, { name: 'a' });
    await clock.advance(250);
    assert.deepEqual(transport.times, [0, 250]);
    const { sentAt, durationMs } = await call;
    assert.deepEqual([sentAt, durationMs], [1_800_000_000_250 - 3_600_000, 0]);
  });
});

describe('Retry-After', () => {
  it('is never undercut, in any format, over 1,000 values', async () => {
    const seconds = fc.nat({ max: 60 }).map((s) => ({ value: String(s), ms: s * 1000 }));
    const date = fc.tuple(fc.nat({ max: 60 }), fc.integer({ min: -7_200_000, max: 7_200_000 })).map(([s, skew]) => ({
      value: new Date(1_800_000_000_000 + skew + s * 1000).toUTCString(),
      date: new Date(1_800_000_000_000 + skew).toUTCString(),
      ms: s * 1000,
    }));
    const garbage = fc
      .constantFrom('-5', 'soon', '', '1e3', '0x10', 'Infinity', '-1, -2', '5;5')
      .map((value) => ({ value, ms: 5_000 }));
    await fc.assert(
      fc.asyncProperty(fc.oneof(seconds, date, garbage), async (header) => {
        const headers = { 'retry-after': header.value, ...('date' in header ? { date: header.date } : {}) };
        const { transport } = await run((index) => (index === 0 ? { status: 429, headers } : {}));
        const [first, second] = transport.times;
        assert(first !== undefined && second !== undefined);
        assert(second - first >= header.ms, `${second - first} ms instead of ${header.ms}`);
      }),
      { numRuns: 1_000 },
    );
  });

  it('fails the call with the time if it is over a minute', async () => {
    const { transport, outcome } = await run(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
    assert.equal(transport.requests.length, 1);
    assert(outcome instanceof SocialDataError);
    assert.equal(outcome.kind, 'rateLimited');
    assert.equal(outcome.facts.retryAt, 1_800_000_000_000 + uptimeMs + 3_600_000);
  });
});
