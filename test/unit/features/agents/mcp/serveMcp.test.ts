import assert from 'node:assert/strict';
import { agentTools } from '../../../../../src/features/agents/runTool.ts';
import { toolNames } from '../../../../../src/features/agents/toolNames.ts';
import { exampleValues } from '../../../../../src/client/endpoints/exampleValues.ts';
import { type ConnectedClient, connectClient, factsOf, textOf } from './support/connectClient.ts';
import { rawConnection } from './support/rawConnection.ts';
import { type SandboxDesk, sandboxDesk } from './support/sandboxDesk.ts';

const lookUp = { name: 'look_up', arguments: { text: `@${exampleValues.handle}` } };

for (const era of ['newest', '2025'] as const) {
  describe(`the MCP server, with a client using the ${era} protocol`, () => {
    let sandbox: SandboxDesk;
    let connected: ConnectedClient;

    before(async () => {
      sandbox = await sandboxDesk();
    });

    after(async () => {
      await sandbox[Symbol.asyncDispose]();
    });

    beforeEach(async () => {
      connected = await connectClient(sandbox.desk, { era });
    });

    afterEach(async () => {
      await connected[Symbol.asyncDispose]();
    });

    it('lists every tool with a closed schema, and declares which may cost money', async () => {
      const { tools } = await connected.client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        toolNames,
      );
      for (const [at, { annotations, inputSchema }] of tools.entries()) {
        const isLive = agentTools[at]?.kind === 'live';
        const isReading = !isLive && agentTools[at]?.writes !== true;
        assert.deepEqual([annotations?.readOnlyHint, annotations?.openWorldHint], [isReading, isLive]);
        assert.equal(inputSchema['additionalProperties'], false);
      }
    });

    it("runs every tool's example, and returns its text once and its cost", async () => {
      const { client } = connected;
      const first = await client.callTool(lookUp);
      const id = factsOf(first).response;
      const followers = { endpoint: 'primary.userFollowers', params: { userId: exampleValues.userId } };
      const page = await client.callTool({ name: 'call_endpoint', arguments: followers });
      const after = factsOf(page).next?.after;
      const examples: Readonly<Record<string, Record<string, unknown>>> = { read_stored: { response: id }, next_page: { after } };
      for (const { name, example, writes } of agentTools) {
        const response = await client.callTool({
          name,
          arguments: examples[name] ?? { ...example },
        });
        // this sandbox has no fixtures folder
        assert.equal(response.isError === true, writes === true, `${name}: ${textOf(response)}`);
        assert.deepEqual([response.content.length, response.structuredContent], [1, undefined]);
        const { tool, cost } = factsOf(response);
        assert.deepEqual([tool, cost], [name, { call: '0.00', isExact: true }]);
      }
    });

    it('returns and accepts ids as strings of digits', async () => {
      const { client } = connected;
      const { content } = await client.callTool(lookUp);
      assert.ok(textOf({ content }).includes(`id: ${exampleValues.userId}\n`));
      const byId = { endpoint: 'primary.userById', params: { userId: exampleValues.userId } };
      const again = await client.callTool({ name: 'call_endpoint', arguments: byId });
      assert.ok(textOf(again).includes(`username: ${exampleValues.handle}`));
    });

    it('returns an error that suggests what to send instead', async () => {
      const response = await connected.client.callTool({
        name: 'look_up',
        arguments: { text: 5 },
      });
      assert.equal(response.isError, true);
      assert.match(textOf(response), /Send instead: arguments such as \{"text"/);
      assert.deepEqual(factsOf(response).fault, { kind: 'input', fixableBy: 'agent' });
    });
  });
}

describe('the MCP server', () => {
  it('responds to requests before the handshake, ignores what is no request, and ends with its client', async () => {
    await using sandbox = await sandboxDesk();
    const { send, responseTo, leave } = rawConnection(sandbox.desk);
    for (const line of ['no json', '[1,2]', '', '\u0000', '{"jsonrpc":"1.0","id":"old","method":"x"}']) {
      send(line);
    }
    send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}');
    send('{"jsonrpc":"2.0","id":"early","method":"tools/call","params":{"name":"budget","arguments":{}}}');
    assert.match(await responseTo('early'), /the sandbox/);
    await leave();
  });

  it('rejects invalid arguments without repeating them', async () => {
    await using sandbox = await sandboxDesk();
    const { send, responseTo, leave } = rawConnection(sandbox.desk);
    const deep = `${'['.repeat(100_000)}"canary"${']'.repeat(100_000)}`;
    const given = [`{"text":${deep}}`, `{"text":"@a","canary":1}`, '{"__proto__":{"text":"@a"}}', '[]', '"canary"', 'null'];
    for (const [at, text] of given.entries()) {
      send(`{"jsonrpc":"2.0","id":"${at}","method":"tools/call","params":{"name":"look_up","arguments":${text}}}`);
      assert.match(await responseTo(String(at)), /"isError":true|"error":/);
    }
    await leave();
  });
});
