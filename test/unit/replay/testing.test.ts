import assert from 'node:assert/strict';
import type * as z from 'zod';
import { createClient } from '../../../src/client/publicFetch.ts';
import { userByUsername, userTweets } from '../../../src/client/endpoints/table.ts';
import { type Fault, startReplay, startSandbox } from '../../../src/replay/testing.ts';
import type { faultRuleSchema } from '../../../src/sandbox/faults/faultRules.ts';

// what the door says of a fault is what the sandbox takes, but for the list of kinds
type Taken = z.input<typeof faultRuleSchema>;
const fields: Readonly<Record<keyof Fault, true>> extends Readonly<Record<keyof Taken, true>> ? true : false = true;
const isTaken = (fault: Omit<Fault, 'kind'>): Taken => fault;

const ada = { username: 'ada_writes' };

describe('the sandbox of somebody else’s tests', () => {
  it('takes a clock, a rate limit and faults, says what was asked, and starts again', async () => {
    await using server = await startSandbox({
      clock: new Date('2026-06-15T12:00:00Z'),
      rateLimit: { calls: 3, seconds: 3_600 },
      faults: [{ match: { endpoint: userByUsername.id }, status: 503, times: 1 }],
    });
    await using client = createClient({ key: server.key, baseUrl: server.primary, random: () => 0 });
    await client.call(userByUsername, ada);
    const seen = await server.requests();
    assert.deepEqual(
      seen.map(({ endpoint, status, fault }) => [endpoint, status, fault]),
      [
        [userByUsername.id, 503, '503'],
        [userByUsername.id, 200, null],
      ],
    );
    await server.addFault({ match: { endpoint: userTweets.id }, status: 422, times: 1 });
    await assert.rejects(client.call(userTweets, { userId: '1' }), { kind: 'invalid' });
    await assert.rejects(client.call(userTweets, { userId: '1' }), { kind: 'rateLimited' });
    await server.reset();
    assert.deepEqual(await server.requests(), []);
    await using other = createClient({ key: server.key, baseUrl: server.primary, random: () => 0 }); // the first is held
    await other.call(userByUsername, ada);
    assert.equal((await server.requests())[0]?.status, 503, 'the fault that it was started with');
    assert.ok(fields && isTaken({}));
  });

  it('says what of its options, or of a fault, does not fit', async () => {
    for (const [options, message] of [
      [{ latencyMs: 5 }, /startSandbox: latencyMs is not a parameter of startSandbox: did you mean latency\?/],
      [{ clock: 'noon' }, /clock takes wall, a Date or a time as/],
      [{ port: -1 }, /port is at least 0/],
      [{ faults: [{ status: 200 }] }, /rules\.0\.status/],
      [{ faults: [{ match: { endpoint: 'primary.serch' }, status: 500 }] }, /"primary\.search" is near/],
    ] as const) {
      await assert.rejects(startSandbox(options as object), { message });
    }
    for (const [options, message] of [
      [{ fixtures: 'x', mode: 'liev' }, /^startReplay: mode takes strict or sandbox$/],
      [{}, /fixtures is needed/],
      [{ fixture: 'x' }, /did you mean fixtures\?/],
    ] as const) {
      await assert.rejects(startReplay(options as unknown as { fixtures: string }), { message });
    }
  });
});
