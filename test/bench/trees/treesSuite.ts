import { createClient } from '../../../src/client/createClient.ts';
import { userFollowers } from '../../../src/client/endpoints/table.ts';
import { memoryHistory } from '../../../src/client/policies/history.ts';
import { PagedNode, type TreeContext } from '../../../src/host/explore/tree/pagedNode.ts';
import { RecordNode } from '../../../src/host/explore/tree/recordNode.ts';
import { fakeTransport } from '../../support/fakeTransport.ts';
import type { TreeNode } from '../../../src/host/shared/tree/treeNode.ts';

/** A row with that many records loaded, as one answer brought them. */
export async function loadedRow(count: number): Promise<TreeNode> {
  const data = Array.from({ length: count }, (_, at) => ({ id: String(at + 1), username: `user${at}`, name: `User ${at}` }));
  const page = { data, nextCursor: null, previousCursor: null, hasNextPage: false };
  const baseUrl = 'https://service.example';
  const credentials = () => Promise.resolve({ origin: baseUrl, headers: {} });
  const client = createClient({
    connections: { primary: { kind: 'direct', baseUrl, assumedPrice: 0n, credentials } },
    history: memoryHistory(),
    transport: fakeTransport(() => ({ body: page })),
  });
  const context: TreeContext = {
    viewId: 'bench',
    client: () => Promise.resolve(client),
    runJob: async () => await Promise.resolve({ kind: 'done' }),
    statuses: async () => await Promise.resolve({ primary: 'sandbox', gateway: 'sandbox' } as const),
    connections: {
      addressOf: () => '',
      isCurrent: () => true,
      isOwnSandbox: () => false,
      keySlotOf: () => undefined,
      kindOf: () => 'sandbox',
      of: () => undefined,
    },
    isPinned: () => false,
    picture: () => undefined,
    newRecord: (within, options) => new RecordNode(within, options),
    kept: async () => await Promise.resolve(undefined),
    reveal: async () => await Promise.resolve(),
    refresh: () => undefined,
  };
  const row = new PagedNode(context, undefined, client, {
    name: 'followers',
    title: 'Followers',
    icon: 'person',
    question: { endpoint: userFollowers, params: { userId: '1' } },
  });
  await row.children();
  return row;
}

/** Expands a row as VS Code does: its children, and what each shows. @returns milliseconds */
export async function expand(row: TreeNode): Promise<number> {
  const start = performance.now();
  for (const child of await row.children()) {
    child.toItem();
  }
  return performance.now() - start;
}
