import assert from 'node:assert/strict';
import { createClient } from '../../../../src/client/createClient.ts';
import type { SocialDataError } from '../../../../src/client/errors.ts';
import type { WaitReason } from '../../../../src/client/policies/send.ts';
import { fakeClock, flushPromises } from '../../../support/fakeClock.ts';
import { type FakeReply, fakeTransport } from '../../../support/fakeTransport.ts';
import { testConnection, testLookup, testPostMethodEndpoint } from '../../../support/testEndpoints.ts';
import { callingClient } from './support/callingClient.ts';

describe('the gate', () => {
  it('holds every call of a connection until the time in a 429', async () => {
    const { clock, transport, call } = callingClient((index) =>
      index === 0 ? { status: 429, headers: { 'retry-after': '30' } } : {},
    );
    const first = call('first');
    await flushPromises();
    const others = Array.from({ length: 50 }, (_, index) => call(`other${index}`));
    await clock.advance(29_999);
    assert.equal(transport.requests.length, 1, 'nobody may go before the time');
    await clock.advance(1);
    await Promise.all([first, ...others]);
    assert.equal(transport.requests.length, 52);
    assert(transport.times.slice(1).every((time) => time === 1_800_000_030_000));
  });

  it('sends one call first after a hold, and holds the others again if it also gets a 429', async () => {
    const { clock, transport, call } = callingClient((index) =>
      index < 2 ? { status: 429, headers: { 'retry-after': '10' } } : {},
    );
    const calls = [call('first')];
    await flushPromises();
    calls.push(...Array.from({ length: 20 }, (_, index) => call(`other${index}`)));
    await clock.advance(10_000);
    assert.equal(transport.requests.length, 2);
    await clock.advance(10_000);
    await Promise.all(calls);
    assert.equal(transport.requests.length, 2 + 21);
  });

  it('reports to every call over the limit that it waits', async () => {
    const response = Promise.withResolvers<FakeReply>();
    const { client, transport } = callingClient(() => response.promise);
    const heard: string[] = [];
    const call = (name: string) =>
      client.call(testLookup, { name }, { onWaiting: (waiting) => void heard.push(`${name} ${waiting.kind}`) });
    const calls = Array.from({ length: 35 }, (_, index) => call(`${index}`));
    await flushPromises();
    calls.push(call('later'));
    await flushPromises();
    assert.equal(transport.requests.length, 32);
    assert.deepEqual(heard, ['32 queued', '33 queued', '34 queued', 'later queued']);
    response.resolve({});
    await Promise.all(calls);
  });

  it("doubles its own wait if the service doesn't state one: 5 s, 10 s, 20 s", async () => {
    const { clock, transport, call, errors } = callingClient(() => ({ status: 429 }));
    void call('a').catch(() => undefined);
    while (await clock.advanceToNext());
    const gaps = transport.times.slice(1).map((time, index) => time - (transport.times[index] ?? 0));
    assert.deepEqual(gaps, [5_000, 10_000, 20_000]);
    assert.equal(errors[0]?.kind, 'rateLimited');
  });

  it("waits at most a minute if the service doesn't state a time, and 5 s again after a success", async () => {
    const { clock, transport, call } = callingClient((index) => (index === 6 ? {} : { status: 429 }));
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      void call(name).catch(() => undefined);
      while (await clock.advanceToNext());
    }
    const gaps = transport.times.slice(1).map((time, index) => time - (transport.times[index] ?? 0));
    assert.deepEqual(
      gaps,
      [5, 10, 20, 40, 60, 60, 0, 5, 10, 20].map((seconds) => seconds * 1_000),
    );
  });

  it('uses the later of two hold times', async () => {
    const responses = [Promise.withResolvers<FakeReply>(), Promise.withResolvers<FakeReply>()];
    const { clock, transport, call } = callingClient((index) => responses[index]?.promise ?? {});
    const calls = [call('a'), call('b')];
    await flushPromises();
    responses[0]?.resolve({ status: 429, headers: { 'retry-after': '30' } });
    await flushPromises();
    responses[1]?.resolve({ status: 429, headers: { 'retry-after': '10' } });
    await clock.advance(29_999);
    assert.equal(transport.requests.length, 2);
    await clock.advance(1);
    await Promise.all(calls);
  });

  it("doesn't send other calls before the first one when an earlier response arrives", async () => {
    const responses = Array.from({ length: 3 }, () => Promise.withResolvers<FakeReply>());
    const { clock, transport, call } = callingClient((index) => responses[index]?.promise ?? {});
    const calls = [call('slow'), call('held')];
    await flushPromises();
    responses[1]?.resolve({ status: 429, headers: { 'retry-after': '10' } });
    await flushPromises();
    calls.push(call('behind'));
    await clock.advance(10_000);
    assert.equal(transport.requests.length, 3);
    responses[0]?.resolve({});
    await flushPromises();
    assert.equal(transport.requests.length, 3, 'the first one has no response yet');
    responses[2]?.resolve({});
    await Promise.all(calls);
    assert.equal(transport.requests.length, 4);
  });

  for (const [moved, byMs] of [
    ['back', -3_600_000],
    ['forward', 3_600_000],
  ] as const) {
    it(`holds as long when the system time is set ${moved} by an hour`, async () => {
      const { clock, transport, call, errors } = callingClient((index) =>
        index === 0 ? { status: 429, headers: { 'retry-after': '30' } } : {},
      );
      const first = call('first');
      await flushPromises();
      clock.setWall(byMs);
      const second = call('second');
      await clock.advance(29_999);
      assert.deepEqual([transport.requests.length, errors], [1, []]);
      await clock.advance(1);
      await Promise.all([first, second]);
      assert.equal(transport.requests.length, 3);
    });
  }

  it('holds only the connection with the 429', async () => {
    const clock = fakeClock();
    const transport = fakeTransport((request) =>
      request.method === 'GET' ? { status: 429, headers: { 'retry-after': '30' } } : { body: { data: [] } },
    );
    const connection = testConnection();
    const client = createClient({ connections: { primary: connection, gateway: connection }, transport, clock });
    void client.call(testLookup, { name: 'a' }).catch(() => undefined);
    await flushPromises();
    await client.call(testPostMethodEndpoint, { q: 'b' });
    assert.equal(transport.requests.length, 2);
    await client.close();
  });

  it('cancels a waiting call at once, without a charge', async () => {
    const { clock, transport, client } = callingClient(() => ({ status: 429, headers: { 'retry-after': '30' } }));
    void client.call(testLookup, { name: 'a' }).catch(() => undefined);
    await flushPromises();
    const controller = new AbortController();
    const waiting = client.call(testLookup, { name: 'b' }, { signal: controller.signal, reuse: 'never' });
    await flushPromises();
    controller.abort();
    await assert.rejects(waiting, (error: SocialDataError) => error.kind === 'cancelled' && error.spent === 'no');
    assert.equal(transport.requests.length, 1);
    await client.close();
    await flushPromises();
    assert.equal(clock.pending(), 0, 'no timer may be left');
  });
});

describe('a call that the gate holds because of a different call', () => {
  /** Calls with recorded waits, by name. */
  function telling(reply: (index: number) => FakeReply | Promise<FakeReply>) {
    const made = callingClient(reply);
    const began = made.clock.now();
    const reported: Record<string, unknown[]> = {};
    const ask = (name: string) => {
      const mine = (reported[name] ??= []);
      const onWaiting = (waiting: WaitReason) => {
        const at = waiting.at === undefined ? waiting.at : waiting.at - began;
        mine.push([waiting.kind, waiting.endpoint.id, at]);
      };
      return made.client.call(testLookup, { name }, { onWaiting, onSent: () => mine.push('sent') });
    };
    return { ...made, reported, ask };
  }
  const held = (at: number | undefined) => ['held', testLookup.id, at];

  it('reports at once until when, and when it is sent; the call with the 429 reports its next attempt', async () => {
    const { clock, transport, reported, ask } = telling((index) =>
      index === 0 ? { status: 429, headers: { 'retry-after': '7' } } : {},
    );
    const first = ask('first');
    await flushPromises();
    const other = ask('other');
    await flushPromises();
    assert.deepEqual(reported, { first: ['sent', ['again', testLookup.id, 7_000]], other: [held(7_000)] });
    assert.equal(transport.requests.length, 1);
    await clock.advance(7_000);
    await Promise.all([first, other]);
    assert.deepEqual(reported['first'], ['sent', ['again', testLookup.id, 7_000], 'sent']);
    assert.deepEqual([reported['other']?.[0], reported['other']?.at(-1)], [held(7_000), 'sent']);
  });
});
