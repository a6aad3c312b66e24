import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { agentTools, runTool } from '../../../src/features/agents/runTool.ts';
import { createTemporaryFolder } from '../../../src/build/projectFolders.ts';
import { openMcpServices, type OpenedMcpServices } from '../../../src/cli/openMcpServices.ts';
import { createApiKeyConnections } from '../../../src/client/connection.ts';
import { databaseFileName } from '../../../src/store/openStore.ts';

const wanted = { connections: undefined, budget: 0n, allow: 0n, store: undefined, fixtures: undefined };

describe("the MCP server's services", () => {
  it("reject paid requests with an unusable store until a new one is started with today's spending", async () => {
    await using folder = await createTemporaryFolder('mcp');
    const file = path.join(folder.path, databaseFileName);
    await writeFile(file, 'no database '.repeat(1_000));
    const { primary } = createApiKeyConnections({ key: 'key', baseUrl: 'http://127.0.0.1:9' });
    const paid = { ...wanted, connections: { primary, gateway: undefined, keys: [] }, budget: 10_000n, store: folder.path };
    const said: string[] = [];
    const open = async (newStore?: bigint) =>
      await openMcpServices(
        { ...paid, newStore },
        async () => await Promise.reject(new Error('nobody is asked')),
        (line) => said.push(line),
      );
    const tool = (name: string) => agentTools.find((one) => one.name === name) ?? assert.fail('there is such a tool');
    const run = async ({ services }: OpenedMcpServices, name: string, input: object = {}) =>
      (await runTool(tool(name), services, input, new AbortController().signal)).text;
    const broken = await open();
    assert.match(said.join(), /^Paid requests aren't sent\. The file is damaged\. .*--new-store DOLLARS/);
    assert.match(await run(broken, 'look_up', { text: '@one' }), /The file is damaged\..*--new-store DOLLARS/);
    assert.match(await run(broken, 'budget'), /^Paid requests aren't sent.*The file is damaged/);
    await broken.close();
    assert.ok((await readFile(file, 'utf8')).startsWith('no database'));
    for (const spentToday of [10_000n, 0n]) {
      const fresh = await open(spentToday); // the second start finds a valid store and uses it
      assert.match(await run(fresh, 'budget'), /\$0\.00 of \$0\.01 left, \$0\.01 spent/);
      await fresh.close();
    }
  });

  it("don't list fixtures if the folder is missing, and name it", async () => {
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
