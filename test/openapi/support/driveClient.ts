import assert from 'node:assert/strict';
import type { Endpoint } from '../../../src/client/endpoint.ts';
import { endpoints } from '../../../src/client/endpoints/table.ts';
import type { Sandbox } from '../../../src/sandbox/server.ts';
import { get } from '../../unit/sandbox/testSandbox.ts';
import { type GeneratedClientCall, toGeneratedClientCall } from '../../support/openApi/documents.ts';

/** A client generated from the documents. */
export interface ForeignClient {
  /** Calls a row's operation. `body` is what the client returns for a 2xx response, `bytes` what it received. */
  readonly call: (
    endpoint: Endpoint,
    call: GeneratedClientCall,
  ) => Promise<{ readonly status: number; readonly body: unknown; readonly bytes: Uint8Array }>;
}

interface Page {
  readonly data: readonly { readonly id: string; readonly counts: { readonly likes: number } }[];
  readonly nextCursor: string | null;
  readonly hasNextPage: boolean;
}

/** The tests that any generated client must pass. Call this inside a `describe`. */
export function driveClient(clientOf: () => ForeignClient, sandboxOf: () => Sandbox): void {
  const row = (id: string): Endpoint => {
    const found = endpoints.find((endpoint) => endpoint.id === id);
    assert.ok(found !== undefined, id);
    return found;
  };
  const page = async (id: string, query: Readonly<Record<string, unknown>>): Promise<Page> => {
    const { status, body } = await clientOf().call(row(id), { path: {}, query: { ...query, format: 'simple' }, body: undefined });
    assert.equal(status, 200);
    return body as Page;
  };

  it('gets a response that matches the schema for each operation’s example', async () => {
    for (const endpoint of endpoints) {
      const { status, body } = await clientOf().call(endpoint, toGeneratedClientCall(endpoint, 'simple'));
      assert.equal(status, 200, endpoint.id);
      assert.equal(endpoint.result.safeParse(body).error, undefined, endpoint.id);
    }
  });

  it('gets the same response as a plain request if several values are sent as one string', async () => {
    const endpoint = row('primary.usernamesToIds');
    const { body } = await clientOf().call(endpoint, toGeneratedClientCall(endpoint, 'simple'));
    const target = '/user/usernames/to/ids?usernames=ada_writes,mira_maps&format=simple';
    const plain = await get(sandboxOf().primary, target, { key: sandboxOf().key });
    assert.deepEqual(body, plain.body);
    assert.equal(Object.keys((plain.body as { data: { userIds: object } }).data.userIds).length, 2);
  });

  it('searches with filters', async () => {
    const all = await page('primary.search', { searchItem: 'coffee', category: 'Latest', count: 50 });
    const filters = JSON.stringify({ minimumLikesCount: 40, removeReplies: true });
    const liked = await page('primary.search', { searchItem: 'coffee', category: 'Latest', count: 50, filters });
    assert.ok(
      all.data.some(({ counts }) => counts.likes < 40),
      'the filter has nothing to leave out',
    );
    assert.ok(liked.data.length > 0 && liked.data.every(({ counts }) => counts.likes >= 40));
  });

  it('pages through a list’s members to the end, each once', async () => {
    const { listId } = row('primary.listMembers').example as { readonly listId: string };
    const ids: string[] = [];
    let pages = 0;
    for (let cursor: string | null | undefined; cursor !== null; pages += 1) {
      const { data, nextCursor, hasNextPage } = await page('primary.listMembers', {
        listId,
        count: 5,
        ...(cursor === undefined ? {} : { cursor }),
      });
      ids.push(...data.map(({ id }) => id));
      assert.equal(hasNextPage, nextCursor !== null);
      cursor = nextCursor;
    }
    const { body } = await clientOf().call(row('primary.listDetails'), {
      path: {},
      query: { listId, format: 'simple' },
      body: undefined,
    });
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(ids.length, (body as { data: { memberCount: number } }).data.memberCount);
    assert.ok(pages > 1, `${pages} pages of ${ids.length}`);
  });
}
