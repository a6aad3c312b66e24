import * as vscode from 'vscode';
import { registerCommand } from '../shared/commands.ts';
import type { Services } from '../shared/services.ts';
import { registerReports } from './reports.ts';

/** Connections and keys: select, diagnose, set, remove. */
export function register(services: Services): vscode.Disposable {
  const reports = registerReports();
  return vscode.Disposable.from(
    reports,
    registerCommand('socialData.connection.select', async () => {
      const { selectConnection } = await import('./selectConnection.ts');
      await selectConnection(services);
    }),
    registerCommand('socialData.connection.setKey', async (service) => {
      const { setKey } = await import('./setKey.ts');
      await setKey(services, service);
    }),
    registerCommand('socialData.connection.diagnose', async () => {
      const { diagnose } = await import('./diagnose.ts');
      await diagnose(services, reports);
    }),
    registerCommand('socialData.connection.removeKey', async (service) => {
      const { removeKey } = await import('./setKey.ts');
      await removeKey(services, service);
    }),
  );
}
