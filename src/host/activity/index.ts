import * as vscode from 'vscode';
import { registerCommand } from '../shared/commands.ts';
import type { Services } from '../shared/services.ts';
import { registerStatusBar } from './statusBar.ts';

/** What calls cost: the spend of this session, its budget, the log; the status bar item. */
export function register(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    registerStatusBar(services),
    registerCommand('socialData.activity.showSpend', async () => {
      const { showSpend } = await import('./showSpend.ts');
      await showSpend(services);
    }),
    registerCommand('socialData.activity.setBudget', async () => {
      const { setBudget } = await import('./setBudget.ts');
      await setBudget();
    }),
    registerCommand('socialData.activity.clearHistory', async () => {
      const { clearHistory } = await import('./clearHistory.ts');
      await clearHistory(services);
    }),
    registerCommand('socialData.activity.exportLedger', async () => {
      const { exportLedger } = await import('./exportLedger.ts');
      await exportLedger(services);
    }),
    registerCommand('socialData.activity.showLog', () => {
      services.log.show();
    }),
  );
}
