import assert from 'node:assert/strict';
import { createClient } from '../../../../src/client/createClient.ts';
import { fakeClock, flushPromises } from '../../../support/fakeClock.ts';
import { type FakeReply, fakeTransport } from '../../../support/fakeTransport.ts';
import { testConnection, testLookup } from '../../../support/testEndpoints.ts';
import { callingClient } from './support/callingClient.ts';

describe('calls that wait at the gate', () => {
  const refusedOnce = (seconds: number) => (index: number) =>
    index === 0 ? { status: 429, headers: { 'retry-after': `${seconds}` } } : {};

  it('are sent when the hold ends, even if the held call is gone', async () => {
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

  it('are sent even if a timer fires too early', async () => {
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

  it("aren't treated as in flight after a rejection", async () => {
    const responses = Array.from({ length: 32 }, () => Promise.withResolvers<FakeReply>());
    const reply = (index: number) => responses[index]?.promise ?? {};
    const { clock, transport, call, errors } = callingClient(reply, { deadlineMs: 3_600_000 });
    const calls = Promise.allSettled(Array.from({ length: 33 }, (_, index) => call(`${index}`)));
    await flushPromises();
    for (const response of responses) {
      response.resolve({ status: 429, headers: { 'retry-after': '600' } });
    }
    await calls;
    assert.equal(errors.length, 33);
    await clock.advance(600_000);
    await call('later');
    assert.equal(transport.requests.length, 33);
  });

  it('are rejected for a hold beyond their deadline, or over a minute', async () => {
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
});
