import * as vscode from 'vscode';
import { registerTypedCommand } from '../../../workbench/commands.ts';
import { resolveTargetExchange } from '../../../workbench/exchangeDocuments.ts';
import { createLazyPart } from '../../../workbench/lazyPart.ts';
import type { Services } from '../../../workbench/services.ts';

export function register(services: Services): vscode.Disposable {
  const panels = createLazyPart(async () => new (await import('./profilePanel.ts')).ProfilePanels(services));
  return vscode.Disposable.from(
    panels,
    vscode.window.registerWebviewPanelSerializer('socialData.profile', {
      deserializeWebviewPanel: async (panel: vscode.WebviewPanel) => {
        (await panels.get()).restore(panel);
      },
    }),
    registerTypedCommand('socialData.profile.open', async (document) => {
      const exchange = resolveTargetExchange(services.exchanges, document);
      if (exchange !== undefined) {
        await (await panels.get()).open(exchange);
      }
    }),
  );
}
