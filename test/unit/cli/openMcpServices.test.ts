import assert from 'node:assert/strict';
import path from 'node:path';
import { mock } from 'node:test';
import { agentTools } from '../../../src/app/agents/agentTools.ts';
import { allowanceIdleTimeoutMs } from '../../../src/app/agents/consents.ts';
import { runTool } from '../../../src/app/agents/runTool.ts';
import { createTemporaryFolder } from '../../../src/build/projectFolders.ts';
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
    const { consents } = services;
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

  it('lists no fixtures of a folder that does not exist yet, and says which', async () => {
    await using folder = await createTemporaryFolder('mcp');
    const fixtures = path.relative('', path.join(folder.path, 'later'));
    const { services, close } = await openMcpServices(
      { ...wanted, fixtures },
      async () => await Promise.resolve('no' as const),
      () => undefined,
    );
    const tool = agentTools.find(({ name }) => name === 'list_fixtures') ?? assert.fail('there is such a tool');
    const { text } = await runTool(tool, services, {}, new AbortController().signal);
    assert.ok(text.startsWith(`0 fixtures in ${path.join(folder.path, 'later')}.\n`), text);
    await close();
  });
});
