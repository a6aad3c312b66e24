import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { createClient } from '../../../../src/client/createClient.ts';
import type { Waiting } from '../../../../src/client/policies/send.ts';
import type { Transport } from '../../../../src/client/transport.ts';
import { fakeClock, settle } from '../../../support/fakeClock.ts';
import { type FakeReply, fakeTransport } from '../../../support/fakeTransport.ts';
import { testConnection, testLookup } from '../../../support/testEndpoints.ts';
import { callingClient } from './support/callingClient.ts';

describe('calls that wait at the gate', () => {
  const refusedOnce = (seconds: number) => (index: number) =>
    index === 0 ? { status: 429, headers: { 'retry-after': `${seconds}` } } : {};

  it('go when the time has come, also where the one that was asked to wait is gone', async () => {
    const { clock, transport, client, call } = callingClient(refusedOnce(30));
    const controller = new AbortController();
    const refused = client.call(testLookup, { name: 'refused' }, { signal: controller.signal });
    await settle();
    const held = call('held');
    await settle();
    controller.abort();
    await assert.rejects(refused);
    await clock.advance(30_000);
    assert.equal(transport.requests.length, 2);
    await held;
  });

  it('take no place when they were refused', async () => {
    const answers = Array.from({ length: 32 }, () => Promise.withResolvers<FakeReply>());
    const reply = (index: number) => answers[index]?.promise ?? {};
    const { clock, transport, call, errors } = callingClient(reply, { deadlineMs: 3_600_000 });
    const calls = Promise.allSettled(Array.from({ length: 33 }, (_, index) => call(`${index}`)));
    await settle();
    for (const answer of answers) {
      answer.resolve({ status: 429, headers: { 'retry-after': '600' } });
    }
    await calls;
    assert.equal(errors.length, 33);
    await clock.advance(600_000);
    await call('later');
    assert.equal(transport.requests.length, 33);
  });

  it('are refused for a time behind their deadline, and over a minute also where the deadline would leave time', async () => {
    for (const [deadlineMs, seconds] of [
      [20_000, 30],
      [600_000, 61],
    ] as const) {
      const { transport, call, errors } = callingClient(refusedOnce(seconds), { deadlineMs });
      await assert.rejects(call('a'));
      await assert.rejects(call('b'));
      assert.deepEqual([errors[1]?.kind, errors[1]?.spent, transport.requests.length], ['rateLimited', 'no', 1]);
    }
  });

  it('hear of a hold also where they waited for the limit, and of the limit also where they were held', async () => {
    const answers = Array.from({ length: 32 }, () => Promise.withResolvers<FakeReply>());
    const later = Promise.withResolvers<FakeReply>();
    const { clock, client } = callingClient((index) => answers[index]?.promise ?? (index === 32 ? {} : later.promise));
    const heard = new Map<string, string[]>();
    const calls = Array.from({ length: 35 }, (_, index) => {
      const mine: string[] = [];
      heard.set(`${index}`, mine);
      return client.call(testLookup, { name: `${index}` }, { onWaiting: ({ kind, at }) => mine.push(`${kind} ${at ?? ''}`) });
    });
    await settle();
    for (const answer of answers) {
      answer.resolve({ status: 429, headers: { 'retry-after': '10' } });
    }
    await settle();
    assert.deepEqual(
      ['32', '33', '34'].map((name) => heard.get(name)),
      Array.from({ length: 3 }, () => ['queued ', 'held 1800000010000']),
    );
    await clock.advance(10_000);
    const lasts = [...heard.values()].map((mine) => mine.at(-1));
    assert.equal(lasts.filter((last) => last === 'queued ').length, 2, 'one was answered, 32 are on their way');
    later.resolve({});
    await Promise.all(calls);
  });

  it('may all leave as they hear what they wait for', async () => {
    const goesFirst = Promise.withResolvers<FakeReply>();
    const { clock, client, call } = callingClient((index) => (index === 1 ? goesFirst.promise : refusedOnce(10)(index)));
    const first = call('first');
    await settle();
    const heard: number[] = [];
    const others = Array.from({ length: 500 }, (_, index) => {
      const controller = new AbortController();
      const onWaiting = ({ at }: Waiting) => {
        if (at === undefined) {
          heard.push(index);
          controller.abort();
        }
      };
      return client.call(testLookup, { name: `${index}` }, { signal: controller.signal, reuse: 'never', onWaiting });
    });
    const left = Promise.allSettled(others);
    await clock.advance(10_000);
    assert((await left).every(({ status }) => status === 'rejected'));
    assert.deepEqual(heard, Array.from(heard.keys()));
    goesFirst.resolve({});
    await first;
  });

  it('hear of no limit when they go at once, in the last place that is free', async () => {
    const slow = Promise.withResolvers<FakeReply>();
    const { clock, client, call } = callingClient((index) => (index === 0 ? slow.promise : refusedOnce(10)(index - 1)));
    const heard: string[] = [];
    let late: Promise<unknown> = Promise.resolve();
    clock.schedule(10_000, () => {
      late = client.call(testLookup, { name: 'late' }, { onWaiting: ({ kind }) => heard.push(kind) });
    });
    const calls = [call('slow'), call('refused')];
    await settle();
    slow.resolve({}); // an answer: nobody has to go first after the hold
    calls.push(...Array.from({ length: 30 }, (_, index) => call(`${index}`)));
    await clock.advance(10_000);
    await Promise.all([...calls, late]);
    assert.deepEqual(heard, []);
  });

  it('leave nothing at their signal when they go', async () => {
    const clock = fakeClock();
    const transport = fakeTransport((_, index) => refusedOnce(10)(index), clock.now);
    const listeners = new Map<string | undefined, number>();
    const send: Transport['send'] = (request, options) => {
      const name = new URL(request.url).pathname.split('/').at(-1);
      listeners.set(name, getEventListeners(options.signal, 'abort').length);
      return transport.send(request, options);
    };
    const connections = { primary: testConnection() };
    const client = createClient({ connections, transport: { ...transport, send }, clock });
    const calls = [client.call(testLookup, { name: 'a' })];
    await settle();
    calls.push(client.call(testLookup, { name: 'b' }));
    await clock.advance(10_000);
    await Promise.all(calls);
    assert.equal(listeners.get('b'), 0);
  });
});
