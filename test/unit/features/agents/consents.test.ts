import assert from 'node:assert/strict';
import {
  allowanceIdleTimeoutMs,
  type ConsentReply,
  type ConsentRequest,
  Consents,
} from '../../../../src/features/agents/consents.ts';
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

describe('requests that arrive while a consent question is open', () => {
  /** A user who replies on the test's command. */
  function slowly() {
    const queries: ConsentRequest[] = [];
    const replies: ((reply: ConsentReply) => void)[] = [];
    const consents = new Consents(
      async (query) => {
        queries.push(query);
        return await new Promise((resolve) => replies.push(resolve));
      },
      () => 0,
    );
    const untilAsked = async (count: number) => {
      for (let turn = 0; queries.length < count; turn += 1) {
        assert.ok(turn < 1_000, `${queries.length} questions`);
        await Promise.resolve();
      }
    };
    /** Replies to a question once it is open. */
    const replyTo = async (count: number, reply: ConsentReply) => {
      await untilAsked(count);
      replies[count - 1]?.(reply);
    };
    /** Sends the other requests while the question about the first is open. @returns which were allowed */
    const obtain = async ([first, ...others]: readonly ConsentRequest[]) => {
      assert.ok(first !== undefined);
      const opened = consents.obtain(first, never);
      await untilAsked(queries.length + 1);
      const grants = [opened, ...others.map(async (one) => await consents.obtain(one, never))];
      return { allowed: async () => (await Promise.all(grants)).map((grant) => grant !== undefined) };
    };
    const prices = () => queries.map(({ price }) => price);
    return { replyTo, obtain, prices };
  }

  it('use the allowed amount, and ask beyond it', async () => {
    const { replyTo, obtain, prices } = slowly();
    const { allowed } = await obtain([200n, 200n, 501n].map(request));
    await replyTo(1, { upTo: 500n });
    await replyTo(2, 'no');
    assert.deepEqual(await allowed(), [true, true, false]);
    assert.deepEqual(prices(), [200n, 501n]);
  });

  it('have a question each', async () => {
    const { replyTo, obtain, prices } = slowly();
    const { allowed } = await obtain([1n, 2n, 3n].map(request));
    await replyTo(1, 'no');
    await replyTo(2, 'once');
    await replyTo(3, 'no');
    assert.deepEqual(
      [await allowed(), prices()],
      [
        [false, true, false],
        [1n, 2n, 3n],
      ],
    );
  });
});

describe('consent to spend', () => {
  it('covers one request with "once"', async () => {
    const { consents, asked } = consentsOf('once');
    assert.ok((await consents.obtain(request(200n), never)) !== undefined);
    assert.equal(await consents.obtain(request(200n), never), undefined);
    assert.deepEqual([asked, consents.left], [[200n, 200n], undefined]);
  });

  it('covers several requests up to an amount, to the micro-dollar', async () => {
    const { consents, asked } = consentsOf({ upTo: 500n });
    const reserved = [];
    for (const _ of [1, 2]) {
      reserved.push((await consents.obtain(request(200n), never))?.reserve(200n, false, undefined));
    }
    assert.deepEqual([asked.length, consents.left], [1, 100n]);
    reserved[0]?.settle(0n);
    reserved[1]?.settle(300n);
    assert.equal(consents.left, 200n, 'what was refunded is free again, and what cost more counts');
    assert.equal(await consents.obtain(request(201n), never), undefined);
    assert.equal(asked.length, 2, 'beyond the amount they are asked again');
  });

  it("doesn't cover a request if the amount is below its price", async () => {
    const { consents } = consentsOf({ upTo: 199n });
    assert.equal(await consents.obtain(request(200n), never), undefined);
  });

  it('expires after half an hour without use', async () => {
    const { consents, asked, wait } = consentsOf({ upTo: 1_000n }, 'no');
    await consents.obtain(request(200n), never);
    wait(allowanceIdleTimeoutMs);
    assert.ok((await consents.obtain(request(200n), never)) !== undefined);
    wait(allowanceIdleTimeoutMs + 1);
    assert.equal(consents.left, undefined);
    assert.equal(await consents.obtain(request(200n), never), undefined);
    assert.equal(asked.length, 2);
  });

  it('ends when revoked, along with the remaining amount and the waiting requests', async () => {
    const { consents, asked } = consentsOf({ upTo: 1_000n });
    await consents.obtain(request(200n), never);
    const { stopped } = consents;
    consents.revoke();
    assert.deepEqual([stopped.aborted, consents.left, consents.stopped.aborted], [true, undefined, false]);
    assert.equal(await consents.obtain(request(200n), never), undefined);
    assert.equal(asked.length, 2, 'they are asked again');
  });
});
