import * as vscode from 'vscode';
import { registerCommand } from '../shared/commands.ts';
import type { Services } from '../shared/services.ts';
import { recordsScheme, registerRecordDocuments } from './recordDocuments.ts';

/** Upstream JSON as records: answers in the raw format and files alike. Makes no call. */
export function register(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    registerRecordDocuments(services),
    registerCommand('socialData.records.show', async (document) => {
      const { showRecords } = await import('./showRecords.ts');
      await showRecords(services, document);
    }),
    vscode.languages.registerCodeLensProvider(
      { scheme: recordsScheme },
      {
        provideCodeLenses: async (document) => {
          const { provideRecordLenses } = await import('./recordLenses.ts');
          return [...(await provideRecordLenses(services, document))];
        },
      },
    ),
  );
}
