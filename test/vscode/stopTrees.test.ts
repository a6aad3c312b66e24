import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { search } from '../../src/client/endpoints/primary/search.ts';
import { actOnPagedRow } from '../../src/host/explore/pageActions.ts';
import { PagedNode } from '../../src/host/explore/tree/pagedNode.ts';
import { createStatusNotes } from '../../src/host/explore/tree/pagedNotes.ts';
import { RecordNode } from '../../src/host/explore/tree/recordNode.ts';
import type { PinnedTree } from '../../src/host/explore/tree/pinnedTree.ts';
import { childOf } from './support/exploring.ts';
import { describeStops } from './support/stopWays.ts';
import type { StopWindow } from './support/stopWindows.ts';
import { until } from './support/steps.ts';

/** A row of a tree: a part of a pinned account, or a search where one is asked for. */
interface Row {
  readonly tree: PinnedTree;
  node: PagedNode;
}

async function openRow({ tree, pins }: StopWindow): Promise<Row> {
  await pins.place([{ kind: 'user', id: exampleValues.userId, label: { name: 'Ada' } }]);
  const node = await childOf(await childOf(tree, 'Ada'), 'Followers');
  if (!(node instanceof PagedNode)) {
    throw new Error('The row loads no pages.');
  }
  return { tree, node };
}

/** Lets a row load, and waits until it has come to rest: another connection gives the row another session. */
async function load({ node }: Row, begin: () => Promise<unknown>): Promise<void> {
  const { runs } = node.source.session;
  await begin();
  await until('the row rests', () => !runs.isRunning || undefined);
}

const expand = async (row: Row) => await load(row, async () => await row.node.children());
const loadMore = async (row: Row) => await load(row, async () => await actOnPagedRow('loadMore', row.node));

describeStops<Row>('rows of trees', {
  open: openRow,
  loads: {
    'the first page': { run: expand, requests: 1 },
    'one more page': { before: expand, run: loadMore, requests: 1 },
    'Refresh for several pages': {
      before: async (row) => [await expand(row), await loadMore(row), await loadMore(row)],
      run: async (row) => await load(row, async () => await actOnPagedRow('callAgain', row.node)),
      requests: 3,
      isFresh: true,
    },
    'a search below the account': {
      before: async (row) => {
        const question = { endpoint: search, params: { searchItem: 'coffee' } };
        const account = await childOf(row.tree, 'Ada');
        if (!(account instanceof RecordNode)) {
          throw new Error('The pin is no record.');
        }
        row.node = await account.addSearch({ name: 'coffee', title: 'coffee', icon: 'search', question });
      },
      run: async (row) => await load(row, async () => await row.node.show()),
      requests: 1,
    },
    'a search': {
      before: async (row) => {
        const question = { endpoint: search, params: { searchItem: 'coffee' } };
        row.node = await row.tree.addSearch({ name: 'coffee', title: 'coffee', icon: 'search', question });
      },
      run: async (row) => await load(row, async () => await row.node.show()),
      requests: 1,
    },
  },
  shown: async ({ node }) => {
    const { before, after } = createStatusNotes(node, 0);
    const { pages, held } = node.source.state;
    return await Promise.resolve({
      words: [...before, ...after].map(({ text, tooltip = text }) => tooltip).join('\n'),
      isStopping: /\bstopping\b/.test(node.toItem().contextValue ?? ''),
      answers: [...pages, ...(held?.pages ?? [])].map(({ exchangeId }) => exchangeId),
    });
  },
  stop: async ({ node }) => await actOnPagedRow('stop', node),
  stopNow: async ({ node }) => await actOnPagedRow('stopNow', node),
  close: ({ tree }) => tree.dispose(),
  reopen: async (_row, window) => await openRow(window),
  ways: {
    'unpinning the account': {
      act: async (_row, { pins }) => await pins.unpin([{ kind: 'user', id: exampleValues.userId }]),
      loads: ['the first page', 'one more page', 'Refresh for several pages', 'a search below the account'],
    },
    'Cancel of the notification': { act: (_row, { cancel }) => cancel(), loads: ['Refresh for several pages'] },
    'closing the search': { act: ({ node }) => node.close?.(), loads: ['a search', 'a search below the account'] },
  },
});
