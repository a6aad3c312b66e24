import * as vscode from 'vscode';
import type { Endpoint } from '../../client/endpoint.ts';
import { resultsCommands } from '../../protocol/pageCommands.ts';
import { registerTypedCommand } from '../shared/commands.ts';
import { showRefusal } from '../shared/dialogs.ts';
import { resolveTargetExchange } from '../shared/exchangeDocuments.ts';
import type { Services } from '../shared/services.ts';
import type { ResultsPanels } from './resultsPanel.ts';

export function register(services: Services): vscode.Disposable {
  let loading: Promise<ResultsPanels> | undefined;
  const panels = async (): Promise<ResultsPanels> => {
    loading ??= import('./resultsPanel.ts').then(({ ResultsPanels: Panels }) => new Panels(services));
    return await loading;
  };
  return vscode.Disposable.from(
    new vscode.Disposable(() => void loading?.then((made) => made.dispose())),
    vscode.window.registerWebviewPanelSerializer('socialData.results', {
      deserializeWebviewPanel: async (panel: vscode.WebviewPanel, state: unknown) => {
        (await panels()).restore(panel, state);
      },
    }),
    registerTypedCommand('socialData.search.run', async (query, connection) => {
      await (await panels()).openSearch(query ?? '', connection);
    }),
    registerTypedCommand('socialData.results.open', async (document, pages, view) => {
      const exchange = resolveTargetExchange(services.exchanges, document);
      const endpoint = await findEndpointLazily(exchange?.request.endpointId);
      if (exchange === undefined || endpoint === undefined) {
        showRefusal(vscode.l10n.t('Open an answer first: this command works on the answer in the active editor.'));
        return;
      }
      // a menu of VS Code adds what is selected, which are no ids
      const ids = Array.isArray(pages) ? pages.filter((id) => typeof id === 'string') : [];
      await (await panels()).openAnswer(endpoint, exchange, { pages: ids, view: view === 'usual' ? undefined : 'table' });
    }),
    registerTypedCommand('socialData.results.ask', async (endpointId, texts, offer, view, connection) => {
      const endpoint = await findEndpointLazily(endpointId);
      if (endpoint !== undefined) {
        await (await panels()).openQuestion(endpoint, texts ?? {}, { offer, view, connection });
      }
    }),
    registerTypedCommand('socialData.results.openAsJson', async () => {
      await (await panels()).active?.openAsJson();
    }),
    ...resultsCommands.map((command) =>
      registerTypedCommand(`socialData.results.${command}`, async (context) => {
        const { row = null, column } = context ?? {};
        (await panels()).active?.sendCommand({
          command,
          row: Number.isSafeInteger(row) ? row : null,
          column: typeof column === 'string' ? column : null,
        });
      }),
    ),
  );
}

async function findEndpointLazily(id: string | undefined): Promise<Endpoint | undefined> {
  const { findEndpointById } = await import('../../client/endpoints/table.ts');
  return id === undefined ? undefined : findEndpointById(id);
}
