import * as vscode from 'vscode';
import { registerTypedCommand } from '../../../workbench/commands.ts';
import type { Services } from '../../../workbench/services.ts';

/** The scheme of the read-only documents that show upstream JSON as records; the query of one says which document it was read from. */
export const recordsScheme = 'social-data-records';

/** Makes no call. */
export function register(services: Services): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  return vscode.Disposable.from(
    changed,
    // they follow the edits of the document that they are read from
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
    registerTypedCommand('socialData.records.show', async (document) => {
      await (await import('./recordDocuments.ts')).showRecords(services, document, recordsScheme);
    }),
  );
}
