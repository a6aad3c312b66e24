import type { Exchange } from '../../../../../../../src/client/exchange.ts';
import { memoryHistory } from '../../../../../../../src/client/policies/history.ts';
import { createBudget } from '../../../../../../../src/client/policies/budget.ts';
import { PagedSource } from '../../../../../../../src/features/explore/host/tree/pagedSource.ts';
import { createTestClient } from '../../../../../../support/createTestClient.ts';
import { type FakeReply, fakeTransport } from '../../../../../../support/fakeTransport.ts';
import { testPagedEndpoint } from '../../../../../../support/testEndpoints.ts';

/** A page of posts with these ids, for $0.0002. */
export function postPage(ids: readonly string[], nextCursor: string | null = null): FakeReply {
  const data = ids.map((id) => ({ id, text: `post ${id}`, author: { username: 'ada', name: 'Ada' } }));
  const headers = { 'x-price-per-call': '0.0002', 'x-remaining-balance': '1' };
  return { body: { data, nextCursor, hasNextPage: nextCursor !== null }, headers };
}

/** The ids of a source's posts, in order. */
export function idsOf({ state }: PagedSource): readonly string[] {
  return state.records.map((record) => (record.kind === 'post' ? record.id : ''));
}

/** A source of posts from a fake service; `make` creates more sources over the same service. */
export function sourceOf(
  reply: (index: number) => FakeReply | Promise<FakeReply>,
  { history = memoryHistory(), budget = createBudget(), maxAgeMs = 600_000, random = (): number => 0 } = {},
) {
  const transport = fakeTransport((_request, index) => reply(index));
  const client = createTestClient(transport, 'https://service.example', { history, budget, reuse: { maxAgeMs }, random });
  const stored = new Map<string, Exchange>();
  let changes = 0;
  const make = () =>
    new PagedSource(
      { endpoint: testPagedEndpoint, params: {} },
      {
        quotes: client,
        client: () => Promise.resolve(client),
        stored: (id) => Promise.resolve(stored.get(id)),
        changed: () => {
          changes += 1;
        },
      },
    );
  return { source: make(), make, requests: transport.requests, client, stored, changes: () => changes };
}
