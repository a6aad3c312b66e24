import * as vscode from 'vscode';
import { formatExpected } from '../../app/cost/formatPrice.ts';
import { maxPriceOf } from '../../app/cost/price.ts';
import { presentRefusal } from '../shared/words/presentRefusal.ts';
import { wordWaiting } from '../shared/words/wordWaiting.ts';
import { PagedNode } from '../shared/tree/pagedNode.ts';
import { missingPages } from '../../app/session/pagedQuestion.ts';
import { shownRecords } from '../shared/tree/pagedSource.ts';
import type { PagedRow, TreeNode } from '../shared/tree/treeNode.ts';

/** Loads the first page of a row that says that it is not loaded. */
export async function load(node: TreeNode | undefined): Promise<void> {
  await pagesOf(node)?.source.session.load();
}

/** Loads the next page. The price stood on the row. */
export async function loadMore(node: TreeNode | undefined): Promise<void> {
  await pagesOf(node)?.loadMore();
}

/** Asks anew for the pages that are loaded: says what all of them, or the first alone, cost. */
export async function callAgain(node: TreeNode | undefined): Promise<void> {
  const row = pagesOf(node);
  if (row === undefined) {
    return;
  }
  const { source } = row;
  const loaded = Math.max(1, source.state.pages.length);
  const quote = source.quoteAgain();
  const price = (pages: number) => formatExpected(maxPriceOf(quote, pages).amount);
  const again = [...new Set([loaded, 1])].map((pages) => ({
    pages,
    label: pages === 1 ? vscode.l10n.t('$(refresh) The first page') : vscode.l10n.t('$(refresh) All {0} pages', pages),
    description: price(pages),
    run: async () => await source.session.refresh(pages),
  }));
  const missing = missingPages(source.state);
  const rest = {
    pages: missing,
    label: vscode.l10n.t('$(debug-continue) Only what is missing, {0} of {1} pages', missing, loaded),
    description: price(missing),
    run: async () => await source.session.retry(),
  };
  const picked = await vscode.window.showQuickPick(missing === 0 ? again : [rest, ...again], {
    title: vscode.l10n.t('Call Again: {0}', row.title),
    placeHolder: vscode.l10n.t('What is shown stays until the new answers are here'),
  });
  if (picked !== undefined) {
    await callPages(row, picked);
  }
}

/** Does again what failed last. */
export async function retry(node: TreeNode | undefined): Promise<void> {
  const row = pagesOf(node);
  if (row !== undefined) {
    const { source } = row;
    await callPages(row, { pages: source.session.retryCalls, run: async () => await source.session.retry() });
  }
}

/** Says that pages are on their way; where they are several, the person can stop behind the one that comes next. */
async function callPages(
  { title, source }: PagedRow,
  { pages, run }: { readonly pages: number; readonly run: () => Promise<void> },
): Promise<void> {
  await vscode.window.withProgress(
    {
      // one page is soon there, and its row says that it is on its way
      location: pages === 1 ? vscode.ProgressLocation.Window : vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Calling again: {0}', title),
      cancellable: pages > 1,
    },
    async (progress, token) => {
      token.onCancellationRequested(() => {
        source.session.stop();
      });
      const unobserve = source.session.runs.pending.observe(() => {
        const { waiting } = source.session.runs.pending;
        progress.report({ message: waiting === undefined ? '' : wordWaiting(waiting) });
      });
      await run().finally(unobserve);
    },
  );
}

/** Asks for words and shows only what is loaded and holds them. Calls nothing. */
export async function filter(node: TreeNode | undefined): Promise<void> {
  const row = pagesOf(node);
  if (row === undefined) {
    return;
  }
  const { state } = row.source;
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Filter {0}', row.title),
    prompt: vscode.l10n.t('Searches the {0} that are loaded and calls nothing.', state.records.length),
    value: state.filter,
    ignoreFocusOut: true,
    validateInput: (typed) => {
      const shown = shownRecords({ ...state, filter: typed.trim() }).length;
      return {
        message: vscode.l10n.t('Filtered: {0} of {1} loaded', shown, state.records.length),
        severity: vscode.InputBoxValidationSeverity.Info,
      };
    },
  });
  if (text !== undefined) {
    row.source.filter(text);
  }
}

/** Shows all that is loaded again. */
export async function clearFilter(node: TreeNode | undefined): Promise<void> {
  pagesOf(node)?.source.filter('');
  await Promise.resolve();
}

/** Takes a search out of the view; what it found stays kept. */
export async function closeSearch(node: TreeNode | undefined): Promise<void> {
  pagesOf(node)?.close?.();
  await Promise.resolve();
}

/** The row whose pages a command means: the one it was started on, or the one that holds it. */
function pagesOf(node: TreeNode | undefined): PagedRow | undefined {
  for (let row = node; row !== undefined; row = row.parent) {
    if (row instanceof PagedNode) {
      return row;
    }
  }
  presentRefusal(vscode.l10n.t('Choose a row in the tree first.'));
  return undefined;
}
