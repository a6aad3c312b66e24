import * as vscode from 'vscode';
import { createLazyPart } from '../../../workbench/lazyPart.ts';
import type { Open } from '../../../workbench/open.ts';
import type { Services } from '../../../workbench/services.ts';

export function register(services: Services): vscode.Disposable & { readonly open: Open['profile'] } {
  const panels = createLazyPart(async () => new (await import('./profilePanel.ts')).ProfilePanels(services));
  const open: Open['profile'] = async (exchange) => await (await panels.get()).open(exchange);
  const registered = vscode.Disposable.from(
    panels,
    vscode.window.registerWebviewPanelSerializer('socialData.profile', {
      deserializeWebviewPanel: async (panel: vscode.WebviewPanel) => {
        (await panels.get()).restore(panel);
      },
    }),
  );
  return Object.assign(registered, { open });
}
