import * as vscode from 'vscode';
import {
  formatUnknownCosts,
  formatDollars,
  formatAmountLeft,
  getBudgetTitle,
  describeResponseDeletion,
} from '../../../core/cost/formatCost.ts';
import {
  formatCallCount,
  formatSpentOfBudget,
  formatSandboxCalls,
  describeWhatBudgetLimits,
  describeUsedUpBudget,
  getInvalidBudgetMessage,
  formatBudget,
} from '../../../core/cost/formatSpend.ts';
import { formatServiceName } from '../../../core/connections/connectionSettings.ts';
import type { Services } from '../../../workbench/services.ts';
import { readSpentToday } from '../../../workbench/services/spend.ts';
import { readDollars, getCostAmount } from '../../../core/cost/cost.ts';
import { budgetSettings, readBudgetSetting, writeSetting } from '../../../workbench/settings.ts';
import type { Service } from '../../../client/endpoint.ts';
import { systemClock } from '../../../client/clock.ts';
import { formatLedgerCsv } from '../../../store/ledgerRows.ts';
import type { StoredSummary } from '../../../store/store.ts';
import { startNewHistory as startNewStore } from '../../../store/openStore.ts';
import { confirm } from '../../../workbench/dialogs.ts';
import { formatCounts } from '../../../workbench/formatCounts.ts';
import { saveFile } from '../../../workbench/services/saveFile.ts';
import { withStoreErrorNotification } from '../../../workbench/showErrorNotification.ts';
import type { TreeNode } from '../../../workbench/tree/treeNode.ts';
import { hasPaid, StoredResponseNode } from './activityTree.ts';
import { formatQuery } from '../../../workbench/storedResponseSubject.ts';
import { joinParts } from '../../../core/text/joinParts.ts';

/** Every row opens something, because quick pick rows look clickable. */
interface SpendItem extends vscode.QuickPickItem {
  /** A separator has none. */
  readonly run?: () => Promise<void>;
}

export async function showSpending(services: Pick<Services, 'connections' | 'open' | 'spend' | 'store'>): Promise<void> {
  const { connections, open, spend, store } = services;
  const { l10n } = vscode;
  const today = readSpentToday(await store()); // correct even before this window sends its first request
  const { totals } = spend;
  const balance = (service: Service) => {
    if (connections.kindOf(service) === 'sandbox') {
      return '';
    }
    const left = totals.balances[service];
    return left === undefined ? l10n.t('balance not reported yet') : formatAmountLeft(left);
  };
  const view = { run: async () => await vscode.commands.executeCommand<void>('socialData.activity.focus') };
  const connection = { run: async () => await open.selectConnection() };
  const session = formatSpentOfBudget(totals.cost, readBudgetSetting('session'));
  const spent = [session, formatCallCount(totals.calls), ...formatUnknownCosts(totals.cost)];
  const items: readonly SpendItem[] = [
    { label: l10n.t('This Session'), description: joinParts(spent), ...view },
    ...(today === undefined
      ? []
      : [{ label: l10n.t('Today'), description: formatSpentOfBudget(today, readBudgetSetting('day')), ...view }]),
    { label: l10n.t('Sandbox'), description: formatSandboxCalls(spend.sandboxCalls), ...connection },
    ...(['primary', 'gateway'] as const).map((service) => ({
      label: formatServiceName(service),
      description: joinParts([connections.labelOf(service), balance(service)]),
      ...connection,
    })),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: `$(credit-card) ${l10n.t('Set Budget…')}`, run: async () => await setBudget(services) },
    { label: `$(key) ${l10n.t('Manage Connections…')}`, run: async () => await open.manageConnections() },
  ];
  const picked = await vscode.window.showQuickPick(items, { title: l10n.t('Show Spending') });
  await picked?.run?.();
}

const statusMs = 4_000;

export async function setBudget({ spend }: { readonly spend: Pick<Services['spend'], 'totals' | 'today'> }): Promise<void> {
  const { l10n } = vscode;
  const details = {
    session: l10n.t('This window, until it is closed or reloaded'),
    day: l10n.t('All windows and AI agents, until midnight'),
    agents: l10n.t('AI agents only, within the daily budget'),
  };
  const items = (['session', 'day', 'agents'] as const).map((per) => {
    const cap = readBudgetSetting(per);
    return { label: getBudgetTitle(per), description: formatDollars(cap), detail: details[per], per, cap };
  });
  const picked = await vscode.window.showQuickPick(items, { title: l10n.t('Set Budget'), ignoreFocusOut: true });
  if (picked === undefined) {
    return;
  }
  const text = await vscode.window.showInputBox({
    title: picked.label,
    prompt: describeWhatBudgetLimits(),
    value: formatDollars(picked.cap).slice(1),
    ignoreFocusOut: true,
    validateInput: (value) => (readDollars(value) === undefined ? getInvalidBudgetMessage() : undefined),
  });
  const amount = text === undefined ? undefined : readDollars(text);
  if (amount !== undefined) {
    await writeSetting(budgetSettings[picked.per], Number(amount) / 1_000_000);
    const spent = { session: spend.totals.cost, day: spend.today, agents: undefined }[picked.per];
    if (spent !== undefined && getCostAmount(spent) > 0n && getCostAmount(spent) >= amount) {
      void vscode.window.showWarningMessage(describeUsedUpBudget(picked.per, amount, spent));
    }
    vscode.window.setStatusBarMessage(formatBudget(picked.per, amount), statusMs);
  }
}

const bytesPerMegabyte = 1_000_000;

/** Keeps the recorded spending. */
export async function clearHistory(services: Services): Promise<void> {
  const { l10n } = vscode;
  await withStoreErrorNotification(services, async () => {
    const store = await services.store();
    const { exchanges } = store;
    const { exchanges: count, pinned, bytes } = exchanges.size();
    if (count === 0) {
      exchanges.clear({ keepPinned: false }); // real values may remain
      await vscode.window.showInformationMessage(l10n.t('No responses in history.'));
      return;
    }
    const sizes = l10n.t('{0} ({1} MB), {2} kept.', formatResponses(count), (bytes / bytesPerMegabyte).toFixed(1), pinned);
    const clear = l10n.t('Delete Responses');
    const clearPinned = l10n.t('Also Delete Kept Responses');
    const picked = await vscode.window.showWarningMessage(
      l10n.t('Clear the history?'),
      { modal: true, detail: joinParts([sizes, hasPaid(store) ? describeResponseDeletion() : ''], ' ') },
      clear,
      ...(pinned === 0 ? [] : [clearPinned]),
    );
    if (picked === clear || picked === clearPinned) {
      const gone = exchanges.clear({ keepPinned: picked === clear });
      await vscode.window.showInformationMessage(l10n.t('Deleted {0}.', formatResponses(gone)));
    }
  });
}

/** Renames the history file and starts an empty one. */
export async function startNewHistory(services: Services): Promise<void> {
  const { l10n } = vscode;
  await withStoreErrorNotification(services, async () => {
    const store = await services.store();
    const text = await vscode.window.showInputBox({
      title: l10n.t('Start New History'),
      prompt: l10n.t(
        'How much was spent today, in US dollars? This amount counts toward your budgets. The old history file will be renamed.',
      ),
      ignoreFocusOut: true,
      validateInput: (value) => (readDollars(value) === undefined ? getInvalidBudgetMessage() : undefined),
    });
    const spentToday = text === undefined ? undefined : readDollars(text);
    if (spentToday === undefined) {
      return;
    }
    store.close(); // Windows can't rename an open file
    startNewStore({ folder: services.context.globalStorageUri.fsPath, clock: systemClock }, spentToday);
    const reload = l10n.t('Reload Window');
    const said = l10n.t('New history started. Reload all VS Code windows to use it.');
    if ((await vscode.window.showInformationMessage(said, reload)) === reload) {
      await vscode.commands.executeCommand('workbench.action.reloadWindow');
    }
  });
}

export async function exportSpending(services: Services): Promise<void> {
  await withStoreErrorNotification(services, async () => {
    const { spending, day } = await services.store();
    const make = () => formatLedgerCsv(spending.lines());
    await saveFile(services, { name: `social-data-ledger-${day()}.csv`, what: vscode.l10n.t('Spending'), make });
  });
}

/** Kept responses aren't deleted to free space. */
export async function keepResponses(services: Services, nodes: readonly TreeNode[], isKept: boolean): Promise<void> {
  await withStoreErrorNotification(services, async () => {
    const { exchanges } = await services.store();
    listPages(nodes).forEach(({ id }) => exchanges.setPinned(id, isKept));
  });
}

/** Confirms first if requesting a deleted response again costs money. Keeps the recorded spending. */
export async function deleteResponses(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  const stored = listPages(nodes);
  const [first] = stored;
  if (first === undefined) {
    return;
  }
  const question =
    stored.length === 1
      ? vscode.l10n.t('Delete the response for {0}?', formatQuery(first))
      : vscode.l10n.t('Delete {0} responses?', stored.length);
  const isFree = stored.every(({ connection }) => connection === 'sandbox');
  if (isFree || (await confirm(question, describeResponseDeletion(), vscode.l10n.t('Delete')))) {
    await withStoreErrorNotification(services, async () => (await services.store()).exchanges.delete(stored.map(({ id }) => id)));
  }
}

function listPages(nodes: readonly TreeNode[]): readonly StoredSummary[] {
  return nodes.flatMap((node) => (node instanceof StoredResponseNode ? node.pages : []));
}

function formatResponses(count: number): string {
  return formatCounts({ responses: count }, 'exact', 'responses').join('');
}
