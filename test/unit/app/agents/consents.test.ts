import assert from 'node:assert/strict';
import { allowanceMs, type ConsentReply, type ConsentRequest, Consents } from '../../../../src/app/agents/consents.ts';
import { testLookup } from '../../../support/testEndpoints.ts';

const never = new AbortController().signal;

function request(price: bigint): ConsentRequest {
  return { endpoint: testLookup, params: {}, price, isPriceKnown: true, left: 10_000n };
}

function consentsOf(...replies: ConsentReply[]) {
  const asked: bigint[] = [];
  let now = 0;
  const consents = new Consents(
    async ({ price }) => {
      asked.push(price);
      return await Promise.resolve(replies.shift() ?? 'no');
    },
    () => now,
  );
  return { consents, asked, wait: (ms: number) => void (now += ms) };
}

describe('what a person allows agents to spend', () => {
  it('is one request where they say so', async () => {
    const { consents, asked } = consentsOf('once');
    assert.ok((await consents.obtain(request(200n), never)) !== undefined);
    assert.equal(await consents.obtain(request(200n), never), undefined);
    assert.deepEqual([asked, consents.left], [[200n, 200n], undefined]);
  });

  it('is an amount that several share, to the last micro-dollar', async () => {
    const { consents, asked } = consentsOf({ upTo: 500n });
    const first = await consents.obtain(request(200n), never);
    const second = await consents.obtain(request(200n), never);
    assert.deepEqual([asked.length, consents.left, consents.covers(100n), consents.covers(101n)], [1, 100n, true, false]);
    first?.settle(0n);
    second?.settle(300n);
    assert.equal(consents.left, 200n, 'what was refunded is free again, and what cost more counts');
    assert.equal(await consents.obtain(request(201n), never), undefined);
    assert.equal(asked.length, 2, 'beyond the amount they are asked again');
  });

  it('serves those that waited while they were asked, with one question', async () => {
    const { consents, asked } = consentsOf({ upTo: 400n });
    const grants = await Promise.all([consents.obtain(request(200n), never), consents.obtain(request(200n), never)]);
    assert.deepEqual([grants.every((grant) => grant !== undefined), asked.length], [true, 1]);
  });

  it('is too little where it does not cover the very request', async () => {
    const { consents } = consentsOf({ upTo: 199n });
    assert.equal(await consents.obtain(request(200n), never), undefined);
  });

  it('is forgotten when no agent used it for half an hour', async () => {
    const { consents, asked, wait } = consentsOf({ upTo: 1_000n }, 'no');
    await consents.obtain(request(200n), never);
    wait(allowanceMs);
    assert.ok((await consents.obtain(request(200n), never)) !== undefined);
    wait(allowanceMs + 1);
    assert.equal(consents.left, undefined);
    assert.equal(await consents.obtain(request(200n), never), undefined);
    assert.equal(asked.length, 2);
  });

  it('ends when it is taken back: what is left of an amount, and those who wait', async () => {
    const { consents, asked } = consentsOf({ upTo: 1_000n });
    await consents.obtain(request(200n), never);
    const { stopped } = consents;
    consents.revoke();
    assert.deepEqual([stopped.aborted, consents.left, consents.stopped.aborted], [true, undefined, false]);
    assert.equal(await consents.obtain(request(200n), never), undefined);
    assert.equal(asked.length, 2, 'they are asked again');
  });

  it('is not asked for by a request that nobody waits for any more', async () => {
    const { consents, asked } = consentsOf('once');
    assert.equal(await consents.obtain(request(200n), AbortSignal.abort()), undefined);
    assert.deepEqual(asked, []);
  });

  it('sets nothing aside for a request that was stopped while it was its turn', async () => {
    const { consents } = consentsOf({ upTo: 1_000n });
    const stop = new AbortController();
    const waiting = consents.obtain(request(200n), stop.signal);
    stop.abort();
    assert.equal(await waiting, undefined);
    await Promise.resolve();
    assert.ok(consents.left === undefined || consents.left === 1_000n);
  });
});
