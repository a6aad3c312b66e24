import * as vscode from 'vscode';
import { formatExpectedPrice } from '../../app/cost/formatPrice.ts';
import { computeMaxPrice } from '../../app/cost/price.ts';
import type { TreeNode } from '../shared/tree/treeNode.ts';
import { showRefusal } from '../shared/dialogs.ts';
import { describeWaiting } from '../../app/errors/describeWaiting.ts';
import { PagedNode } from './tree/pagedNode.ts';

const actions = {
  load: async (row: PagedNode) => {
    const { session } = row.source;
    const { status } = session.state;
    await (status === 'idle' ? session.load() : runWithPageProgress(row, session.retryCalls, async () => await session.retry()));
  },
  /** The price stood on the row. */
  loadMore: async (row: PagedNode) => await row.loadMore(),
  /** Nothing further is sent; a page on its way comes and is shown. */
  stop: ({ source }: PagedNode) => {
    source.session.stop();
  },
  callAgain: pickPagesAndCallAgain,
};

export type PagedRowAction = keyof typeof actions;

/** On the row that a command was started on, or on the one that holds it. */
export async function actOnPagedRow(action: PagedRowAction, node: TreeNode | undefined): Promise<void> {
  let row = node;
  while (row !== undefined && !(row instanceof PagedNode)) {
    row = row.parent;
  }
  if (row === undefined) {
    showRefusal(vscode.l10n.t('Choose a row in the tree first.'));
    return;
  }
  await actions[action](row);
}

async function pickPagesAndCallAgain(row: PagedNode): Promise<void> {
  const { source } = row;
  const loaded = Math.max(1, source.state.pages.length);
  const quote = source.quoteAgain();
  const price = (pages: number) => formatExpectedPrice(computeMaxPrice(quote, pages).amount);
  const again = [...new Set([loaded, 1])].map((pages) => ({
    pages,
    label: pages === 1 ? vscode.l10n.t('$(refresh) The first page') : vscode.l10n.t('$(refresh) All {0} pages', pages),
    description: price(pages),
    run: async () => await source.session.refresh(pages),
  }));
  const picked = await vscode.window.showQuickPick(again, {
    title: vscode.l10n.t('Refresh: {0}', row.title),
  });
  if (picked !== undefined) {
    await runWithPageProgress(row, picked.pages, picked.run);
  }
}

/** If there are several pages, the person can stop after the next one. */
async function runWithPageProgress(
  { title, source: { session } }: PagedNode,
  pages: number,
  run: () => Promise<void>,
): Promise<void> {
  await vscode.window.withProgress(
    {
      // one page is soon there, and its row says that it is on its way
      location: pages === 1 ? vscode.ProgressLocation.Window : vscode.ProgressLocation.Notification,
      cancellable: pages > 1,
    },
    async (progress, token) => {
      token.onCancellationRequested(() => {
        session.stop();
      });
      const { pending } = session.runs;
      const say = () =>
        progress.report({
          message: pending.waiting === undefined ? vscode.l10n.t('Refresh: {0}', title) : describeWaiting(pending.waiting),
        });
      say();
      const unobserve = pending.observe(say);
      await run().finally(unobserve);
    },
  );
}
