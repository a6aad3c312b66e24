import * as vscode from 'vscode';
import { registerTypedCommand } from '../../../workbench/commands.ts';
import { createLazyPart } from '../../../workbench/lazyPart.ts';
import type { Open } from '../../../workbench/open.ts';
import type { SavedSearch } from '../resultsContract.ts';
import type { Services } from '../../../workbench/services.ts';

/** Empty if they can't be read. */
export async function readSavedSearches(state: vscode.Memento): Promise<readonly SavedSearch[]> {
  return (await import('./savedSearches.ts')).readSavedSearches(state);
}

const searchTabsByView = [
  ['users', 'People'],
  ['lists', 'Lists'],
  ['communities', 'Communities'],
] as const;

interface ResultsOpeners {
  readonly open: Open['results'];
  readonly openQuery: Open['query'];
  readonly openSearch: Open['search'];
}

export function register(services: Services): vscode.Disposable & ResultsOpeners {
  const panels = createLazyPart(async () => new (await import('./resultsPanel.ts')).ResultsPanels(services));
  const openers: ResultsOpeners = {
    open: async (exchanges, view, filter) => await (await panels.get()).open(exchanges, view, filter),
    openQuery: async (endpoint, texts, options) => await (await panels.get()).openQuery(endpoint, texts, options),
    openSearch: async (text, connection) => await (await panels.get()).openSearch(text, connection),
  };
  const registered = vscode.Disposable.from(
    panels,
    vscode.window.registerWebviewPanelSerializer('socialData.results', {
      deserializeWebviewPanel: async (panel: vscode.WebviewPanel, state: unknown) => {
        (await panels.get()).restore(panel, state);
      },
    }),
    registerTypedCommand('socialData.search.run', async (text) => await openers.openSearch(text ?? '')),
    ...searchTabsByView.map(([view, tab]) =>
      registerTypedCommand(`socialData.${view}.search`, async () => {
        await (await panels.get()).openSearch('', undefined, tab);
      }),
    ),
    registerTypedCommand('socialData.results.filter', async () => {
      (await panels.get()).active?.sendCommand({ command: 'filter', row: null, column: null });
    }),
  );
  return Object.assign(registered, openers);
}
