import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { allowanceIdleTimeoutMs } from '../../../src/app/agents/consents.ts';
import { openMcpServices } from '../../../src/cli/openMcpServices.ts';
import { userByUsername } from '../../../src/client/endpoints/table.ts';

const wanted = { connections: undefined, budget: 0n, allow: 0n, store: undefined, fixtures: undefined };

describe('what the MCP server of the command works with', () => {
  it('forgets an amount that a person allowed, also where the time of the machine is set back', async () => {
    const { services, close } = await openMcpServices(
      wanted,
      async () => await Promise.resolve({ upTo: 10n }),
      () => undefined,
    );
    const { consents } = services.agents;
    const request = { endpoint: userByUsername, params: {}, price: 1n, isPriceKnown: true, left: 10n };
    await consents.obtain(request, new AbortController().signal);
    assert.ok(consents.covers(1n));
    const [seconds, nanoseconds] = process.hrtime();
    const before = Date.now();
    // a day back by the calendar, while more than the time of an amount passes
    mock.method(Date, 'now', () => before - 24 * 60 * 60 * 1_000);
    mock.method(process, 'hrtime', () => [seconds + allowanceIdleTimeoutMs / 1_000 + 1, nanoseconds]);
    try {
      assert.ok(!consents.covers(1n));
    } finally {
      mock.restoreAll();
    }
    await close();
  });
});
