import * as vscode from 'vscode';
import { systemClock } from '../../client/clock.ts';
import { defaultMaxHistoryBytes, openStore } from '../../store/openStore.ts';
import { getStorageErrorCode } from '../../store/database.ts';
import type { Store, StoreNotice } from '../../store/store.ts';
import { sanitizeForVsCode } from '../../core/text/stripHiddenCharacters.ts';
import type { Services } from '../services.ts';
import { readBudgetSetting, readUserOnlySetting } from '../settings.ts';
import { describeImplausiblePrice } from '../../core/cost/formatSpend.ts';
import { adviseOnStoreFault } from '../../core/errors/describeError.ts';

const bytesPerMegabyte = 1_000_000;

/** Stored in the extension's global storage. */
export async function openMachineStore(services: Services): Promise<Store> {
  const { context, log } = services;
  const store = await openStore({
    folder: context.globalStorageUri.fsPath,
    clock: systemClock,
    dayCap: () => readBudgetSetting('day'),
    agentsCap: () => readBudgetSetting('agents'),
    maxBytes: readMaxHistoryBytes,
    notify: (notice) => void showNotice(services, notice),
  });
  log.info(
    store.problem() === undefined
      ? 'Responses and spending are stored on this machine.'
      : 'Responses and spending are kept only in memory.',
  );
  context.subscriptions.push(
    // requests that are canceled as the window closes are recorded first
    new vscode.Disposable(() => setImmediate(() => store.close())),
  );
  return store;
}

function readMaxHistoryBytes(): number {
  const megabytes = readUserOnlySetting('history.maxSize');
  return typeof megabytes === 'number' && megabytes > 0 ? megabytes * bytesPerMegabyte : defaultMaxHistoryBytes;
}

async function showNotice({ log, open }: Pick<Services, 'log' | 'open'>, notice: StoreNotice): Promise<void> {
  if ('cause' in notice && notice.cause !== undefined) {
    const { cause } = notice;
    log.error(
      `The store: ${notice.kind}, ${getStorageErrorCode(cause) ?? 'no code'}: ${sanitizeForVsCode(cause instanceof Error ? cause.message : '')}`,
    );
  }
  const message = describeNotice(notice);
  const showLog = vscode.l10n.t('Show Log');
  const startNew = vscode.l10n.t('Start New History…');
  const buttons = notice.kind === 'unusable' ? [startNew, showLog] : [showLog];
  const picked = await vscode.window.showWarningMessage(message, ...buttons);
  if (picked === showLog) {
    log.show();
  } else if (picked === startNew) {
    await open.startNewHistory();
  }
}

function describeNotice(notice: StoreNotice): string {
  const { l10n } = vscode;
  switch (notice.kind) {
    case 'unusable':
      return `${l10n.t("Responses are available only until this window closes, and paid requests aren't sent.")} ${adviseOnStoreFault(notice.cause.facts.code)}`;
    case 'notStored':
      return notice.why === 'repeatsKey'
        ? l10n.t("The response contains your API key. The key is hidden, and the response isn't saved in history.")
        : l10n.t(
            "The response couldn't be saved in history{0}. Save it now if you need it later.",
            formatStorageErrorCode(notice.cause),
          );
    case 'notBooked':
      return l10n.t(
        "Spending couldn't be recorded{0}. Free up disk space. Until then, no more requests are sent.",
        formatStorageErrorCode(notice.cause),
      );
    case 'implausiblePrice':
      return describeImplausiblePrice(notice.price);
  }
}

function formatStorageErrorCode(cause: unknown): string {
  const code = getStorageErrorCode(cause);
  return code === undefined ? '' : ` (${code})`;
}
