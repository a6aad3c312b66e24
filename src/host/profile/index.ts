import * as vscode from 'vscode';
import { registerTypedCommand } from '../shared/commands.ts';
import { resolveTargetExchange } from '../shared/exchangeDocuments.ts';
import type { Services } from '../shared/services.ts';
import type { ProfilePanels } from './profilePanel.ts';

export function register(services: Services): vscode.Disposable {
  let loading: Promise<ProfilePanels> | undefined;
  const panels = async (): Promise<ProfilePanels> => {
    loading ??= import('./profilePanel.ts').then(({ ProfilePanels: Panels }) => new Panels(services));
    return await loading;
  };
  return vscode.Disposable.from(
    new vscode.Disposable(() => void loading?.then((made) => made.dispose())),
    vscode.window.registerWebviewPanelSerializer('socialData.profile', {
      deserializeWebviewPanel: async (panel: vscode.WebviewPanel) => {
        (await panels()).restore(panel);
      },
    }),
    registerTypedCommand('socialData.profile.open', async (document) => {
      const exchange = resolveTargetExchange(services.exchanges, document);
      if (exchange !== undefined) {
        await (await panels()).open(exchange);
      }
    }),
  );
}
