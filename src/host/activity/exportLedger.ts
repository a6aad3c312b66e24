import * as vscode from 'vscode';
import { ledgerCsv } from '../../store/ledgerCsv.ts';
import { foreignText } from '../shared/words/foreignText.ts';
import type { Services } from '../shared/services.ts';
import { withStore } from '../shared/kept/withStore.ts';

/** Saves the ledger where the person says. Makes no call. */
export async function exportLedger(services: Services): Promise<void> {
  const { l10n } = vscode;
  await withStore(services, async ({ spending, day }) => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const name = `social-data-ledger-${day()}.csv`;
    const target = await vscode.window.showSaveDialog({
      title: l10n.t('Export Ledger as CSV'),
      filters: { CSV: ['csv'] },
      ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
    });
    if (target === undefined) {
      return;
    }
    const text = [...ledgerCsv(spending.lines())].join('');
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
    await vscode.window.showInformationMessage(
      l10n.t('The ledger was saved as {0}.', foreignText(target.path.split('/').at(-1) ?? '')),
    );
  });
}
