import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { endpoints } from '../../../../src/client/endpoints/table.ts';
import { toPage } from '../../../../src/client/records/toPage.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { storeFolder } from '../../store/support/testStore.ts';
import { agentDesk } from './support/agentDesk.ts';
import { exampleBody } from './support/exampleResponses.ts';

/** Too large for a double. */
const id64 = fc.bigInt(2n ** 53n + 1n, 2n ** 63n - 1n).map(String);

/** Tools that take an ID, with arguments. */
const queries: readonly (readonly [tool: string, input: (id: string) => unknown])[] = [
  ['look_up', (id) => ({ text: id, as: 'user' })],
  ['look_up', (id) => ({ text: id, as: 'list' })],
  ['look_up', (id) => ({ text: id, as: 'community' })],
  ['look_up', (id) => ({ text: id, as: 'thread' })],
  ['read_thread', (id) => ({ post: id })],
  ['read_thread', (id) => ({ post: `https://x.com/ada/status/${id}` })],
  ['call_endpoint', (id) => ({ endpoint: 'primary.userFollowers', params: { userId: id } })],
  ['call_endpoint', (id) => ({ endpoint: 'gateway.listMembers', params: { list_id: id } })],
  ['call_endpoint', (id) => ({ endpoint: 'primary.userById', params: { userId: id } })],
  ['search', (id) => ({ query: `since_id:${id} cats` })],
];

describe('a 64-bit id', () => {
  for (const [tool, input] of queries) {
    it(`is accepted and returned unchanged: ${tool} ${JSON.stringify(input('ID'))}`, async () => {
      using folder = storeFolder('memory');
      let id = '';
      const desk = await agentDesk(folder, {
        connection: { kind: 'sandbox' },
        reply: ({ url }) => ({ body: url.includes('/tweet/') ? { errors: [] } : { data: [{ id }, { id }], nextCursor: id } }),
      });
      await fc.assert(
        fc.asyncProperty(id64, async (asked) => {
          id = asked;
          const sent = desk.transport.requests.length;
          const { facts, text } = await desk.run(tool, input(id));
          const { url = '', body = '' } = desk.transport.requests[sent] ?? {};
          assert.ok(sent === desk.transport.requests.length || `${decodeURIComponent(url)} ${body}`.includes(id), url);
          if (facts.response === undefined || facts.records?.total === 0) {
            return; // threads are raw, and are tested below
          }
          const read = await desk.run('read_stored', { response: facts.response, fields: ['id'] });
          for (const response of [text, read.text]) {
            assert.match(response, new RegExp(`[|=]${id}(?:\\t|$)`, 'm'));
          }
          if (facts.next !== undefined) {
            await desk.run('next_page', { after: facts.next.after });
            assert.ok(desk.transport.requests.some((one) => one.url.includes(`cursor=${id}`)));
          }
        }),
        { numRuns: propertyRuns(1_000, 30) },
      );
      assert.ok(desk.transport.requests.length >= 25, 'it was sent');
    });
  }

  it('of every sandbox record is returned unchanged, in response order', async () => {
    using folder = storeFolder('memory');
    let body: unknown;
    const desk = await agentDesk(folder, { reply: () => ({ body }), connection: { kind: 'sandbox' } });
    let held = 0;
    for (const endpoint of endpoints.filter(({ yields: [first] }) => first !== undefined && first.kind !== 'other')) {
      body = exampleBody(endpoint, 20);
      const { facts } = await desk.run('call_endpoint', { endpoint: endpoint.id, params: endpoint.example });
      const exchange = desk.services.stored.exchange(facts.response ?? '') ?? assert.fail(endpoint.id);
      const page = toPage(exchange, { endpoint });
      const ids = page.records.filter(({ kind }) => kind === page.kind).map(({ id }) => id);
      const { text } = await desk.run('read_stored', { response: exchange.id, ...(ids.length > 1 ? { fields: ['id'] } : {}) });
      const wanted = ids.filter((id) => /^\d{16,}$/.test(id ?? ''));
      const found = [...text.matchAll(/^\|(?:(?:woe)?id: |\d{1,3}\t\d*\t)?(\d{16,})(?:\t|$)/gm)].map(([, id]) => id);
      assert.deepEqual(found, wanted.slice(0, found.length), endpoint.id);
      assert.ok(
        found.length === Math.min(wanted.length, facts.records?.total ?? 0) || found.length > 15,
        `${endpoint.id}: ${found.length} of ${wanted.length}`,
      );
      held += found.length;
    }
    assert.ok(held > 400, `${held} ids`);
  });
});
