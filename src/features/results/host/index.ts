import * as vscode from 'vscode';
import { resultsCommands } from '../../../core/channel/pageCommands.ts';
import { registerTypedCommand } from '../../../workbench/commands.ts';
import { resolveTargetExchange } from '../../../workbench/exchangeDocuments.ts';
import { createLazyPart } from '../../../workbench/lazyPart.ts';
import type { Open } from '../../../workbench/open.ts';
import type { SavedSearch } from '../resultsContract.ts';
import type { Services } from '../../../workbench/services.ts';

/** Empty if they cannot be read. */
export async function readSavedSearches(state: vscode.Memento): Promise<readonly SavedSearch[]> {
  return (await import('./savedSearches.ts')).readSavedSearches(state);
}

export function register(
  services: Services,
): vscode.Disposable & {
  readonly open: Open['results'];
  readonly openQuery: Open['query'];
  readonly openSearch: Open['search'];
} {
  const panels = createLazyPart(async () => new (await import('./resultsPanel.ts')).ResultsPanels(services));
  const open: Open['results'] = async (exchanges, view) => await (await panels.get()).open(exchanges, view);
  const openQuery: Open['query'] = async (...query) => await (await panels.get()).openQuery(...query);
  const openSearch: Open['search'] = async (...search) => await (await panels.get()).openSearch(...search);
  const registered = vscode.Disposable.from(
    panels,
    vscode.window.registerWebviewPanelSerializer('socialData.results', {
      deserializeWebviewPanel: async (panel: vscode.WebviewPanel, state: unknown) => {
        (await panels.get()).restore(panel, state);
      },
    }),
    registerTypedCommand('socialData.search.run', async (text) => await openSearch(text ?? '')),
    registerTypedCommand('socialData.results.open', async (document) => {
      const exchange = resolveTargetExchange(services.exchanges, document);
      await open(exchange === undefined ? [] : [exchange], 'table');
    }),
    registerTypedCommand('socialData.results.openAsJson', async () => {
      await (await panels.get()).active?.openAsJson();
    }),
    ...resultsCommands.map((command) =>
      registerTypedCommand(`socialData.results.${command}`, async (context) => {
        const { row = null, column } = context ?? {};
        (await panels.get()).active?.sendCommand({
          command,
          row: Number.isSafeInteger(row) ? row : null,
          column: typeof column === 'string' ? column : null,
        });
      }),
    ),
  );
  return Object.assign(registered, { open, openQuery, openSearch });
}
