import { randomUUID } from 'node:crypto';
import path from 'node:path';
import * as vscode from 'vscode';
import { describeUnknownDaySpend } from '../../app/cost/formatCost.ts';
import { systemClock } from '../../client/systemClock.ts';
import type { PlannedCall } from '../../client/policies/budget.ts';
import { openStore } from '../../store/openStore.ts';
import { getStorageErrorCode } from '../../store/storageError.ts';
import type { MemoryStoreReason, Store, StoreNotice } from '../../store/store.ts';
import { readAgentBudgetSetting, readDayBudgetSetting } from '../shared/budgetSettings.ts';
import { sanitizeForVsCode } from '../../text/sanitizeForVsCode.ts';
import type { Services } from '../shared/services.ts';
import { readUserOnlySetting } from '../shared/settings.ts';
import { describeImplausiblePrice } from '../../app/cost/formatSpend.ts';

const defaultMaxHistoryMegabytes = 500;
const bytesPerMegabyte = 1_000_000;

/** Opens what is kept on this machine, below the extension's global storage. Makes no call. */
export async function openMachineStore({ context, log }: Services): Promise<Store> {
  const run = randomUUID();
  const store = await openStore({
    folder: context.globalStorageUri.fsPath,
    clock: systemClock,
    dayCap: readDayBudgetSetting,
    agentsCap: readAgentBudgetSetting,
    maxBytes: readMaxHistoryBytes,
    accountOf: (call) => getBalanceAccount(call, run),
    notify: (notice) => void showNotice(log, notice),
  });
  log.info(store.place === 'disk' ? 'What is asked is kept on this machine.' : 'What is asked is kept in memory only.');
  context.subscriptions.push(
    // the calls that end with the window are written down first
    new vscode.Disposable(() => setImmediate(() => store.close())),
  );
  return store;
}

function readMaxHistoryBytes(): number {
  const megabytes = readUserOnlySetting('history.maxSize');
  return (typeof megabytes === 'number' && megabytes > 0 ? megabytes : defaultMaxHistoryMegabytes) * bytesPerMegabyte;
}

/**
 * Names the key that a balance belongs to, once it was read; the name comes with the key and tells nothing of it.
 * @param run this run of the extension: the sandbox begins each with a full balance
 */
function getBalanceAccount({ connection, request }: PlannedCall, run: string): string | undefined {
  const { kind, baseUrl } = connection;
  const key = kind === 'sandbox' ? `sandbox ${run}` : connection.account?.();
  return key === undefined ? undefined : `${request.service} ${kind} ${baseUrl} ${key}`;
}

/** Tells the person what the store could not do, and what that means. */
async function showNotice(log: vscode.LogOutputChannel, notice: StoreNotice): Promise<void> {
  if ('cause' in notice && notice.cause !== undefined) {
    const { cause } = notice;
    log.error(
      `The store: ${notice.kind}, ${getStorageErrorCode(cause) ?? 'no code'}: ${sanitizeForVsCode(cause instanceof Error ? cause.message : '')}`,
    );
  }
  const message = describeNotice(notice);
  if (message === undefined) {
    return;
  }
  const showLog = vscode.l10n.t('Show Log');
  if ((await vscode.window.showWarningMessage(message, showLog)) === showLog) {
    log.show();
  }
}

/** The words for a notice; undefined where the log is enough. */
function describeNotice(notice: StoreNotice): string | undefined {
  const { l10n } = vscode;
  switch (notice.kind) {
    case 'noSqlite':
      return l10n.t(
        'This VS Code brings no SQLite, which answers, the ledger and the budget of the day are kept in. No request is sent. Update VS Code.',
      );
    case 'memoryOnly':
      return addUnknownDaySpendSentence(
        l10n.t(
          'New answers and the ledger are kept until this window closes only: {0}',
          describeMemoryStoreReason(notice.reason, notice.cause),
        ),
        notice,
      );
    case 'setAside':
      return addUnknownDaySpendSentence(
        l10n.t(
          'The file with answers and ledger was damaged and set aside as {0}. What can be read is in a new one.',
          sanitizeForVsCode(path.basename(notice.path)),
        ),
        notice,
      );
    case 'damaged':
      return l10n.t(
        'A part of what is kept on this machine cannot be read and counts as not kept{0}. Reload the window to check the file.',
        formatStorageErrorCode(notice.cause),
      );
    case 'notKept':
      return notice.why === 'repeatsKey'
        ? l10n.t('The answer repeats your API key. The key is hidden, and the answer is not kept.')
        : l10n.t(
            'The answer is shown, but could not be kept on this machine{0}. Save it now if you need it later.',
            formatStorageErrorCode(notice.cause),
          );
    case 'notBooked':
      return l10n.t(
        'The ledger could not be written{0}. No further call is sent until it can be: make room on the disk.',
        formatStorageErrorCode(notice.cause),
      );
    case 'implausiblePrice':
      return describeImplausiblePrice(notice.price);
    case 'notTrimmed':
      return undefined;
  }
}

/** Says that the budget of the day asks, where nobody can tell what was spent. */
function addUnknownDaySpendSentence(message: string, { isSpendingKnown }: { readonly isSpendingKnown: boolean }): string {
  return isSpendingKnown ? message : `${message} ${describeUnknownDaySpend()}`;
}

function describeMemoryStoreReason(reason: MemoryStoreReason, cause: unknown): string {
  const { l10n } = vscode;
  switch (reason) {
    case 'newerVersion':
      return l10n.t('a newer version of this extension wrote their file. Update the extension to use it.');
    case 'cannotOpen':
      return l10n.t(
        'their file cannot be opened{0}. Make room on the disk or give access, and reload the window.',
        formatStorageErrorCode(cause),
      );
  }
}

function formatStorageErrorCode(cause: unknown): string {
  const code = getStorageErrorCode(cause);
  return code === undefined ? '' : ` (${code})`;
}
