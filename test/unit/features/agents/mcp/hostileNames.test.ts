import assert from 'node:assert/strict';
import { readAgentName } from '../../../../../src/features/agents/untrusted.ts';
import type { ListedFixture } from '../../../../../src/features/fixtures/readFixture.ts';
import type { McpServerOptions } from '../../../../../src/features/agents/mcp/serveMcp.ts';
import { ElicitedConsents } from '../../../../../src/features/agents/mcp/elicitedConsents.ts';
import { agentDesk, outside } from '../support/agentDesk.ts';
import { canary, injections, unseen } from '../support/injections.ts';
import { propertyRuns } from '../../../../support/propertyRuns.ts';
import { priced, storeFolder } from '../../../store/support/testStore.ts';
import { connectClient, textOf } from './support/connectClient.ts';

/** One of each kind. A soak uses all 200. */
const some = injections.filter((_, at) => at % (injections.length / propertyRuns(injections.length, 25)) === 0);

/** Finds the canary, also with characters in between. */
const says = (text: string) => text.includes(canary) || text.includes('I\u200bN\u200bJ');

/** A server with the text in its fixtures, stored responses, and services. */
async function hostileDesk(folder: ReturnType<typeof storeFolder>, text: () => string) {
  const elicited = new ElicitedConsents();
  const body = () => ({ data: { id: '1', username: text(), name: text() } });
  const agents = await agentDesk(folder, { reply: () => priced('0.0002', undefined, body()), ask: elicited.ask });
  const fixture = (): ListedFixture => ({
    ...{ path: `a/${text()}.meta.json`, endpointId: text(), savedOn: text(), bytes: 1 },
    params: { [text()]: text(), query: text() },
  });
  const services = { ...agents.services, fixtures: async () => await Promise.resolve([fixture()]) };
  const open = async () => await Promise.resolve(services);
  const desk: McpServerOptions = {
    version: '1.0.0',
    openServices: open,
    elicitedConsents: elicited,
    onError: (error) => assert.fail(String(error)),
  };
  return { desk, agents };
}

describe('the 200 injections in names and lists', () => {
  it("aren't in any listed tool, and in fixtures only between marks", async () => {
    using folder = storeFolder('memory');
    let text = '';
    const { desk, agents } = await hostileDesk(folder, () => text);
    agents.services.consents.allow(1_000_000n);
    await using connected = await connectClient(desk);
    const { client } = connected;
    for (const injection of some) {
      text = injection;
      await client.callTool({ name: 'search', arguments: { query: `words ${injection.slice(-40)}` } });
      assert.ok(!says(JSON.stringify(await client.listTools())) && !says(client.getInstructions() ?? ''));
      const listed = textOf(await client.callTool({ name: 'list_fixtures', arguments: {} }));
      assert.ok(!says(outside(listed)) && /^a\/|\n\|/.test(listed), listed);
    }
  });
});

describe("the 200 injections as a client's name", () => {
  it('become a short name in quotes for the user, and never reach a model', async () => {
    using folder = storeFolder('memory');
    for (const [at, injection] of some.entries()) {
      const { desk, agents } = await hostileDesk(folder, () => 'ada');
      const asked: string[] = [];
      const title = injection;
      await using connected = await connectClient(desk, {
        era: at % 2 === 0 ? 'newest' : '2025',
        info: { name: injection, title, version: injection },
        answering: ({ message }) => {
          asked.push(message);
          return {
            action: at % 3 === 0 ? 'decline' : 'accept',
            content: { response: 'Once (price unknown, counted as $0.001)' },
          };
        },
      });
      const response = await connected.client.callTool({ name: 'look_up', arguments: { text: `@ada_${at}` } });
      const list = await connected.client.callTool({ name: 'read_stored', arguments: {} });
      assert.ok(!says(JSON.stringify([response, list, await connected.client.listTools()])));
      const name = readAgentName({ title }) ?? assert.fail('each has letters');
      assert.ok(name.length <= 40 && !/["\n|<>{}]/.test(name), name);
      assert.ok(asked[0]?.startsWith(`"${name}" wants to request User`), asked[0]);
      assert.doesNotMatch(asked.join(), unseen);
      const stored = agents.store.exchanges.newest({ limit: 1 }).items[0]?.agent;
      assert.equal(stored, at % 3 === 0 ? undefined : name);
      folder.close(agents.store);
    }
  });
});
