import * as vscode from 'vscode';
import { describeAnswerDeletion, addNoChargeSentence } from '../../app/cost/formatCost.ts';
import { SocialDataError } from '../../client/errors.ts';
import { formatLedgerCsv } from '../../store/formatLedgerCsv.ts';
import type { Store } from '../../store/store.ts';
import { askWhereToSave } from '../shared/dialogs.ts';
import type { Services } from '../shared/services.ts';
import { sanitizeForVsCode } from '../../text/sanitizeForVsCode.ts';

const bytesPerMegabyte = 1_000_000;

/** Deletes the kept answers after asking. What was spent stays in the ledger. Makes no call. */
export async function clearHistory(services: Services): Promise<void> {
  const { l10n } = vscode;
  await withStoreErrorNotification(services, async ({ exchanges }) => {
    const { exchanges: count, pinned, bytes } = exchanges.size();
    if (count === 0) {
      await vscode.window.showInformationMessage(l10n.t('No answers are kept.'));
      return;
    }
    const megabytes = (bytes / bytesPerMegabyte).toFixed(1);
    const clear = l10n.t('Delete Answers');
    const clearPinned = l10n.t('Delete Pinned Ones Too');
    const picked = await vscode.window.showWarningMessage(
      l10n.t('Delete the answers that are kept on this machine?'),
      {
        modal: true,
        detail: `${
          count === 1
            ? l10n.t('1 answer ({0} MB) is kept; pinned: {1}.', megabytes, pinned)
            : l10n.t('{0} answers ({1} MB) are kept; pinned: {2}.', count, megabytes, pinned)
        } ${describeAnswerDeletion()}`,
      },
      clear,
      ...(pinned === 0 ? [] : [clearPinned]),
    );
    if (picked === clear || picked === clearPinned) {
      const gone = exchanges.clear({ keepPinned: picked === clear });
      await vscode.window.showInformationMessage(
        gone === 1 ? l10n.t('1 answer was deleted.') : l10n.t('{0} answers were deleted.', gone),
      );
    }
  });
}

/** Saves the ledger where the person says. Makes no call. */
export async function exportLedger(services: Services): Promise<void> {
  const { l10n } = vscode;
  await withStoreErrorNotification(services, async ({ spending, day }) => {
    const target = await askWhereToSave(l10n.t('Export Ledger as CSV'), `social-data-ledger-${day()}.csv`, { CSV: ['csv'] });
    if (target === undefined) {
      return;
    }
    const text = [...formatLedgerCsv(spending.lines())].join('');
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
    await vscode.window.showInformationMessage(
      l10n.t('The ledger was saved as {0}.', sanitizeForVsCode(target.path.split('/').at(-1) ?? '')),
    );
  });
}

/** Does something with what is kept on this machine; says in words when it cannot be read or written. */
export async function withStoreErrorNotification(
  services: Pick<Services, 'store' | 'log'>,
  action: (store: Store) => Promise<void> | void,
): Promise<void> {
  try {
    await action(await services.store());
  } catch (error) {
    if (!(error instanceof SocialDataError && error.kind === 'storage')) {
      throw error; // a fault of ours, or of the place to save to: VS Code shows it with the command's name
    }
    const code = error.facts.code === undefined ? '' : ` (${error.facts.code})`;
    services.log.error(`The store: ${error.kind}${code}`);
    await vscode.window.showErrorMessage(
      addNoChargeSentence(
        vscode.l10n.t('What is kept on this machine could not be read or written{0}.', code),
        vscode.l10n.t('Make room on the disk and try again.'),
      ),
    );
  }
}
