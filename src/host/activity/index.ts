import * as vscode from 'vscode';
import { commands, registerTypedCommand } from '../shared/commands.ts';
import type { Services } from '../shared/services.ts';
import { type LazyTree, registerLazyTree, resolveTargetRows } from '../shared/tree/lazyTree.ts';
import type { ActivityTree } from './activityTree.ts';
import type { ActivityGrouping } from './formatKeptAnswer.ts';
import { registerStatusBar } from './statusBar.ts';

/** What was asked and what it cost: the view of exchanges, spend and budget, the log; the status bar item. */
export function register(services: Services): vscode.Disposable {
  const activity = registerLazyTree('socialData.activity', async (surroundings) => {
    const { ActivityTree } = await import('./activityTree.ts');
    return new ActivityTree(services, surroundings);
  });
  return vscode.Disposable.from(
    registerStatusBar(services, activity.view),
    activity,
    followStoreWhileVisible(activity),
    ...registerKeptAnswerCommands(services, activity),
    registerTypedCommand('socialData.activity.groupByDay', async () => {
      await setActivityGrouping(activity, 'day');
    }),
    registerTypedCommand('socialData.activity.groupByEndpoint', async () => {
      await setActivityGrouping(activity, 'endpoint');
    }),
    registerTypedCommand('socialData.activity.showSpend', async () => await (await import('./showSpend.ts')).showSpend(services)),
    registerSpendPage(services),
    registerTypedCommand('socialData.activity.setBudget', async () => await (await import('./setBudget.ts')).setBudget(services)),
    registerTypedCommand('socialData.activity.clearHistory', async () => {
      await (await import('./history.ts')).clearHistory(services);
    }),
    registerTypedCommand('socialData.activity.exportLedger', async () => {
      await (await import('./history.ts')).exportLedger(services);
    }),
    registerTypedCommand('socialData.activity.showLog', () => {
      services.log.show();
    }),
  );
}

/** The page of what was spent, read by VS Code's own Markdown preview. It follows the ledger while it is open. Makes no call. */
function registerSpendPage(services: Services): vscode.Disposable {
  const page = vscode.Uri.from({ scheme: 'social-data-spend', path: '/Spend.md' });
  const changed = new vscode.EventEmitter<vscode.Uri>();
  let unsubscribe: (() => void) | undefined;
  const stopListening = () => {
    unsubscribe?.();
    unsubscribe = undefined;
  };
  return vscode.Disposable.from(
    changed,
    new vscode.Disposable(stopListening),
    vscode.workspace.registerTextDocumentContentProvider(page.scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: async () => {
        const store = await services.store();
        unsubscribe ??= store.onDidChange(() => changed.fire(page));
        const { formatSpendMarkdown } = await import('./formatSpendMarkdown.ts');
        return formatSpendMarkdown(store);
      },
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => (uri.scheme === page.scheme ? stopListening() : undefined)),
    registerTypedCommand('socialData.activity.openSpend', async () => {
      const hasPreview = vscode.extensions.getExtension('vscode.markdown-language-features') !== undefined;
      // a preview of its own: the one that VS Code shows of the active file goes on to the next Markdown file that is opened
      await vscode.commands.executeCommand('vscode.openWith', page, hasPreview ? 'vscode.markdown.preview.editor' : 'default');
    }),
  );
}

/** The commands on all selected rows, when one was started on one of them, or by a key. */
function registerKeptAnswerCommands(services: Services, { view }: LazyTree<ActivityTree>): readonly vscode.Disposable[] {
  return commands.activity.rows.map((name) =>
    registerTypedCommand(`socialData.activity.${name}`, async (node, selected) => {
      await (await import('./keptAnswerActions.ts')).keptAnswerActions[name](services, resolveTargetRows(view, node, selected));
    }),
  );
}

/** Groups the exchanges, and has the view's button offer the other way. */
async function setActivityGrouping(activity: LazyTree<ActivityTree>, by: ActivityGrouping): Promise<void> {
  (await activity.tree()).group(by);
  await vscode.commands.executeCommand('setContext', 'socialData.activity.grouping', by);
}

/** The store is followed while the view is seen, and not a moment longer. */
function followStoreWhileVisible({ view, tree }: LazyTree<ActivityTree>): vscode.Disposable {
  const follow = async (isSeen: boolean) => {
    await (await tree()).listen(isSeen);
  };
  return view.onDidChangeVisibility(({ visible }) => void follow(visible));
}
