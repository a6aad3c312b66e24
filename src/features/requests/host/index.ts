import * as vscode from 'vscode';
import { type CommandId, registerTypedCommand } from '../../../workbench/commands.ts';
import { showRefusal } from '../../../workbench/dialogs.ts';
import type { Client } from '../../../client/client.ts';
import type { Endpoint } from '../../../client/endpoint.ts';
import type { Exchange } from '../../../client/exchange.ts';
import type { Services } from '../../../workbench/services.ts';
import {
  exchangeScheme,
  getDocumentExchange,
  getDocumentLayout,
  recordsScheme,
  registerExchangeDocuments,
  showExchange,
} from '../../../workbench/exchangeDocuments.ts';

const ageRefreshMs = 60_000;

export async function pickEndpoint(client: Client, title: string): Promise<Endpoint | undefined> {
  return await (await import('./callEndpoint.ts')).pickEndpoint(client, title);
}

export function register(services: Services): vscode.Disposable {
  const { exchanges } = services;
  const lensesChanged = new vscode.EventEmitter<void>();
  const ages = setInterval(() => {
    lensesChanged.fire(); // updates the response's age
  }, ageRefreshMs);
  return vscode.Disposable.from(
    lensesChanged,
    new vscode.Disposable(() => clearInterval(ages)),
    services.spend.onDidChange(() => lensesChanged.fire()),
    services.connections.onDidChange(() => lensesChanged.fire()),
    trackActiveDocumentContext(services),
    registerExchangeDocuments(services),
    registerRecordDocuments(services),
    vscode.languages.registerCodeLensProvider(
      { scheme: exchangeScheme },
      {
        onDidChangeCodeLenses: lensesChanged.event,
        provideCodeLenses: async (document) => {
          const { provideExchangeLenses } = await import('./exchangeLenses.ts');
          return [...(await provideExchangeLenses(services, document))];
        },
      },
    ),
    registerTypedCommand('socialData.requests.callEndpoint', async (endpointId, params, format) => {
      await (await import('./callEndpoint.ts')).callEndpoint(services, endpointId, params, format);
    }),
    ...(['nextPage', 'switchFormat'] as const).map((name) =>
      onResponse(`socialData.requests.${name}`, async (exchange, { offered }) => {
        await (await import('./responseActions.ts')).responseActions[name](services, exchange, offered);
      }),
    ),
    onResponse('socialData.requests.switchLayout', async (exchange, { uri }) => {
      const layout = getDocumentLayout(uri) === 'exact' ? 'formatted' : 'exact';
      await showExchange(services, exchange, layout);
      await closeTab(uri);
    }),
  );

  function onResponse(
    id: Exclude<CommandId & `socialData.requests.${string}`, 'socialData.requests.callEndpoint' | 'socialData.requests.convert'>,
    run: (exchange: Exchange, from: { readonly uri: vscode.Uri; readonly offered: 'only' | undefined }) => Promise<void>,
  ): vscode.Disposable {
    return registerTypedCommand(id, async (document?: vscode.Uri, offered?: unknown) => {
      const uri = document ?? vscode.window.activeTextEditor?.document.uri;
      const exchange = getDocumentExchange(exchanges, uri);
      if (exchange === undefined || uri === undefined) {
        showRefusal(vscode.l10n.t('Open a response first.'));
        return;
      }
      await run(exchange, { uri, offered: offered === 'only' ? offered : undefined }); // a menu passes its own argument
    });
  }
}

/** Documents that show raw platform JSON as records. They follow their source's edits. */
function registerRecordDocuments(services: Services): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  return vscode.Disposable.from(
    changed,
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      for (const { uri } of vscode.workspace.textDocuments) {
        if (uri.scheme === recordsScheme && uri.query === document.uri.toString()) {
          changed.fire(uri);
        }
      }
    }),
    vscode.workspace.registerTextDocumentContentProvider(recordsScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: async (uri) => {
        const { readUpstreamDocument, getSourceUri } = await import('./recordDocuments.ts');
        const { formatRecordsDocument } = await import('./formatRecordsDocument.ts');
        return formatRecordsDocument(await readUpstreamDocument(services, getSourceUri(uri)));
      },
    }),
    vscode.languages.registerCodeLensProvider(
      { scheme: recordsScheme },
      {
        provideCodeLenses: async (document) => {
          const { provideRecordLenses } = await import('./recordDocuments.ts');
          return [...(await provideRecordLenses(services, document))];
        },
      },
    ),
    registerTypedCommand('socialData.requests.convert', async (document) => {
      await (await import('./recordDocuments.ts')).showRecords(services, document);
    }),
  );
}

function trackActiveDocumentContext(services: Services): vscode.Disposable {
  let shown = '';
  const follow = async (): Promise<void> => {
    const document = vscode.window.activeTextEditor?.document;
    const isJson = document !== undefined && (document.uri.scheme === exchangeScheme || /^jsonc?$/.test(document.languageId));
    const words = isJson ? await (await import('./exchangeLenses.ts')).getDocumentContextKeys(services, document) : [];
    if (vscode.window.activeTextEditor?.document === document && shown !== words.join(' ')) {
      shown = words.join(' ');
      await vscode.commands.executeCommand('setContext', 'socialData.document', shown);
    }
  };
  const followActive = (document: vscode.TextDocument): void => {
    if (document === vscode.window.activeTextEditor?.document) {
      void follow();
    }
  };
  void follow();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(() => void follow()),
    vscode.workspace.onDidOpenTextDocument(followActive), // also fires when the language changes
    vscode.workspace.onDidSaveTextDocument(followActive),
    services.connections.onDidChange(() => void follow()),
  );
}

async function closeTab(uri: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(
    tabs.filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString()),
  );
}
