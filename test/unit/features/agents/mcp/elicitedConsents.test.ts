import assert from 'node:assert/strict';
import type { ElicitResult } from '@modelcontextprotocol/client';
import { exampleValues } from '../../../../../src/client/endpoints/exampleValues.ts';
import { ElicitedConsents } from '../../../../../src/features/agents/mcp/elicitedConsents.ts';
import type { McpServerOptions } from '../../../../../src/features/agents/mcp/serveMcp.ts';
import { agentDesk, type AgentDesk, type DeskOptions, price } from '../support/agentDesk.ts';
import { priced, storeFolder, type StoreFolder } from '../../../store/support/testStore.ts';
import { type Answering, connectClient, factsOf, newest, textOf } from './support/connectClient.ts';

const lookUp = { name: 'look_up', arguments: { text: `@${exampleValues.handle}` } };
const user = { data: { id: exampleValues.userId, username: 'ada_writes', name: 'Ada' } };

interface PaidDesk {
  readonly desk: McpServerOptions;
  readonly agents: AgentDesk;
}

/** A server for a paid service that asks for consent through its client. */
async function paidDesk(folder: StoreFolder, options: DeskOptions = {}): Promise<PaidDesk> {
  const elicited = new ElicitedConsents();
  const agents = await agentDesk(folder, {
    reply: () => priced(price, undefined, user),
    ask: elicited.ask,
    ...options,
  });
  const open = async () => await Promise.resolve(agents.services);
  const onError = (error: unknown) => assert.fail(String(error));
  return { agents, desk: { version: '1.0.0', openServices: open, elicitedConsents: elicited, onError } };
}

/** Replies with the choice that starts with the string, and records the questions. */
function choosing(start: string): { readonly answering: Answering; readonly asked: string[] } {
  const asked: string[] = [];
  const answering: Answering = (params) => {
    asked.push(params.message);
    assert.ok('requestedSchema' in params);
    const { response } = params.requestedSchema.properties;
    assert.ok(response !== undefined && 'enum' in response);
    const choice = response.enum?.find((one) => one.startsWith(start));
    return { action: 'accept', content: { response: choice ?? 'none of these' } };
  };
  return { answering, asked };
}

for (const era of ['newest', '2025'] as const) {
  describe(`consent through a client with the ${era} protocol`, () => {
    it('shows the endpoint, parameters, and price before anything is sent, and sends one request', async () => {
      using folder = storeFolder('memory');
      const { desk, agents } = await paidDesk(folder);
      const { answering, asked } = choosing('Once');
      await using connected = await connectClient(desk, {
        era,
        answering: async (params) => {
          assert.equal(agents.transport.requests.length, 0);
          return await answering(params);
        },
      });
      const response = await connected.client.callTool(lookUp);
      assert.match(textOf(response), /^Live: a new response from a paid service\./);
      assert.equal(factsOf(response).cost.call, '0.0002');
      assert.deepEqual([agents.transport.requests.length, asked.length], [1, 1]);
      assert.equal(agents.store.exchanges.newest({ limit: 1 }).items[0]?.agent, 'test');
      assert.match(
        asked[0] ?? '',
        /^"test" wants to request User with .*ada_writes.*Price: price unknown, counted as \$0\.001\. Lowest remaining budget: /,
      );
    });

    it('for an amount lasts until it is spent', async () => {
      using folder = storeFolder('memory');
      const { desk, agents } = await paidDesk(folder);
      const { answering, asked } = choosing('Up to');
      await using connected = await connectClient(desk, { era, answering });
      for (const text of ['@one', '@two', '@three']) {
        await connected.client.callTool({ name: 'look_up', arguments: { text } });
      }
      assert.deepEqual([agents.transport.requests.length, asked.length], [3, 1]);
      assert.equal(agents.services.consents.left, 50_000n - 600n);
    });

    it('shows a form for each of two concurrent requests', async () => {
      using folder = storeFolder('memory');
      const { desk, agents } = await paidDesk(folder);
      const { answering, asked } = choosing('Once');
      await using connected = await connectClient(desk, { era, answering });
      const { client } = connected;
      const both = ['@one', '@two'].map(async (text) => await client.callTool({ name: 'look_up', arguments: { text } }));
      assert.ok((await Promise.all(both)).every(({ isError }) => isError !== true));
      assert.deepEqual([agents.transport.requests.length, asked.length], [2, 2]);
    });

    for (const [how, reply] of [
      ['declines', { action: 'decline' }],
      ['closes the form', { action: 'cancel' }],
      ['chooses to decline', { action: 'accept', content: { response: 'Decline' } }],
      ['accepts without a choice', { action: 'accept' }],
      ["accepts a choice that wasn't offered", { action: 'accept', content: { response: 'Always' } }],
    ] as const satisfies readonly (readonly [string, ElicitResult])[]) {
      it(`doesn't send a request, and tells the agent, if the user ${how}`, async () => {
        using folder = storeFolder('memory');
        const { desk, agents } = await paidDesk(folder);
        let asked = 0;
        await using connected = await connectClient(desk, {
          era,
          answering: () => {
            asked += 1;
            return reply;
          },
        });
        const response = await connected.client.callTool(lookUp);
        assert.equal(response.isError, true);
        assert.match(textOf(response), /The user didn't allow this request\. Nothing was sent/);
        assert.deepEqual(factsOf(response).fault, { kind: 'consent', fixableBy: 'person' });
        assert.deepEqual([agents.transport.requests.length, asked, agents.store.spending.lines().length], [0, 1, 0]);
      });
    }

    it("doesn't send a request if the client can't ask, and says what the user can do", async () => {
      using folder = storeFolder('memory');
      const { desk, agents } = await paidDesk(folder);
      await using connected = await connectClient(desk, { era });
      const response = await connected.client.callTool(lookUp);
      assert.match(textOf(response), /Not sent: this client can't ask the user\..*--allow DOLLARS/);
      assert.deepEqual(factsOf(response).fault, { kind: 'consent', fixableBy: 'person' });
      assert.equal(agents.transport.requests.length, 0);
    });

    it("isn't needed until an amount given at the start is spent", async () => {
      using folder = storeFolder('memory');
      const { desk, agents } = await paidDesk(folder);
      agents.services.consents.allow(1_100n); // the first price is unknown, so a tenth of a cent is assumed
      await folder.clock.advance(24 * 3_600_000);
      await using connected = await connectClient(desk, { era });
      await connected.client.callTool(lookUp);
      assert.equal(agents.transport.requests.length, 1);
      agents.services.consents.allow(199n);
      const beyond = await connected.client.callTool({ name: 'look_up', arguments: { text: '@two' } });
      assert.match(textOf(beyond), /Not sent/);
      assert.equal(agents.transport.requests.length, 1);
    });

    it("doesn't send a request if the tool call is canceled while the form is open", async () => {
      using folder = storeFolder('memory');
      const { desk, agents } = await paidDesk(folder);
      const cancel = new AbortController();
      const { answering } = choosing('Once');
      await using connected = await connectClient(desk, {
        era,
        answering: async (params) => {
          cancel.abort();
          return await answering(params);
        },
      });
      await assert.rejects(async () => await connected.client.callTool(lookUp, { signal: cancel.signal }));
      await connected.client.callTool({ name: 'budget', arguments: {} }); // so the first call has ended
      assert.equal(agents.transport.requests.length, 0);
    });
  });
}

describe('a reply in a form', () => {
  it('is used once, and only for its own request', async () => {
    using folder = storeFolder('memory');
    const { desk, agents } = await paidDesk(folder);
    await using connected = await connectClient(desk, { answering: () => ({ action: 'decline' }) });
    const { client } = connected;
    const manual = { allowInputRequired: true } as const;
    const first = (await client.callTool(lookUp, manual)) as unknown as { readonly requestState: string };
    const yes = { consent: { action: 'accept', content: { response: 'Once (price unknown, counted as $0.001)' } } };
    const other = { name: 'look_up', arguments: { text: '@somebody_else' } };
    // the client's types don't include a repeated request's fields
    const retry = async (call: typeof lookUp, requestState: string) => {
      const again = { ...call, inputResponses: yes, requestState };
      return (await client.callTool(again, manual)) as unknown as Record<string, unknown>;
    };
    assert.ok('inputRequests' in (await retry(other, first.requestState)), 'another request is asked about');
    assert.ok('inputRequests' in (await retry(lookUp, first.requestState)), 'it was used');
    assert.ok('inputRequests' in (await retry(lookUp, 'made up')));
    assert.equal(agents.transport.requests.length, 0);
    const again = (await client.callTool(lookUp, manual)) as unknown as { readonly requestState: string };
    assert.ok('content' in (await retry(lookUp, again.requestState)));
    assert.equal(agents.transport.requests.length, 1);
    assert.equal(newest, client.getNegotiatedProtocolVersion());
  });
});
