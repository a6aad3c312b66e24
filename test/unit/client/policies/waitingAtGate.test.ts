import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { createClient } from '../../../../src/client/createClient.ts';
import { createGate } from '../../../../src/client/policies/gate.ts';
import type { CallContext, WaitReason } from '../../../../src/client/policies/send.ts';
import type { Transport } from '../../../../src/client/transport.ts';
import { fakeClock, flushPromises } from '../../../support/fakeClock.ts';
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
    await flushPromises();
    const held = call('held');
    await flushPromises();
    controller.abort();
    await assert.rejects(refused);
    await clock.advance(30_000);
    assert.equal(transport.requests.length, 2);
    await held;
  });

  it('go also where the timer of the machine fires a moment too early', async () => {
    const clock = fakeClock();
    const early = (ms: number, action: () => void) => clock.schedule(ms > 1 ? ms - 0.5 : ms, action);
    const transport = fakeTransport((_, index) => refusedOnce(30)(index), clock.now);
    const connections = { primary: testConnection() };
    const client = createClient({ connections, transport, clock: { ...clock, schedule: early } });
    const call = client.call(testLookup, { name: 'a' });
    await clock.advance(30_000);
    await call;
    assert.equal(transport.requests.length, 2);
  });

  it('take no place when they were refused', async () => {
    const answers = Array.from({ length: 32 }, () => Promise.withResolvers<FakeReply>());
    const reply = (index: number) => answers[index]?.promise ?? {};
    const { clock, transport, call, errors } = callingClient(reply, { deadlineMs: 3_600_000 });
    const calls = Promise.allSettled(Array.from({ length: 33 }, (_, index) => call(`${index}`)));
    await flushPromises();
    for (const answer of answers) {
      answer.resolve({ status: 429, headers: { 'retry-after': '600' } });
    }
    await calls;
    assert.equal(errors.length, 33);
    await clock.advance(600_000);
    await call('later');
    assert.equal(transport.requests.length, 33);
  });

  it('are refused for a time at or behind their deadline, and over a minute also where the deadline would leave time', async () => {
    for (const [deadlineMs, seconds] of [
      [20_000, 30],
      [30_000, 30],
      [600_000, 61],
    ] as const) {
      const { transport, call, errors } = callingClient(refusedOnce(seconds), { deadlineMs });
      await assert.rejects(call('a'));
      await assert.rejects(call('b'));
      assert.deepEqual([errors[1]?.kind, errors[1]?.spent, transport.requests.length], ['rateLimited', 'no', 1]);
      assert.match(errors[1]?.message ?? '', /asked to wait longer/);
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
    await flushPromises();
    for (const answer of answers) {
      answer.resolve({ status: 429, headers: { 'retry-after': '10' } });
    }
    await flushPromises();
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

  it('may all leave as they hear what they wait for, none of them within another’s turn to hear', async () => {
    const goesFirst = Promise.withResolvers<FakeReply>();
    const { clock, client, call } = callingClient((index) => (index === 1 ? goesFirst.promise : refusedOnce(10)(index)));
    const first = call('first');
    await flushPromises();
    const heard: number[] = [];
    let hearing = 0;
    const others = Array.from({ length: 500 }, (_, index) => {
      const controller = new AbortController();
      const onWaiting = ({ at }: WaitReason) => {
        if (at === undefined) {
          heard.push(index);
          hearing += 1;
          assert.equal(hearing, 1);
          controller.abort();
          hearing -= 1;
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
    await flushPromises();
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
    await flushPromises();
    calls.push(client.call(testLookup, { name: 'b' }));
    await clock.advance(10_000);
    await Promise.all(calls);
    assert.equal(listeners.get('b'), 0);
  });

  it('are not gone through one by one when a call ends, however many there are', async () => {
    let looks = 0;
    const ends: (() => void)[] = [];
    const gate = createGate(fakeClock());
    const send = gate.policy(async () => {
      await new Promise<void>((resolve) => ends.push(resolve));
      throw new Error('ended');
    });
    const contextOf = (order: number) =>
      ({
        connectionStateKey: 'one',
        endpoint: testLookup,
        signal: new AbortController().signal,
        deadlineAt: Number.POSITIVE_INFINITY,
        onWaiting: () => undefined,
        get order() {
          looks += 1;
          return order;
        },
      }) as unknown as CallContext; // what the gate reads of one
    const calls = Array.from({ length: 1_000 }, (_, order) => send(contextOf(order)));
    const [first] = calls;
    await flushPromises();
    looks = 0;
    ends[0]?.();
    await assert.rejects(first ?? Promise.resolve(), /ended/);
    await flushPromises();
    assert.equal(ends.length, 33, 'the next one went');
    assert.ok(looks < 10, `${looks} calls were looked at`);
    void Promise.allSettled(calls);
  });

  it('all end, each having heard once, where each leaves the moment it hears of a hold', async () => {
    const answers = Array.from({ length: 32 }, () => Promise.withResolvers<FakeReply>());
    const { client, transport } = callingClient((index) => answers[index]?.promise ?? {}, { deadlineMs: 3_600_000 });
    const sent = answers.map(async (_, index) => await client.call(testLookup, { name: `sent${index}` }));
    await flushPromises();
    let heard = 0;
    const leaving = Array.from({ length: 2_500 }, async (_, index) => {
      const controller = new AbortController();
      const onWaiting = ({ kind }: WaitReason) => {
        if (kind === 'held') {
          heard += 1;
          controller.abort();
        }
      };
      await client.call(testLookup, { name: `${index}` }, { signal: controller.signal, onWaiting });
    });
    await flushPromises();
    answers[0]?.resolve({ status: 429, headers: { 'retry-after': '30' } });
    const ended = await Promise.allSettled(leaving);
    assert.ok(ended.every(({ status }) => status === 'rejected'));
    assert.deepEqual([heard, transport.requests.length], [2_500, 32]);
    for (const { resolve } of answers) {
      resolve({});
    }
    void Promise.allSettled(sent);
  });
});
