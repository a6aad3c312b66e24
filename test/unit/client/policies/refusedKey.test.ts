import assert from 'node:assert/strict';
import { SocialDataError } from '../../../../src/client/errors.ts';
import { flushPromises } from '../../../support/fakeClock.ts';
import { type FakeReply, createNotSentFault } from '../../../support/fakeTransport.ts';
import { testPostMethodEndpoint } from '../../../support/testEndpoints.ts';
import { callingClient } from './support/callingClient.ts';

describe('a rejected key', () => {
  for (const [status, kind] of [
    [401, 'unauthorized'],
    [402, 'noBalance'],
    [403, 'forbidden'],
  ] as const) {
    it(`stops waiting calls on a ${status}, but not later ones`, async () => {
      const { clock, transport, call, errors } = callingClient((index) =>
        index === 0 ? { status: 429, headers: { 'retry-after': '30' } } : index === 1 ? { status } : {},
      );
      void call('a').catch(() => undefined);
      await flushPromises();
      void call('b').catch(() => undefined);
      void call('c').catch(() => undefined);
      await clock.advance(30_000);
      assert.equal(transport.requests.length, 2, 'the one that went first said enough');
      assert.deepEqual(
        errors.map((error) => error.kind),
        [kind, kind, kind],
      );
      assert.ok(errors.slice(1).every(({ spent, message }) => spent === 'no' && message.startsWith('stopped, because ')));
      await call('later');
      assert.equal(transport.requests.length, 3);
      assert.equal(clock.pending(), 0, 'no timer may be left');
    });
  }

  it("isn't the reason for a 404, which doesn't stop calls", async () => {
    const { clock, transport, call, errors } = callingClient((index) =>
      index === 0
        ? { status: 429, headers: { 'retry-after': '30' } }
        : index === 1
          ? { status: 404, body: { error: 'gone' } }
          : {},
    );
    for (const name of ['a', 'b', 'c']) {
      void call(name).catch(() => undefined);
      await flushPromises();
    }
    await clock.advance(30_000);
    assert.equal(transport.requests.length, 4);
    assert.deepEqual(
      errors.map(({ kind }) => kind),
      ['notFound'],
    );
  });

  it('prevents retries', async () => {
    const response = Promise.withResolvers<FakeReply>();
    const { clock, transport, call, errors } = callingClient((index) =>
      index === 0 ? createNotSentFault() : index === 1 ? response.promise : {},
    );
    void call('a').catch(() => undefined);
    void call('b').catch(() => undefined);
    await flushPromises();
    response.resolve({ status: 401 });
    while (await clock.advanceToNext());
    assert.equal(transport.requests.length, 2);
    assert.deepEqual(
      errors.map(({ kind }) => kind),
      ['unauthorized', 'unauthorized'],
    );
  });

  it("doesn't stop calls on a gateway 403, which concerns one private resource", async () => {
    const { clock, transport, client } = callingClient((index) =>
      index === 0 ? { status: 429, headers: { 'retry-after': '10' } } : index === 1 ? { status: 403 } : { body: { data: [] } },
    );
    const ends = ['a', 'b', 'c'].map((q) =>
      client.call(testPostMethodEndpoint, { q }).then(
        () => 'succeeded',
        (error: unknown) => (error instanceof SocialDataError ? error.kind : 'fault'),
      ),
    );
    await clock.advance(10_000);
    assert.deepEqual((await Promise.all(ends)).toSorted(), ['forbidden', 'succeeded', 'succeeded']);
    assert.equal(transport.requests.length, 4);
  });
});
