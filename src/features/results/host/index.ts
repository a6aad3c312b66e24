import * as vscode from 'vscode';
import type { Endpoint } from '../../../client/endpoint.ts';
import { resultsCommands } from '../../../core/channel/pageCommands.ts';
import { registerTypedCommand } from '../../../workbench/commands.ts';
import { showRefusal } from '../../../workbench/dialogs.ts';
import { resolveTargetExchange } from '../../../workbench/exchangeDocuments.ts';
import { createLazyPart } from '../../../workbench/lazyPart.ts';
import type { SavedSearch } from '../resultsContract.ts';
import type { Services } from '../../../workbench/services.ts';

/** Empty if they cannot be read. */
export async function readSavedSearches(state: vscode.Memento): Promise<readonly SavedSearch[]> {
  return (await import('./savedSearches.ts')).readSavedSearches(state);
}

export function register(services: Services): vscode.Disposable {
  const panels = createLazyPart(async () => new (await import('./resultsPanel.ts')).ResultsPanels(services));
  return vscode.Disposable.from(
    panels,
    vscode.window.registerWebviewPanelSerializer('socialData.results', {
      deserializeWebviewPanel: async (panel: vscode.WebviewPanel, state: unknown) => {
        (await panels.get()).restore(panel, state);
      },
    }),
    registerTypedCommand('socialData.search.run', async (query, connection) => {
      await (await panels.get()).openSearch(query ?? '', connection);
    }),
    registerTypedCommand('socialData.results.open', async (document, pages, view) => {
      const exchange = resolveTargetExchange(services.exchanges, document);
      const endpoint = await findEndpointLazily(exchange?.request.endpointId);
      if (exchange === undefined || endpoint === undefined) {
        showRefusal(vscode.l10n.t('Open a response first.'));
        return;
      }
      // a menu of VS Code adds what is selected, which are no ids
      const ids = Array.isArray(pages) ? pages.filter((id) => typeof id === 'string') : [];
      await (await panels.get()).openAnswer(endpoint, exchange, { pages: ids, view: view === 'usual' ? undefined : 'table' });
    }),
    registerTypedCommand('socialData.results.ask', async (endpointId, texts, offer, view, connection) => {
      const endpoint = await findEndpointLazily(endpointId);
      if (endpoint !== undefined) {
        await (await panels.get()).openQuestion(endpoint, texts ?? {}, { offer, view, connection });
      }
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
}

async function findEndpointLazily(id: string | undefined): Promise<Endpoint | undefined> {
  const { findEndpointById } = await import('../../../client/endpoints/table.ts');
  return id === undefined ? undefined : findEndpointById(id);
}
