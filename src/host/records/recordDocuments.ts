import * as vscode from 'vscode';
import { bodyText } from '../../client/exchange.ts';
import type { UpstreamPage } from '../../client/upstream/upstreamPage.ts';
import { exchangeOf } from '../shared/kept/exchangeDocuments.ts';
import type { Services } from '../shared/services.ts';
import { siteOf } from '../shared/connections/siteOf.ts';

/** The scheme of the read-only documents that show upstream JSON as records. */
export const recordsScheme = 'social-data-records';

/** The address of the document that shows a JSON document as records; the query says which one. */
function toRecordsUri(source: vscode.Uri): vscode.Uri {
  const name = source.path.split('/').at(-1) ?? '';
  return vscode.Uri.from({
    scheme: recordsScheme,
    path: `/${name.replace(/\.jsonc?$/i, '')}.records.json`,
    query: source.toString(),
  });
}

/** The document that a records document was read from. */
export function sourceOf(uri: vscode.Uri): vscode.Uri {
  return vscode.Uri.parse(uri.query, true);
}

/** Reads a JSON document as upstream JSON. Makes no call. */
export async function readDocument(services: Services, source: vscode.Uri): Promise<UpstreamPage> {
  const { readUpstream } = await import('../../client/upstream/readUpstream.ts');
  const exchange = exchangeOf(services.exchanges, source);
  return exchange === undefined
    ? readUpstream((await vscode.workspace.openTextDocument(source)).getText())
    : readUpstream(bodyText(exchange), { site: siteOf(exchange) });
}

/** Serves the records, and follows the edits of the document that they are read from. */
export function registerRecordDocuments(services: Services): vscode.Disposable {
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
        const { recordsText } = await import('./recordsText.ts');
        return recordsText(await readDocument(services, sourceOf(uri)));
      },
    }),
  );
}

/** Opens a JSON document's records beside nothing else: in a tab of their own. */
export async function openRecords(source: vscode.Uri): Promise<void> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(toRecordsUri(source)), { preview: false });
}
